/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * times.c - how long the calls of functions took that were named for that (GPROF_PASS=time=):
 * their quantiles, by caller, and the longest.
 */
#include "report/report.h"
#include "text/demangle.h"
#include "text/escape.h"

#include <fnmatch.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define FUNCTIONS 10 /* without --limit */
#define CALLERS 5    /* the same, of a function */
#define CELL 10      /* columns of a time */

struct row {
	const struct call_times *all; /* of a function */
	const struct call_times **callers;
	size_t ncallers, room;
};

static int by_total(const void *x, const void *y, void *unused)
{
	const struct call_times *a = *(const struct call_times *const *)x;
	const struct call_times *b = *(const struct call_times *const *)y;

	(void)unused;
	if (a->total != b->total)
		return a->total > b->total ? -1 : 1;
	if (a->function != b->function)
		return a->function < b->function ? -1 : 1;
	if (a->caller != b->caller)
		return a->caller < b->caller ? -1 : 1;
	return a->cpu - b->cpu;
}

static int rows_by_total(const void *x, const void *y, void *unused)
{
	const struct row *a = x, *b = y;

	return by_total(&a->all, &b->all, unused);
}

/* A time with three digits, in a unit that fits. */
static void put_time(const struct report *r, double length)
{
	static const char *const units[] = { "ns", "us", "ms", "s" };
	unsigned unit = 0;
	int decimals;

	if (!(length >= 0) || isinf(length)) {
		gprintf(r->out, " %*s", CELL, "-");
		return;
	}
	for (; length >= 999.5 && unit < 3; unit++)
		length /= 1000;
	decimals = length < 9.995 ? 2 : length < 99.95 ? 1 : 0;
	gprintf(r->out, " %*.*f %-2s", CELL - 3, decimals, length, units[unit]);
}

static void put_row(const struct report *r, const struct call_times *t, const char *before,
		    const char *name)
{
	gprintf(r->out, "%11llu", (unsigned long long)t->returned);
	put_time(r, t->returned ? t->total : NAN);
	put_time(r, t->returned ? t->shortest : NAN);
	for (int i = 0; i < TIMING_QUANTILES; i++)
		put_time(r, t->returned ? timing_quantile(t, timing_shown[i].part) : NAN);
	put_time(r, t->nlongest ? t->longest[0].length : NAN);
	gprintf(r->out, "  %s%s%s\n", before, name, t->cpu ? " (CPU time)" : "");
}

static void put_header(const struct report *r)
{
	static const char *const columns[] = { "total", "min", "median", "90 %", "99 %", "99.9 %",
					       "max" };

	gprintf(r->out, "%11s", "calls");
	for (size_t i = 0; i < sizeof columns / sizeof *columns; i++)
		gprintf(r->out, " %*s", CELL, columns[i]);
	fputs("  function\n", r->out);
}

static const char *caller_of(const struct report *r, const struct call_times *t)
{
	return t->caller == GP_NONE ? "others" : r->names[t->caller];
}

/* Calls whose lengths are not in the figures. */
static void put_others(const struct report *r, const struct call_times *t)
{
	const struct {
		uint64_t n;
		const char *what;
	} others[] = {
		{ t->inner, "made while another of the function was under way (recursion)" },
		{ t->unwound, "left by an exception or longjmp" },
		{ t->ended, "ended with their thread" },
		{ t->open, "under way at the end" },
	};

	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		if (others[i].n)
			gprintf(r->out, "%11llu  not in the figures of %s: %s\n",
				(unsigned long long)others[i].n, r->names[t->function],
				others[i].what);
}

static void put_longest(const struct report *r, const struct row *row)
{
	gprintf(r->out, "\nThe longest calls of %s:\n\n%11s %12s  %s\n",
		r->names[row->all->function], "length", "began after", "caller");
	for (size_t i = 0; i < row->all->nlongest; i++) {
		const struct timing_call *c = &row->all->longest[i];
		const char *caller = "";

		for (size_t k = 0; k < row->ncallers; k++)
			for (size_t n = 0; n < row->callers[k]->nlongest; n++)
				if (row->callers[k]->longest[n].start == c->start &&
				    row->callers[k]->longest[n].length == c->length)
					caller = caller_of(r, row->callers[k]);
		put_time(r, c->length);
		if (c->start >= 0)
			gprintf(r->out, " %10.6f s", c->start / 1e9);
		else
			gprintf(r->out, " %12s", "-");
		gprintf(r->out, "  %s\n", caller);
	}
}

/* ------------------------------------------------------------------ */

