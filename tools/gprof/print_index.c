/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * print_index.c - the alphabetical index of the call graph, in three columns.
 */
#include "gprof/print.h"
#include "text/escape.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define COLUMNS 3

/* Symbols by name, then the cycles; *names is how many are symbols. */
static uint32_t *entries(const struct gnu_printer *p, size_t *names, size_t *all)
{
	struct gnu_graph *g = p->graph;
	uint32_t *list = gp_alloc(g->nsymbols + g->ncycles, sizeof *list);
	const uint32_t *by_name = gnu_graph_by_name(g);
	size_t n = 0;

	for (uint32_t i = 0; i < g->nsymbols; i++) {
		const struct gnu_node *node = &g->nodes[by_name[i]];
		bool used = node->calls || node->time != 0;

		if (used || (p->options->all && !gnu_graph_hides(g, by_name[i], true)))
			list[n++] = by_name[i];
	}
	*names = n;
	for (uint32_t i = 0; i < g->ncycles; i++)
		list[n++] = (uint32_t)g->nsymbols + i;
	*all = n;
	return list;
}

static const char *file_of_static(const struct gnu_printer *p, uint32_t node)
{
	const struct gnu_symbol *s = &p->graph->table->symbols[node];

	return !p->options->by_line && s->local && s->file ? gnu_print_file(p, s) : NULL;
}

static void index_text(const struct gnu_node *n, char *text, size_t size)
{
	snprintf(text, size, n->print ? "[%" PRIu32 "]" : "(%" PRIu32 ")", n->index);
}

static void print_traditional(struct gnu_printer *p, uint32_t node)
{
	const struct gnu_node *n = &p->graph->nodes[node];
	char index[16], cycle[32];

	index_text(n, index, sizeof index);
	snprintf(cycle, sizeof cycle, "<cycle %" PRIu32 ">", n->cycle);
	gprintf(p->out, "%6.6s %-19.19s", index,
		gnu_graph_is_cycle(p->graph, node) ? cycle : p->graph->table->symbols[node].name);
}

/* Prints a cell that is to start at 'start', and returns where it ends, as GNU counts:
   without the two blanks. */
static size_t print_cell(struct gnu_printer *p, uint32_t node, size_t column, size_t start)
{
	const struct gnu_node *n = &p->graph->nodes[node];
	char index[16];
	const char *file;

	index_text(n, index, sizeof index);
	for (column += strlen(index); column < start + 5; column++)
		putc(' ', p->out);
	gprintf(p->out, " %s ", index);
	if (gnu_graph_is_cycle(p->graph, node))
		return column + (size_t)gprintf(p->out, "<cycle %" PRIu32 ">", n->cycle);
	gputs(gnu_print_name(p, node), p->out);
	column += strlen(gnu_print_name(p, node));
	file = file_of_static(p, node);
	if (file)
		column += (size_t)gprintf(p->out, " (%s)", file);
	return column;
}

void gnu_print_index(struct gnu_printer *p)
{
	size_t width = (size_t)(p->options->width - 1) / COLUMNS;
	size_t names, n;
	uint32_t *list = entries(p, &names, &n);
	size_t rows = (n + COLUMNS - 1) / COLUMNS;

	fputs("\f\nIndex by function name\n\n", p->out);
	for (size_t row = 0; row < rows; row++) {
		size_t column = 0, start = 0;

		for (size_t i = row; i < n; i += rows, start += width) {
			if (p->options->traditional)
				print_traditional(p, list[i]);
			else
				column = print_cell(p, list[i], column, start);
		}
		putc('\n', p->out);
	}
	free(list);
}
