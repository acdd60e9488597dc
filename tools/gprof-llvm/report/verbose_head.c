/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * verbose_head.c - the basis of a report's figures: the profiles merged (profiles.c) and left out,
 * how time was sampled, every doubt, and the time that filters leave out, so that all time is
 * accounted for (analysis/selection.h).
 */
#include "analysis/samples.h"
#include "analysis/instrumentation_gaps.h"
#include "merge/sum.h"
#include "report/merged_profile.h"
#include "report/run_facts.h"
#include "text/escape.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SILENCE 64 /* periods of CPU time without a sample */
#define FEW 100	   /* samples have less than this part of the CPU time */
#define UNLIKE 0.05 /* part of all by which two figures of it may differ without a word */
#define UNSURE (1 / 3.0) /* of the time of interrupts, as measured against runs without them */
#define LEAST_ALIKE 5e8 /* ns; of less time the figures are too few ticks */

static const char *clock_name(uint32_t clock)
{
	switch (clock) {
	case GPROF_CLOCK_NONE:
		return "no sampling";
	case GPROF_CLOCK_PERF:
		return "per-thread CPU clock";
	case GPROF_CLOCK_TIMER:
		return "per-thread timer, no finer than the kernel's tick";
	}
	return "unknown clock";
}

/* Returns true if anything of the runs is left out. */
static bool is_part(const struct program *p)
{
	for (size_t i = 0; i < p->nprofiles; i++)
		if (p->profiles[i].profile.part.partial)
			return true;
	return false;
}

/* The part of the run that the figures cover; nothing for a whole run. */
static void print_covered(const struct report *r)
{
	char *texts[RUN_PARTS];
	size_t n = run_parts(r, texts);

	for (size_t i = 0; i < n; i++) {
		gprintf(r->out, "  covers: %s\n", texts[i]);
		free(texts[i]);
	}
	if (!n && is_part(r->program) && !r->result->request->wanted.window.all_time)
		fputs("  covers: what was recorded between start, stop and reset (--all-time "
		      "includes the rest)\n", r->out);
}

/*
 * Why the sums by samples are not the kernel's, if they differ by more than a twentieth: the
 * shares of user and kernel, or all of it.
 */
static void print_difference(const struct report *r, const struct run_facts *f)
{
	const struct program *p = r->program;
	double all = f->user + f->kernel, missing = all - p->cpu;
	bool ticks = f->at_ticks || f->clock == GPROF_CLOCK_TIMER;

	if (all < LEAST_ALIKE || fabs(p->kernel - f->kernel) + fabs(missing) <= UNLIKE * all)
		return;
	fputs("    they differ: ", r->out);
	if (missing > UNLIKE * all)
		gprintf(r->out, "%.2f s are in no sample (<profiler>, <not sampled>)\n",
			missing / 1e9);
	else if (missing < -UNLIKE * all)
		gprintf(r->out, "%.2f s of samples came after the kernel's figures were read, from "
			"threads that ran on\n", -missing / 1e9);
	else if (ticks)
		fputs("both attribute all time between two ticks to what runs at the second\n",
		      r->out);
	else
		fputs("the kernel attributes all time between two ticks to what runs at the "
		      "second\n",
		      r->out);
}

/* User and kernel time: as sampled, and as the kernel counted it. */
static void print_kernel(const struct report *r, const struct run_facts *f)
{
	const struct program *p = r->program;

	gprintf(r->out, "    user %.2f s, kernel %.2f s by samples", (p->cpu - p->kernel) / 1e9,
		p->kernel / 1e9);
	if (f->kernel_counted)
		gprintf(r->out, "; user %.2f s, kernel %.2f s as the kernel counts", f->user / 1e9,
			f->kernel / 1e9);
	fputc('\n', r->out);
	if (f->kernel_counted)
		print_difference(r, f);
}

/* The object and reason that most truncated stacks ended in and for. */
static void print_worst(const struct report *r)
{
	const struct program *p = r->program;
	const struct truncation *worst;
	uint64_t samples = truncations_worst(p, &worst);

	if (!samples || worst->why == GPROF_ENDED_UNKNOWN)
		return;
	gprintf(r->out, ": %.1f %% in %s: %s", 100.0 * samples / p->stacked,
		worst->object == GP_NONE ? "code of no file" : p->objects[worst->object].name,
		profile_truncation_text(worst->why));
}

static void print_stacks(const struct report *r)
{
	const struct program *p = r->program;

	if (!p->stacked)
		return;
	gprintf(r->out, "    stacks: of %llu sample%s with a stack, %llu truncated",
		(unsigned long long)p->stacked, p->stacked == 1 ? "" : "s",
		(unsigned long long)p->truncated);
	print_worst(r);
	if (p->without_stack)
		gprintf(r->out, "; %llu taken without a stack to limit overhead, their time "
				"distributed like the others",
			(unsigned long long)p->without_stack);
	fputc('\n', r->out);
}

