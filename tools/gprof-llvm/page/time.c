/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * time.c - the run in the order of its time, as far as snapshots tell it apart
 * (histogram/moments.h); see data.h.
 */
#include "histogram/moments.h"
#include "page/data.h"

#include <math.h>
#include <stdlib.h>

struct time_column {
	const char *name;
	int64_t (*of)(const void *context, size_t i);
};

static const struct moments *moments_of(const void *context)
{
	return context;
}

static int64_t from_us(const void *context, size_t i)
{
	return llrint(1e6 * moments_of(context)->items[i].from);
}

static int64_t to_us(const void *context, size_t i)
{
	return llrint(1e6 * moments_of(context)->items[i].to);
}

static int64_t is_open(const void *context, size_t i)
{
	return moments_of(context)->items[i].open;
}

static int64_t parts(const void *context, size_t i)
{
	return moments_of(context)->items[i].n;
}

static int64_t first(const void *context, size_t i)
{
	return moments_of(context)->items[i].first;
}

static int64_t part_name(const void *context, size_t i)
{
	return moments_of(context)->parts[i].what;
}

static int64_t part_ns(const void *context, size_t i)
{
	return llrint(moments_of(context)->parts[i].ns);
}

static int64_t part_samples(const void *context, size_t i)
{
	return moments_of(context)->parts[i].samples;
}

static const char *name_of(const void *context, size_t i)
{
	return moments_of(context)->names[i];
}

static void put_columns(struct js_writer *w, const char *name, const struct time_column *columns,
			size_t ncolumns, size_t n, const struct moments *m)
{
	js_object(w, name);
	for (size_t i = 0; i < ncolumns; i++)
		js_numbers(w, columns[i].name, n, columns[i].of, m);
	js_object_end(w);
}

static void put(struct data *d, const struct moments *m)
{
	static const struct time_column moments[] = {
		{ "from_us", from_us }, { "to_us", to_us }, { "open", is_open },
		{ "first", first },	{ "parts", parts },
	};
	static const struct time_column of_parts[] = {
		{ "name", part_name }, { "ns", part_ns }, { "samples", part_samples },
	};
	struct js_writer *w = &d->json;

	put_columns(w, "moments", moments, sizeof moments / sizeof *moments, m->n, m);
	put_columns(w, "moment_parts", of_parts, sizeof of_parts / sizeof *of_parts, m->nparts, m);
	js_texts(w, "moment_names", m->nnames, name_of, m);
	js_list(w, "phases");
	for (size_t i = 0; i < m->nphases; i++)
		js_put(w, json_pack("{s:o, s:I, s:I}", "name", js_text(m->phases[i].name),
				    "from_us", (json_int_t)llrint(1e6 * m->phases[i].from),
				    "to_us", (json_int_t)llrint(1e6 * m->phases[i].to)));
	js_list_end(w);
}

/* A merged profile has no times; one without snapshots has one moment, which says nothing. */
void data_put_time(struct data *d)
{
	const struct result *r = d->result;
	struct histogram h = {
		.p = d->program, .names = d->names, .time = r->request->join.time,
		.kernel_in = r->request->join.kernel_in, .window = &r->request->wanted.window,
		.files = &r->request->files, .choice = r->choice,
		.kept = r->choice->narrowed || r->choice->module,
	};
	struct moments m = { 0 };
	struct gp_error e;

	if (d->program->sum)
		return;
	if (moments_collect(&m, &h, &e) < 0)
		js_member(&d->json, "no_moments", js_text(e.text));
	else if (m.snapshots || m.n > 1)
		put(d, &m);
	moments_release(&m);
}
