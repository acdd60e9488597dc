/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * memory.c - sentences on memory: who allocates most, who holds it at the peak, who keeps it.
 *
 * Figures are exact, so a sentence needs a large share and nothing else.  Where blocks are samples,
 * it needs as many of them that the share is certain to some per cent.
 */
#include "insights/internal.h"
#include "text/size.h"

#include <stdlib.h>

#define LARGE 20.0  /* per cent of all that one function has */
#define NEARLY 90.0 /* per cent of a function's blocks that a half sentence is about */
#define WAY 90.0    /* per cent of a call that one callee has: the call is on the way to it */
#define HALF 50.0   /* per cent of all that one call is worth a half sentence for */
#define FEW 1000    /* blocks of which no share says anything */
#define SAMPLES 100 /* that a figure of samples needs: a large share of it is known to a tenth */

/* Before a figure in bytes. */
static const char *about(const struct insight_context *q)
{
	return q->program->block_tree.each ? "about " : "";
}

/* The function with most, or NULL if that is not a large share of 'all'. */
static const struct allocated *largest(const struct insight_context *q, enum figure figure,
				       double all)
{
	const struct allocations *a = &q->program->allocations;
	const struct allocated *best = NULL;

	if (figure_is_bytes(figure) && all < SAMPLES * (double)q->program->block_tree.each)
		return NULL;
	for (size_t i = 0; i < a->n; i++)
		if (!best || allocated_figure(&a->items[i], figure) >
				     allocated_figure(best, figure))
			best = &a->items[i];
	return best && all > 0 &&
	       measure_percent(allocated_figure(best, figure), all) >= LARGE ? best : NULL;
}

/* ", 3.2 blocks a call", or nothing; to be freed. */
static char *blocks_a_call(const struct insight_context *q, const struct allocated *a)
{
	int64_t calls = q->graph->nodes[a->function].entries;

	if (calls <= 0 || !result_knows_each(q->result))
		return gp_strdup("");
	return gp_format(", %.*f blocks a call", (double)a->blocks / calls < 0.1 ? 3 : 1,
			 (double)a->blocks / calls);
}

void insight_allocator(const struct insight_context *q)
{
	struct allocated all = allocations_sum(&q->program->allocations);
	const struct allocated *a = largest(q, FIGURE_ALLOC, all.bytes);
	char *each, *young;

	if (!a || all.blocks < FEW)
		return;
	each = blocks_a_call(q, a);
	young = a->blocks && measure_percent(a->young, a->blocks) >= NEARLY
			? gp_format(", and %.0f %% of them are freed before 64 KiB more are "
				    "allocated", measure_percent(a->young, a->blocks))
			: gp_strdup("");
	insight_add(q, "'%s' allocates %.0f %% of all bytes%s%s", insight_name(q, a->function),
		    measure_percent(a->bytes, all.bytes), each, young);
	free(each);
	free(young);
}

/* Of each call, the bytes at the peak that it and all below it had; to be freed. */
static double *peaks_below(const struct block_tree *t)
{
	double *total = gp_alloc(t->n, sizeof *total);

	for (size_t i = t->n; i--;) {
		total[i] += t->items[i].own.at_peak;
		if (t->items[i].caller != GP_NONE)
			total[t->items[i].caller] += total[i];
	}
	return total;
}

/* The heaviest call below one, or GP_NONE: there is none. */
static uint32_t heaviest_below(const struct block_tree *t, const double *total, uint32_t caller)
{
	uint32_t best = GP_NONE;

	for (size_t i = caller == GP_NONE ? 0 : caller + 1; i < t->n; i++)
		if (t->items[i].caller == caller && (best == GP_NONE || total[i] > total[best]))
			best = i;
	return best;
}

/* "; calls of 'parse' led to 61 %": the first call, from outside, that divides the bytes; or
   nothing; to be freed. */
static char *dividing_call(const struct insight_context *q, uint32_t function, double all)
{
	const struct block_tree *t = &q->program->block_tree;
	double *total = peaks_below(t), around = all;
	uint32_t call = heaviest_below(t, total, GP_NONE);
	char *text = NULL;

	while (call != GP_NONE && measure_percent(total[call], around) >= WAY) {
		around = total[call];
		call = heaviest_below(t, total, call);
	}
	if (call != GP_NONE && !block_is_mark(t->items[call].function) &&
	    t->items[call].function != function && measure_percent(total[call], all) >= HALF)
		text = gp_format("; calls of '%s' led to %.0f %%",
				 insight_name(q, t->items[call].function),
				 measure_percent(total[call], all));
	free(total);
	return text ? text : gp_strdup("");
}

void insight_peak(const struct insight_context *q)
{
	struct allocated all = allocations_sum(&q->program->allocations);
	const struct allocated *a = largest(q, FIGURE_PEAK, all.at_peak);
	char size[SIZE_TEXT], *calls;

	if (!a || q->program->allocations.processes != 1 || q->program->allocations.part)
		return;
	size_text(all.at_peak, size);
	calls = dividing_call(q, a->function, all.at_peak);
	insight_add(q, "when the heap was largest, with %s%s, '%s' had %.0f %% of it%s", about(q),
		    size, insight_name(q, a->function),
		    measure_percent(a->at_peak, all.at_peak), calls);
	free(calls);
}

void insight_left(const struct insight_context *q)
{
	struct allocated all = allocations_sum(&q->program->allocations);
	const struct allocated *a = largest(q, FIGURE_LEAKED, allocated_left(&all));
	char size[SIZE_TEXT];

	if (!a || allocated_blocks_left(a) <= 0 || q->program->allocations.part)
		return;
	size_text(allocated_left(a), size);
	insight_add(q, "'%s' has %s%s in %lld block%s that %s not freed",
		    insight_name(q, a->function), about(q), size,
		    (long long)allocated_blocks_left(a),
		    allocated_blocks_left(a) == 1 ? "" : "s",
		    allocated_blocks_left(a) == 1 ? "was" : "were");
}
