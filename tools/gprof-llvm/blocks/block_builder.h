/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * block_builder.h - what the steps from an object to equations share.
 *
 *	counter_equations.c    what the words of gprof_cnt count
 *	routine.c  the instructions of a function, in its pieces
 *	jump_table_base.c    addresses that registers hold
 *	indirect_jumps.c     where they lead: jump tables, labels, landing pads (landing_pads.c)
 *	counter_instructions.c   which of them count
 *	flow_graph.c    stretches, and the equations of their flow
 *	entry_counts.c  the equations of entries that are not counted
 *	counter_equations.c    the equations of the words
 *	line_marks.c  lines as they were written, and the flow before code was generated
 */
#ifndef GPROF_BLOCKS_BLOCK_BUILDER_H
#define GPROF_BLOCKS_BLOCK_BUILDER_H

#include "blocks/blocks.h"
#include "code/decoder.h"
#include "code/control_flow.h"
#include "code/processor.h"

enum counter_kind {
	COUNTER_NONE,   /* of a function without block counters, or no count */
	COUNTER_COUNT,  /* entries, or a block */
	COUNTER_CALLS,  /* of a direct call */
	COUNTER_HITS,   /* of a cell, its first target: the word before */
};

struct counter {
	uint32_t site;     /* number among all of the object; of COUNTER_CALLS and COUNTER_HITS */
	uint8_t kind;      /* enum counter_kind */
	bool stray;        /* it is counted outside of the functions that are solved, too */
};

/* A place where a counter is incremented. */
struct counter_copy {
	uint64_t address;
	uint32_t word;
	uint32_t unknown; /* executions */
};

enum insn_mark {
	MARK_LEADER = 1 << 0,  /* a stretch begins */
	MARK_PAD = 1 << 1,     /* exceptions land here, of no call that is known */
	MARK_LABEL = 1 << 2,   /* the hub leads here */
	MARK_OURS = 1 << 3,    /* the profiler's */
	MARK_HUB = 1 << 4,     /* jumps to any label */
	MARK_LEAVES = 1 << 5,  /* may leave the function, by a jump */
	MARK_COLD = 1 << 6,    /* a branch to a stub that comes right back */
	MARK_TAKEN = 1 << 7,   /* its address is taken: control may come from anywhere */
};

/* An edge from an instruction that does not contain its target. */
struct indirect_edge {
	uint32_t from;  /* instruction, or GP_NONE: the hub */
	uint64_t to;    /* address */
};

/* Where exceptions land that calls in a range let through. */
struct landing {
	uint64_t from, to; /* addresses */
	uint32_t pad;      /* instruction */
};

/* The value of a register: an address, or one of these. */
#define BASE_NONE 0 /* no edge leads there */
#define BASE_ANY 1  /* not one address */
#define BASE_REGS 32

/* A function, as it is looked at; used again for the next one. */
struct routine {
	uint32_t function; /* position in blocks.functions */
	uint64_t start;
	struct flow_insn *insns; /* by address */
	size_t n, room;
	uint8_t *marks;    /* of instructions: enum insn_mark */
	size_t marks_room;
	struct elf_code *pieces; /* where they come from */
	size_t npieces, pieces_room;
	struct indirect_edge *edges;  /* from indirect jumps, by both ends, each once */
	size_t nedges, edges_room;
	struct indirect_edge *last;  /* the same, as they were found before that */
	size_t nlast, last_room;
	unsigned rounds;   /* times they were found */
	bool later;        /* of some jump it is not known yet what leads to it */
	bool closed;       /* nothing leads to such a jump that is known */
	struct landing *landings; /* by address */
	size_t nlandings, landings_room;
	size_t entries;    /* of tables that were read for them */
	uint64_t (*held)[BASE_REGS]; /* before each instruction; NULL: not asked for */
	uint32_t *stretch; /* of instructions: position in blocks.stretches */
	size_t stretch_room;
	bool twice;        /* it calls what may return twice */
	bool by_pointer;   /* it has calls by pointer */
};

/* A direct call of a function, or a jump from another one to it. */
struct entry_edge {
	uint64_t to;      /* address */
	uint64_t end;     /* address after the instruction */
	uint32_t unknown; /* executions */
};

/* A function whose entries nothing counts but its calls. */
struct uncounted_function {
	uint64_t start;
	uint32_t entries; /* unknown */
	bool beyond;      /* code leads there of which the executions are not known */
};

