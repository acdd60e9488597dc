/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * source_flow.h - the control flow of a function as it was written, between marks
 * (line_marks.h): the lines of each mark, and the marks that may be executed next.  lost_marks.h
 * has the marks that were dropped.
 *
 *	source_flow_block()    for each block, before optimisation
 *	source_flow_finish()   a string that metadata can hold until the marks are taken out
 *	source_flow_of()       the same, to be read
 *
 * The context owns the memory.  Cost: linear, except that blocks without marks are passed once
 * for each path to them.
 */
#ifndef GPROF_PASS_SOURCE_FLOW_H
#define GPROF_PASS_SOURCE_FLOW_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>

struct source_flow_block {
	LLVMBasicBlockRef block;
	uint32_t first, end; /* its marks; end is not included */
	uint32_t seen;
};

/* A flag above the number of the next marks: the code of the mark ends at a call that
   optimisation keeps, so the mark is kept too. */
#define SOURCE_FLOW_KEPT (1u << 31)

/* One at work. */
struct source_flow_maker {
	struct source_flow_block *blocks; /* owned */
	uint32_t nblocks, blocks_room;
	uint32_t *words;              /* owned */
	uint32_t nwords, words_room;
	LLVMBasicBlockRef *stack;     /* owned */
	uint32_t nstack, stack_room;
	bool failed;                  /* memory is out */
};

/* Puts the words of a mark: the call that its code ends at (source_flow_call()), the number of the
   function that it calls, + 1 (0: it is not here), then each of its lines with how many marks of
   the function have it.  Whether it is kept. */
typedef bool source_flow_words(void *context, struct source_flow_maker *o, uint32_t mark);

uint32_t source_flow_call(LLVMMetadataRef location); /* by its place in the source; NULL: none, 0 */

/* The same for a call in the code.  A call that registers a destructor for the program's end
   differs: 'at_exit' is its ir_at_exit(). */
uint32_t source_flow_call_at(LLVMValueRef call, LLVMValueRef at_exit);

void source_flow_block(struct source_flow_maker *o, LLVMBasicBlockRef block, uint32_t first,
		       uint32_t end);
void source_flow_word(struct source_flow_maker *o, uint32_t word);

/* NULL when memory is out.  Forgets the blocks, keeps the memory. */
LLVMMetadataRef source_flow_finish(struct source_flow_maker *o, LLVMContextRef context,
				   uint32_t nmarks, source_flow_words *words, void *of);
void source_flow_release(struct source_flow_maker *o);

struct source_flow {
	const char *words;
	uint32_t n; /* marks; also the number of the entry, and of all that is outside */
};

struct source_flow source_flow_of(LLVMValueRef string);

/* 'mark': n is the entry.  Among the next marks, n is the exit. */
bool source_flow_is_kept(const struct source_flow *o, uint32_t mark); /* it ends at such a call */
uint32_t source_flow_nnext(const struct source_flow *o, uint32_t mark);
uint32_t source_flow_next(const struct source_flow *o, uint32_t mark, uint32_t i);
uint32_t source_flow_call_of(const struct source_flow *o, uint32_t mark);
/* Of that call: 0 if it has none, else the callee's number + 1. */
uint32_t source_flow_callee(const struct source_flow *o, uint32_t mark);
uint32_t source_flow_nlines(const struct source_flow *o, uint32_t mark);
uint32_t source_flow_line(const struct source_flow *o, uint32_t mark, uint32_t i, uint32_t *marks);

#endif
