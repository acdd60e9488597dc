/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * lists.c - the threads and the processes of a report.
 */
#include "program/tally.h"
#include "report/report.h"
#include "text/escape.h"

#include <stdlib.h>

struct row {
	uint32_t loaded;
	uint32_t thread; /* position in the profile, or GP_NONE: the whole process */
	struct tally tally;
};

static int by_time(const void *x, const void *y, void *unused)
{
	const struct row *a = x, *b = y;

	(void)unused;
	if (a->tally.cpu != b->tally.cpu)
		return a->tally.cpu > b->tally.cpu ? -1 : 1;
	if (a->tally.calls != b->tally.calls)
		return a->tally.calls > b->tally.calls ? -1 : 1;
	if (a->loaded != b->loaded)
		return a->loaded < b->loaded ? -1 : 1;
	return a->thread < b->thread ? -1 : a->thread > b->thread;
}

static struct row *rows_of_threads(const struct report *r, const struct tallies *t, size_t *n)
{
	const struct program *p = r->program;
	struct row *rows = NULL;
	size_t room = 0;

	*n = 0;
	for (size_t i = 0; i < p->nloaded; i++) {
		const struct loaded *l = &p->loaded[i];
		struct tally *all = tally_threads(t, l);

		for (size_t k = 0; k <= l->profile.nthreads; k++) {
			bool shared = k == l->profile.nthreads;

			if (!loaded_has_thread(l, shared ? GP_NONE : k) ||
			    (shared && !all[k].calls && !all[k].samples))
				continue;
			*gp_push(rows, *n, room) = (struct row){
				.loaded = i, .thread = shared ? GP_NONE : k, .tally = all[k] };
		}
		free(all);
	}
	return rows;
}

static void print_thread(const struct report *r, const struct row *row)
{
	const struct profile *p = &r->program->loaded[row->loaded].profile;
	const struct tally *t = &row->tally;
	const struct gprof_thread *thread;

	gprintf(r->out, "%8.2f %9llu %13llu %9u", t->cpu / 1e9, (unsigned long long)t->samples,
		(unsigned long long)t->calls, p->head.pid);
	if (row->thread == GP_NONE) {
		gprintf(r->out, " %5s %9s %8s  <threads that share a block>\n", "-", "-", "-");
		return;
	}
	thread = p->threads[row->thread];
	gprintf(r->out, " %5u %9u %8u  %s\n", thread->index, thread->tid,
		thread->threads ? thread->threads : 1, thread->name);
}

void report_threads(const struct report *r)
{
	struct tally sum = { 0 };
	struct tallies t;
	struct row *rows;
	size_t n;

	tally_init(&t, r->program, true);
	rows = rows_of_threads(r, &t, &n);
	gp_sort(rows, n, sizeof *rows, by_time, NULL);
	gprintf(r->out, "Threads:\n\n%8s %9s %13s %9s %5s %9s %8s  %s\n", "CPU s", "samples",
		"calls", "process", "slot", "tid", "threads", "name");
	for (size_t i = 0; i < n; i++) {
		print_thread(r, &rows[i]);
		tally_add(&sum, &rows[i].tally);
	}
	gprintf(r->out, "%8.2f %9llu %13llu  total\n", sum.cpu / 1e9,
		(unsigned long long)sum.samples, (unsigned long long)sum.calls);
	if (!r->options.brief)
		fputs("\n"
		      "A slot serves one thread after another; 'threads' counts them, tid and "
		      "name are those\n"
		      "of the last.\n", r->out);
	tally_release(&t);
	free(rows);
}

/* ------------------------------------------------------------------ */

static struct row *rows_of_processes(const struct report *r, const struct tallies *t)
{
	const struct program *p = r->program;
	struct row *rows = gp_alloc(p->nloaded, sizeof *rows);

	for (size_t i = 0; i < p->nloaded; i++) {
		const struct loaded *l = &p->loaded[i];
		struct tally *all = tally_threads(t, l);

		rows[i] = (struct row){ .loaded = i, .thread = GP_NONE };
		for (size_t k = 0; k <= l->profile.nthreads; k++)
			if (loaded_has_thread(l, k == l->profile.nthreads ? GP_NONE : k))
				tally_add(&rows[i].tally, &all[k]);
		free(all);
	}
	return rows;
}

static void print_process(const struct report *r, const struct row *row)
{
	const struct profile *p = &r->program->loaded[row->loaded].profile;
	const char *command = profile_process(p, "cmdline");

	gprintf(r->out, "%8.2f %9llu %13llu %9u %9u  %-24s %s\n", row->tally.cpu / 1e9,
		(unsigned long long)row->tally.samples, (unsigned long long)row->tally.calls,
		p->head.pid, p->head.ppid, p->path, command ? command : "");
}

void report_processes(const struct report *r)
{
	struct tally sum = { 0 };
	struct tallies t;
	struct row *rows;

	tally_init(&t, r->program, true);
	rows = rows_of_processes(r, &t);
	gp_sort(rows, r->program->nloaded, sizeof *rows, by_time, NULL);
	gprintf(r->out, "Processes:\n\n%8s %9s %13s %9s %9s  %-24s %s\n", "CPU s", "samples",
		"calls", "process", "parent", "file", "command");
	for (size_t i = 0; i < r->program->nloaded; i++) {
		print_process(r, &rows[i]);
		tally_add(&sum, &rows[i].tally);
	}
	gprintf(r->out, "%8.2f %9llu %13llu  total\n", sum.cpu / 1e9,
		(unsigned long long)sum.samples, (unsigned long long)sum.calls);
	tally_release(&t);
	free(rows);
}
