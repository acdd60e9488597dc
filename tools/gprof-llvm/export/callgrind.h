/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * callgrind.h - what the steps of an export in callgrind's format share.
 *
 *	callgrind.c               times, as stacks or numbers of calls attribute them
 *	callgrind_instructions.c  executed instructions
 *	callgrind_counted.c        blocks and bytes, reads and writes: a file of its own
 *	callgrind_rows.c          rows by place, their calls, their order
 *	callgrind_writer.c        text, and notes on figures that the format cannot hold
 */
#ifndef GPROF_EXPORT_CALLGRIND_H
#define GPROF_EXPORT_CALLGRIND_H

#include "executions/exact.h"
#include "writer/writer.h"
#include "analysis/instructions.h"
#include "writer/stacks.h"

/* What the format cannot hold of this profile. */
struct callgrind_losses {
	size_t seen;    /* arcs without a count that stacks saw */
	double between; /* instructions that may have been executed beyond those written */
	bool unbounded; /* or any number */
};

struct callgrind_cost {
	double weight, samples;
	double insns; /* executed */
};

/* A line of a function: what runs there, or what it calls along an arc. */
struct callgrind_row {
	uint32_t function; /* node */
	uint32_t arc;      /* position in graph.arcs, or GP_NONE: its own */
	uint32_t line;     /* 0: not known */
	uint64_t address;  /* of the instruction, with --addresses; 0: not known */
	int64_t calls;
	struct callgrind_cost cost;
};

struct callgrind {
	const struct export *x;
	const struct program *p;
	const struct graph *g;
	char **names;         /* of nodes */
	struct stacks stacks;
	struct inline_scopes scopes;
	struct calltree tree; /* the stacks; its nodes are places */
	uint32_t *lines;      /* of places */
	uint32_t *arcs;       /* of calls of the tree; GP_NONE: from outside */
	uint32_t *on_node;    /* times a node is on the stack */
	bool *seen;           /* arcs without a count that have time */
	struct callgrind_cost *outside; /* of nodes: below calls that have no count of their own */
	struct callgrind_row *rows;
	size_t nrows, rows_room;
	struct gp_map row_at; /* (function, arc; line, or with --addresses address) -> rows */
	struct instructions instructions;
	struct gp_names objects, files; /* numbers, by text */
	char **texts;         /* owned */
	size_t ntexts, texts_room;
	bool *defined;        /* functions */
	char *folder;         /* the current one, with a / */
	const char *file, *object; /* of the function that is being written */
	double so_far;        /* own time written, not rounded */
	bool times;           /* the file has times */
	struct inclusive *paths;  /* the file has instructions; or NULL */
	struct callgrind_losses left;
};

/* The row of a place; made when first asked for.  'address' is in the instruction; of one that is
   not known, the function's. */
struct callgrind_row *callgrind_row(struct callgrind *w, uint32_t function, uint32_t arc,
				    uint32_t line, uint64_t address);

void callgrind_add(struct callgrind_cost *to, double weight, double samples);

/* The line of a place in its function's own file. */
uint32_t callgrind_line(struct callgrind *w, const struct stack_place *place);

/* Own instructions; before rows are sorted. */
void callgrind_execute(struct callgrind *w);

/* Instructions along arcs; of sorted rows, which have their calls. */
void callgrind_share(struct callgrind *w, struct callgrind_row *const *rows);

/* Gives rows their calls, and returns them in the file's order; the caller frees the array. */
struct callgrind_row **callgrind_sort(struct callgrind *w);

/* The file, of sorted rows. */
void callgrind_write(struct callgrind *w, struct callgrind_row *const *rows);

/* The file, of figures (writer.h). */
int callgrind_counted(const struct export *x, struct gp_error *e);

/* Lines on what the format cannot hold, in x->notes. */
void callgrind_print_losses(const struct export *x, const struct callgrind_losses *left);

#endif
