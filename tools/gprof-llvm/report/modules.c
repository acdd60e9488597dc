/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * modules.c - the executable and the libraries of a report, and what is in
 * none of them: time adds up to the total.
 */
#include "report/report.h"
#include "text/escape.h"

#include <stdlib.h>
#include <string.h>

struct row {
	const char *name;    /* of a file, or of a row like <kernel> */
	const char *kind;    /* what is known of its code */
	double self;         /* ns */
	int64_t calls;       /* of its functions, direct recursion too */
	uint32_t functions;  /* that have calls or time */
};

static int by_time(const void *x, const void *y, void *unused)
{
	const struct row *a = x, *b = y;

	(void)unused;
	if (a->self != b->self)
		return a->self > b->self ? -1 : 1;
	if (a->calls != b->calls)
		return a->calls > b->calls ? -1 : 1;
	return strcmp(a->name, b->name);
}

static const char *kind_of(const struct object *o)
{
	if (!o->present)
		return o->changed ? "gone or rebuilt" :
		       o->instrumented ? "merged" /* only then without a file */ :
		       "no file";
	if (o->instrumented)
		return "instrumented";
	return o->elf.nsymbols ? "not instrumented" : "not instrumented, no symbols";
}

/* The rows of nodes that belong to no object, by name; then that of all functions. */
static struct row *other_row(struct row *rows, size_t *n, size_t first, const char *name)
{
	bool special = name[0] == '<';
	const char *wanted = special ? name : "<defined nowhere>";

	for (size_t i = first; i < *n; i++)
		if (!strcmp(rows[i].name, wanted))
			return &rows[i];
	rows[*n] = (struct row){ .name = wanted, .kind = special ? "" : "functions without a "
									"file" };
	return &rows[(*n)++];
}

static struct row *rows_of(const struct report *r, size_t *n)
{
	const struct program *p = r->program;
	struct row *rows = gp_alloc(p->nobjects + r->graph->nnodes, sizeof *rows);

	for (*n = 0; *n < p->nobjects; ++*n)
		rows[*n] = (struct row){ .name = p->objects[*n].path,
					 .kind = kind_of(&p->objects[*n]) };
	for (size_t i = 0; i < r->graph->nnodes; i++) {
		const struct node *node = &r->graph->nodes[i];
		uint32_t object = p->functions[i].object;
		struct row *row;

		if (!report_is_chosen(r, i) || (!node->entries && !node->self))
			continue;
		row = object == GP_NONE ? other_row(rows, n, p->nobjects, node->name)
					: &rows[object];
		row->self += node->self;
		gp_add(&row->calls, node->entries);
		row->functions++;
	}
	return rows;
}

void report_modules(const struct report *r)
{
	double total = r->program->total, self = 0;
	int64_t calls = 0;
	size_t n;
	struct row *rows = rows_of(r, &n);

	gp_sort(rows, n, sizeof *rows, by_time, NULL);
	gprintf(r->out, "Modules:\n\n%7s %9s %13s %10s  %s\n", "% time", "self s", "calls",
		"functions", "name");
	for (size_t i = 0; i < n; i++) {
		const struct row *row = &rows[i];

		if (!row->functions && !r->options.unused)
			continue;
		gprintf(r->out, "%7.2f %9.2f %13lld %10u  %s%s%s%s\n",
			total ? 100 * row->self / total : 0.0, row->self / 1e9,
			(long long)row->calls, row->functions, row->name, *row->kind ? " (" : "",
			row->kind, *row->kind ? ")" : "");
		self += row->self;
		gp_add(&calls, row->calls);
	}
	gprintf(r->out, "%7.2f %9.2f %13lld %10s  total\n", total ? 100 * self / total : 0.0,
		self / 1e9, (long long)calls, "");
	if (!r->options.brief)
		fputs("\n"
		      "A module is an executable or a library; 'functions' counts those that "
		      "were called or\n"
		      "sampled.  The time of an uninstrumented module is in the rows of the "
		      "functions that were\n"
		      "called, with what these call in other such modules, or in one row for all "
		      "of its code.\n", r->out);
	free(rows);
}
