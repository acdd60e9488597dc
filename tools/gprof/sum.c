/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * sum.c - see sum.h.
 */
#include "gprof/sum.h"

#include "gprof/graph/blocks.h"
#include "text/output.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static int by_caller(const void *x, const void *y, void *graph)
{
	uint32_t a = *(const uint32_t *)x, b = *(const uint32_t *)y;
	const struct gnu_graph *g = graph;

	if (g->arcs[a].parent != g->arcs[b].parent)
		return g->arcs[a].parent < g->arcs[b].parent ? -1 : 1;
	return a > b ? -1 : a < b;
}

/* By caller; of one caller the last arc first. */
static void add_arcs(struct gmon *sum, const struct gnu_graph *g)
{
	uint32_t *order = gp_alloc(g->narcs, sizeof *order);
	struct gnu_graph copy = *g;

	for (uint32_t i = 0; i < g->narcs; i++)
		order[i] = i;
	gp_sort(order, g->narcs, sizeof *order, by_caller, &copy);
	for (size_t i = 0; i < g->narcs; i++) {
		const struct gnu_arc *a = &g->arcs[order[i]];

		gmon_add_arc(sum, g->table->symbols[a->parent].address,
			     g->table->symbols[a->child].address, a->count);
	}
	free(order);
}

/* By symbol, as many as GNU gprof keeps. */
static void cut_blocks(struct gmon *sum, const struct gmon *profile, const struct gnu_table *t)
{
	struct gnu_blocks b;

	sum->blocks = NULL;
	sum->nblocks = sum->blocks_room = 0;
	gnu_blocks_init(&b, profile, t, true);
	for (size_t i = 0; i < t->nsymbols; i++)
		for (uint32_t j = b.first[i]; j != GP_NONE; j = b.blocks[j].next)
			gmon_add_block(sum, b.blocks[j].address, b.blocks[j].count);
	sum->has_blocks = profile->has_blocks;
	gnu_blocks_release(&b);
}

/* Arcs that the table does not explain: another one might. */
static void add_unknown(struct gmon *sum, const struct gmon *profile, const struct gnu_table *t)
{
	for (size_t i = 0; i < profile->narcs; i++) {
		const struct gmon_arc *a = &profile->arcs[i];

		if (gnu_table_find(t, a->from) == GP_NONE ||
		    gnu_table_find_function(t, a->self) == GP_NONE)
			gmon_add_arc(sum, a->from, a->self, a->count);
	}
}

int gnu_sum_write(const char *path, const struct gmon *profile, const struct gnu_graph *g,
		  enum gmon_format format, bool exact, struct gmon_loss *loss,
		  struct gp_error *e)
{
	struct gmon sum = *profile; /* histograms and blocks are borrowed */
	struct output o;
	int rc;

	memset(loss, 0, sizeof *loss);
	if (output_open(&o, path, false, e) < 0)
		return -1;
	sum.arcs = NULL;
	sum.narcs = sum.arcs_room = 0;
	add_arcs(&sum, g);
	if (exact)
		cut_blocks(&sum, profile, g->table);
	else
		add_unknown(&sum, profile, g->table);
	rc = exact ? gmon_write_cut(&sum, o.file, format, e)
		   : gmon_write(&sum, o.file, format, loss, e);
	rc = output_close(&o, rc, e);
	free(sum.arcs);
	if (exact)
		free(sum.blocks);
	return rc;
}