/*
 * Time that should have had samples; what is shorter may have none by chance.  A few are taken
 * where the program blocks the signal only after its start.
 */
static void print_silence(const struct report *r, const struct run_facts *f)
{
	const struct program *p = r->program;

	if (p->cpu > p->used / FEW || p->sum || f->clock == GPROF_CLOCK_NONE ||
	    p->used < SILENCE * (double)f->first_period)
		return;
	report_paint(r, PAINT_LOSS);
	gprintf(r->out,
		"    no sample in %.2f s of CPU time, as the kernel counts: the program blocks\n"
		"    the signal, handles it itself, or used this time before it was profiled\n",
		(p->used - p->cpu) / 1e9);
	report_paint(r, PAINT_OFF);
}

void report_unsampled(const struct report *r)
{
	size_t all = r->result->runs, n = r->result->unsampled;

	if (!n)
		return;
	report_paint(r, PAINT_LOSS);
	gprintf(r->out, "  times are those of %zu of %zu runs: the others were not sampled "
			"(GPROF_OPTIONS=rate=0)\n", all - n, all);
	report_paint(r, PAINT_OFF);
}

/* Bytes in the unit that they have most of; to be freed. */
static char *total_text(const struct measure *m, double weight)
{
	const struct measure_unit *unit = measure_unit_of(m, weight);

	if (!m->counted || m->whole)
		return measure_text(m, weight, 2);
	return gp_format("%.*f %s", unit->size > 1 ? 2 : 0, weight / unit->size, unit->name);
}

/* "8576 page faults": how many samples they are of, and at which period these were taken. */
static void print_total(const struct report *r, const struct run_facts *f)
{
	const struct program *p = r->program;
	char *all = total_text(p->measure, p->total);
	char *sampled = measure_text(p->measure, p->sampled, 2);
	bool event = r->result->request->join.event;

	if (p->measure->whole)
		gprintf(r->out, "  %s: %.0f", p->measure->name, p->total);
	else if (event)
		gprintf(r->out, "  %s: %s", p->measure->name, all);
	else
		gprintf(r->out, "  time: %s of %s", all, p->measure->name);
	if (p->rest != GP_NONE || p->profiler != GP_NONE)
		gprintf(r->out, ", %s of it", sampled);
	if (strcmp(p->measure->samples, p->measure->unit))
		gprintf(r->out, " in %llu %.*s", (unsigned long long)p->samples,
			(int)strlen(p->measure->samples) - (p->samples == 1), p->measure->samples);
	if (!event)
		gprintf(r->out, "; %s, every %.2f ms", clock_name(f->clock), f->first_period / 1e6);
	if (!event && f->last_period > f->first_period)
		gprintf(r->out, " at first, %.2f ms at the end", f->last_period / 1e6);
	fputc('\n', r->out);
	free(all);
	free(sampled);
}

/* Facts on samples of time alone: the clock, and where the processors were. */
static void print_clock(const struct report *r, const struct run_facts *f)
{
	enum time_kind time = r->result->request->join.time;
	const struct program *p = r->program;

	if (f->at_ticks)
		fputs("    in part at the kernel's ticks, to limit overhead in threads that "
		      "wait often or end soon (GPROF_OPTIONS=tick-sampling=never prevents it)\n",
		      r->out);
	print_silence(r, f);
	if (p->cpu)
		print_kernel(r, f);
	if (p->waited && time == TIME_CPU)
		gprintf(r->out,
			"    %.2f s of waiting not shown (--measure=wait or wall shows it)\n",
			p->waited / 1e9);
	if (!p->waited && time != TIME_CPU)
		fputs("    no wait was sampled: " WAITS_NEED "\n", r->out);
}

static void print_time(const struct report *r, const struct run_facts *f)
{
	const struct program *p = r->program;

	if (!report_is_timed(r) && f->clock == GPROF_CLOCK_NONE && !r->options.classic) {
		fputs("  no times: it was counted without samples\n", r->out);
		return;
	}
	print_total(r, f);
	if (!r->result->request->join.event)
		print_clock(r, f);
	print_stacks(r);
	if (p->measure->counted)
		return;
	if (p->total)
		gprintf(r->out, "    %.1f %% in uninstrumented code%s", 100 * p->foreign / p->total,
			p->foreign && !p->placed ? ", not attributed to its callers" : "");
	if (p->placed && p->placed == p->foreign)
		fputs(", all attributed to its callers from stacks", r->out);
	else if (p->placed)
		gprintf(r->out, ", %.1f %% attributed to its callers from stacks",
			100 * p->placed / p->total);
	if (p->total)
		fputc('\n', r->out);
	report_attribution(r);
}

