/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * before.c - functions compared with those of other runs (diff/diff.h); see data.h.
 */
#include "page/data.h"

#include <math.h>
#include <stdlib.h>

struct before {
	struct data *d;
	struct gp_names index; /* linkage name -> function of the page */
};

static const struct diff_row *row_of(const void *context, size_t i)
{
	return &((const struct before *)context)->d->page->before->functions.items[i];
}

static int64_t mean(const void *context, size_t i, enum diff_what what, int side)
{
	return llrint(row_of(context, i)->values[what][side].mean);
}

static int64_t error(const void *context, size_t i, enum diff_what what)
{
	return llrint(1.96 * diff_error(row_of(context, i)->values[what]));
}

/* -1: it is in the other runs alone. */
static int64_t function(const void *context, size_t i)
{
	const struct before *b = context;
	const struct diff_row *row = row_of(b, i);
	uint32_t f = row->present[DIFF_AFTER] ? gp_names_get(&b->index, row->linkage) : GP_NONE;

	return f == GP_NONE ? -1 : (int64_t)f;
}

static const char *name(const void *context, size_t i)
{
	return function(context, i) < 0 ? row_of(context, i)->name : NULL;
}

static int64_t calls_before(const void *context, size_t i)
{
	return mean(context, i, DIFF_CALLS, DIFF_BEFORE);
}

static int64_t calls_after(const void *context, size_t i)
{
	return mean(context, i, DIFF_CALLS, DIFF_AFTER);
}

static int64_t self_before(const void *context, size_t i)
{
	return mean(context, i, DIFF_SELF, DIFF_BEFORE);
}

static int64_t self_after(const void *context, size_t i)
{
	return mean(context, i, DIFF_SELF, DIFF_AFTER);
}

static int64_t self_error(const void *context, size_t i)
{
	return error(context, i, DIFF_SELF);
}

static int64_t total_before(const void *context, size_t i)
{
	return mean(context, i, DIFF_TOTAL, DIFF_BEFORE);
}

static int64_t total_after(const void *context, size_t i)
{
	return mean(context, i, DIFF_TOTAL, DIFF_AFTER);
}

static int64_t total_error(const void *context, size_t i)
{
	return error(context, i, DIFF_TOTAL);
}

static void find_names(struct before *b)
{
	const struct data *d = b->d;
	int created;

	for (size_t i = 0; i < d->n; i++) {
		const char *linkage = d->program->graph.nodes[d->nodes[i]].name;
		uint32_t *at = gp_names_put(&b->index, linkage, &created);

		if (created)
			*at = i;
	}
}

void data_put_before(struct data *d)
{
	static const struct {
		const char *name;
		int64_t (*of)(const void *context, size_t i);
	} columns[] = {
		{ "function", function },	    { "calls_before", calls_before },
		{ "calls_after", calls_after },	    { "self_before_ns", self_before },
		{ "self_after_ns", self_after },    { "self_error_ns", self_error },
		{ "total_before_ns", total_before }, { "total_after_ns", total_after },
		{ "total_error_ns", total_error },
	};
	const struct diff *before = d->page->before;
	struct before b = { .d = d };

	if (!before)
		return;
	find_names(&b);
	js_object(&d->json, "before");
	for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
		js_numbers(&d->json, columns[i].name, before->functions.n, columns[i].of, &b);
	js_texts(&d->json, "name", before->functions.n, name, &b);
	js_object_end(&d->json);
	js_member(&d->json, "before_sampled_ns", js_ns(before->sides[DIFF_BEFORE].sampled /
						       before->sides[DIFF_BEFORE].files));
	gp_names_release(&b.index);
}
