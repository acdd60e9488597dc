/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * table.c - see table.h.
 */
#include "waits/table.h"

#include "analysis/waits.h"
#include "text/escape.h"
#include "text/paint.h"

#include <stdlib.h>

#define ROWS 20 /* without --limit */
#define PARTS 4 /* waiters or holders of a row */

struct table {
	const struct waits_options *o;
	FILE *out;
	struct waits waits;
	char **names; /* of nodes of its functions; owned */
};

static char *part_name(const struct table *t, const struct wait_part *part, bool holder)
{
	if (part->of == GP_NONE)
		return gp_strdup(holder ? "not known" : "code without the plugin");
	return holder ? wait_thread_text(&t->waits, part->of) : gp_strdup(t->names[part->of]);
}

static void put_parts(const struct table *t, const char *what, const struct wait_row *row,
		      const struct wait_part *parts, size_t n, bool holder)
{
	size_t shown = t->o->verbose || n <= PARTS ? n : PARTS - 1;

	if (!n)
		return;
	gprintf(t->out, "%27s%s: ", "", what);
	for (size_t i = 0; i < shown; i++) {
		char *name = part_name(t, &parts[i], holder);

		gprintf(t->out, "%s%s %.0f %%", i ? ", " : "", name,
			measure_percent(parts[i].weight.sum, row->weight.sum));
		free(name);
	}
	if (shown < n)
		gprintf(t->out, ", and %zu more", n - shown);
	fputc('\n', t->out);
}

static void paint(const struct table *t, enum paint p)
{
	fputs(paint_code(t->o->color, p), t->out);
}

static void put_row(const struct table *t, const struct wait_row *row)
{
	const struct measure *m = &measure_times[TIME_WAIT];
	struct interval i = wait_interval(&t->waits, &row->weight);
	struct interval_text text;

	interval_split_in(m, &m->scale[0], &i, &text);
	paint(t, paint_of_share(measure_percent(row->weight.sum, t->waits.all.sum)));
	gprintf(t->out, "%7.2f", measure_percent(row->weight.sum, t->waits.all.sum));
	paint(t, PAINT_OFF);
	gprintf(t->out, " %8s %s%-6s%c  %s (%s%s%s)\n", text.value,
		*text.error ? text.about : "", text.error, interval_few(&i), row->name,
		wait_kind_text(row->kind), row->module ? " of " : "",
		row->module ? row->module : "");
	put_parts(t, "waiting", row, row->waiters, row->nwaiters, false);
	put_parts(t, "held by", row, row->holders, row->nholders, true);
}

/* The lines after the tables. */
static void put_rest(const struct table *t, bool held)
{
	const struct waits *w = &t->waits;
	double others = w->all.sum - w->sums[0].sum - w->sums[1].sum - w->queued;

	gprintf(t->out, "All waiting is %.3g s: %.1f %% for locks and ends of threads, %.1f %% "
		"for files,\n%.1f %% for a processor, and %.1f %% for something else, such as "
		"time.\n", measure_units(&measure_times[TIME_WAIT], w->all.sum),
		measure_percent(w->sums[1].sum, w->all.sum),
		measure_percent(w->sums[0].sum, w->all.sum),
		measure_percent(w->queued, w->all.sum), measure_percent(others, w->all.sum));
	if (w->lost)
		gprintf(t->out, "%llu waits are for locks or files that found no room in the "
			"profile's table.\n", (unsigned long long)w->lost);
	if (w->unrecorded)
		gprintf(t->out, "%zu of %zu profiles do not say what threads waited for: the "
			"files of a pool and those of older runtimes.\n", w->unrecorded,
			w->program->nprofiles);
	if (held && !t->o->brief)
		fputs("held by: the thread that had it at the moments of the samples, where the "
		      "lock names it.\n", t->out);
}

static void put_rows(const struct table *t, bool locks)
{
	size_t limit = t->o->limited ? t->o->limit : ROWS, shown = 0, more = 0;
	double rest = 0;

	gprintf(t->out, "%7s %8s %-8s %s\n", "% wait", "seconds", "", locks ? "lock" : "file");
	for (size_t i = 0; i < t->waits.n; i++) {
		const struct wait_row *row = &t->waits.rows[i];

		if (wait_is_lock(row->kind) != locks)
			continue;
		if (limit && shown == limit) {
			more++;
			rest += row->weight.sum;
			continue;
		}
		put_row(t, row);
		shown++;
	}
	if (more)
		gprintf(t->out, "%7.2f %19sand %zu more (--limit=0)\n",
			measure_percent(rest, t->waits.all.sum), "", more);
}

static void put_table(const struct table *t, bool locks)
{
	if (!t->waits.sums[locks].sum) {
		gprintf(t->out, "No thread was seen waiting for a %s.\n\n",
			locks ? "lock" : "file");
		return;
	}
	paint(t, PAINT_TITLE);
	fputs(locks ? "Locks that threads waited for:" : "Files that threads waited for:", t->out);
	paint(t, PAINT_OFF);
	fputs("\n\n", t->out);
	put_rows(t, locks);
	fputc('\n', t->out);
}

void waits_print(const struct waits_options *o, const struct result *r, FILE *out)
{
	struct table t = { .o = o, .out = out, .names = names_of(r->functions, o->names) };

	waits_find(&t.waits, r);
	if (r->program->sum) {
		fputs("A merged profile does not say what threads waited for: report on the "
		      "profiles themselves.\n", out);
	} else if (!t.waits.all.sum) {
		gprintf(out, "No thread was seen waiting: %s.\n", WAITS_NEED);
	} else {
		if (o->locks)
			put_table(&t, true);
		if (o->files)
			put_table(&t, false);
		put_rest(&t, o->locks && t.waits.sums[1].sum);
	}
	waits_release(&t.waits);
	names_release(t.names, r->functions->graph.nnodes);
}
