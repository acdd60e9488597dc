/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * counted.c - blocks and bytes of both sides, reads and writes; see diff.h.
 *
 * They are counts, without an error, unless blocks are samples.  Several runs of a side spread:
 * then the mean has the error that their spread gives it.
 */
#include "diff/diff.h"

#include <math.h>
#include <stdlib.h>

void diff_counted_file(struct diff *d, int side, enum figure_subject subject, const char *path,
		       bool has)
{
	struct diff_counted *c = &d->sides[side].counts[subject];

	if (has)
		c->with++;
	else if (!c->without)
		c->without = gp_strdup(path);
}

static void add(struct diff *d, int side, uint32_t function, enum figure figure, double value)
{
	d->functions.items[function].figures[figure][side].now += value;
	d->all.figures[figure][side].now += value;
}

void diff_memory_variance(struct diff *d, int side, uint32_t function,
			  const struct block_variance *variance)
{
	for (int i = FIGURE_NONE + 1; i < FIGURE_READ; i++) {
		d->functions.items[function].figures[i][side].variance += variance->of[i];
		d->all.figures[i][side].variance += variance->of[i];
	}
}

void diff_memory(struct diff *d, int side, uint32_t function, const struct allocated *a)
{
	for (enum figure i = FIGURE_NONE + 1; i < FIGURE_WORDS; i++)
		if (figure_subject(i) == FIGURES_OF_MEMORY)
			add(d, side, function, i, allocated_figure(a, i));
}

void diff_io(struct diff *d, int side, uint32_t function, const struct io_calls *c)
{
	for (enum figure i = FIGURE_NONE + 1; i < FIGURE_WORDS; i++)
		if (figure_subject(i) == FIGURES_OF_IO)
			add(d, side, function, i, io_figure(c, i));
}

static void end_row(struct diff_row *row, int side)
{
	for (int i = FIGURE_NONE + 1; i < FIGURE_WORDS; i++) {
		struct diff_value *v = &row->figures[i][side];

		v->sum += v->now;
		v->squares += v->now * v->now;
		v->now = 0;
	}
}

void diff_counted_end(struct diff *d, int side)
{
	for (size_t i = 0; i < d->functions.n; i++)
		end_row(&d->functions.items[i], side);
	end_row(&d->all, side);
}

static void settle(struct diff_row *row, int side, const struct diff_counted *counts)
{
	for (enum figure i = FIGURE_NONE + 1; i < FIGURE_WORDS; i++) {
		struct diff_value *v = &row->figures[i][side];
		double n = counts[figure_subject(i)].with;

		if (!n)
			continue;
		v->mean = v->sum / n;
		v->error = sqrt(v->variance) / n;
		if (n > 1)
			v->error = fmax(v->error, sqrt(fmax(0, (v->squares / n -
								v->mean * v->mean) / (n - 1))));
	}
}

void diff_finish_counted(struct diff *d)
{
	for (int side = 0; side < DIFF_SIDES; side++) {
		for (size_t i = 0; i < d->functions.n; i++)
			settle(&d->functions.items[i], side, d->sides[side].counts);
		settle(&d->all, side, d->sides[side].counts);
	}
}

int diff_check_counted(const struct diff *d, enum figure figure, const char *who,
		       struct gp_error *e)
{
	enum figure_subject subject = figure_subject(figure);
	const struct figure_subject_text *text = &figure_subjects[subject];

	for (int side = 0; side < DIFF_SIDES; side++)
		if (d->sides[side].counts[subject].without)
			return gp_fail(e, "%s: '%s' has no %s, or of some profiles or a part of "
				       "the run only: use `gprof-llvm run %s'", who,
				       d->sides[side].counts[subject].without, text->name,
				       text->option);
	return 0;
}
