/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * table.c - functions by their allocations, with their calls beside them.
 *
 * A function is the first in an object with instrumented code that is met from malloc outwards:
 * it has the blocks of libraries that it called.
 */
#include "memory/table.h"
#include "merge/sum.h"
#include "text/escape.h"
#include "text/size.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define ROWS 20 /* without --limit */
#define CELL 10 /* columns of a size */

struct table {
	const struct report *r;
	enum figure figure;
	const struct allocated **rows;
	size_t n;
	struct allocated all;
	struct block_variance *variances; /* by node; NULL: figures are exact */
};

#define CONFIDENCE 1.96 /* standard deviations on each side of an interval of 95 % */
#define INTERVAL 8      /* columns of one, in per cent of all */

int memory_check(const struct report *r, enum figure figure, struct gp_error *e)
{
	const struct allocations *a = &r->program->allocations;

	if (a->part && figure == FIGURE_PEAK)
		return gp_fail(e, "the largest heap of a part of a run is not known: "
			       "--measure=peak needs the whole run");
	if (a->processes)
		return 0;
	return gp_fail(e, "no profile of '%s' has memory: run it with `gprof-llvm run --memory'",
		       r->result->name);
}

static int by_figure(const void *x, const void *y, void *table)
{
	const struct table *t = table;
	const struct allocated *a = *(const struct allocated *const *)x;
	const struct allocated *b = *(const struct allocated *const *)y;
	double n = allocated_figure(a, t->figure), k = allocated_figure(b, t->figure);

	if (n != k)
		return n > k ? -1 : 1;
	if (a->bytes != b->bytes)
		return a->bytes > b->bytes ? -1 : 1;
	return a->function < b->function ? -1 : a->function > b->function;
}

static void collect(struct table *t)
{
	const struct allocations *a = &t->r->program->allocations;

	t->rows = gp_alloc(a->n, sizeof *t->rows);
	t->all = allocations_sum(a);
	t->variances = block_tree_variances(&t->r->program->block_tree, t->r->graph->nnodes);
	for (size_t i = 0; i < a->n; i++)
		if (report_is_chosen(t->r, a->items[i].function))
			t->rows[t->n++] = &a->items[i];
	gp_sort(t->rows, t->n, sizeof *t->rows, by_figure, t);
}

static void put_size(const struct report *r, double bytes)
{
	char text[SIZE_TEXT];

	size_text(bytes, text);
	gprintf(r->out, " %*s", CELL, text);
}

/* Profiles, of which some may count no allocations. */
static size_t profiles(const struct report *r)
{
	return r->program->sum ? r->program->sum->nruns : r->program->nprofiles;
}

/* Calls are of all profiles: blocks per call need the blocks of all. */
static bool is_whole(const struct report *r)
{
	return r->program->allocations.processes >= profiles(r);
}

static void put_peak(const struct table *t, const struct allocated *a)
{
	if (t->r->program->allocations.part)
		gprintf(t->r->out, " %*s", CELL, "");
	else
		put_size(t->r, a->at_peak);
}

/* Blank if it is divided by nothing. */
static void put_ratio(const struct report *r, int width, double part, double of)
{
	if (of > 0)
		gprintf(r->out, " %*.*f", width, part / of < 0.1 && part > 0 ? 3 : 1, part / of);
	else
		gprintf(r->out, " %*s", width, "");
}

static void put_interval(const struct table *t, const struct allocated *a)
{
	double variance = t->variances[a->function].of[t->figure];
	char text[INTERVAL] = "";

	if (variance > 0)
		snprintf(text, sizeof text, "+-%.2f",
			 measure_percent(CONFIDENCE * sqrt(variance),
					 allocated_figure(&t->all, t->figure)));
	gprintf(t->r->out, " %-*s", INTERVAL - 1, text);
}

static void put_row(const struct table *t, const struct allocated *a)
{
	const struct report *r = t->r;
	int64_t calls = r->graph->nodes[a->function].entries;

	gprintf(r->out, "%6.2f", measure_percent(allocated_figure(a, t->figure),
						 allocated_figure(&t->all, t->figure)));
	if (t->variances)
		put_interval(t, a);
	put_size(r, a->bytes);
	gprintf(r->out, " %12llu %12lld", (unsigned long long)a->blocks, (long long)calls);
	put_ratio(r, 9, a->blocks, is_whole(r) && result_knows_each(r->result) ? calls : 0);
	put_peak(t, a);
	put_size(r, allocated_left(a));
	gprintf(r->out, " %10lld", (long long)allocated_blocks_left(a));
	gprintf(r->out, " %5.0f %5.0f", measure_percent(a->temporary, a->blocks),
		measure_percent(a->young, a->blocks));
	gprintf(r->out, "  %s\n", r->names[a->function]);
}

static void put_rows(const struct table *t)
{
	const struct report_options *o = &t->r->options;
	size_t limit = o->limited ? o->limit : ROWS, shown = 0;

	for (; shown < t->n && (!limit || shown < limit); shown++) {
		double figure = allocated_figure(t->rows[shown], t->figure);

		if (measure_percent(figure, allocated_figure(&t->all, t->figure)) < o->least)
			break;
		put_row(t, t->rows[shown]);
	}
	if (shown < t->n)
		gprintf(t->r->out, "%6s %zu more function%s (--limit=0)\n", "and", t->n - shown,
			t->n - shown == 1 ? "" : "s");
}

