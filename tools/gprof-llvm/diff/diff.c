/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * diff.c - the numbers of a comparison; see diff.h.
 */
#include "diff/diff.h"
#include "analysis/interval.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MANY_ROWS 40   /* of fewer it is clear that hardly any differ by chance */
#define BY_CHANCE 0.05 /* share of rows that differ by more than their error by chance alone */
#define DRAWN (13.0 / 12) /* variance of a sample of mean weight 1: intervals are drawn */
#define CERTAIN 1e-6 /* of a weight, or a part of it: as good as nothing */

/* The random part of a sample's weight.  Where the total is known, a part is too large because the
   rest is too small: and where each event has a sample nothing is random. */
static double chance_of(const struct diff *d, double value, double sample_weight)
{
	double rest = d->whole > 0 ? 1 - value / d->whole : 1;

	if (!d->event)
		return sample_weight;
	return d->each || rest < CERTAIN ? CERTAIN : sample_weight * rest;
}

static void add_value(const struct diff *d, struct diff_value *v, double value,
		      double sample_weight)
{
	v->now += value;
	v->variance += value * chance_of(d, value, sample_weight) * DRAWN;
}

static void add_values(const struct diff *d, struct diff_row *row, int side,
		       const struct diff_figures *f, double sample_weight)
{
	row->present[side] = true;
	row->values[DIFF_CALLS][side].now += f->calls;
	add_value(d, &row->values[DIFF_SELF][side], f->self, sample_weight);
	add_value(d, &row->values[DIFF_TOTAL][side], f->total, sample_weight);
	row->stacked[DIFF_CALLS][side].now += f->calls;
	add_value(d, &row->stacked[DIFF_SELF][side], f->stacked_self, sample_weight);
	add_value(d, &row->stacked[DIFF_TOTAL][side], f->stacked_total, sample_weight);
}

void diff_function(struct diff *d, int side, uint32_t row, const struct diff_figures *f,
		   double sample_weight)
{
	add_values(d, &d->functions.items[row], side, f, sample_weight);
}

static void end_value(struct diff_value *v)
{
	v->sum += v->now;
	v->squares += v->now * v->now;
	v->now = 0;
}

static void end_rows(struct diff_rows *rows, int side)
{
	for (size_t i = 0; i < rows->n; i++) {
		for (int k = 0; k < DIFF_KINDS; k++) {
			end_value(&rows->items[i].values[k][side]);
			end_value(&rows->items[i].stacked[k][side]);
		}
		diff_span_end(&rows->items[i].insns[side]);
	}
}

void diff_file_end(struct diff *d, int side)
{
	end_rows(&d->functions, side);
	end_rows(&d->arcs, side);
	diff_counted_end(d, side);
}

void diff_arc(struct diff *d, int side, uint32_t from, uint32_t to,
	      const struct diff_figures *f, double sample_weight)
{
	struct diff_row *row;
	int created;
	uint32_t *at = gp_map_put(&d->arc_at, from, to, &created);

	if (created) {
		*at = d->arcs.n;
		row = gp_push(d->arcs.items, d->arcs.n, d->arcs.room);
		row->name = gp_format("%s -> %s", d->functions.items[from].name,
				      d->functions.items[to].name);
	}
	add_values(d, &d->arcs.items[*at], side, f, sample_weight);
}

static void note(char **first, bool *others, const char *text)
{
	if (!*first)
		*first = gp_strdup(text);
	else if (strcmp(*first, text))
		*others = true;
}

void diff_file(struct diff *d, int side, double total, double sampled, double samples,
	       double sample_weight, const char *asked)
{
	struct diff_side *s = &d->sides[side];
	struct diff_value *all = &d->all.values[DIFF_TOTAL][side];

	double whole = d->event ? total : sampled;

	d->whole = d->event ? total : 0;
	d->each = d->event && sampled <= samples;
	all->sum += whole;
	all->squares += whole * whole;
	all->variance += d->event ? 0 : sampled * sample_weight;
	s->files++;
	s->sampled += sampled;
	s->samples += samples;
	s->sample_weight += sample_weight;
	note(&s->asked, &s->askeds, asked);
}

void diff_run(struct diff *d, int side, const struct diff_run *run)
{
	struct diff_side *s = &d->sides[side];

	if (!s->runs++)
		s->period = run->period;
	note(&s->host, &s->hosts, run->host);
	note(&s->clock, &s->clocks, run->clock);
	note(&s->program, &s->programs, gp_basename(run->program));
	s->inexact += run->inexact;
	if (run->elapsed <= 0) {
		s->unended += !run->dump;
		return;
	}
	s->elapsed += run->elapsed;
	s->cpu += run->cpu;
}

