/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * inlined.c - functions that have much of the own time of another one, in which they were
 * inlined: a table; see data.h.
 */
#include "analysis/inlined.h"
#include "page/data.h"
#include "text/demangle.h"

#include <math.h>
#include <stdlib.h>

struct inlined_data {
	struct page_data *d;
	const struct inlined_part **parts; /* of functions that are shown; owned */
	char **names;                      /* of these, as people read them; owned */
	size_t n;
	struct weight all;
};

static const struct inlined_part *part_at(const void *context, size_t i)
{
	return ((const struct inlined_data *)context)->parts[i];
}

static int64_t holder(const void *context, size_t i)
{
	return data_id(((const struct inlined_data *)context)->d, part_at(context, i)->node);
}

static const char *name(const void *context, size_t i)
{
	return ((const struct inlined_data *)context)->names[i];
}

static int64_t file(const void *context, size_t i)
{
	return data_file(((const struct inlined_data *)context)->d, part_at(context, i)->file);
}

static int64_t line(const void *context, size_t i)
{
	return part_at(context, i)->line;
}

static struct interval self_of(const void *context, size_t i)
{
	const struct inlined_data *t = context;

	return measured_interval(t->d->program, &t->parts[i]->self, &t->all);
}

static int64_t self_weight(const void *context, size_t i)
{
	return llrint(part_at(context, i)->self.sum);
}

static int64_t self_low(const void *context, size_t i)
{
	return llrint(self_of(context, i).low);
}

static int64_t self_high(const void *context, size_t i)
{
	return llrint(self_of(context, i).high);
}

static void put(struct inlined_data *t, struct js_writer *w)
{
	static const struct js_column columns[] = {
		{ "function", holder }, { "file", file }, { "line", line },
		{ "self_ns", self_weight }, { "self_low_ns", self_low },
		{ "self_high_ns", self_high },
	};

	js_object(w, "inlined");
	js_texts(w, "name", t->n, name, t);
	JS_COLUMNS(w, columns, t->n, t);
	js_object_end(w);
}

void data_put_inlined(struct page_data *d)
{
	const struct inlined_parts *parts = d->result->inlined;
	struct inlined_data t = { .d = d, .all = program_samples(d->program) };

	if (!parts)
		return;
	t.parts = gp_alloc(parts->n, sizeof *t.parts);
	t.names = gp_alloc(parts->n, sizeof *t.names);
	for (size_t i = 0; i < parts->n; i++) {
		if (data_id(d, parts->items[i].node) < 0)
			continue;
		t.parts[t.n] = &parts->items[i];
		t.names[t.n++] = demangle_as(parts->items[i].name, d->page->names);
	}
	if (t.n)
		put(&t, &d->json);
	for (size_t i = 0; i < t.n; i++)
		free(t.names[i]);
	free(t.names);
	free(t.parts);
}
