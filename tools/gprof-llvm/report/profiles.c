/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * profiles.c - the profiles that a report is based on, with the losses of each.
 *
 * A program that forks leaves one for each child, perhaps thousands.  A few are printed one by
 * one, processes without a profiled parent first; the others together, with all their losses.
 *
 * The facts of the whole run (run_facts.h) are added up here too.
 */
#include "merge/sum.h"
#include "report/merged_profile.h"
#include "report/run_facts.h"
#include "text/escape.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define MOST 8u /* profiles printed one by one */
#define FEW 2u  /* the same, above another view */
#define UNCOUNTED_THREADS \
	" (no space for the file, or clone without thread-local variables)"

/* Of one, and of several. */
static const struct {
	const char *one, *many;
} losses[GPROF_LOSS_N] = {
	[GPROF_LOSS_SAMPLES] = { "sample was not stored", "samples were not stored" },
	[GPROF_LOSS_ARCS] = { "call by pointer or return address was not stored",
			      "calls by pointer or return address were not stored" },
	[GPROF_LOSS_THREADS] = { "thread had no counters of its own" UNCOUNTED_THREADS,
				 "threads had no counters of their own" UNCOUNTED_THREADS },
	[GPROF_LOSS_MODULES] = { "loaded object was not recorded",
				 "loaded objects were not recorded" },
	[GPROF_LOSS_CALLERS] = { "first caller is not known", "first callers are not known" },
	[GPROF_LOSS_SNAPSHOTS] = { "snapshot was not stored", "snapshots were not stored" },
	[GPROF_LOSS_STACKS] = { "call stack was not stored", "call stacks were not stored" },
	[GPROF_LOSS_TIMES] = { "call of a function named by time= was not measured",
			       "calls of functions named by time= were not measured" },
};

static const struct {
	uint32_t flag;
	const char *text;
} conditions[] = {
	{ GPROF_FILE_SHARED, "threads shared a block: counts may lack calls that two of them "
			     "made at the same instant" },
	{ GPROF_FILE_NO_SAMPLES, "sampling was not possible, or ended early: times are missing" },
	{ GPROF_FILE_FOREIGN_GS, "the program uses the GS base itself: counts may be wrong, "
				 "compile with GPROF_PASS=bias=tls" },
	{ GPROF_FILE_NO_GS, "the GS base could not be set: threads shared a block" },
};

#define NCONDITIONS (sizeof conditions / sizeof *conditions)

/* Profiles that are printed together. */
struct rest {
	size_t profiles, ended;
	size_t flagged[NCONDITIONS]; /* profiles of which it is true */
	uint64_t threads, lost[GPROF_LOSS_N];
	bool parts; /* one that lost snapshots has some */
};

static void print_part(const struct report *r, const struct profile_part *part)
{
	gprintf(r->out, "    part of the run: %zu interval%s, together %s%.2f s\n", part->intervals,
		part->intervals == 1 ? "" : "s", part->timed ? "" : "at least ",
		part->elapsed_ns / 1e9);
}

static unsigned count_threads(const struct profile *p)
{
	unsigned threads = 0;

	for (size_t i = 0; i < p->nthreads; i++)
		threads += p->threads[i]->threads ? p->threads[i]->threads : 1;
	return threads;
}

/* Returns true if a run was divided by more than the clock: its parts have names or are left
   out. */
static bool has_parts(const struct profile *p)
{
	for (size_t i = 0; i < p->snapshots.n; i++)
		if (p->snapshots.list[i].kind != GPROF_SNAPSHOT_EVERY &&
		    p->snapshots.list[i].kind != GPROF_SNAPSHOT_AGAIN)
			return true;
	return false;
}

/* Events of a lost snapshot are in the next one. */
static const char *about_snapshots(bool parts)
{
	return parts ? ": phases, dumps and what start and stop leave out may be incomplete; the "
		       "whole run is complete"
		     : ": what ran in such an interval is in the next one; the whole run is "
		       "complete";
}

static void print_losses(const struct report *r, const uint64_t *lost, bool parts)
{
	for (size_t i = 0; i < GPROF_LOSS_N; i++) {
		const char *what = lost[i] == 1 ? losses[i].one : losses[i].many;

		if (lost[i])
			gprintf(r->out, "    lost: %llu %s%s\n", (unsigned long long)lost[i],
				what ? what : "events of a later version",
				i == GPROF_LOSS_SNAPSHOTS ? about_snapshots(parts) : "");
	}
}

/* How many dumps there are up to the last snapshot, which is one. */
static unsigned count_dumps(const struct profile *p)
{
	unsigned n = 0;

	for (size_t i = 0; i < p->snapshots.n; i++)
		n += p->snapshots.list[i].kind == GPROF_SNAPSHOT_DUMP;
	return n;
}

static bool has_dump(const struct profile *p, const char *name)
{
	for (size_t i = 0; i < p->snapshots.n; i++)
		if (p->snapshots.list[i].kind == GPROF_SNAPSHOT_DUMP &&
		    !strcmp(p->snapshots.list[i].name, name))
			return true;
	return false;
}

/* One that was asked for by its number need not have a name. */
char *report_snapshot_name(const struct report *r)
{
	const char *dump = r->result->request->wanted.window.dump;

	for (size_t i = 0; i < r->program->nprofiles; i++)
		if (has_dump(&r->program->profiles[i].profile, dump))
			return gp_format("dump '%s'", dump);
	return gp_format("dump %s", dump);
}