/* The time of counting, which is in the rows of counted functions. */
static void print_counting(const struct report *r, const struct run_facts *f)
{
	const struct cost *c = &f->counting;
	const char *separator = ": ";
	double cpu = r->program->cpu;

	if (cost_is_wide(c))
		gprintf(r->out, " counting %.3f to %.3f s, %.1f to %.1f %%, the more the shorter "
			"functions are, mostly within the other rows", c->all / 1e9,
			f->most_counting / 1e9, 100 * c->all / cpu, 100 * f->most_counting / cpu);
	else
		gprintf(r->out, " counting at least %.3f s, %.1f %%, mostly within the other rows",
			c->all / 1e9, 100 * c->all / cpu);
	for (int i = 0; i < COST_KINDS; i++)
		if (c->ns[i] >= 0.01 * c->all) {
			gprintf(r->out, "%s%s %.3f s", separator, cost_name(i), c->ns[i] / 1e9);
			separator = ", ";
		}
	fputs(" (estimated)", r->out);
}

/* The time of interrupts is estimated (rt/sample/budget.c). */
static void print_own(const struct report *r)
{
	const struct program *p = r->program;

	gprintf(r->out, " %.3f s", p->own / 1e9);
	if (p->interrupts)
		gprintf(r->out, " (%.3f to %.3f)", (p->own - p->interrupts * UNSURE) / 1e9,
			(p->own + p->interrupts * UNSURE) / 1e9);
	gprintf(r->out, " for samples%s", p->profiler_sampled ? "," : "");
}

static void print_cost(const struct report *r, const struct run_facts *f)
{
	const struct program *p = r->program;
	bool worth = f->counting_matters;

	if ((!worth && !p->own && !p->profiler_sampled) ||
	    !measure_has_cpu_time(r->result->request->join.time))
		return;
	fputs("  <profiler>:", r->out);
	if (p->own)
		print_own(r);
	if (p->profiler_sampled)
		gprintf(r->out, " %.3f s in its code", p->profiler_sampled / 1e9);
	if (p->own || p->profiler_sampled)
		gprintf(r->out, ", a row of its own%s", worth ? ";" : "");
	if (worth)
		print_counting(r, f);
	fputc('\n', r->out);
}

/* No run counts so far: the file is damaged, or its counts were. */
static void print_clipped(const struct report *r)
{
	size_t clipped = graph_clipped(r->graph);

	if (clipped)
		gprintf(r->out, "  inexact: %zu count%s of 2^63 or more, shown as %lld\n",
			clipped, clipped == 1 ? "" : "s", (long long)INT64_MAX);
}

static void print_lost_events(const struct report *r)
{
	const struct events *e = &r->program->events;

	for (size_t i = 0; i < e->nkinds; i++)
		if (e->kinds[i].lost)
			gprintf(r->out, "  lost: %llu sample%s of the event '%s': the kernel's "
				"buffer was full\n", (unsigned long long)e->kinds[i].lost,
				e->kinds[i].lost == 1 ? "" : "s", e->kinds[i].name);
}

static void print_lower_bounds(const struct report *r)
{
	const struct events *e = &r->program->events;

	for (size_t i = 0; i < e->nkinds; i++)
		if (e->kinds[i].unread)
			gprintf(r->out, "  inexact: the total of the event '%s' is a lower bound: "
				"the last events of threads are not in it\n", e->kinds[i].name);
}

static void print_doubts(const struct report *r)
{
	const struct program *p = r->program;
	size_t n = r->graph->overrun;

	if (n)
		gprintf(r->out, "  inexact: %zu function%s with more calls than entries: %s\n",
			n, n == 1 ? "" : "s",
			is_part(p) ? "they were called while a snapshot was taken"
				   : "they have the calls, and may have had more");
	print_clipped(r);
	print_lost_events(r);
	print_lower_bounds(r);
	if (r->graph->late)
		gprintf(r->out, "  in flight: %lld call%s counted whose callee had not been "
				"entered\n",
			(long long)r->graph->late, r->graph->late == 1 ? "" : "s");
	if (p->ambiguous)
		gprintf(r->out, "  inexact: %llu name%s with several definitions that may have "
			"been called\n", (unsigned long long)p->ambiguous,
			p->ambiguous == 1 ? "" : "s");
	for (size_t i = 0; i < p->nnotes; i++)
		gprintf(r->out, "  %s\n", p->notes[i]);
	for (size_t i = 0; i < p->nobjects; i++)
		if (p->objects[i].uncounted)
			gprintf(r->out, "  lost: the counts of '%s': the file is gone or was "
				"rebuilt\n", p->objects[i].path);
		else if (p->objects[i].changed)
			gprintf(r->out, "  lost: the names of functions in '%s', whose time is in "
				"its row: the file is gone or was rebuilt\n", p->objects[i].path);
	for (size_t i = 0; i < p->nobjects; i++)
		if (p->objects[i].unattached)
			gprintf(r->out, "  not counted: '%s': another version of the plugin built "
				"it: rebuild it\n", p->objects[i].path);
}