static bool matches(const char *pattern, const char *linkage)
{
	static const enum name_form forms[] = { NAMES_LINKAGE, NAMES_FULL, NAMES_SHORT,
						NAMES_BASE };
	bool found = false;

	for (size_t i = 0; i < sizeof forms / sizeof *forms && !found; i++) {
		char *name = demangle_as(linkage, forms[i]);

		found = !fnmatch(pattern, name, 0);
		free(name);
	}
	return found;
}

static void check_pattern(const struct report *r, const char *pattern)
{
	for (size_t i = 0; i < r->program->graph.nnodes; i++)
		if (r->program->functions[i].record &&
		    matches(pattern, r->program->graph.nodes[i].name))
			return;
	gprintf(r->out, "no function has the name '%s' of GPROF_PASS=time=\n", pattern);
}

/* Each name that modules were compiled with, once. */
static void check_names(const struct report *r, const char *names, struct gp_names *seen)
{
	while (*names && *names != ',') {
		size_t n = strcspn(names, "+,");
		char *pattern = gp_format("%.*s", (int)n, names);
		int created;

		*gp_names_put(seen, pattern, &created) = 0;
		if (created)
			check_pattern(r, pattern);
		else
			free(pattern);
		names += n + (names[n] == '+');
	}
}

static void check_options(const struct report *r, const char *options, struct gp_names *seen)
{
	static const char *const keys[] = { ",time=", ",time-cpu=" };

	for (size_t i = 0; i < 2; i++) {
		const char *at = strstr(options, keys[i]);

		if (at)
			check_names(r, at + strlen(keys[i]), seen);
	}
}

/* Names that no function of the program has: of a module alone that says nothing. */
static void put_unmatched(const struct report *r)
{
	struct gp_names seen = { 0 };

	for (size_t i = 0; i < r->program->nobjects; i++) {
		const struct static_cg *cg = &r->program->objects[i].cg;

		for (size_t k = 0; k < cg->nmodules; k++)
			check_options(r, cg->modules[k].options, &seen);
	}
	for (size_t i = 0; i < seen.room; i++)
		if (seen.slots[i].key)
			free((char *)seen.slots[i].key);
	gp_names_release(&seen);
}

/* ------------------------------------------------------------------ */

static struct row *rows_of(const struct report *r, const struct timings *all)
{
	const struct timings *t = &r->program->timings;
	struct row *rows = gp_alloc(all->n, sizeof *rows);

	for (size_t i = 0; i < all->n; i++) {
		struct row *row = &rows[i];

		row->all = &all->items[i];
		for (size_t k = 0; k < t->n; k++)
			if (t->items[k].function == row->all->function &&
			    t->items[k].cpu == row->all->cpu)
				*gp_push(row->callers, row->ncallers, row->room) = &t->items[k];
		gp_sort(row->callers, row->ncallers, sizeof *row->callers, by_total, NULL);
	}
	gp_sort(rows, all->n, sizeof *rows, rows_by_total, NULL);
	return rows;
}

static bool is_part(const struct report *r)
{
	for (size_t i = 0; i < r->program->nprofiles; i++)
		if (r->program->profiles[i].profile.part.partial)
			return true;
	return false;
}

static size_t least(size_t a, size_t b)
{
	return a < b ? a : b;
}

void report_times(const struct report *r, bool asked)
{
	size_t limit = r->options.limited ? r->options.limit : asked ? 0 : FUNCTIONS, shown;
	struct timings all;
	struct row *rows;

	if (!r->program->timings.n) {
		if (!asked)
			return;
		fputs("No calls were measured: compile with GPROF_PASS=time=NAME+NAME.\n", r->out);
		put_unmatched(r);
		fputc('\n', r->out);
		return;
	}
	timings_by_function(&r->program->timings, &all);
	rows = rows_of(r, &all);
	shown = limit ? least(limit, all.n) : all.n;
	report_part_begin(r);
	gprintf(r->out, "Lengths of calls, measured%s:\n\n",
		is_part(r) ? " in the whole run" : "");
	put_header(r);
	for (size_t i = 0; i < shown; i++) {
		size_t n = asked ? rows[i].ncallers : least(rows[i].ncallers, CALLERS);

		put_row(r, rows[i].all, "", r->names[rows[i].all->function]);
		for (size_t k = 0; k < n; k++)
			put_row(r, rows[i].callers[k], "  called by ",
				caller_of(r, rows[i].callers[k]));
		put_others(r, rows[i].all);
	}
	if (shown < all.n)
		gprintf(r->out, "%11zu more functions (--times lists all)\n", all.n - shown);
	for (size_t i = 0; i < shown; i++)
		if (rows[i].all->nlongest && (asked || i < 2))
			put_longest(r, &rows[i]);
	put_unmatched(r);
	fputc('\n', r->out);
	for (size_t i = 0; i < all.n; i++)
		free(rows[i].callers);
	free(rows);
	timings_release(&all);
}
