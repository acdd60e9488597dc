/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * annotation.h - the samples and calls of a program by the lines of its source, or by its
 * instructions.
 *
 *	annotation_init()     after program_join() with sites
 *	annotation_collect()  all samples, all stacks
 *	annotation_execute()  executed.c: executions, if they are known
 *	annotation_select()   selection.h: which functions are of interest
 *	annotation_calls()    calls.c: the counted calls of these
 *	reads; annotation_release()
 *
 * A row has the figures of a place in a function: time that was sampled there, time of its
 * callees, calls.  By line, a function is one of the source, with all instances of a template and
 * all inlined copies: a line has its time wherever its code went.  The function that holds an
 * inlined copy has a row for it at the line of the call.  By instruction, a function is one of the
 * graph, with the code inlined in it.
 *
 * A sample is the own time of exactly one row (ROW_OWN).  Time in a library or in the kernel
 * belongs to the line whose call led there.
 *
 * Cost: O(samples + contexts) look-ups; each new address takes O(log) after its compilation unit
 * was read.
 *
 * docs/design/annotate.md has the reasons.
 */
#ifndef GPROF_ANNOTATE_ANNOTATION_H
#define GPROF_ANNOTATE_ANNOTATION_H

#include "analysis/classes.h"
#include "analysis/interval.h"
#include "analysis/result.h"
#include "analysis/samples.h"
#include "base/path.h"
#include "executions/source_counts.h"
#include "executions/branch_targets.h"

enum row_kind {
	ROW_OWN,     /* code of the place itself; 'callee' of a library's: what it called */
	ROW_INLINED, /* the same of a function inlined at the place; 'callee': of functions */
	ROW_CALLED,  /* a node called there, while it ran or what it called did */
	ROW_THROUGH, /* what a function inlined there called */
};

struct annotate_row {
	uint32_t function; /* position in annotation.functions */
	uint32_t place;    /* position in annotation.places */
	uint32_t callee;   /* node, or as said above; GP_NONE: none */
	enum row_kind kind;
	enum code_class class; /* of ROW_OWN and ROW_INLINED */
	double weight;     /* CPU time, or what was asked for */
	double samples, squares, usual; /* of them, as in struct weight */
	int64_t calls;     /* counted; of ROW_CALLED */
	uint32_t copies;   /* by instruction: of the call, that share 'calls'; 0, 1: none */
	uint32_t active;   /* times it is on the stack that is looked at */
	uint32_t executed; /* position in annotation.executed, + 1: of a ROW_OWN; 0: none */
};

/* By line: how often the code of a place was executed, as compiled. */
struct annotate_executed {
	struct block_count count; /* of its most frequent instruction, in each copy of the
				     function; their sum */
	struct weight own;        /* time of its code, without what it called and the
				     profiler's */
	bool beyond;              /* some of that in copies that do not count */
	uint32_t branch;          /* the first of its branches in annotation.branches, without
				     branches that are cases or conditions; or GP_NONE */
	size_t cases;             /* its first in annotation.switches.cases */
	size_t conditions;        /* its first in annotation.switches.conditions */
	uint32_t ncases, nconditions;
};

/* A conditional branch of a place. */
struct annotate_branch {
	uint32_t next; /* of the same place, or GP_NONE */
	uint32_t node; /* whose code it is in */
	struct block_count reached, taken;
};

/* By line: a line of a file.  By instruction: an address in an object. */
struct annotate_place {
	uint32_t file; /* position in annotation.files, or in program.objects; GP_NONE: unknown */
	uint64_t at;   /* line, 0: unknown; or address */
	bool near;     /* code without a line: inline_scopes_at() gives it the line near it */
};

struct annotate_function {
	const char *name;   /* for the linker, of the first instance */
	uint32_t file;      /* it was written in, GP_NONE: not known */
	uint32_t line;      /* its first there, 0: not known */
	uint32_t node;      /* of its first instance, GP_NONE: it was inlined everywhere */
	uint32_t instances; /* nodes */
	uint32_t object;    /* whose code it is, or GP_NONE */
	double own;         /* of its ROW_OWN */
	double own_samples;
	double inlined;     /* of its ROW_INLINED */
	double elsewhere;   /* of 'own': in copies inlined in other functions */
	int64_t executed;   /* sum over its places, as far as they are certain */
	double weight;      /* what it is chosen by: 'own'; where no function has any 'executed',
			       else the times it was entered */
	double total;       /* of all stacks that it is on, and 'own' without stacks */
	double by_class[CLASS_COUNT], samples_by_class[CLASS_COUNT]; /* of own and inlined */
	uint32_t active;    /* as in rows */
	bool meant;         /* neither module nor share leave it out */
	bool chosen;        /* one of these, to be shown */
};

/* A place with the function that it belongs to, of a frame. */
struct annotate_level {
	uint32_t function, place;
	uint32_t scope; /* position in annotation.scopes.functions; GP_NONE: not known */
	uint32_t copy;  /* inlined: which copy, scope_level; else 0 */
	uint32_t total; /* position in annotation.totals, + 1; 0: not asked yet */
};

/* The time of a line with its callees and inlined code: samples that have it on their stack, or
   are in its code, each once.  Code without a line of its own is with the line before it.  By
   instruction the same of an address. */
struct annotate_total {
	struct weight weight;
	uint32_t active; /* as in rows */
};

/* The rows that have a sample: its own, and rows of the functions that it was inlined in. */
struct annotate_inline_chain {
	uint32_t row;      /* position in annotation.rows */
	uint32_t around;   /* chain of the function it is inlined in, or GP_NONE: the outermost */
};

