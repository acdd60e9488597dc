/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * histogram.h - charts of time or instructions by address, line, function, thread, or time of the
 * run, as the analyzers before gprof printed them.
 *
 * Each takes a program after program_join() and fills in a chart whose rows add up to
 * histogram.total.  A range zooms in: its intervals are divided anew, and the rest is a row.  The
 * figures of an interval are the sums of its parts.
 */
#ifndef GPROF_HISTOGRAM_HISTOGRAM_H
#define GPROF_HISTOGRAM_HISTOGRAM_H

#include "executions/exact.h"
#include "analysis/result.h"
#include "analysis/samples.h"
#include "histogram/chart.h"
#include "binary/source.h"
#include "profile/window.h"

/* The command line, for commands like it. */
struct zoom {
	char **argv; /* after parsing; argv[0] is not looked at */
	int argc;
	struct zoom_word {
		const char *word;
		bool by; /* of --by: else it is never repeated */
	} *words; /* that other words replace */
	size_t nwords, room;
};

struct histogram {
	struct zoom zoom;
	const char *range;    /* as given, or NULL: the usual one */
	uint64_t intervals;   /* at most so many; 0: as many as fit a screen */
	uint64_t width;       /* of an interval, bytes, lines or ms; 0: not given */
	bool offsets;         /* addresses are counted from the start of the module */
	enum time_kind time;  /* that the program was joined with */
	bool kernel_in;       /* kernel time stays where the system calls are */
	const struct window *window;
	const struct files *files;
	const struct source_places *sources;
	const struct program *p;
	const struct selection *selection; /* of samples */
	bool kept;            /* some samples are left out: the program's spots are the others */
	bool spots;           /* of run_intervals: collects their spots too */
	double least;         /* weight that a row of a function or thread must have */
	double total;         /* of all rows */
	const struct executions *executions; /* instructions are charted, and weights are
						 numbers of them; or NULL */
	double *by_thread;    /* instructions by thread of each profile, then the rest without a
				 thread; owned; or NULL */
	size_t open_threads;  /* of which only bounds are known: the lower ones are there */
	char **names;         /* of nodes */
	struct address_samples samples;
	struct chart chart;
};

/* Part of a module: addresses in its file, the high one not included. */
struct range {
	uint32_t object;
	uint64_t low, high;
};

/* LOW-HIGH, FUNCTION, FUNCTION+OFF, FUNCTION+OFF-OFF, MODULE, MODULE+OFF, MODULE+OFF-OFF. */
int range_parse(struct range *r, const struct histogram *h, const char *text, struct gp_error *e);

/* All code of a module that is known of, of its file and of samples. */
struct range range_module(const struct histogram *h, uint32_t object);

/* The module's first byte, an address in its file. */
uint64_t range_base(const struct program *p, uint32_t object);

/* The text of an option, in quotes if a shell needs them; to be freed. */
char *range_quote(char *option);

/* A word of the command line that is not to be repeated, 'by' if another chart is not asked
   for. */
void zoom_replace(struct zoom *z, const char *word, bool by);

#define HISTOGRAM_INTERVALS 32 /* at most, unless said */
#define HISTOGRAM_BINARY 0     /* position in program.objects of the binary asked about */
#define HISTOGRAM_HINTS 5      /* hot intervals listed with their options */
#define HISTOGRAM_HOT 5.0      /* per cent of all time that make an interval one of them */

/* Name of the function that a node or, if that is GP_NONE, a symbol is of. */
char *histogram_name(const struct histogram *h, uint32_t node, const char *symbol);

/* Adds the rows of time without an address: the kernel (unless its time stays with its callers),
   code outside of all objects, the profiler, time not sampled, and time not chosen. */
void histogram_others(struct histogram *h, const struct address_sample *kernel,
		      const struct address_sample *unknown, const struct address_sample *ready);

/* Adds a line below the chart: the command for a part of it with so many per cent of all time, or
   for the whole that it is a part of.  Takes the option over; NULL: none. */
void histogram_zoom_in(struct histogram *h, const char *by, char *option, double percent);
void histogram_zoom_out(struct histogram *h, char *option);

/* "Time" or "Instructions": titles of charts begin with it. */
const char *histogram_quantity(const struct histogram *h);

/* instructions.c: instructions in place of time, in the samples of the charts by address and line;
   their total.  'code': these are wanted. */
int histogram_count(struct histogram *h, const struct executions *x, const char *name, bool code,
		    struct gp_error *e);
/* The same by thread: solves the counts of each. */
int histogram_count_threads(struct histogram *h, const struct executions *x, const char *name,
			    struct gp_error *e);
/* Printed instead of a head, and of the rows without a function. */
void histogram_print_sum(const struct histogram *h, const char *name, FILE *out);

int histogram_address(struct histogram *h, struct gp_error *e);
int histogram_line(struct histogram *h, struct gp_error *e);
int histogram_function(struct histogram *h, struct gp_error *e);
int histogram_thread(struct histogram *h, struct gp_error *e);
int histogram_time(struct histogram *h, struct gp_error *e);

#endif
