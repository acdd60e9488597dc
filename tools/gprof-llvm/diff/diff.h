/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * diff.h - two call graphs compared by the names of their functions.
 *
 *	diff_add()      every file of both sides
 *	diff_finish()
 *	diff_warn(), diff_print(), condition_check()
 *	diff_release()
 *
 * Counts are exact.  A time T measured by samples of mean weight w has the variance
 * T * w * 13/12 (how many samples there are is Poisson distributed, and their weights
 * are spread evenly from half to one and a half of the mean); one that no sample saw
 * has w * w.  For a time that is attributed to a caller in part this is too large,
 * never too small.  With several files a side the spread between them is taken if it
 * is larger.  An interval of 95 % is 1.96 standard errors to both sides.
 *
 * Totals and arcs are measured by stacks if every file has them, as in the report.  If one
 * does not, all are divided by numbers of calls: two ways would differ by more than the runs.
 *
 * docs/design/merging.md has the reasons.
 */
#ifndef GPROF_DIFF_DIFF_H
#define GPROF_DIFF_DIFF_H

#include "analysis/result.h"
#include "merge/runs.h"

#include <stdio.h>

#define DIFF_SURE 1.96 /* standard errors: 95 % */

enum { DIFF_BEFORE, DIFF_AFTER, DIFF_SIDES };

enum diff_length {
	LENGTH_MIN, LENGTH_MEDIAN, LENGTH_P90, LENGTH_P99, LENGTH_P999, LENGTH_MAX, LENGTHS
};

enum diff_quantity {
	DIFF_CALLS, DIFF_SELF, DIFF_TOTAL,
	DIFF_KINDS,                   /* these have a struct diff_value */
	DIFF_INSTRUCTIONS = DIFF_KINDS, /* these a struct diff_span */
	DIFF_LENGTHS, /* from here on: enum diff_length of one call */
	DIFF_FIGURES = DIFF_LENGTHS + LENGTHS, /* from here on: enum figure */
};

/* One value over the files of a side; after diff_finish() mean and error are valid. */
struct diff_value {
	double now;          /* of the file that is being added, which diff_file_end() takes in */
	double sum, squares; /* over the files: of the values, of their squares */
	double variance;     /* by samples: sum over the files; of figures too */
	double mean, error;  /* of the mean: standard error */
};

/* Instructions of a function over the files of a side: what all of them allow. */
struct diff_span {
	double now_low, now_high; /* of the file that is being added: sums over its functions */
	size_t now;       /* functions of it that have them */
	double low, high; /* bounds; INFINITY: none */
	size_t files;     /* that have them */
	bool assumed;     /* some file has a number that rests on calls that come back */
	bool unknown;     /* some file has the function and not its instructions */
	bool unsolved;    /* some file counts its blocks, and the counts say nothing */
};

/* A function or an arc, in both sides. */
struct diff_row {
	char *name; /* as read by people: "f", or "f -> g"; where others are of that name
		       "f (a/util.c)"; owned */
	char *plain; /* the same without a file, or NULL: there is none in it; owned */
	char *linkage; /* linkage name of a function, NULL for an arc; owned */
	bool of_program;     /* a function of the executable, no row and no library's */
	bool present[DIFF_SIDES];
	bool instrumented[DIFF_SIDES]; /* a function that some file has so, selected or not */
	struct diff_value values[DIFF_KINDS][DIFF_SIDES]; /* calls; weights, before diff_finish()
							      as numbers of calls divide them */
	struct diff_value stacked[DIFF_KINDS][DIFF_SIDES]; /* the same as stacks measured them */
	struct diff_span insns[DIFF_SIDES]; /* of a function */
	struct diff_value lengths[LENGTHS][DIFF_SIDES]; /* ns, of a function's calls */
	size_t timed[DIFF_SIDES]; /* files that have them */
	struct diff_value figures[FIGURE_WORDS][DIFF_SIDES]; /* of a function; 'now' between
								 diff_counted_end() */
};

struct diff_rows {
	struct diff_row *items;
	size_t n, room;
};

/* The files of a side that have the counts of a figure. */
struct diff_counted {
	size_t with;
	char *without; /* the first one that does not; owned */
};