struct annotation {
	const struct program *p;
	const struct selection *selection; /* of samples */
	bool by_instruction;
	struct inline_scopes scopes;
	struct path_numbers files; /* the program's and its debug information's */
	struct annotate_function *functions;
	size_t nfunctions, functions_room;
	char **keys;               /* of function_names; owned */
	size_t nkeys, keys_room;
	struct gp_names function_names; /* FILE:LINE:NAME -> functions */
	struct gp_names linkages;  /* name for the linker -> functions */
	uint32_t *of_node;         /* node -> functions, GP_NONE: not asked yet */
	size_t nnodes;             /* of it; names resolved later add nodes to the graph */
	uint32_t *of_scope;        /* scopes.functions -> functions */
	size_t nof_scope;
	struct annotate_place *places;
	size_t nplaces, places_room;
	struct gp_map place_at;    /* (file and 'near', at) -> places */
	struct annotate_row *rows;
	size_t nrows, rows_room;
	struct gp_map row_at;
	struct annotate_total *totals;
	size_t ntotals, totals_room;
	struct gp_map total_at;    /* (function and file, at) -> totals */
	const struct executions *executions; /* or NULL: no code counts blocks */
	struct annotate_executed *executed;
	size_t nexecuted, executed_room;
	bool uneven;               /* executions are of more runs than times: cost_unsampled() */
	bool each;                 /* annotation_per_execution() has something for some of them */
	struct annotate_branch *branches;
	size_t nbranches, branches_room;
	struct branch_targets switches;  /* places: annotation_case_line() */
	struct annotate_level *levels; /* of all addresses met, each's together */
	size_t nlevels, levels_room;
	struct {
		uint32_t first, n;
	} *frames; /* addresses met */
	size_t nframes, frames_room;
	struct gp_map frame_at;    /* (object and node, address) -> frames */
	struct annotate_inline_chain *chains; /* each after the one around it */
	size_t nchains, chains_room;
	struct gp_map chain_at;    /* (around, row) -> chains */
	uint32_t *chain_of;         /* of the program's samples, GP_NONE: in no row; owned; NULL:
				      not wanted */
	double ours;    /* in the profiler's own code */
	double outside; /* time that belongs to no function: in libraries without a known caller */
	double lines, no_lines; /* own time with a known line, without */
};

/* 'p' has the samples that the selection keeps (analysis/result.h: NEED_FILTERED). */
void annotation_init(struct annotation *a, const struct program *p,
		     const struct selection *selection, bool by_instruction);
void annotation_collect(struct annotation *a);

/* Before annotation_collect(): makes it also note the rows that each sample is in. */
void annotation_want_chains(struct annotation *a);

/* Makes functions of all functions in the scopes that were read so far. */
void annotation_add_scopes(struct annotation *a);

/* The function of a definition in the source; if no node has it, it was inlined everywhere. */
uint32_t annotation_source_function(struct annotation *a, const struct source_function *f);

/* The place of a line; path NULL or line 0: the place of unknown lines. */
uint32_t annotation_line(struct annotation *a, const char *path, uint32_t line);

/* The place of an instruction, by an address in it. */
uint32_t annotation_address(struct annotation *a, uint32_t object, uint64_t address);

/* The function of a node. */
uint32_t annotation_function(struct annotation *a, uint32_t node);

/* The same, or GP_NONE if it was not made yet. */
uint32_t annotation_find_function(const struct annotation *a, uint32_t node);

/* The levels of code of a node at an address, the innermost first: where it is. */
const struct annotate_level *annotation_levels(struct annotation *a, uint32_t node,
					       uint32_t object, uint64_t address, size_t *n);

/* The row of a place; made when first asked for.  Pointers to rows hold until the next call. */
struct annotate_row *annotation_row(struct annotation *a, const struct annotate_level *at,
				    enum row_kind kind, enum code_class class, uint32_t callee);

/* Its position, if it was made; or GP_NONE. */
uint32_t annotation_find_row(const struct annotation *a, const struct annotate_level *at,
			     enum row_kind kind, enum code_class class, uint32_t callee);

/* executed.c: rows of all code whose executions are known; after annotation_collect(). */
void annotation_execute(struct annotation *a, const struct executions *x);

/* The same by instruction, of the functions chosen: after annotation_select(), for views that show
   rows alone. */
void annotation_instructions(struct annotation *a);

/* Time of one execution of a place, with its 95 % interval.  False: it has too few samples or no
   exact executions, or time and executions are of different runs or code. */
bool annotation_per_execution(const struct annotation *a, const struct annotate_executed *e,
			      struct interval *each);

/* The line of a place of a switch; 0: not known. */
static inline uint32_t annotation_case_line(uint64_t place)
{
	return place >> 32;
}

/* stacks.c: rows of callees, and the totals of functions and lines. */
void annotation_stacks(struct annotation *a);

/* The total of a place of a function. */
struct weight annotation_total(const struct annotation *a, uint32_t function,
			       const struct annotate_place *place);

/* The same of n rows of one line or instruction, in the order of their places. */
struct weight annotation_total_of(const struct annotation *a, const uint32_t *rows, size_t n);

/* calls.c: counted calls of the functions chosen. */
void annotation_calls(struct annotation *a);

/* A piece of a function's code in an object's file. */
struct annotate_range {
	uint64_t start, end; /* end exclusive */
};

/* By instruction: the code of a function, by address; the caller frees it. */
struct annotate_range *annotation_ranges(const struct annotation *a, uint32_t function, size_t *n);

/* Widens *first .. *last, lines of the function's file, to all that code was made of. */
void annotation_extent(struct annotation *a, uint32_t function, uint32_t *first, uint32_t *last);

/* Filtered time that is on no line: the profiler's, and time without a sample. */
double annotation_profiler(const struct annotation *a);
double annotation_not_sampled(const struct annotation *a);

void annotation_release(struct annotation *a);

#endif
