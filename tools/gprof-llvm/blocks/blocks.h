/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * blocks.h - how often each machine instruction of an object ran, from the counters of
 * GPROF_PASS=count=blocks.
 *
 *	blocks_solve()     an object and what was counted in it
 *	reads
 *	blocks_release()
 *
 * The code of each instrumented function is cut into stretches: instructions that run one after the
 * other, from the first to the last.  A stretch runs as often as control reaches it, and as often
 * as control leaves it; a counter in it says how often that is. linear_system.h solves these
 * equations. docs/design/executions.md has the model and its assumptions.
 *
 * Where the counts are not of processes from their start on, control leaves functions that it
 * never entered: this must be said.
 *
 * Nothing here reads a profile: memory in, figures out.  Cost: linear in instructions, see
 * linear_system.h for the rest.
 */
#ifndef GPROF_BLOCKS_BLOCKS_H
#define GPROF_BLOCKS_BLOCKS_H

#include "binary/elfobj.h"
#include "binary/static_cg.h"
#include "blocks/linear_system.h"

/* The counts of an object, by the counters (words) of its gprof_cnt. */
struct block_counts {
	const uint64_t *words, *most;  /* sums over threads: at least, at most */
	const uint32_t *fresh, *fresh_most; /* threads in which a word is not 0, of targets of
				   cells: the first call of a thread is not counted where others
				   are; at least, at most */
	const uint64_t *others; /* by the first word of a cell: calls counted in tables */
	bool others_lost;       /* some were not stored there */
	int64_t threads;        /* that ran, at most */
	int64_t stopped;        /* times that code was left in the middle, at most */
	bool pooled;            /* sums of processes: a cell's first pair may not belong to its
				   first target */
	bool inside;            /* the counts begin within functions: calls may come back that
				   were not counted */
};

/* Why a function is not solved. */
enum block_state {
	BLOCKS_SOLVED,
	BLOCKS_NO_CODE,    /* the file does not have it, or its bytes are not instructions */
	BLOCKS_JUMP,       /* a jump leads nobody knows where */
	BLOCKS_INSIDE,     /* code jumps or calls where none is known to begin */
	BLOCKS_COUNT,      /* the tool cannot see which counter a count goes to */
	BLOCKS_PADS,       /* its table of landing pads cannot be read */
	BLOCKS_BROKEN,     /* equations do not hold */
};

struct block_function {
	uint64_t start;        /* address in the file */
	uint32_t record;       /* position in static_cg.functions */
	uint32_t first, n;     /* stretches, as they were made: positions in 'order' */
	enum block_state state;
};

struct block_stretch {
	uint64_t start, end;  /* addresses in the file, end exclusive */
	uint32_t unknown;     /* how often it ran: position in system.unknowns */
	uint32_t function;    /* position in functions */
	uint32_t insns, ours; /* instructions; of them: the profiler's */
	size_t first;         /* position in blocks.insns of the first */
	uint32_t jumps;       /* the stretch that a jump which ends it always leads to; GP_NONE */
	uint32_t back;        /* edges from code after its start to it, or more */
	uint32_t outlined;    /* position in blocks.outlined of the code that its last instruction
				 calls or jumps to; GP_NONE */
};

/* An instruction: its bytes, and marks. */
#define BLOCK_INSN_SIZE 63
#define BLOCK_INSN_NOP 64   /* it is there for alignment */
#define BLOCK_INSN_OURS 128 /* it is the profiler's */

/* Code that the compiler moved out of functions which have it in common (the machine outliner): it
   runs from its start to its end for each call of it, or jump to it. */
struct block_outlined {
	uint64_t start;       /* address in the file */
	uint32_t insns;       /* instructions; none is the profiler's */
	size_t first;         /* position in blocks.insns of the first */
	bool returns;         /* it ends in a return */
};

/* An edge from a stretch to another one of the function. */
struct block_edge {
	uint32_t from; /* position in stretches; GP_NONE: a call, a label, the entry */
	uint32_t call; /* the same, of a stretch that ends in a call which comes back or throws; or
			  GP_NONE */
	uint32_t to;   /* the same */
	uint32_t unknown;  /* position in system.unknowns */
};

/* A conditional branch: the last instruction of its stretch. */
struct block_branch {
	uint64_t address;
	uint32_t stretch; /* position in stretches */
	uint32_t taken;   /* position in system.unknowns */
};

