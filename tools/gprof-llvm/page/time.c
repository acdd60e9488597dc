/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * time.c - the intervals of the run in the order of its time (histogram/run_intervals.h), and its
 * phases; see data.h.
 */
#include "page/data.h"

#include <math.h>
#include <stdlib.h>

static const struct run_intervals *intervals_of(const void *context)
{
	return context;
}

static int64_t from_us(const void *context, size_t i)
{
	return llrint(1e6 * intervals_of(context)->items[i].from);
}

static int64_t to_us(const void *context, size_t i)
{
	return llrint(1e6 * intervals_of(context)->items[i].to);
}

static int64_t is_open(const void *context, size_t i)
{
	return intervals_of(context)->items[i].open;
}

/* A merged profile has no times; one without times has one interval, which says nothing. */
void data_find_intervals(struct page_data *d)
{
	const struct result *r = d->result;
	struct histogram h = {
		.p = d->program, .names = d->names, .time = r->request->join.time,
		.kernel_in = r->request->join.kernel_in, .window = &r->request->wanted.window,
		.files = &r->request->files, .selection = &r->selection,
		.kept = selection_is_part(&r->selection), .spots = true,
	};
	struct gp_error e;

	if (d->program->sum)
		return;
	if (run_intervals_collect(&d->intervals, &h, &e) < 0)
		d->no_intervals = gp_strdup(e.text);
	else
		d->timed = d->intervals.snapshots || d->intervals.n > 1;
}

/* stacks.c writes the samples by time. */
void data_put_intervals(struct page_data *d)
{
	static const struct js_column columns[] = {
		{ "from_us", from_us }, { "to_us", to_us }, { "open", is_open },
	};
	const struct run_intervals *m = &d->intervals;
	struct js_writer *w = &d->json;

	if (d->no_intervals)
		js_member(w, "no_moments", js_text(d->no_intervals));
	if (!d->timed)
		return;
	js_object(w, "moments");
	JS_COLUMNS(w, columns, m->n, m);
	js_object_end(w);
	js_list(w, "phases");
	for (size_t i = 0; i < m->nphases; i++)
		js_put(w, json_pack("{s:o, s:I, s:I}", "name", js_text(m->phases[i].name),
				    "from_us", (json_int_t)llrint(1e6 * m->phases[i].from),
				    "to_us", (json_int_t)llrint(1e6 * m->phases[i].to)));
	js_list_end(w);
}
