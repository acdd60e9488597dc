/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * instructions.c - executed instructions of both sides; see diff.h.
 *
 * They have no error but bounds, and several runs of a side widen them: two sides differ where
 * no number is within the bounds of both.
 */
#include "diff/diff.h"
#include "text/escape.h"

#include <math.h>
#include <stdlib.h>

void diff_executed(struct diff *d, int side, const char *path, size_t counted, size_t all)
{
	struct diff_side *s = &d->sides[side];

	s->executed++;
	if (counted >= all || s->some)
		return;
	s->some = gp_strdup(path);
	s->counted = counted;
	s->merged = all;
}

void diff_instructions(struct diff *d, int side, uint32_t function, double low, double high,
		       bool assumed)
{
	struct diff_span *s = &d->functions.items[function].insns[side];

	if (isinf(low)) {
		s->unknown = s->unsolved = true;
		return;
	}
	s->now_low += low;
	s->now_high += high;
	s->assumed |= assumed;
	s->now++;
}

void diff_span_end(struct diff_span *s)
{
	if (!s->now)
		return;
	s->low = s->files ? fmin(s->low, s->now_low) : s->now_low;
	s->high = s->files ? fmax(s->high, s->now_high) : s->now_high;
	s->files++;
	s->now_low = s->now_high = s->now = 0;
}

/* A file without the function has executed none of it; one that has it and does not count its
   blocks does not know. */
static void settle_span(struct diff_row *row, int side, const struct diff_side *s)
{
	struct diff_span *span = &row->insns[side];

	if (span->files < s->executed)
		span->low = 0;
	span->unknown |= !s->executed || (row->present[side] && !span->files);
}

static void add(struct diff_row *all, const struct diff_row *row)
{
	for (int side = 0; side < DIFF_SIDES; side++) {
		all->insns[side].low += row->insns[side].low;
		all->insns[side].high += row->insns[side].high;
		all->insns[side].assumed |= row->insns[side].assumed;
	}
}

/* Functions without block counters on either side are not of the matter. */
void diff_finish_instructions(struct diff *d)
{
	for (size_t i = 0; i < d->functions.n; i++) {
		struct diff_row *row = &d->functions.items[i];

		for (int side = 0; side < DIFF_SIDES; side++)
			settle_span(row, side, &d->sides[side]);
		if (diff_has_instructions(row))
			add(&d->all, row);
		else if (diff_is_one_sided(row))
			d->unknown++;
	}
	for (int side = 0; side < DIFF_SIDES; side++) {
		d->all.present[side] = true;
		d->all.insns[side].files = d->sides[side].executed;
		d->all.insns[side].unknown = !d->sides[side].executed;
	}
	d->all.name = "all functions";
}

bool diff_has_instructions(const struct diff_row *row)
{
	const struct diff_span *b = &row->insns[DIFF_BEFORE], *a = &row->insns[DIFF_AFTER];

	return (b->files || a->files) && !b->unknown && !a->unknown;
}

bool diff_is_one_sided(const struct diff_row *row)
{
	const struct diff_span *b = &row->insns[DIFF_BEFORE], *a = &row->insns[DIFF_AFTER];

	return (b->files || a->files) && !diff_has_instructions(row);
}

static bool ran(const struct diff_row *row)
{
	for (int side = 0; side < DIFF_SIDES; side++)
		for (int k = 0; k < DIFF_KINDS; k++)
			if (row->values[k][side].sum)
				return true;
	return false;
}

bool diff_is_unsolved(const struct diff_row *row)
{
	return (row->insns[DIFF_BEFORE].unsolved || row->insns[DIFF_AFTER].unsolved) && ran(row);
}

double diff_distance(const struct diff_row *row)
{
	const struct diff_span *b = &row->insns[DIFF_BEFORE], *a = &row->insns[DIFF_AFTER];

	if (!diff_has_instructions(row))
		return 0;
	return fmax(0, fmax(a->low - b->high, b->low - a->high));
}

char *diff_span_text(const struct diff_span *s)
{
	const char *mark = s->assumed ? "~" : "";

	if (isinf(s->high))
		return isinf(s->low) ? gp_strdup("?") : gp_format("%s>=%.0f", mark, s->low);
	return s->low == s->high ? gp_format("%s%.0f", mark, s->low)
				 : gp_format("%s%.0f..%.0f", mark, s->low, s->high);
}

void diff_print_instructions(const struct diff *d, FILE *out)
{
	gprintf(out, "instructions are those of code built with count=blocks: libraries and the "
		"kernel are not in them");
	if (d->unknown)
		gprintf(out, ", nor %zu function%s that one side does not know", d->unknown,
			d->unknown == 1 ? "" : "s");
	fputc('\n', out);
}
