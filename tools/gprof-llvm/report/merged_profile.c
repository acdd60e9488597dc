/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * merged_profile.c - the sources of a merged profile in the head, and its processes and threads.
 */
#include "report/merged_profile.h"
#include "merge/sum.h"
#include "report/report.h"
#include "text/escape.h"

#include <stdlib.h>
#include <string.h>

static size_t distinct(const struct sum *s, size_t field)
{
	struct gp_map seen = { 0 };
	int created;
	size_t n;

	for (size_t i = 0; i < s->nruns; i++) {
		uint32_t string;

		memcpy(&string, (const char *)&s->runs[i] + field, sizeof string);
		*gp_map_put(&seen, string, 0, &created) = 0;
	}
	n = seen.n;
	gp_map_release(&seen);
	return n;
}

static const char *plural(uint64_t n)
{
	return n == 1 ? "" : "s";
}

/* Sums over the profiles merged. */
struct merged {
	uint64_t processes, threads, unended, parts, inexact, lost;
};

static struct merged add_up(const struct sum *s)
{
	struct merged m = { 0 };

	for (size_t i = 0; i < s->nruns; i++) {
		const struct sum_run *run = &s->runs[i];

		m.processes += run->processes;
		m.threads += run->threads;
		m.unended += !run->end_ns && !(run->flags & GPROF_FILE_COPY);
		m.parts += !!run->part;
		m.inexact += !!(run->flags & ~(GPROF_FILE_COPY | SUM_RUN_INSIDE));
		for (int k = 0; k < GPROF_LOSS_N; k++)
			m.lost += run->lost[k];
	}
	return m;
}

void report_merged_origin(const struct report *r)
{
	const struct sum *s = r->program->sum;
	struct merged m = add_up(s);
	size_t hosts = distinct(s, offsetof(struct sum_run, host));
	size_t builds = distinct(s, offsetof(struct sum_run, build_id));

	gprintf(r->out, "  merged from %zu profile%s: %llu process%s, %llu thread%s, %zu host%s, "
		"%zu build%s\n", s->nruns, plural(s->nruns), (unsigned long long)m.processes,
		m.processes == 1 ? "" : "es", (unsigned long long)m.threads, plural(m.threads),
		hosts, plural(hosts), builds, plural(builds));
}

void report_merged_losses(const struct report *r)
{
	struct merged m = add_up(r->program->sum);

	if (m.unended)
		gprintf(r->out, "    %llu " REPORT_KILLED ", or still ran\n",
			(unsigned long long)m.unended);
	if (m.parts)
		gprintf(r->out, "    %llu recorded only in part (start, stop, reset)\n",
			(unsigned long long)m.parts);
	if (m.inexact)
		gprintf(r->out, "    inexact: %llu of them (export lists the reasons)\n",
			(unsigned long long)m.inexact);
	if (m.lost)
		gprintf(r->out, "    lost: %llu samples, calls and other events "
				"(export lists them)\n", (unsigned long long)m.lost);
}

void report_merged_head(const struct report *r)
{
	report_merged_origin(r);
	report_merged_losses(r);
}

void report_merged_clock(const struct report *r, uint32_t *clock, uint64_t *period_ns)
{
	const struct sum *s = r->program->sum;

	*clock = s->runs[0].clock;
	*period_ns = s->runs[0].period_ns;
}

/* The longest; 0: not known. */
uint64_t report_merged_last_period(const struct report *r)
{
	const struct sum *s = r->program->sum;
	uint64_t last = 0;

	for (size_t i = 0; i < s->nprices; i++)
		if (s->prices[i].last_period_ns > last)
			last = s->prices[i].last_period_ns;
	return last;
}

void report_merged_processes(const struct report *r)
{
	const struct sum *s = r->program->sum;

	gprintf(r->out, "Processes:\n\n%8s %9s %13s %9s %-12s %-24s %s\n", "CPU s", "samples",
		"calls", "process", "host", "file", "command");
	for (size_t i = 0; i < report_count_shown(r, s->nruns); i++) {
		const struct sum_run *run = &s->runs[i];

		gprintf(r->out, "%8.2f %9llu %13llu %9u %-12s %-24s %s\n", run->cpu_ns / 1e9,
			(unsigned long long)run->samples, (unsigned long long)run->calls, run->pid,
			s->strings[run->host], s->strings[run->path], s->strings[run->command]);
	}
	report_more(r, s->nruns);
}

struct row { /* all threads of a name */
	uint32_t name;
	struct sum_thread sum;
};

static int by_time(const void *x, const void *y, void *unused)
{
	const struct row *a = x, *b = y;

	(void)unused;
	if (a->sum.cpu_ns != b->sum.cpu_ns)
		return a->sum.cpu_ns > b->sum.cpu_ns ? -1 : 1;
	return a->name < b->name ? -1 : a->name > b->name;
}

void report_merged_threads(const struct report *r)
{
	const struct sum *s = r->program->sum;
	struct row *rows = NULL;
	size_t n = 0, room = 0;
	struct gp_map at = { 0 };
	int created;

	for (size_t i = 0; i < s->nthreads; i++) {
		const struct sum_thread *t = &s->threads[i];
		uint32_t *row = gp_map_put(&at, t->name, 0, &created);

		if (created) {
			*row = n;
			gp_push(rows, n, room)->name = t->name;
		}
		rows[*row].sum.threads += t->threads;
		gp_count_up(&rows[*row].sum.calls, t->calls);
		rows[*row].sum.samples += t->samples;
		rows[*row].sum.cpu_ns += t->cpu_ns;
	}
	gp_sort(rows, n, sizeof *rows, by_time, NULL);
	gprintf(r->out, "Threads by name:\n\n%8s %9s %13s %8s  %s\n", "CPU s", "samples", "calls",
		"threads", "name");
	for (size_t i = 0; i < report_count_shown(r, n); i++)
		gprintf(r->out, "%8.2f %9llu %13llu %8u  %s\n", rows[i].sum.cpu_ns / 1e9,
			(unsigned long long)rows[i].sum.samples,
			(unsigned long long)rows[i].sum.calls, rows[i].sum.threads,
			s->strings[rows[i].name]);
	report_more(r, n);
	gp_map_release(&at);
	free(rows);
}
