/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * flow.h - the flow graph of a function with LLVM's estimate of how often each part is
 * executed, the splitting of its edges, and the cases of its switches.  llvm-c offers none of
 * these in all supported versions.
 *
 * flow_read(), then flow_split() for some edges, then flow_release().  A split does not
 * change the struct: edges keep their numbers.  Cost: LLVM's analyses, nearly linear.
 */
#ifndef GPROF_PASS_FLOW_H
#define GPROF_PASS_FLOW_H

#include <llvm-c/Core.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct flow_block {
	LLVMBasicBlockRef block;
	double weight;  /* executions for one of the function, estimated */
	uint32_t edges; /* number of its first edge out */
	uint32_t nout;  /* edges out: different successors */
	uint32_t nin;   /* edges in: different predecessors */
};

/* From one block to another, however many cases of a switch lead there. */
struct flow_edge {
	uint32_t from, to; /* numbers of blocks */
	uint32_t successor; /* number of 'to' among the successors of 'from', the first */
	double weight;      /* executions for one of the function, estimated */
};

struct flow {
	struct flow_block *blocks; /* in the function's order, the entry first; owned */
	struct flow_edge *edges;   /* in the order of the blocks that they leave; owned */
	uint32_t nblocks, nedges;
};

/*
 * Changes the function first: values between a switch's cases that have no case of their own get
 * a block on the path to the default.  Otherwise the range check and the entries of the jump table
 * that lead to the default would be one edge here but two paths in the machine code, which no
 * count could distinguish.  Only where the code generator makes a table anyway.  These blocks
 * have weight 0: most paths to the default go through the check.
 *
 * A branch by two conditions becomes two branches, as the code generator would split it later:
 * the code between the two then has edges of its own.  -1 when memory is out.
 */
int flow_read(struct flow *flow, LLVMValueRef function);
void flow_release(struct flow *flow);

/* Puts a new block on an edge; NULL if LLVM cannot. */
LLVMBasicBlockRef flow_split(const struct flow *flow, uint32_t edge);

/* The line that the code which makes the function's frame is of, where its body begins; 0: not
   known. */
uint32_t flow_scope_line(LLVMValueRef function);

/* An operand that refers to the function's own code; -fsanitize=cfi would refer to a jump to it. */
LLVMValueRef flow_own_code(LLVMValueRef function);

#ifdef __cplusplus
}
#endif

#endif