struct block_builder {
	struct blocks *b;
	struct elfobj *elf;
	const struct static_cg *cg;
	const struct block_counts *counts;
	const struct processor *processor;
	csh decoder;
	cs_insn *insn;
	struct counter *words;       /* of gprof_cnt */
	uint64_t *sums, *sums_most; /* of words with their copies, with bounds */
	uint64_t *called, *called_most; /* of words of entries: calls that name them, with bounds */
	struct gp_map record_at;  /* address of a function -> cg.functions */
	struct gp_map outlined_at; /* address -> blocks.outlined, or GP_NONE */
	struct counter_copy *copies;
	size_t ncopies, copies_room;
	struct counter_copy *misses;      /* edges of cells for calls that do not go to the first
					     target */
	size_t nmisses, misses_room;
	struct entry_edge *entering;
	size_t nentering, entering_room;
	struct uncounted_function *uncounted;
	size_t nuncounted, uncounted_room;
	uint64_t *labels;         /* code addresses that data hold, ascending */
	size_t nlabels;
	bool labels_read;
	uint64_t *made;           /* addresses that code makes, ascending: what ends a table; of
				     the routine, if the processor has no 'makes' */
	size_t nmade, made_room;
	bool made_read;
	const struct elf_symbol **names; /* all symbols by name, if some are parts that clang
					    split off */
	size_t nnames, names_room;
	bool names_read;
	struct routine routine;
};

/* counter_equations.c */
void counters_read(struct block_builder *m);
bool counters_has_blocks(const struct static_cg *cg, const struct cg_function *f);
uint32_t counter_at(const struct block_builder *m, uint64_t address); /* or GP_NONE */
void counter_equations(struct block_builder *m);

/* counter_instructions.c: the word that an instruction of the routine counts, or GP_NONE; *begins
   is where the code that counts begins. */
uint32_t counter_instruction_at(const struct block_builder *m, size_t insn, size_t *begins);

/* routine.c: false: 'state' of the function says why. */
bool routine_read(struct block_builder *m);
/* r->n: no instruction begins there. */
size_t routine_at(const struct routine *r, uint64_t address);

/* Code that the instruction calls or jumps to, which was moved out of functions: position in
   blocks.outlined, or GP_NONE. */
uint32_t routine_outlined(struct block_builder *m, const struct flow_insn *insn);

/* jump_table_base.c: the value of a register before an instruction, by the edges that were found
   last. */
uint64_t jump_table_base_at(struct block_builder *m, size_t at, uint8_t reg);
void jump_table_base_release(struct routine *r); /* when the edges change, or the routine ends */

/* indirect_jumps.c: as above. */
bool indirect_jumps_find(struct block_builder *m);

/* landing_pads.c: marks landing pads; as above. */
bool landing_pads_find(struct block_builder *m);
/* Where an exception lands that a call lets through, an instruction; r->n: in a caller. */
size_t landing_pad_of(const struct routine *r, const struct flow_insn *call);

/* flow_graph.c */
void flow_graph_make(struct block_builder *m);

/* counter_equations.c: begins an equation, for the executions that a counter of a function counts;
   of a cell, by all edges.  False: that is not known, there is none. */
bool counter_equation(struct block_builder *m, struct linear_system *s, uint32_t part,
		      uint32_t word, bool cell);

/* entry_counts.c: what leads to a function; its entries; the equations of these, at last. */
void entry_counts_add_edge(struct block_builder *m, const struct flow_insn *insn, uint32_t unknown);
void entry_counts_add_function(struct block_builder *m, uint64_t start, uint32_t unknown);
void entry_counts_equations(struct block_builder *m);

/* line_marks.c: lines, and the equations of their counts. */
void line_marks_make(struct block_builder *m);

/* calls.c: what is known of whether a call comes back: GPROF_SITE_*. */
unsigned calls_flags(struct block_builder *m, const struct flow_insn *call, uint32_t site);
/* The profiler's function. */
bool calls_ours(struct block_builder *m, const struct flow_insn *call);

/* The address of code that an instruction of the program makes; 0: none. */
static inline uint64_t builder_address(const struct block_builder *m, size_t at)
{
	const struct flow_insn *insn = &m->routine.insns[at];
	unsigned flags = FLOW_MAKES | (m->elf->fixed ? FLOW_CONSTANT : 0);

	return insn->flags & flags && !(m->routine.marks[at] & MARK_OURS) ? insn->refers : 0;
}

static inline bool builder_fail(struct block_builder *m, enum block_state why)
{
	m->b->functions[m->routine.function].state = why;
	return false;
}

#endif
