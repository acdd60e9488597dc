/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * run_facts.c - see run_facts.h.
 */
#include "report/run_facts.h"
#include "merge/sum.h"
#include "report/merged_profile.h"

#include <math.h>
#include <stdlib.h>

/* The clock that samples the first run, and its interval. */
static void first_clock(const struct report *r, uint32_t *clock, uint64_t *period_ns)
{
	*clock = GPROF_CLOCK_NONE;
	*period_ns = 0;
	if (r->program->sum) {
		report_merged_clock(r, clock, period_ns);
	} else if (r->program->nloaded) {
		*clock = r->program->loaded[0].profile.head.clock;
		*period_ns = r->program->loaded[0].profile.head.period_ns;
	}
}

static uint64_t last_period(const struct report *r)
{
	uint64_t last = r->program->sum ? report_merged_last_period(r) : 0;

	for (size_t i = 0; i < r->program->nloaded; i++)
		if (r->program->loaded[i].profile.head.last_period_ns > last)
			last = r->program->loaded[i].profile.head.last_period_ns;
	return last;
}

/* The same for a merged profile. */
static bool counted_of_sum(const struct report *r, double *user, double *kernel)
{
	const struct program *p = r->program;
	bool whole = !p->used_least && !r->result->request->thread;

	for (size_t i = 0; i < p->sum->nruns; i++) {
		const struct sum_run *run = &p->sum->runs[i];

		*user += run->user_ns;
		*kernel += run->system_ns;
		whole &= run->end_ns && !run->part;
	}
	return whole;
}

/* User and kernel time of all processes as the kernel counted it, ns; false: some profile has
   none. */
static bool kernel_counted(const struct report *r, double *user, double *kernel)
{
	const struct program *p = r->program;
	bool whole = true;

	*user = *kernel = 0;
	if (p->sum)
		whole = counted_of_sum(r, user, kernel);
	for (size_t i = 0; i < p->nloaded; i++) {
		const struct gprof_file_header *h = &p->loaded[i].profile.head;

		*user += h->user_ns;
		*kernel += h->system_ns;
		whole &= h->end_ns && !p->loaded[i].left_out && !p->loaded[i].profile.part.partial;
	}
	return whole && *user + *kernel > 0;
}

void run_facts_find(struct run_facts *f, const struct report *r)
{
	const struct program *p = r->program;

	*f = (struct run_facts){ .ticks = tick_samples_of(p), .last_period = last_period(r) };
	first_clock(r, &f->clock, &f->first_period);
	f->at_ticks = f->ticks.samples || f->ticks.brief;
	f->kernel_counted = kernel_counted(r, &f->user, &f->kernel);
	cost_estimate(&f->counting, p, r->result->short_calls);
	f->most_counting = fmin(f->counting.most, p->cpu);
	f->counting_matters = cost_is_told(&f->counting, p->cpu);
}

size_t run_parts(const struct report *r, char *texts[RUN_PARTS])
{
	const struct window *w = &r->result->request->wanted.window;
	size_t n = 0;

	if (w->phase)
		texts[n++] = gp_format("while phase '%s' lasted", w->phase);
	if (w->outside)
		texts[n++] = gp_strdup("while no phase lasted");
	if (w->dump) {
		char *name = report_snapshot_name(r);

		texts[n++] = gp_format("up to %s", name);
		free(name);
	}
	return n;
}
