/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * print.h - a call dependency graph as text, or as DOT for graphviz.
 *
 * All take a diagram after diagram_round() and write to a stream; the caller checks it for
 * errors.
 */
#ifndef GPROF_DIAGRAM_PRINT_H
#define GPROF_DIAGRAM_PRINT_H

#include "base/error.h"
#include "base/measure.h"
#include "diagram/diagram.h"

#include <stdio.h>

struct diagram_print {
	FILE *out;
	const struct diagram *diagram;
	char *const *names;   /* of the filtered tree's nodes, without its last two */
	const struct filtered_tree *kept; /* or NULL: there are no more nodes than names */
	const char *title;    /* what the graph is of */
	const char *whole;    /* what per cents are of */
	const char *note;     /* a line on how time was divided, or left out; or NULL */
	const struct measure *measure; /* of the flow */
	bool color;
	bool brief;           /* no explanation */
	unsigned width;       /* columns of a line of text */
};

/* "12.3" of tenths. */
#define DIAGRAM_FIGURE 24
const char *diagram_figure(int64_t tenths, char text[DIAGRAM_FIGURE]);

/* A unit's name; to be freed. */
char *diagram_name(const struct diagram_print *p, uint32_t unit);

/* The caller of an arc, or a text for callers that are not drawn; the caller frees it. */
char *diagram_caller(const struct diagram_print *p, const struct diagram_arc *a);

/* Returns true if a unit is the place where truncated stacks begin, not a function. */
bool diagram_is_source(const struct diagram_print *p, uint32_t unit);

/* One block for each box, by column. */
void diagram_text(const struct diagram_print *p);

/* Exact weights are in an attribute of nodes (their own) and edges, which has the name of the
   measure's smallest unit: 'ns', 'instructions'. */
void diagram_dot(const struct diagram_print *p);

/* Writes SVG to p->out; fails if the program dot is missing, fails or takes too long. */
int diagram_svg(const struct diagram_print *p, struct gp_error *e);

/* The same of any DOT in a temporary file, in any format of dot's. */
int diagram_draw(const char *format, FILE *dot, FILE *out, struct gp_error *e);

#endif
