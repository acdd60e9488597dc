/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * table.c - page faults by function and by place in memory: minor ones, which need no disk, and
 * major ones, apart.
 *
 * Totals are the kernel's, and exact.  Faults in user code are in samples: each row has half of its
 * 95 % interval, unless every fault has a sample.  Those in system calls are the difference.
 */
#include "faults/table.h"
#include "analysis/interval.h"
#include "text/escape.h"

#include <math.h>
#include <stdlib.h>

#define ROWS 20 /* without --limit */
#define PARTS 3 /* functions of a place, that are named */

/* The sum of a function or a place. */
struct row {
	uint32_t of; /* node, or place */
	struct event_amount amount;
	const struct event_samples **parts; /* of a place: the largest first; owned */
	size_t nparts, parts_room;
};

struct rows {
	const struct event_kind *kind;
	struct row *items;
	size_t n, room;
};

static int by_events(const void *x, const void *y, void *unused)
{
	const struct row *a = x, *b = y;

	(void)unused;
	if (a->amount.events != b->amount.events)
		return a->amount.events > b->amount.events ? -1 : 1;
	return a->of < b->of ? -1 : a->of > b->of;
}

static int part_by_events(const void *x, const void *y, void *unused)
{
	const struct event_samples *a = *(const struct event_samples *const *)x;
	const struct event_samples *b = *(const struct event_samples *const *)y;

	(void)unused;
	if (a->amount.events != b->amount.events)
		return a->amount.events > b->amount.events ? -1 : 1;
	return a->function < b->function ? -1 : a->function > b->function;
}

/* Rows by function, or by place. */
static void collect(struct rows *rows, const struct report *r, const struct event_kind *kind,
		    bool by_place)
{
	const struct events *e = &r->program->events;
	struct gp_map at = { 0 };

	*rows = (struct rows){ .kind = kind };
	for (size_t i = 0; i < e->n; i++) {
		const struct event_samples *s = &e->items[i];
		uint32_t of = by_place ? s->place : s->function, *position;
		struct row *row;
		int created;

		if (&e->kinds[s->kind] != kind)
			continue;
		position = gp_map_put(&at, of, 0, &created);
		if (created) {
			*position = rows->n;
			gp_push(rows->items, rows->n, rows->room)->of = of;
		}
		row = &rows->items[*position];
		event_amount_add(&row->amount, &s->amount);
		*gp_push(row->parts, row->nparts, row->parts_room) = s;
	}
	gp_map_release(&at);
	gp_sort(rows->items, rows->n, sizeof *rows->items, by_events, NULL);
}

static void release(struct rows *rows)
{
	for (size_t i = 0; i < rows->n; i++)
		free(rows->items[i].parts);
	free(rows->items);
}

/* ------------------------------------------------------------------ rows */

static bool is_exact(const struct event_kind *kind)
{
	return kind->period == 1 && !kind->lost;
}

/* "4026 ±95"; the second part is blank if the number is exact. */
static void put_number(const struct report *r, const struct rows *rows,
		       const struct event_amount *a)
{
	const struct event_amount *all = &rows->kind->sampled;
	struct weight part = weight_of(a->events, a->samples);
	struct weight whole = weight_of(all->events, all->samples);
	struct interval i = interval_of(&part, &whole);

	gprintf(r->out, " %10.0f ", a->events);
	if (is_exact(rows->kind) || i.high <= i.low)
		gprintf(r->out, "%8s ", "");
	else
		gprintf(r->out, "%s%-7.0f%c", interval_about(), (i.high - i.low) / 2,
			interval_few(&i));
}

/* "touch 61 %, load 39 %" below a place. */
static void put_parts(const struct report *r, struct row *row)
{
	size_t shown = row->nparts > PARTS && !r->options.verbose ? PARTS : row->nparts;

	gp_sort(row->parts, row->nparts, sizeof *row->parts, part_by_events, NULL);
	gprintf(r->out, "%*s", 29, "");
	for (size_t i = 0; i < shown; i++)
		gprintf(r->out, "%s%s %.0f %%", i ? ", " : "", r->names[row->parts[i]->function],
			measure_percent(row->parts[i]->amount.events, row->amount.events));
	if (shown < row->nparts)
		gprintf(r->out, ", and %zu more", row->nparts - shown);
	fputc('\n', r->out);
}

static void put_row(const struct report *r, const struct rows *rows, struct row *row, bool by_place)
{
	gprintf(r->out, "%6.2f", measure_percent(row->amount.events, rows->kind->total));
	put_number(r, rows, &row->amount);
	gprintf(r->out, " %s\n", by_place ? r->program->events.places[row->of] : r->names[row->of]);
	if (by_place)
		put_parts(r, row);
}

