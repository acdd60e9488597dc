/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * view_longest.c BINARY PROFILE - all that a new view takes: what it needs, and how it prints a
 * result.  This one prints the functions with the longest time, and what they called.
 */
#include "command/result_view.h"
#include "analysis/names.h"
#include "text/escape.h"

#include <stdlib.h>

static int print(void *arguments, const struct result *r, struct gp_error *e)
{
	const struct graph *g = &r->program->graph;
	const struct measure *m = r->program->measure;
	char **names = names_of(r->program, NAMES_SHORT);
	const double *least = arguments;

	(void)e;
	gprintf(stdout, "%8s %8s  %s\n", "self", "total", "function");
	for (size_t i = 0; i < g->nnodes; i++) {
		const struct node *n = &g->nodes[i];

		if (n->self + n->child >= *least * r->program->total)
			gprintf(stdout, "%8.2f %8.2f  %s\n", measure_units(m, n->self),
				measure_units(m, n->self + n->child), names[i]);
	}
	names_release(names, g->nnodes);
	return 0;
}

int main(int argc, char **argv)
{
	static const struct result_view view = { .print = print, .writing = "printing" };
	struct request q = { .binary = argv[1], .attribution = ATTRIBUTION_BY_STACKS };
	double least = 0.1;
	struct gp_error e;

	if (argc != 3)
		return EXIT_USAGE;
	q.wanted = (struct profiles_wanted){ .paths = &argv[2], .npaths = 1 };
	if (result_view_run(&view, &q, false, &least, &e) == 0)
		return 0;
	gprintf(stderr, "%s\n", e.text);
	return EXIT_INPUT;
}
