/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * gmon.c - the sums of gmon.out files in memory; see gmon.h.
 */
#include "gmon/gmon.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void gmon_init(struct gmon *g, const struct gmon_target *target)
{
	memset(g, 0, sizeof *g);
	g->target = *target;
	strcpy(g->dimension, "seconds");
	g->abbreviation = 's';
}

void gmon_release(struct gmon *g)
{
	for (size_t i = 0; i < g->nhistograms; i++)
		free(g->histograms[i].bins);
	free(g->histograms);
	free(g->by_low);
	gp_map_release(&g->by_range);
	free(g->arcs);
	free(g->blocks);
}

/* ------------------------------------------------------------------ */

/* Where in by_low the first histogram starts that does not end before 'low'. */
static size_t first_ending_after(const struct gmon *g, uint64_t low)
{
	return gp_first(i, g->nby_low, g->histograms[g->by_low[i]].high <= low);
}

/* Enters a range that is not empty into by_low; fails when it overlaps. */
static int place(struct gmon *g, uint64_t low, uint64_t high, struct gp_error *e)
{
	size_t at = first_ending_after(g, low);

	if (at < g->nby_low && g->histograms[g->by_low[at]].low < high)
		return gp_fail(e, "overlapping histogram records");
	gp_push(g->by_low, g->nby_low, g->by_low_room);
	memmove(g->by_low + at + 1, g->by_low + at, (g->nby_low - 1 - at) * sizeof *g->by_low);
	g->by_low[at] = (uint32_t)g->nhistograms;
	return 0;
}

struct gmon_histogram *gmon_add_histogram(struct gmon *g, uint64_t low, uint64_t high,
					  uint32_t nbins, struct gp_error *e)
{
	uint32_t known = gp_map_get(&g->by_range, low, high);
	struct gmon_histogram *h;
	int created;

	if (known != GP_NONE)
		return &g->histograms[known];
	if (low < high && place(g, low, high, e) < 0)
		return NULL;
	*gp_map_put(&g->by_range, low, high, &created) = (uint32_t)g->nhistograms;
	if (!g->nhistograms)
		g->scale = (double)((high - low) / 2) / nbins;
	g->has_histogram = true;
	h = gp_push(g->histograms, g->nhistograms, g->histograms_room);
	h->low = low;
	h->high = high;
	h->nbins = nbins;
	h->bins = gp_alloc(nbins, sizeof *h->bins);
	return h;
}

void gmon_add_arc(struct gmon *g, uint64_t from, uint64_t self, uint64_t count)
{
	struct gmon_arc *a = gp_push(g->arcs, g->narcs, g->arcs_room);

	*a = (struct gmon_arc){ from, self, count };
	g->has_arcs = true;
}

void gmon_add_block(struct gmon *g, uint64_t address, uint64_t count)
{
	struct gmon_block *b = gp_push(g->blocks, g->nblocks, g->blocks_room);

	*b = (struct gmon_block){ address, count };
	g->has_blocks = true;
}
