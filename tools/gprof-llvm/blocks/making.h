/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * making.h - what the steps from an object to equations share.
 *
 *	words.c    what the words of gprof_cnt count
 *	routine.c  the instructions of a function, in its pieces
 *	bases.c    addresses that registers hold
 *	ways.c     where they lead: jump tables, labels, landing pads (pads.c)
 *	counts.c   which of them count
 *	graph.c    stretches, and the equations of their flow
 *	entries.c  the equations of entries that are not counted
 *	words.c    the equations of the words
 *	written.c  lines as they were written, and the flow before code was generated
 */
#ifndef GPROF_BLOCKS_MAKING_H
#define GPROF_BLOCKS_MAKING_H

#include "blocks/blocks.h"
#include "code/decoder.h"
#include "code/flow.h"
#include "code/processor.h"

enum word_kind {
	WORD_NONE,   /* of a function without block counters, or no count */
	WORD_COUNT,  /* entries, or a block */
	WORD_CALLS,  /* of a direct call */
	WORD_HITS,   /* of a cell, its first target: the word before */
};

struct word {
	uint32_t site;     /* number among all of the object; of WORD_CALLS and WORD_HITS */
	uint8_t kind;      /* enum word_kind */
	bool stray;        /* it is counted outside of the functions that are solved, too */
};

/* A place where a word is counted. */
struct copy {
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

/* A way from an instruction that is not written in it. */
struct way {
	uint32_t from;  /* instruction, or GP_NONE: the hub */
	uint64_t to;    /* address */
};

/* Where exceptions land that calls in a range let through. */
struct landing {
	uint64_t from, to; /* addresses */
	uint32_t pad;      /* instruction */
};

/* What a register holds: an address, or one of these. */
#define BASE_NONE 0 /* no way leads there */
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
	struct way *ways;  /* of indirect jumps, by both ends, each once */
	size_t nways, ways_room;
	struct way *last;  /* the same, as they were found before that */
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
struct entering {
	uint64_t to;      /* address */
	uint64_t end;     /* address after the instruction */
	uint32_t unknown; /* executions */
};

/* A function whose entries nothing counts but its calls. */
struct uncounted {
	uint64_t start;
	uint32_t entries; /* unknown */
	bool beyond;      /* code leads there of which the executions are not known */
};

struct making {
	struct blocks *b;
	struct elfobj *elf;
	const struct static_cg *cg;
	const struct block_counts *counts;
	const struct processor *processor;
	csh decoder;
	cs_insn *insn;
	struct word *words;       /* of gprof_cnt */
	uint64_t *sums, *sums_most; /* of words with their copies, with bounds */
	uint64_t *called, *called_most; /* of words of entries: calls that name them, with bounds */
	struct gp_map record_at;  /* address of a function -> cg.functions */
	struct gp_map outlined_at; /* address -> blocks.outlined, or GP_NONE */
	struct copy *copies;
	size_t ncopies, copies_room;
	struct copy *misses;      /* ways of cells that the first target does not take */
	size_t nmisses, misses_room;
	struct entering *entering;
	size_t nentering, entering_room;
	struct uncounted *uncounted;
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

/* words.c */
void words_read(struct making *m);
bool words_are_counted(const struct static_cg *cg, const struct cg_function *f);
uint32_t words_at(const struct making *m, uint64_t address); /* or GP_NONE */
void words_equations(struct making *m);

/* counts.c: the word that an instruction of the routine counts, or GP_NONE; *begins is where
   the code that counts begins. */
uint32_t counts_at(const struct making *m, size_t insn, size_t *begins);

/* routine.c: false: 'state' of the function says why. */
bool routine_read(struct making *m);
/* r->n: no instruction begins there. */
size_t routine_at(const struct routine *r, uint64_t address);

/* Code that the instruction calls or jumps to, which was moved out of functions: position in
   blocks.outlined, or GP_NONE. */
uint32_t routine_outlined(struct making *m, const struct flow_insn *insn);

/* bases.c: what a register holds before an instruction, by the ways that were found last. */
uint64_t bases_at(struct making *m, size_t at, uint8_t reg);
void bases_forget(struct routine *r); /* the ways change, or the routine ends */

/* ways.c: as above. */
bool ways_find(struct making *m);

/* pads.c: marks landing pads; as above. */
bool pads_find(struct making *m);
/* Where an exception lands that a call lets through, an instruction; r->n: in a caller. */
size_t pads_of(const struct routine *r, const struct flow_insn *call);

/* graph.c */
void graph_make(struct making *m);

/* words.c: begins an equation, for what a word of a function counts; of a cell, by all ways.
   False: that is not known, there is none. */
bool words_between(struct making *m, struct system *s, uint32_t part, uint32_t word, bool cell);

/* entries.c: what leads to a function; its entries; the equations of these, at last. */
void entries_by(struct making *m, const struct flow_insn *insn, uint32_t unknown);
void entries_of(struct making *m, uint64_t start, uint32_t unknown);
void entries_equations(struct making *m);

/* written.c: lines, and the equations of their counts. */
void written_make(struct making *m);

/* calls.c: what is known of whether a call comes back: GPROF_SITE_*. */
unsigned calls_flags(struct making *m, const struct flow_insn *call, uint32_t site);
bool calls_ours(struct making *m, const struct flow_insn *call); /* the profiler's function */

/* The address of code that an instruction of the program makes; 0: none. */
static inline uint64_t making_address(const struct making *m, size_t at)
{
	const struct flow_insn *insn = &m->routine.insns[at];
	unsigned flags = FLOW_MAKES | (m->elf->fixed ? FLOW_CONSTANT : 0);

	return insn->flags & flags && !(m->routine.marks[at] & MARK_OURS) ? insn->refers : 0;
}

static inline bool making_fail(struct making *m, enum block_state why)
{
	m->b->functions[m->routine.function].state = why;
	return false;
}

#endif
