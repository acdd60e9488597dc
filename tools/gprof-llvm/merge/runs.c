/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * runs.c - see runs.h.
 */
#include "merge/runs.h"
#include "merge/sum.h"
#include "samples/thread_totals.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *text_of(const struct profile *p, const char *key)
{
	const char *text = profile_process(p, key);

	return text ? text : "";
}

static const char *command_of(struct runs *r, const struct profile *p)
{
	return *gp_push(r->strings, r->nstrings, r->strings_room) = profile_command(p);
}

static const char *build_id_of(struct runs *r, const struct gprof_module *m)
{
	char *text;

	if (!m || !m->build_id_size)
		return "";
	text = gp_alloc(2 * m->build_id_size + 1, 1);
	for (uint32_t i = 0; i < m->build_id_size; i++)
		snprintf(text + 2 * i, 3, "%02x", m->build_id[i]);
	return *gp_push(r->strings, r->nstrings, r->strings_room) = text;
}

static uint32_t processes_of(const struct profile *p)
{
	const char *text = profile_process(p, GPROF_PROCESS_COUNT);
	unsigned long n = text ? strtoul(text, NULL, 10) : 1;

	return n ? n : 1;
}

static void describe(struct runs *r, struct run *run, const struct profile *p)
{
	const struct gprof_file_header *h = &p->head;
	const struct gprof_module *m = profile_main(p);
	const char *exe = text_of(p, "exe");

	*run = (struct run){
		.path = p->path ? p->path : "", .host = text_of(p, "host"),
		.exe = *exe || !m ? exe : m->path, .command = command_of(r, p),
		.build_id = build_id_of(r, m), .pid = h->pid, .ppid = h->ppid,
		.processes = processes_of(p), .clock = h->clock, .flags = h->flags,
		.part = p->part.partial, .run_id = h->run_id, .start_ns = h->start_ns,
		.end_ns = h->end_ns, .user_ns = h->user_ns, .system_ns = h->system_ns,
		.period_ns = h->period_ns, .last_period_ns = h->last_period_ns,
		.interrupts_ns = h->interrupts_ns,
	};
	memcpy(run->lost, h->lost, sizeof run->lost);
}

static void add_thread(struct runs *r, const struct gprof_thread *t,
		       const struct thread_total *tally)
{
	struct run *run = &r->items[r->n - 1];
	struct run_thread *thread;

	gp_count_up(&run->calls, tally->calls);
	run->samples += tally->samples;
	run->cpu += tally->cpu;
	if (!t && !tally->calls && !tally->samples)
		return;
	run->threads += !t ? 0 : t->threads ? t->threads : 1;
	thread = gp_push(r->threads, r->nthreads, r->threads_room);
	*thread = (struct run_thread){
		.run = r->n - 1, .name = t ? t->name : "", .tid = t ? t->tid : 0,
		.threads = !t ? 0 : t->threads ? t->threads : 1, .calls = tally->calls,
		.samples = tally->samples, .cpu = tally->cpu,
	};
}

static void describe_sum(const struct sum *s, const struct sum_run *from, struct run *run)
{
	*run = (struct run){
		.path = s->strings[from->path], .exe = s->strings[from->exe],
		.host = s->strings[from->host], .command = s->strings[from->command],
		.build_id = s->strings[from->build_id], .pid = from->pid, .ppid = from->ppid,
		.processes = from->processes, .threads = from->threads, .clock = from->clock,
		.flags = from->flags, .part = from->part, .run_id = from->run_id,
		.start_ns = from->start_ns, .end_ns = from->end_ns, .user_ns = from->user_ns,
		.system_ns = from->system_ns, .period_ns = from->period_ns,
		.calls = from->calls, .samples = from->samples, .cpu = from->cpu_ns,
	};
	memcpy(run->lost, from->lost, sizeof run->lost);
}

static void collect_sum(struct runs *r, const struct sum *s)
{
	for (size_t i = 0; i < s->nruns; i++)
		describe_sum(s, &s->runs[i], gp_push(r->items, r->n, r->room));
	for (size_t i = 0; i < s->nprices; i++) {
		struct run *run = &r->items[r->n - s->nruns + s->prices[i].run];

		run->last_period_ns = s->prices[i].last_period_ns;
		run->interrupts_ns = s->prices[i].interrupts_ns;
	}
	for (size_t i = 0; i < s->nthreads; i++) {
		const struct sum_thread *t = &s->threads[i];

		*gp_push(r->threads, r->nthreads, r->threads_room) = (struct run_thread){
			.run = t->run, .name = s->strings[t->name], .tid = t->tid,
			.threads = t->threads, .calls = t->calls, .samples = t->samples,
			.cpu = t->cpu_ns,
		};
	}
}

void runs_collect(struct runs *r, const struct program *p)
{
	struct thread_totals t;

	if (p->sum) {
		collect_sum(r, p->sum);
		return;
	}
	thread_totals_init(&t, p, true);
	for (size_t i = 0; i < p->nprofiles; i++) {
		const struct program_profile *l = &p->profiles[i];
		struct thread_total *all = thread_totals_sum(&t, l);

		describe(r, gp_push(r->items, r->n, r->room), &l->profile);
		for (size_t k = 0; k <= l->profile.nthreads; k++) {
			bool shared = k == l->profile.nthreads;

			if (program_profile_has_thread(l, shared ? GP_NONE : k))
				add_thread(r, shared ? NULL : l->profile.threads[k], &all[k]);
		}
		free(all);
	}
	thread_totals_release(&t);
}

void runs_release(struct runs *r)
{
	for (size_t i = 0; i < r->nstrings; i++)
		free(r->strings[i]);
	free(r->strings);
	free(r->items);
	free(r->threads);
	memset(r, 0, sizeof *r);
}
