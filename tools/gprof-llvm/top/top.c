/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * top.c - see top.h.
 */
#include "top/top.h"
#include "analysis/interval.h"
#include "base/clock.h"
#include "profile/window.h"
#include "text/demangle.h"
#include "text/escape.h"

#include <stdlib.h>
#include <string.h>

int top_open(struct top *t, const char *who, struct gp_error *e)
{
	memset(t, 0, sizeof *t);
	t->by = TOP_USE;
	return live_open(&t->live, who, false, e);
}

static void release_rows(struct top *t)
{
	for (size_t i = 0; i < t->nrows; i++)
		free(t->rows[i].name);
	t->nrows = 0;
}

void top_close(struct top *t)
{
	release_rows(t);
	free(t->rows);
	free(t->past);
	gp_map_release(&t->before);
	result_release(&t->result);
	free(t->binary);
	live_close(&t->live);
}

/* ------------------------------------------------------------------ */

/* The executable by its name, or, when that is another file here, by the process. */
static char *find_binary(const struct top *t, const struct profile *profile)
{
	const struct gprof_module *m = profile_main(profile);
	struct program found;
	struct gp_error e;
	bool is_it;

	if (m && program_open(&found, m->path, &e) == 0) {
		is_it = object_is_module(&found.objects[0], m);
		program_close(&found);
		if (is_it)
			return gp_strdup(m->path);
	}
	return gp_format("/proc/%d/exe", t->live.pid);
}

static void describe(struct top *t, const struct profile *p, uint64_t now)
{
	const struct snapshots *s = &p->snapshots;

	t->elapsed = (double)(now - p->head.monotonic_ns);
	t->first = !t->now_ns;
	t->interval = t->first ? (double)p->part.elapsed_ns : (double)(now - t->now_ns);
	t->now_ns = now;
	t->threads = 0;
	for (size_t i = 0; i < p->nthreads; i++)
		t->threads += p->threads[i]->threads;
	t->stopped = false;
	for (size_t i = 0; i < s->n; i++)
		if (s->list[i].kind == GPROF_SNAPSHOT_START ||
		    s->list[i].kind == GPROF_SNAPSHOT_STOP)
			t->stopped = s->list[i].kind == GPROF_SNAPSHOT_STOP;
}

/* The profile up to now, as if the process ended. */
static int read_profile(struct top *t, struct profile *p, struct gp_error *e)
{
	static const struct window recorded;
	uint64_t now = clock_ns(CLOCK_MONOTONIC), end;
	int rc;

	if (profile_read_open(p, t->live.fd, t->live.name, e) < 0)
		return -1;
	end = p->head.end_ns;
	p->head.end_ns = p->head.start_ns + (now - p->head.monotonic_ns);
	rc = window_apply(p, &recorded, e);
	p->head.end_ns = end;
	p->part.timed = false; /* what CPU time was used until now is not asked for */
	describe(t, p, now);
	if (rc < 0)
		profile_release(p);
	return rc;
}

/* Reads the profile and makes the graph of it. */
static int join(struct top *t, struct gp_error *e)
{
	struct request *q = &t->request;
	struct profile profile;

	if (read_profile(t, &profile, e) < 0)
		return -1;
	*q = (struct request){ .binary = t->binary, .profile = &profile,
			       .join.arcs = STATIC_OFF,
			       .attribution = ATTRIBUTION_BY_STACKS };
	if (!t->binary) {
		q->binary = t->binary = find_binary(t, &profile);
		return result_make(&t->result, q, e);
	}
	return result_again(&t->result, q, e);
}

/* What tells a function from the others, whenever its node was made. */
static uint64_t identity(const struct program *p, size_t node)
{
	const struct function *f = &p->functions[node];
	const char *name = p->graph.nodes[node].name;
	uint64_t hash = gp_hash(GP_HASH_START, name, strlen(name));

	if (f->file)
		hash = gp_hash(hash, f->file, strlen(f->file));
	return gp_hash(hash, &f->line, sizeof f->line);
}

static struct top_past *past_of(struct top *t, size_t node)
{
	uint64_t object = t->result.program->functions[node].object;
	int created;
	uint32_t *at = gp_map_put(&t->before, identity(t->result.program, node), object, &created);

	if (created) {
		*at = t->npast;
		gp_push(t->past, t->npast, t->past_room);
	}
	return &t->past[*at];
}

/* After a reset less is counted than before. */
static double grown(double now, double before)
{
	return now > before ? now - before : 0;
}

/* The sum of the rows; calls are those of instrumented functions. */
static void add_to_all(struct top *t, const struct top_row *row, bool instrumented)
{
	t->all.used += row->used;
	t->all.self += row->self;
	t->all.total = t->all.self;
	if (!instrumented)
		return;
	t->all.rate += row->rate;
	t->all.calls += row->calls;
}