void report_uncounted(const struct report *r)
{
	char *text = instrumentation_gaps(r->program, r->options.names);

	if (!text)
		return;
	report_paint(r, PAINT_LOSS);
	gprintf(r->out, "  not counted: %s", text);
	report_paint(r, PAINT_OFF);
	fputc('\n', r->out);
	free(text);
}

void report_losses(const struct report *r)
{
	if (r->program->sum)
		report_merged_losses(r);
	report_profiles_losses(r);
	for (size_t i = 0; i < r->result->nleft_out; i++)
		gprintf(r->out, "  left out: %s\n", r->result->left_out[i]);
	print_doubts(r);
}

void report_head(const struct report *r)
{
	struct run_facts f;

	run_facts_find(&f, r);
	gprintf(r->out, "Profile of %s", r->program->objects[0].path);
	if (r->result->request->thread)
		gprintf(r->out, ", threads '%s' only", r->result->request->thread);
	fputc('\n', r->out);
	if (r->program->sum)
		report_merged_head(r);
	report_profiles(r);
	for (size_t i = 0; i < r->result->nleft_out; i++)
		gprintf(r->out, "  left out: %s\n", r->result->left_out[i]);
	print_covered(r);
	if (r->program->sum && r->result->request->merged_counts &&
	    r->program->sum->total.sample_totals[0].samples) {
		gprintf(r->out, "  no times: a merged profile has none of lines\n");
	} else {
		print_time(r, &f);
		report_unsampled(r);
		print_cost(r, &f);
	}
	report_uncounted(r);
	report_paint(r, PAINT_LOSS);
	print_doubts(r);
	report_paint(r, PAINT_OFF);
	report_filtered_out(r);
	fputc('\n', r->out);
}

void report_print_head(FILE *out, const struct result *of, bool color, bool attributed)
{
	report_head(&(struct report){ .out = out, .result = of, .program = of->program,
				      .graph = &of->program->graph,
				      .options = { .color = color,
						   .unattributed = !attributed } });
}

/* ------------------------------------------------------------------ what a filter leaves out */

static void print_weight(const struct report *r, double weight)
{
	char *text = measure_text(r->program->measure, weight, 2);

	fputs(text, r->out);
	free(text);
	if (r->program->total)
		gprintf(r->out, ", %.1f %%", 100 * weight / r->program->total);
}

static void print_patterns(const struct report *r, bool hiding)
{
	const struct selection *s = &r->result->selection;
	const char *separator = "";

	for (size_t i = 0; i < s->npatterns; i++) {
		if (s->patterns[i].hides != hiding)
			continue;
		gprintf(r->out, "%s%s=%s", separator, s->patterns[i].option, s->patterns[i].text);
		separator = " ";
	}
}

static void print_unmatched(const struct report *r)
{
	const struct selection *s = &r->result->selection;

	for (size_t i = 0; i < s->npatterns; i++)
		if (!s->patterns[i].matched)
			gprintf(r->out, "  %s '%s' matches no function\n", s->patterns[i].option,
				s->patterns[i].text);
}

/* How it is known what time went through which functions. */
static void print_how(const struct report *r)
{
	const struct selection *s = &r->result->selection;

	if (s->by_stacks)
		fputs(", times are from the stacks that are kept\n", r->out);
	else
		fputs(", times are divided by numbers of calls\n", r->out);
	if (!s->by_stacks || s->unsure < 1e6)
		return;
	fputs("  unsure: ", r->out);
	print_weight(r, s->unsure);
	fputs(", whose stacks are truncated: the missing callers may decide otherwise\n",
	      r->out);
}

static void print_ways(const struct report *r)
{
	const struct selection *s = &r->result->selection;

	/* The hiding patterns are the last. */
	if (!s->npatterns || s->patterns[0].hides)
		return;
	fputs("  left out: ", r->out);
	print_weight(r, s->left_out);
	fputs(", by ", r->out);
	print_patterns(r, false);
	fputs("; calls are those of the whole run", r->out);
	print_how(r);
}

bool report_filtered_out(const struct report *r)
{
	const struct selection *s = &r->result->selection;

	if (!selection_is_part(s))
		return false;
	print_ways(r);
	if (s->hides) {
		gprintf(r->out, "  hidden: %zu function%s by ", s->nhidden,
			s->nhidden == 1 ? "" : "s");
		print_patterns(r, true);
		fputs("; their time is attributed to their callers\n", r->out);
	}
	if (s->module) {
		fputs("  left out: ", r->out);
		print_weight(r, s->elsewhere);
		gprintf(r->out, ", outside of module '%s'\n", s->module);
	}
	print_unmatched(r);
	return true;
}
