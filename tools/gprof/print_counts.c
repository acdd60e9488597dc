/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * print_counts.c - gprof --exec-counts; see print_source.h.
 */
#include "gprof/print_source.h"
#include "text/escape.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

uint64_t gnu_print_executions(const struct gnu_printer *p, uint32_t symbol)
{
	const struct gnu_node *n = &p->graph->nodes[symbol];

	return n->calls + (p->options->exact ? 0 : n->self_calls);
}

/* Of symbols without a file only the address is compared: GNU's order, which is none.
   The result is the same as long as qsort() is. */
static int compare(const void *x, const void *y, void *context)
{
	const struct gnu_table *t = context;
	const struct gnu_symbol *a = &t->symbols[*(const uint32_t *)x];
	const struct gnu_symbol *b = &t->symbols[*(const uint32_t *)y];
	int order = 0;

	if (a->file && b->file)
		order = strcmp(a->file->path, b->file->path);
	if (!order && a->file && b->file)
		order = a->line - b->line;
	if (order)
		return order;
	return a->address < b->address ? -1 : a->address > b->address;
}

/* Those without a file after the others. */
static int compare_well(const void *x, const void *y, void *context)
{
	const struct gnu_table *t = context;
	const struct gnu_symbol *a = &t->symbols[*(const uint32_t *)x];
	const struct gnu_symbol *b = &t->symbols[*(const uint32_t *)y];

	if (!a->file != !b->file)
		return a->file ? -1 : 1;
	return compare(x, y, context);
}

static void print_count(const struct gnu_printer *p, const struct gnu_symbol *s, uint64_t address,
			uint64_t count)
{
	if (!count && !p->options->all)
		return;
	gprintf(p->out, "%s:%d: (%s:0x%" PRIx64 ") %" PRIu64 " executions\n",
		s->file ? s->file->path : "<unknown>", s->line, s->name, address, count);
}

static void print_symbol(const struct gnu_printer *p, const struct gnu_blocks *b, uint32_t symbol)
{
	const struct gnu_symbol *s = &p->graph->table->symbols[symbol];

	if (gnu_graph_hides(p->graph, symbol, p->options->all))
		return;
	print_count(p, s, s->address, gnu_print_executions(p, symbol));
	for (uint32_t i = b->first[symbol]; i != GP_NONE; i = b->blocks[i].next)
		print_count(p, s, b->blocks[i].address, b->blocks[i].count);
}

void gnu_print_exec_counts(struct gnu_printer *p, const struct gnu_blocks *b)
{
	struct gnu_table *t = p->graph->table;
	uint32_t *order = gp_alloc(t->nsymbols, sizeof *order);
	size_t n = 0;

	gnu_print_section(p);
	for (uint32_t i = 0; i < t->nsymbols; i++)
		if (gnu_specs_wants(p->graph->specs, &t->symbols[i], GNU_INCL_EXEC))
			order[n++] = i;
	gp_sort(order, n, sizeof *order, p->options->exact ? compare : compare_well, t);
	for (size_t i = 0; i < n; i++)
		print_symbol(p, b, order[i]);
	free(order);
}
