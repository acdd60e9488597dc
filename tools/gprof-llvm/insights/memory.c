/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * memory.c - sentences on memory: who allocates most, who holds it at the peak, who keeps it.
 *
 * Figures are exact, so a sentence needs a large share and nothing else.
 */
#include "insights/internal.h"
#include "text/size.h"

#include <stdlib.h>

#define LARGE 20.0  /* per cent of all that one function has */
#define NEARLY 90.0 /* per cent of a function's blocks that a half sentence is about */
#define FEW 1000    /* blocks of which no share says anything */

/* The function with most, or NULL if that is not a large share of 'all'. */
static const struct allocated *largest(const struct insight_context *q, enum figure figure,
				       double all)
{
	const struct allocations *a = &q->program->allocations;
	const struct allocated *best = NULL;

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

void insight_peak(const struct insight_context *q)
{
	struct allocated all = allocations_sum(&q->program->allocations);
	const struct allocated *a = largest(q, FIGURE_PEAK, all.at_peak);
	char size[SIZE_TEXT];

	if (!a || q->program->allocations.processes != 1 || q->program->allocations.part)
		return;
	size_text(all.at_peak, size);
	insight_add(q, "when the heap was largest, with %s, '%s' had %.0f %% of it", size,
		    insight_name(q, a->function), measure_percent(a->at_peak, all.at_peak));
}

void insight_left(const struct insight_context *q)
{
	struct allocated all = allocations_sum(&q->program->allocations);
	const struct allocated *a = largest(q, FIGURE_LEAKED, allocated_left(&all));
	char size[SIZE_TEXT];

	if (!a || allocated_blocks_left(a) <= 0 || q->program->allocations.part)
		return;
	size_text(allocated_left(a), size);
	insight_add(q, "'%s' has %s in %lld block%s that %s not freed",
		    insight_name(q, a->function), size, (long long)allocated_blocks_left(a),
		    allocated_blocks_left(a) == 1 ? "" : "s",
		    allocated_blocks_left(a) == 1 ? "was" : "were");
}
