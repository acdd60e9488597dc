/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * index.c - the index of the call-graph profile: functions by name, with the number
 * of their entry.
 */
#include "base/order.h"
#include "report/report.h"
#include "text/columns.h"
#include "text/escape.h"
#include "text/inorder.h"

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

/* Cells of a table that is filled downwards. */
struct printing {
	const struct report *r;
	const uint32_t *nodes; /* of the first cells */
	size_t n;              /* of them; cycles follow */
	size_t cells, rows;
};

static void print_rows(FILE *out, size_t from, size_t to, void *printing)
{
	const struct printing *p = printing;
	struct report r = *p->r;

	r.out = out;
	for (size_t row = from; row < to; row++) {
		for (size_t i = row; i < p->cells; i += p->rows)
			print_cell(&r, i < p->n ? p->nodes[i] : GP_NONE,
				   i < p->n ? 0 : i - p->n + 1, i + p->rows >= p->cells);
		fputc('\n', out);
	}
}

/* Three columns; cycles last. */
void report_index(const struct report *r)
{
	const struct graph *g = r->graph;
	uint32_t *nodes = gp_alloc(g->nnodes, sizeof *nodes);
	struct printing p = { .r = r, .nodes = nodes };

	for (size_t i = 0; i < g->nnodes; i++)
		if (report_is_chosen(r, i) &&
		    (r->options.unused || g->nodes[i].entries || g->nodes[i].self))
			nodes[p.n++] = i;
	order_by_name(nodes, p.n, r->names);
	p.cells = p.n + g->ncycles;
	p.rows = (p.cells + 2) / 3;
	gprintf(r->out, "\f\nIndex by function name\n\n");
	inorder_print(r->out, p.rows, print_rows, &p);
	free(nodes);
}
