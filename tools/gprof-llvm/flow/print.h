/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * print.h - a call dependency graph as text, or as DOT for graphviz.
 *
 * All take a flow after flow_round() and write to a stream; the caller checks it for
 * errors.
 */
#ifndef GPROF_FLOW_PRINT_H
#define GPROF_FLOW_PRINT_H

#include "base/error.h"
#include "base/measure.h"
#include "flow/flow.h"

#include <stdio.h>

struct flow_print {
	FILE *out;
	const struct flow *flow;
	char *const *names;   /* of the kept tree's nodes, but for the last two of a kept_tree */
	const struct kept_tree *kept; /* or NULL: there are no more nodes than names */
	const char *title;    /* what the graph is of */
	const char *whole;    /* what per cents are of */
	const char *note;     /* a line on how time was divided, or left out; or NULL */
	const struct measure *measure; /* of the flow */
	bool color;
	bool brief;           /* no explanation */
	unsigned width;       /* columns of a line of text */
};

/* "12.3" of tenths. */
#define FLOW_FIGURE 24
const char *flow_figure(int64_t tenths, char text[FLOW_FIGURE]);

/* A unit's name; to be freed. */
char *flow_name(const struct flow_print *p, uint32_t unit);

/* The caller of an arc, or what stands for callers that are not drawn; to be freed. */
char *flow_caller(const struct flow_print *p, const struct flow_arc *a);

/* Returns true if a unit is no function, but where stacks begin that are not whole. */
bool flow_is_source(const struct flow_print *p, uint32_t unit);

/* One block for each box, by column. */
void flow_text(const struct flow_print *p);

/* Exact weights are in an attribute of nodes (their own) and edges, which has the name of the
   measure's smallest unit: 'ns', 'instructions'. */
void flow_dot(const struct flow_print *p);

/* Writes SVG to p->out; fails if there is no program dot, it does, or it takes too long. */
int flow_svg(const struct flow_print *p, struct gp_error *e);

/* The same of any DOT in a temporary file, in any format of dot's. */
int flow_draw(const char *format, FILE *dot, FILE *out, struct gp_error *e);

#endif