static void put_known(const struct report *r, const struct event_kind *kind, double events,
		      const char *name)
{
	if (events > 0)
		gprintf(r->out, "%6.2f %10.0f %-9s %s\n", measure_percent(events, kind->total),
			events, "", name);
}

static void put_table(const struct report *r, const char *title, const struct event_kind *kind,
		      bool by_place)
{
	size_t limit = r->options.limited ? r->options.limit : ROWS, shown = 0;
	struct rows rows;

	collect(&rows, r, kind, by_place);
	if (rows.n) {
		report_paint(r, PAINT_TITLE);
		fputs(title, r->out);
		report_paint(r, PAINT_OFF);
		gprintf(r->out, "\n\n%6s %10s %-9s %s\n", "%", "faults", "",
			by_place ? "memory" : "function");
		for (; shown < rows.n && (!limit || shown < limit); shown++)
			put_row(r, &rows, &rows.items[shown], by_place);
		if (shown < rows.n)
			gprintf(r->out, "%6s %zu more (--limit=0)\n", "and", rows.n - shown);
		put_known(r, kind, event_kind_unsampled(kind), "<in system calls, or not sampled>");
		put_known(r, kind, kind->before, "<before the program's first sample>");
		fputc('\n', r->out);
	}
	release(&rows);
}

/* ------------------------------------------------------------------ */

int faults_check(const struct report *r, struct gp_error *e)
{
	if (events_find(&r->program->events, EVENT_MINOR_FAULTS, false))
		return 0;
	return gp_fail(e, "no profile of '%s' has page faults: run it with "
		       "GPROF_OPTIONS=faults=auto", r->result->name);
}

/* Of one kind: what the numbers rest on. */
static void put_kind(const struct report *r, const struct event_kind *k, const char *name)
{
	if (!k)
		return;
	if (k->period == 1)
		gprintf(r->out, "%.0f %s page faults; each in user code has a sample", k->total,
			name);
	else
		gprintf(r->out, "%.0f %s page faults; one of %llu in user code has a sample",
			k->total, name, (unsigned long long)k->period);
	if (k->slack && k->sampled.samples)
		gprintf(r->out, ", up to %llu have none", (unsigned long long)k->slack);
	fputc('\n', r->out);
}

static void put_losses(const struct report *r, const struct event_kind *k)
{
	if (!k || (!k->lost && !k->refused))
		return;
	report_paint(r, PAINT_LOSS);
	if (k->lost)
		gprintf(r->out, "%llu samples of %s found no room: their faults are in the row <in "
			"system calls>\n", (unsigned long long)k->lost, k->name);
	if (k->refused)
		gprintf(r->out, "the kernel refused the event '%s': its totals are exact, and "
			"not all threads have samples\n", k->name);
	report_paint(r, PAINT_OFF);
}

void faults_head(const struct report *r)
{
	const struct events *e = &r->program->events;
	const struct event_kind *minor = events_find(e, EVENT_MINOR_FAULTS, false);
	const struct event_kind *major = events_find(e, EVENT_MAJOR_FAULTS, false);

	gprintf(r->out, "%s:\n", r->result->name);
	put_kind(r, minor, "minor");
	put_kind(r, major, "major");
	if (e->incomplete)
		gprintf(r->out, "of %llu of %llu processes the totals are as of the last sample of "
			"each thread: they were killed, still run, or not all threads are asked "
			"for\n", (unsigned long long)e->incomplete,
			(unsigned long long)e->processes);
	put_losses(r, minor);
	put_losses(r, major);
	fputc('\n', r->out);
}

static const char explanation[] =
	"A minor fault makes a page accessible; a major one reads it from a disk before.  '%' is\n"
	"of all faults of the kind.  A function has the faults that it met itself.\n"
	"<in system calls, or not sampled>: the exact total without the other rows: the faults\n"
	"that the kernel met for the program, faults in threads that ran no instrumented code,\n"
	"and of each thread those after its last sample.  A thread with fewer faults than the\n"
	"period has no sample.  <before the program's first sample>: the faults of the loader,\n"
	"and of threads before their first instrumented function.\n";

void faults_tables(const struct report *r)
{
	const struct events *e = &r->program->events;
	const struct event_kind *minor = events_find(e, EVENT_MINOR_FAULTS, false);
	const struct event_kind *major = events_find(e, EVENT_MAJOR_FAULTS, false);

	put_table(r, "Minor page faults by function:", minor, false);
	put_table(r, "Minor page faults by memory:", minor, true);
	if (major) {
		put_table(r, "Major page faults by function:", major, false);
		put_table(r, "Major page faults by memory:", major, true);
	}
	if (!r->options.brief)
		fputs(explanation, r->out);
}