/* How a side was measured. */
struct diff_side {
	size_t files, runs, unended;
	char *host, *clock; /* of the first run; owned */
	char *program;      /* the same: its file's name */
	char *asked; /* of the first file: options that select (analysis/selection_text.h); owned */
	bool hosts, clocks, programs, askeds; /* others were unlike it */
	double period;      /* ns, of the first run */
	double elapsed, cpu; /* sums over runs that ended, ns */
	double sampled;     /* weight */
	double sample_weight; /* sum over the files: mean weight of a sample */
	double samples;     /* no integer: the sum over hostile files exceeds any */
	uint64_t inexact;
	size_t stacked;  /* files with times by stacks */
	size_t executed; /* files with instructions */
	char *some;      /* the first file with instructions of some of its profiles only; owned */
	size_t counted, merged; /* of that file: profiles with instructions; all */
	struct diff_counted counts[FIGURE_SUBJECTS];
	bool part;       /* some export has a selection of the functions only */
};

struct diff {
	const struct measure *measure; /* of weights; who prints or checks them sets it */
	struct diff_side sides[DIFF_SIDES];
	struct diff_rows functions, arcs;
	bool event;          /* weights are events, whose totals are exact */
	bool each;           /* of the file that was added last: each event has a sample */
	double whole;        /* of the file that was added last: all its events; of times 0 */
	bool inlines;        /* inlined code is of the function that it was written in */
	bool by_stacks;      /* totals and arcs, as diff_finish() found: all files have them */
	struct diff_row all; /* instructions of all functions that both sides know; figures of
				all functions */
	size_t unknown;      /* functions that are not in it */
	struct diff_names *names; /* what identifies its functions */
	uint32_t *rows;     /* of the nodes of the result that was added last; GP_NONE: none */
	struct gp_map arc_at;
};

/* Where the programs of profiles are. */
struct diff_sources {
	const char **binaries; /* to be tried first */
	size_t nbinaries, binaries_room;
	struct request request; /* the part of profiles to compare; its files say where binaries
				   are; its attribution holds for exports too */
};

/* Reads a profile, a merged profile or an exported JSON file. */
int diff_add(struct diff *d, int side, const char *path, const struct diff_sources *from,
	     struct gp_error *e);
/* The same of a result that there is, which counts as one run whatever processes it has. */
void diff_add_result(struct diff *d, int side, const struct result *r);
void diff_finish(struct diff *d);
void diff_release(struct diff *d);

/* Change and its standard error. */
double diff_change(const struct diff_value *v);
double diff_error(const struct diff_value *v);

/* Returns true if both sides know the instructions of a row; and how far they are apart: 0 if they
   may be the same. */
bool diff_has_instructions(const struct diff_row *row);
/* Returns true if one side knows them, and the other has the function and does not. */
bool diff_is_one_sided(const struct diff_row *row);
/* Returns true if it ran, its blocks are counted, and some file of a side cannot solve the
   counts. */
bool diff_is_unsolved(const struct diff_row *row);
double diff_distance(const struct diff_row *row);

/* "1234", "~1234" (assumed), "12..34", ">=12"; to be freed. */
char *diff_span_text(const struct diff_span *s);

#define DIFF_INLINES "inlined code is of the function that it was written in"

/* Prints a line: which instructions are compared, and which are left out. */
void diff_print_instructions(const struct diff *d, FILE *out);

/* Fails if a file does not count a figure; 'who' begins the message. */
int diff_check_counted(const struct diff *d, enum figure figure, const char *who,
		       struct gp_error *e);

/* Rows, the most significant first, by their times, calls, instructions or figures, and of those
   alike the largest; to be freed.  Of a
   change that is none it is 0, of a time within its error less than DIFF_SURE. */
struct diff_order {
	double significance;
	double size; /* of both sides together */
	const struct diff_row *row;
};
struct diff_order *diff_sort(const struct diff_rows *rows, enum diff_quantity by);

/* The number of samples of equal weight that would measure both sides' times as well, or 0. */
double diff_samples(const struct diff_value *v);

/* How many of the rows whose time rests on enough samples differ by more than their error by chance
   alone: a line without its end, to be freed; or NULL if the rows are few. */
char *diff_chance_text(const struct diff_rows *rows);

/* True if nearly all functions with the same calls take the same factor longer, or shorter. */
struct diff_speed {
	double factor;
	size_t judged, alike; /* functions with enough samples; those with about that factor */
};
bool diff_speed(const struct diff *d, struct diff_speed *s);

/* How totals and arcs come by their time, for the head: a line without its end; to be freed. */
char *diff_attribution(const struct diff *d);