char *report_process_end(const struct profile *p)
{
	const struct snapshot *dump = window_dumped(p);

	if (p->head.end_ns)
		return gp_strdup("ended");
	if (dump)
		return *dump->name ? gp_format("the state at dump '%s'", dump->name)
				   : gp_format("the state at dump %u", count_dumps(p));
	return gp_strdup(result_still_runs(p->path) ? "still runs" : REPORT_KILLED);
}

static void print_origin(const struct report *r, const struct profile *p)
{
	const char *processes = profile_process(p, GPROF_PROCESS_COUNT);

	if (processes)
		gprintf(r->out, "  from %s: %s processes of a pool", p->path, processes);
	else
		gprintf(r->out, "  from %s: process %u%s", p->path, p->head.pid,
			p->head.fork_depth ? " (forked)" : "");
}

static void print_profile(const struct report *r, const struct profile *p)
{
	const struct gprof_file_header *h = &p->head;
	unsigned threads = count_threads(p);
	char *state = report_process_end(p);

	print_origin(r, p);
	gprintf(r->out, ", %u thread%s, %s\n", threads, threads == 1 ? "" : "s", state);
	free(state);
	report_paint(r, PAINT_LOSS);
	for (size_t i = 0; i < NCONDITIONS; i++)
		if (h->flags & conditions[i].flag)
			gprintf(r->out, "    inexact: %s\n", conditions[i].text);
	print_losses(r, h->lost, has_parts(p));
	report_paint(r, PAINT_OFF);
	if (p->part.partial)
		print_part(r, &p->part);
}

static void rest_add(struct rest *rest, const struct profile *p)
{
	rest->profiles++;
	rest->ended += p->head.end_ns != 0;
	rest->threads += count_threads(p);
	for (size_t i = 0; i < NCONDITIONS; i++)
		rest->flagged[i] += (p->head.flags & conditions[i].flag) != 0;
	for (size_t i = 0; i < GPROF_LOSS_N; i++)
		rest->lost[i] += p->head.lost[i];
	rest->parts |= p->head.lost[GPROF_LOSS_SNAPSHOTS] && has_parts(p);
}

/* Of several profiles, or of the only one. */
static void print_inexact(const struct report *r, const struct rest *rest, bool several)
{
	for (size_t i = 0; i < NCONDITIONS; i++) {
		if (!rest->flagged[i])
			continue;
		fputs("    inexact", r->out);
		if (several)
			gprintf(r->out, " in %zu", rest->flagged[i]);
		gprintf(r->out, ": %s\n", conditions[i].text);
	}
	print_losses(r, rest->lost, rest->parts);
}

static void print_rest(const struct report *r, const struct rest *rest)
{
	gprintf(r->out, "  and %zu more (report --processes lists them): %llu threads, %zu ended",
		rest->profiles, (unsigned long long)rest->threads, rest->ended);
	if (rest->ended < rest->profiles)
		gprintf(r->out, ", %zu " REPORT_KILLED ", or still run",
			rest->profiles - rest->ended);
	fputc('\n', r->out);
	report_paint(r, PAINT_LOSS);
	print_inexact(r, rest, true);
	report_paint(r, PAINT_OFF);
}

void report_profiles_losses(const struct report *r)
{
	struct rest all = { 0 };

	for (size_t i = 0; i < r->program->nprofiles; i++)
		rest_add(&all, &r->program->profiles[i].profile);
	print_inexact(r, &all, all.profiles > 1);
}

void report_profiles(const struct report *r)
{
	const struct program *p = r->program;
	unsigned most = r->options.unattributed ? FEW : MOST;
	bool all = p->nprofiles <= most + 1;
	struct rest rest = { 0 };
	size_t shown = 0;

	for (int forked = 0; forked < 2; forked++) {
		for (size_t i = 0; i < p->nprofiles; i++) {
			const struct profile *profile = &p->profiles[i].profile;

			if ((profile->head.fork_depth > 0) != forked)
				continue;
			if (all || shown++ < most)
				print_profile(r, profile);
			else
				rest_add(&rest, profile);
		}
	}
	if (rest.profiles)
		print_rest(r, &rest);
}

/* ------------------------------------------------------------------ facts of the run */

/* The clock that samples the first run, and its interval. */
static void first_clock(const struct report *r, uint32_t *clock, uint64_t *period_ns)
{
	*clock = GPROF_CLOCK_NONE;
	*period_ns = 0;
	if (r->program->sum) {
		report_merged_clock(r, clock, period_ns);
	} else if (r->program->nprofiles) {
		*clock = r->program->profiles[0].profile.head.clock;
		*period_ns = r->program->profiles[0].profile.head.period_ns;
	}
}

static uint64_t last_period(const struct report *r)
{
	uint64_t last = r->program->sum ? report_merged_last_period(r) : 0;

	for (size_t i = 0; i < r->program->nprofiles; i++)
		if (r->program->profiles[i].profile.head.last_period_ns > last)
			last = r->program->profiles[i].profile.head.last_period_ns;
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
	for (size_t i = 0; i < p->nprofiles; i++) {
		const struct gprof_file_header *h = &p->profiles[i].profile.head;

		*user += h->user_ns;
		*kernel += h->system_ns;
		whole &= h->end_ns && !p->profiles[i].left_out &&
			 !p->profiles[i].profile.part.partial;
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
	f->counting_matters = cost_is_notable(&f->counting, p->cpu);
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
