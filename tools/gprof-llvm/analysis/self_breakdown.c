/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * self_breakdown.c - see self_breakdown.h.
 */
#include "analysis/self_breakdown.h"

#include <stdlib.h>
#include <string.h>

static uint32_t number_of(struct self_breakdown *parts, uint64_t places)
{
	int created;
	uint32_t *number = gp_map_put(&parts->numbers, places, 0, &created);

	if (created)
		*number = parts->nnumbers++;
	return *number;
}

static struct self_part *part_of(struct self_breakdown *parts, uint32_t call, uint32_t thread,
				 uint32_t overhead, uint64_t places)
{
	int created;
	uint32_t *at = gp_map_put(&parts->index, (uint64_t)number_of(parts, places) << 32 | call,
				  (uint64_t)thread << 32 | overhead, &created);

	if (created) {
		*at = parts->n;
		*gp_push(parts->items, parts->n, parts->room) = (struct self_part){
			.call = call, .thread = thread, .overhead = overhead,
			.places = places };
	}
	return &parts->items[*at];
}

void self_breakdown_collect(struct self_breakdown *parts, const struct program *p,
			    struct overhead *o, const uint64_t *of_samples)
{
	memset(parts, 0, sizeof *parts);
	for (size_t i = 0; i < p->resolved_samples.n; i++) {
		const struct resolved_sample *sample = &p->resolved_samples.items[i];
		struct weight w = resolved_sample_weight(p, sample, sample->below);
		struct self_part *part;

		if (sample->call == GP_NONE || !sample->below)
			continue;
		part = part_of(parts, sample->call, sample->thread,
			       o ? overhead_of(o, sample) : GP_NONE,
			       of_samples ? of_samples[i] : 0);
		weight_add(&part->self, &w);
		if (sample->context == GP_NONE)
			part->bare += w.sum;
		else if (sample->flags & GPROF_SAMPLE_TRUNCATED)
			part->truncated += w.sum;
	}
}

void self_breakdown_release(struct self_breakdown *p)
{
	free(p->items);
	gp_map_release(&p->numbers);
	gp_map_release(&p->index);
	memset(p, 0, sizeof *p);
}