/* Prints why the sides are hard to compare; 'times': also why times are, which depend on more. */
void diff_warn(const struct diff *d, FILE *out, bool times);

/* Tables of differences in times or instructions, the most significant first. */
struct diff_tables {
	bool all;          /* what is within its error, too */
	bool instructions; /* in place of times */
	enum figure figure; /* the same; FIGURE_NONE: times */
	size_t limit;      /* rows of each; 0: no limit */
	bool verbose;      /* how each side ran, and the meaning of the columns */
};
void diff_print(const struct diff *d, FILE *out, const struct diff_tables *t);

/* The same for a comment on a change, as GitHub's Markdown of at most DIFF_COMMENT bytes: after
   'notes', lines that come first.  Rows that are too many are left out whole, and counted.
   'tables' NULL: none. */
#define DIFF_COMMENT 60000
void diff_markdown(const struct diff *d, FILE *out, const struct diff_tables *tables,
		   const char *notes);

/* match_functions.c: what identifies a function in a file. */
struct diff_name {
	const char *module;   /* DIFF_PROGRAM, DIFF_NO_MODULE, or a name by sum_module_name() */
	char *name;           /* linkage name in a normal build */
	const char *file;     /* that defines it, or NULL */
	const char *compiled; /* of a static function: the file that was compiled, or NULL */
	bool chosen;          /* it gets a row */
	bool instrumented;
};
/* The rows of a file's n functions, made if missing; the caller frees them.  Functions of a file
   that nothing distinguishes share one row. */
uint32_t *diff_rows(struct diff *d, int side, const struct diff_name *names, size_t n);
/* Distinguishes functions of one name, for readers: adds as much of their files' paths as
   necessary. */
void diff_names_distinguish(struct diff *d);
void diff_names_release(struct diff_names *names);

/* diff_add() in parts: one file's numbers. */
#define DIFF_PROGRAM ""   /* the module of the executable's functions */
#define DIFF_NO_MODULE "-" /* the module of rows without an object */
void diff_file(struct diff *d, int side, double total, double sampled, double samples,
	       double sample_weight, const char *asked);
/* The figures of one file for a function or an arc. */
struct diff_figures {
	double calls;
	double self, total;                 /* divided by numbers of calls */
	double stacked_self, stacked_total; /* by stacks, 0 if the file has none */
};
void diff_function(struct diff *d, int side, uint32_t row, const struct diff_figures *f,
		   double sample_weight);
/* After diff_function(): its instructions; high INFINITY: any number, low too: they are not
   known.  Assumed: the number is, in place of bounds. */
void diff_instructions(struct diff *d, int side, uint32_t function, double low, double high,
		       bool assumed);
/* After diff_function(): the lengths of its calls, ns, by enum diff_length; lengths.c. */
void diff_lengths(struct diff *d, int side, uint32_t function, const double *length);
void diff_finish_lengths(struct diff *d); /* by diff_finish() */
/* counted.c: a file has memory, or reads and writes, or not; after diff_function() the blocks of
   a function, and its calls, in any number of parts. */
void diff_counted_file(struct diff *d, int side, enum figure_subject subject, const char *path,
		       bool has);
void diff_memory(struct diff *d, int side, uint32_t function, const struct allocated *a);
void diff_memory_variance(struct diff *d, int side, uint32_t function,
			  const struct block_variance *variance);
void diff_io(struct diff *d, int side, uint32_t function, const struct io_calls *c);
void diff_counted_end(struct diff *d, int side); /* by diff_file_end() */
void diff_finish_counted(struct diff *d);        /* by diff_finish() */
/* A file has instructions, of so many of the profiles merged in it; all 0: it is none. */
void diff_executed(struct diff *d, int side, const char *path, size_t counted, size_t all);
void diff_span_end(struct diff_span *s);       /* by diff_file_end() */
void diff_finish_instructions(struct diff *d); /* by diff_finish() */
void diff_arc(struct diff *d, int side, uint32_t from, uint32_t to,
	      const struct diff_figures *f, double sample_weight);
/* All numbers of the file were added. */
void diff_file_end(struct diff *d, int side);
struct diff_run {
	const char *host, *clock, *program; /* of the program: the path of its file */
	double period, elapsed, cpu; /* ns; elapsed 0: it did not end */
	bool inexact;
	bool dump; /* of the state at a dump, after which the process went on */
};
void diff_run(struct diff *d, int side, const struct diff_run *run);

#endif