/* Losses of the figures. */
static void put_losses(const struct report *r)
{
	const struct allocations *a = &r->program->allocations;

	report_paint(r, PAINT_LOSS);
	if (a->folded)
		gprintf(r->out, "%llu times the caller of malloc or free had no room in the table "
			"of %s: these are in the row %s\n", (unsigned long long)a->folded,
			"4 MiB", "<unknown>");
	if (a->unstored)
		gprintf(r->out, "%llu threads had no room in the profile: what they allocated and "
			"freed is missing\n", (unsigned long long)a->unstored);
	if (a->foreign)
		gprintf(r->out, "%llu blocks were freed whose allocation was not seen\n",
			(unsigned long long)a->foreign);
	report_paint(r, PAINT_OFF);
}

bool memory_is_unused(const struct program *p)
{
	return p->allocations.processes && !p->allocations.part &&
	       !allocations_sum(&p->allocations).blocks;
}

/* How far the figures of samples are known. */
static void put_samples(const struct report *r)
{
	const struct block_tree *b = &r->program->block_tree;
	char each[SIZE_TEXT], large[SIZE_TEXT];

	size_text(b->each, each);
	size_text(b->each * BLOCK_LARGE, large);
	gprintf(r->out, "of samples, one for %s allocated, and of each block of %s or more:\n"
		"all figures are estimates, and +- is the interval of 95 %%\n", each, large);
	if (b->lost) {
		report_paint(r, PAINT_LOSS);
		gprintf(r->out, "%llu samples had no room in the table of %s: they are missing, "
			"and perhaps whole functions\n", (unsigned long long)b->lost, "4 MiB");
		report_paint(r, PAINT_OFF);
	}
}

static void put_sums(const struct report *r)
{
	const struct allocations *a = &r->program->allocations;
	struct allocated all = allocations_sum(a);
	char bytes[SIZE_TEXT], peak[SIZE_TEXT], left[SIZE_TEXT];

	size_text(all.bytes, bytes);
	size_text(all.at_peak, peak);
	size_text(fabs((double)allocated_left(&all)), left);
	gprintf(r->out, "%s: %s%s allocated in %llu block%s; ", r->result->name,
		r->program->block_tree.each ? "about " : "", bytes,
		(unsigned long long)all.blocks, all.blocks == 1 ? "" : "s");
	if (!a->part)
		gprintf(r->out, "%s when the heap was largest; ", peak);
	if (allocated_left(&all) < 0)
		gprintf(r->out, "%s more were freed\n", left);
	else
		gprintf(r->out, "%s in %lld block%s not freed\n", left,
			(long long)allocated_blocks_left(&all),
			allocated_blocks_left(&all) == 1 ? "" : "s");
}

void memory_head(const struct report *r)
{
	const struct allocations *a = &r->program->allocations;

	if (memory_is_unused(r->program))
		gprintf(r->out, "%s: nothing was allocated\n", r->result->name);
	else
		put_sums(r);
	if (r->program->block_tree.each)
		put_samples(r);
	if (a->part)
		gprintf(r->out, "of a part of the run: not freed are the blocks allocated there "
			"less those freed there, and the largest heap is not known\n");
	if (a->processes > 1 && !a->part)
		gprintf(r->out, "of %llu processes: the largest heap is the sum of each one's\n",
			(unsigned long long)a->processes);
	if (!is_whole(r))
		gprintf(r->out, "%llu of %zu profiles count allocations; calls are of all, so "
			"blocks per call are left out\n", (unsigned long long)a->processes,
			profiles(r));
	if (a->several && !a->part && !r->program->block_tree.each)
		gprintf(r->out, "of several threads: the largest heap is exact to %s for each "
			"thread\n", "0.1 %");
	put_losses(r);
	fputc('\n', r->out);
}

static const char explanation[] =
	"\n"
	"Blocks are those that a function of the program allocated, or had a library allocate.\n"
	"%srealloc frees a block and allocates one.  Bytes are\n"
	"those asked for.  'peak': of the function when the heap was largest.  'left': not\n"
	"freed.  't %%': blocks that a thread freed before it allocated another.  'y %%': before\n"
	"it allocated 64 KiB more.  A forked child counts the blocks that it allocates itself.\n";

void memory_table(const struct report *r, enum figure figure)
{
	struct table t = { .r = r, .figure = figure };

	if (memory_is_unused(r->program))
		return;
	collect(&t);
	gprintf(r->out, "%6s%*s %*s %12s %12s %9s %*s %*s %10s %5s %5s  function\n", "%",
		t.variances ? INTERVAL : 0, "", CELL,
		"bytes", "blocks", "calls", "per call", CELL, "peak", CELL, "left", "blocks",
		"t %", "y %");
	put_rows(&t);
	if (!r->options.brief)
		gprintf(r->out, explanation,
			t.variances ? "" : "They are counted, not sampled.  ");
	if (!r->options.brief && r->program->block_tree.n)
		gprintf(r->out, "\nThe calls around them: --tree --measure=%s\n",
			figure_words[figure]);
	free(t.rows);
	free(t.variances);
}