static void add_row(struct top *t, size_t i)
{
	const struct node *n = &t->result.program->graph.nodes[i];
	struct top_past *past = past_of(t, i);
	double seconds = t->interval / 1e9, calls = grown(n->entries, past->calls);
	struct top_row *row;

	if (n->entries || n->self) {
		row = gp_push(t->rows, t->nrows, t->room);
		row->name = demangle_name(n->name);
		row->rate = seconds > 0 ? calls / seconds : 0;
		row->used = grown(n->self, past->self);
		row->calls = n->entries;
		row->self = n->self;
		row->total = n->self + n->child;
		row->own = measured_self(t->result.program, i);
		add_to_all(t, row, t->result.program->functions[i].instrumented);
	}
	past->calls = n->entries;
	past->self = n->self;
}

int top_refresh(struct top *t, struct gp_error *e)
{
	uint64_t before = clock_ns(CLOCK_PROCESS_CPUTIME_ID);
	double cpu = t->cpu;

	if (join(t, e) < 0)
		return -1;
	release_rows(t);
	t->all = (struct top_row){ .name = "all functions" };
	for (size_t i = 0; i < t->result.program->graph.nnodes; i++)
		add_row(t, i);
	t->cpu = t->result.program->cpu;
	t->use = t->interval > 0 ? grown(t->cpu, cpu) / t->interval : 0;
	top_sort(t);
	t->cost = (double)(clock_ns(CLOCK_PROCESS_CPUTIME_ID) - before);
	return 0;
}

/* ------------------------------------------------------------------ */

static double value(const struct top_row *r, enum top_column by)
{
	switch (by) {
	case TOP_RATE:
		return r->rate;
	case TOP_CALLS:
		return r->calls;
	case TOP_USE:
		return r->used;
	case TOP_SELF:
		return r->self;
	case TOP_TOTAL:
		return r->total;
	default:
		return 0;
	}
}

/* By the column asked for; what is equal there by the columns after it. */
static int compare(const void *x, const void *y, void *top)
{
	const struct top_row *a = x, *b = y;
	enum top_column first = ((const struct top *)top)->by;

	for (unsigned i = 0; i < TOP_NAME && first != TOP_NAME; i++) {
		enum top_column by = (first + i) % TOP_NAME;

		if (value(a, by) != value(b, by))
			return value(a, by) > value(b, by) ? -1 : 1;
	}
	return strcmp(a->name, b->name);
}

void top_sort(struct top *t)
{
	gp_sort(t->rows, t->nrows, sizeof *t->rows, compare, t);
}

static const char *const names[] = { "calls/s", "calls", "self %", "self", "total", "name" };

const char *top_column_name(enum top_column column)
{
	return names[column];
}

void top_head(const struct top *t, char *line, size_t size)
{
	snprintf(line, size, "%s: process %d, %.1f s, %u thread%s, CPU %.1f %% of one processor%s",
		 gp_basename(t->result.program->objects[0].path), t->live.pid, t->elapsed / 1e9,
		 t->threads, t->threads == 1 ? "" : "s", 100 * t->use,
		 t->stopped ? ", stopped" : "");
}

void top_covers(const struct top *t, char *line, size_t size)
{
	if (t->first)
		snprintf(line, size, "all columns since the start");
	else
		snprintf(line, size, "%s and %s of the last %.1f s, other columns since the start",
			 names[TOP_RATE], names[TOP_USE], t->interval / 1e9);
}

void top_columns(const struct top *t, char *line, size_t size)
{
	const char *unit = t->result.program->measure->column;
	int room = 10 - 1 - (int)strlen(unit);

	snprintf(line, size, "%11s %15s %7s %*s %s %*s %s  %s", names[TOP_RATE], names[TOP_CALLS],
		 names[TOP_USE], room, names[TOP_SELF], unit, room, names[TOP_TOTAL], unit,
		 names[TOP_NAME]);
}

void top_line(const struct top *t, const struct top_row *row, char *line, size_t size)
{
	const struct measure *m = t->result.program->measure;

	snprintf(line, size, "%11.0f %15lld %7.1f %10.2f%c%10.2f  %s", row->rate,
		 (long long)row->calls, measure_percent(row->used, t->all.used),
		 measure_units(m, row->self),
		 interval_mark(&row->own), measure_units(m, row->total), row->name);
}

void top_print(const struct top *t, FILE *out, size_t lines)
{
	char line[1024];

	top_head(t, line, sizeof line);
	gprintf(out, "%s\n", line);
	top_covers(t, line, sizeof line);
	gprintf(out, "%s\n\n", line);
	top_columns(t, line, sizeof line);
	gprintf(out, "%s\n", line);
	top_line(t, &t->all, line, sizeof line);
	gprintf(out, "%s\n", line);
	for (size_t i = 0; i < t->nrows && i < lines; i++) {
		top_line(t, &t->rows[i], line, sizeof line);
		gprintf(out, "%s\n", line);
	}
	fputc('\n', out);
}
