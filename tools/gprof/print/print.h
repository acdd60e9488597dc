/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * print.h - GNU gprof's tables, as text, byte for byte.
 *
 *	gnu_printer_init(), gnu_print_*() in gprof's order, gnu_printer_release()
 *
 * Sections are apart by a form feed.  Names are demangled once.
 */
#ifndef GNU_PRINT_H
#define GNU_PRINT_H

#include "gprof/graph/hist.h"
#include "gprof/options/options.h"
#include "text/columns.h"

/* How the graph prints a node: `NAME <cycle N> [INDEX]' and the end of the line. */
struct gnu_label {
	char *text; /* NULL: not needed yet */
	size_t n;   /* characters */
};

struct gnu_printer {
	FILE *out;
	const struct gnu_options *options;
	struct gnu_graph *graph;
	const struct gmon *profile;
	double rate;         /* ticks in a second */
	double total_time;   /* of the flat profile, ticks */
	double print_time;   /* of the graph, ticks */
	long granule;        /* bytes */
	bool printed;        /* a section was */
	char **names;        /* of symbols, as shown; NULL: not needed yet */
	struct gnu_label *labels; /* of nodes */
};

void gnu_printer_init(struct gnu_printer *p, FILE *out, const struct gnu_options *o,
		      struct gnu_graph *g, const struct gmon *profile,
		      const struct gnu_hist *hist);
void gnu_printer_release(struct gnu_printer *p);

void gnu_print_flat(struct gnu_printer *p);
void gnu_print_graph(struct gnu_printer *p);
void gnu_print_index(struct gnu_printer *p);

/* Begins a section: a form feed after the first. */
void gnu_print_section(struct gnu_printer *p);

/* "%*lu" */
void gnu_put_count(struct columns *c, int width, uint64_t count);

/* A symbol's name as shown, without cycle and index. */
const char *gnu_print_name(struct gnu_printer *p, uint32_t node);

const struct gnu_label *gnu_print_label(struct gnu_printer *p, uint32_t node);

/* File of a symbol, as -L wants it: path or name. */
const char *gnu_print_file(const struct gnu_printer *p, const struct gnu_symbol *s);

#endif
