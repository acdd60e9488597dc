/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * report_index.c - the index of the call-graph profile: functions by name, with the number
 * of their entry.
 */
#include "columns.h"
#include "order.h"
#include "report.h"

#include <stdlib.h>
#include <string.h>

static void print_cell(const struct report *r, uint32_t node, uint32_t cycle, bool last)
{
	struct columns c = { .out = r->out };
	char index[16], name[32];
	const char *text = name;

	if (node == GP_NONE)
		snprintf(name, sizeof name, "<cycle %u>", cycle);
	else
		text = r->names[node];
	columns_padded(&c, 5, index,
		       snprintf(index, sizeof index, "[%u]",
				node == GP_NONE ? r->cycle_index[cycle - 1] : r->node_index[node]));
	columns_blank(&c, 1);
	columns_padded(&c, last ? 0 : -20, text, strlen(text));
	columns_end(&c);
}

/* Three columns, filled downwards; cycles last. */
void report_index(const struct report *r)
{
	const struct graph *g = r->graph;
	uint32_t *nodes = gp_alloc(g->nnodes, sizeof *nodes);
	size_t n = 0, cells, rows;

	for (size_t i = 0; i < g->nnodes; i++)
		if (report_is_chosen(r, i) &&
		    (r->options.unused || g->nodes[i].entries || g->nodes[i].self))
			nodes[n++] = i;
	order_by_name(nodes, n, r->names);
	cells = n + g->ncycles;
	rows = (cells + 2) / 3;
	fprintf(r->out, "\f\nIndex by function name\n\n");
	for (size_t row = 0; row < rows; row++) {
		for (size_t i = row; i < cells; i += rows)
			print_cell(r, i < n ? nodes[i] : GP_NONE, i < n ? 0 : i - n + 1,
				   i + rows >= cells);
		fputc('\n', r->out);
	}
	free(nodes);
}
