/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * phases.c - see phases.h.
 */
#include "report/phases.h"
#include "text/escape.h"

#include <stdlib.h>
#include <string.h>

struct row {
	char *name; /* NULL: no phase, or all of the run; owned */
	size_t times;
	bool timed; /* 'elapsed' and 'cpu' are known */
	double elapsed, cpu, sampled; /* ns */
	int64_t calls;
};

/* Sums of the program under the window; the row's name is left alone. */
static void measure(struct row *row, const struct program *p)
{
	row->timed = true;
	for (size_t i = 0; i < p->nprofiles; i++) {
		const struct profile_part *part = &p->profiles[i].profile.part;

		row->times += part->times;
		row->timed &= part->timed;
		row->elapsed += part->elapsed_ns;
		row->cpu += part->cpu_ns;
	}
	row->sampled = p->sampled;
	for (size_t i = 0; i < p->graph.nnodes; i++)
		if (p->functions[i].instrumented)
			gp_add(&row->calls, p->graph.nodes[i].entries);
}

/* The names of the phases, in the order in which they were first entered. */
static void collect(const struct program *p, struct row **rows, size_t *n, size_t *room)
{
	struct gp_names seen = { 0 };
	int created;

	for (size_t i = 0; i < p->nprofiles; i++) {
		const struct snapshots *s = &p->profiles[i].profile.snapshots;

		for (size_t k = 0; k < s->n; k++) {
			if (s->list[k].kind != GPROF_SNAPSHOT_BEGIN)
				continue;
			*gp_names_put(&seen, s->list[k].name, &created) = 0;
			if (created)
				gp_push(*rows, *n, *room)->name = gp_strdup(s->list[k].name);
		}
	}
	gp_names_release(&seen);
}

/* Measures the window of one row. */
static int load(struct result *r, const struct request *q, struct row *row, struct gp_error *e)
{
	int rc = r->parts ? result_again(r, q, e) : result_make(r, q, e);

	if (rc == 0)
		measure(row, r->program);
	return rc;
}

static void print_row(FILE *out, const struct row *row, const char *name)
{
	if (row->times)
		gprintf(out, "%8zu", row->times);
	else
		gprintf(out, "%8s", "");
	gprintf(out, " %11.3f%c %8.3f%c %9.3f %14lld  %s\n", row->elapsed / 1e9,
		row->timed ? ' ' : '+', row->cpu / 1e9, row->timed ? ' ' : '+',
		row->sampled / 1e9, (long long)row->calls, name);
}

static void print_table(FILE *out, const struct row *rows, size_t n, const struct row *outside,
			const struct row *all)
{
	bool timed = all->timed;

	gprintf(out, "Phases:\n\n%8s %11s  %8s  %9s %14s  %s\n", "times", "elapsed s", "CPU s",
		"sampled s", "calls", "name");
	for (size_t i = 0; i < n; i++) {
		print_row(out, &rows[i], rows[i].name);
		timed &= rows[i].timed;
	}
	print_row(out, outside, "<no phase>");
	print_row(out, all, "<all>");
	if (!timed)
		gprintf(out, "\n"
			     "+ at least: the process still runs, or did not end in an orderly "
			     "way\n");
}

int report_phases(FILE *out, const struct request *q, struct gp_error *e)
{
	struct row all = { 0 }, outside = { 0 }, *rows = NULL;
	struct request one = *q;
	struct result r = { 0 };
	size_t n = 0, room = 0;
	int rc;

	one.needs = NEED_PARTS;
	one.untimed = true;
	one.join = (struct join_options){ .arcs = STATIC_OFF };
	rc = load(&r, &one, &all, e);
	if (rc == 0)
		collect(r.program, &rows, &n, &room);
	for (size_t i = 0; i < n && rc == 0; i++) {
		one.wanted.window.phase = rows[i].name;
		rc = load(&r, &one, &rows[i], e);
	}
	one.wanted.window.phase = NULL;
	one.wanted.window.outside = true;
	if (rc == 0)
		rc = load(&r, &one, &outside, e);
	if (rc == 0)
		print_table(out, rows, n, &outside, &all);
	result_release(&r);
	for (size_t i = 0; i < n; i++)
		free(rows[i].name);
	free(rows);
	return rc;
}
