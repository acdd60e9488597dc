/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * memory.c - blocks and bytes of both sides; see diff.h.
 *
 * They are counts, without an error.  Several runs of a side spread: then the mean has the error
 * that their spread gives it.
 */
#include "diff/diff.h"

#include <math.h>
#include <stdlib.h>

void diff_memory_file(struct diff *d, int side, const char *path, bool has)
{
	struct diff_side *s = &d->sides[side];

	if (has)
		s->with_memory++;
	else if (!s->without_memory)
		s->without_memory = gp_strdup(path);
}

void diff_memory(struct diff *d, int side, uint32_t function, const struct allocated *a)
{
	for (int i = MEMORY_NONE + 1; i < MEMORY_FIGURES; i++) {
		double figure = allocated_figure(a, i);

		d->functions.items[function].memory[i][side].now += figure;
		d->all.memory[i][side].now += figure;
	}
}

static void end_row(struct diff_row *row, int side)
{
	for (int i = MEMORY_NONE + 1; i < MEMORY_FIGURES; i++) {
		struct diff_value *v = &row->memory[i][side];

		v->sum += v->now;
		v->squares += v->now * v->now;
		v->now = 0;
	}
}

void diff_memory_end(struct diff *d, int side)
{
	for (size_t i = 0; i < d->functions.n; i++)
		end_row(&d->functions.items[i], side);
	end_row(&d->all, side);
}

static void settle(struct diff_row *row, int side, double n)
{
	for (int i = MEMORY_NONE + 1; n && i < MEMORY_FIGURES; i++) {
		struct diff_value *v = &row->memory[i][side];

		v->mean = v->sum / n;
		v->error = n > 1 ? sqrt(fmax(0, (v->squares / n - v->mean * v->mean) / (n - 1)))
				 : 0;
	}
}

void diff_finish_memory(struct diff *d)
{
	for (int side = 0; side < DIFF_SIDES; side++) {
		for (size_t i = 0; i < d->functions.n; i++)
			settle(&d->functions.items[i], side, d->sides[side].with_memory);
		settle(&d->all, side, d->sides[side].with_memory);
	}
}

int diff_check_memory(const struct diff *d, const char *who, struct gp_error *e)
{
	for (int side = 0; side < DIFF_SIDES; side++)
		if (d->sides[side].without_memory)
			return gp_fail(e, "%s: '%s' has no memory, or of some profiles or a part "
				       "of the run only: use `gprof-llvm run --memory'", who,
				       d->sides[side].without_memory);
	return 0;
}

const char *diff_memory_title(enum memory_figure figure)
{
	static const char *const titles[MEMORY_FIGURES] = {
		[MEMORY_ALLOC] = "Bytes allocated", [MEMORY_ALLOCS] = "Blocks allocated",
		[MEMORY_LIVE] = "Bytes not freed", [MEMORY_LEAKED] = "Bytes not freed",
		[MEMORY_PEAK] = "Bytes when the heap was largest",
		[MEMORY_TEMPORARY] = "Blocks freed before another was allocated",
	};

	return titles[figure];
}