/* Where control leaves a function for good: a return, or a jump to another one (a tail call). */
struct block_exit {
	uint32_t stretch; /* that it ends: position in stretches */
	uint32_t site;    /* of the jump: number among all of the object, or GP_NONE */
	uint64_t to;      /* where the jump leads: address; 0: a return */
};

/* A line of code as it was written, by the control flow that was compiled: line_marks.c. */
struct block_line {
	uint32_t record;   /* position in static_cg.functions */
	uint32_t function; /* that it was written in: static_cg_lines_function() */
	uint32_t line;
	uint32_t number;   /* of the stretch as it was written: copies have the same */
	uint32_t marks;    /* how many of these stretches have the line */
	uint32_t unknown;  /* how often a copy ran: position in 'written' */
	bool perhaps;      /* at most: a call before it may not have returned */
};

struct blocks {
	struct block_function *functions; /* with block counters */
	size_t nfunctions, functions_room;
	struct block_stretch *stretches; /* by function; in it by address */
	size_t nstretches, stretches_room;
	struct block_branch *branches; /* as stretches */
	size_t nbranches, branches_room;
	struct block_edge *edges;      /* by 'to' */
	size_t nedges, edges_room;
	struct block_exit *exits;    /* by stretch */
	size_t nexits, exits_room;
	struct block_outlined *outlined;
	size_t noutlined, outlined_room;
	uint32_t *by_address; /* stretches, ascending */
	uint8_t *insns;       /* BLOCK_INSN_*, of all stretches and outlined code */
	size_t ninsns, insns_room;
	uint64_t *ours;       /* addresses of the profiler's instructions, ascending */
	size_t nours, ours_room;
	struct linear_system system;
	struct linear_system written;     /* parts: positions in static_cg.functions */
	struct block_line *lines;  /* by record, function, line, number */
	size_t nlines, lines_room;
};

/* A count, or what is known of it. */
struct block_count {
	int64_t lo, hi; /* bounds; hi of COUNT_UNBOUNDED: none */
	int64_t value;  /* unless SOLVED_NOT, or if 'likely' */
	enum solved how;
	bool likely;    /* SOLVED_NOT: it is 'value' if all that the end of a process stopped was
			   in calls */
};

/* Returns true if any function of an object has block counters. */
bool blocks_has_counters(const struct static_cg *cg);

void blocks_solve(struct blocks *b, struct elfobj *elf, const struct static_cg *cg,
		  const struct block_counts *counts);

/* The stretch that covers an address, or NULL. */
const struct block_stretch *blocks_at(const struct blocks *b, uint64_t address);

/* The branch at an address, or NULL. */
const struct block_branch *blocks_branch_at(const struct blocks *b, uint64_t address);

/* Returns true if the instruction at an address is the profiler's. */
bool blocks_is_ours(const struct blocks *b, uint64_t address);

struct block_count blocks_count(const struct blocks *b, uint32_t unknown);

/* Returns true if a function says which lines its code was written at; 'lines' may have none of
   it. */
bool blocks_has_line_marks(const struct static_cg *cg, const struct cg_function *f);

/* How often what begins at lines[at], a function in its record's code, was begun, and in how many
   places that is; 0: not known. */
uint32_t blocks_begun(const struct blocks *b, size_t at, struct block_count *count);

/* How often lines[*at] was executed in all copies within its record's code, the most frequent of
   its stretches; *at becomes the position of the next line. *all: none of its stretches has gone,
   nor a copy where there were 'copies'.  False: nothing is known of it. */
bool blocks_line(const struct blocks *b, size_t *at, uint32_t copies, struct block_count *count,
		 bool *all);

/* Adds 'times' of a count to a sum; what is assumed or not known makes the sum so,
   and one that reaches COUNT_UNBOUNDED is not known. */
void blocks_add(struct block_count *sum, struct block_count count, int64_t times);

/* Why a function is not solved, after "executions are not known: ". */
const char *blocks_why(enum block_state state);

/* Returns true if a count has a value, if a likely one. */
static inline bool blocks_has_value(struct block_count count)
{
	return count.how != SOLVED_NOT || count.likely;
}

/* One figure for a count: its value, or what is certain of it. */
int64_t blocks_figure(struct block_count count);

/* The greater of two counts, as far as it is known. */
struct block_count blocks_most(struct block_count a, struct block_count b);

/* Of a count that is made of two parts the first, which may be known better from the others. */
struct block_count blocks_part(struct block_count part, struct block_count rest,
			       struct block_count all);

/* "1234", "~1234" (assumed), "12..34", ">=12"; to be freed. */
char *blocks_text(struct block_count count);

void blocks_release(struct blocks *b);

#endif