/* ------------------------------------------------------------------ */

static void settle_value(struct diff_value *v, const struct diff_side *s, bool time)
{
	double n = s->files ? s->files : 1, spread = 0;
	double one = s->sample_weight / n; /* mean weight of a sample */

	v->mean = v->sum / n;
	if (n > 1)
		spread = (v->squares / n - v->mean * v->mean) / (n - 1);
	v->error = time ? (v->variance + n * one * one) / (n * n) : 0;
	if (spread > v->error)
		v->error = spread;
	v->error = sqrt(v->error);
}

static void settle_rows(struct diff *d, struct diff_rows *rows)
{
	for (size_t i = 0; i < rows->n; i++)
		for (int k = 0; k < DIFF_KINDS; k++)
			for (int side = 0; side < DIFF_SIDES; side++)
				settle_value(&rows->items[i].values[k][side], &d->sides[side],
					     k != DIFF_CALLS);
}

static void take_stacked(struct diff_rows *rows)
{
	for (size_t i = 0; i < rows->n; i++)
		memcpy(rows->items[i].values, rows->items[i].stacked,
		       sizeof rows->items[i].values);
}

static bool all_stacked(const struct diff_side *s)
{
	return s->files && s->stacked == s->files;
}

char *diff_attribution(const struct diff *d)
{
	const struct diff_side *b = &d->sides[DIFF_BEFORE], *a = &d->sides[DIFF_AFTER];

	if (d->by_stacks)
		return gp_strdup("totals and arcs are measured by call stacks");
	if (!b->stacked && !a->stacked)
		return gp_strdup("totals and arcs are divided by numbers of calls");
	return gp_format("totals and arcs are divided by numbers of calls: %zu of %zu files before "
			 "and %zu of %zu after have call stacks for most of the time", b->stacked,
			 b->files, a->stacked, a->files);
}

void diff_finish(struct diff *d)
{
	d->by_stacks = all_stacked(&d->sides[DIFF_BEFORE]) && all_stacked(&d->sides[DIFF_AFTER]);
	if (d->by_stacks) {
		take_stacked(&d->functions);
		take_stacked(&d->arcs);
	}
	settle_rows(d, &d->functions);
	settle_rows(d, &d->arcs);
	for (int side = 0; side < DIFF_SIDES; side++)
		settle_value(&d->all.values[DIFF_TOTAL][side], &d->sides[side], !d->event);
	diff_finish_instructions(d);
	diff_finish_lengths(d);
	diff_finish_counted(d);
	diff_names_distinguish(d);
}

double diff_change(const struct diff_value *v)
{
	return v[DIFF_AFTER].mean - v[DIFF_BEFORE].mean;
}

double diff_error(const struct diff_value *v)
{
	return hypot(v[DIFF_AFTER].error, v[DIFF_BEFORE].error);
}

double diff_samples(const struct diff_value *v)
{
	double n = 0;

	for (int side = 0; side < DIFF_SIDES; side++)
		if (v[side].variance > 0)
			n += v[side].sum * v[side].sum * DRAWN / v[side].variance;
	return n;
}

/* Rows whose time rests on enough samples. */
static size_t compared(const struct diff_rows *rows)
{
	size_t n = 0;

	for (size_t i = 0; i < rows->n; i++) {
		double samples = diff_samples(rows->items[i].values[DIFF_TOTAL]);

		n += samples > 0 && !interval_is_few(samples);
	}
	return n;
}

char *diff_chance_text(const struct diff_rows *rows)
{
	size_t n = compared(rows);

	return n < MANY_ROWS ? NULL : gp_format("of %zu rows with enough samples about %.0f change "
						"as much by chance", n, n * BY_CHANCE);
}

static void release_rows(struct diff_rows *rows)
{
	for (size_t i = 0; i < rows->n; i++) {
		free(rows->items[i].name);
		free(rows->items[i].plain);
		free(rows->items[i].linkage);
	}
	free(rows->items);
}

void diff_release(struct diff *d)
{
	for (int i = 0; i < DIFF_SIDES; i++) {
		free(d->sides[i].host);
		free(d->sides[i].clock);
		free(d->sides[i].program);
		free(d->sides[i].asked);
		free(d->sides[i].some);
		for (int k = 0; k < FIGURE_SUBJECTS; k++)
			free(d->sides[i].counts[k].without);
	}
	release_rows(&d->functions);
	release_rows(&d->arcs);
	diff_names_release(d->names);
	free(d->rows);
	gp_map_release(&d->arc_at);
	memset(d, 0, sizeof *d);
}
