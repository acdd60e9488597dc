/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * uncertainty.c - sentences on the limits of a run: which of two functions uses more is undecided,
 * and part of the time cannot be attributed.
 */
#include "analysis/tick_samples.h"
#include "insights/internal.h"

#include <math.h>
#include <stdlib.h>

#define OPEN 5.0     /* per cent of all that each of the two must have */
#define UNKNOWN 10.0 /* the same of time whose callers, or whose code, are not known */
#define DEVIATE 1.96 /* standard errors of a 95 % interval */
#define LONGEST 20  /* times as long a run is not proposed */
#define ALIKE 0.25  /* of the larger of two, that they may differ by and be about equal */
#define USUAL_RATE 1000 /* samples a second that a run begins with */
#define HIGH_RATE 5000  /* that cost little enough to be proposed */

/* The first two of the functions by own time. */
static bool first_two(const struct insight_context *q, uint32_t two[2])
{
	two[0] = insight_largest_self(q, GP_NONE);
	two[1] = two[0] == GP_NONE ? GP_NONE : insight_largest_self(q, two[0]);
	return two[1] != GP_NONE && insight_share(q, q->graph->nodes[two[1]].self) >= OPEN;
}

/*
 * How to get that many times the samples; to be freed.  Where the runtime's own choice took few
 * of them, a rate does so in the same time; the runtime would take few in a longer run, too.
 * Of threads that ticks sample a rate says nothing, and their event helps only where it is
 * more frequent than ticks are.
 */
static char *more_samples(const struct program *p, double times)
{
	double rate = times * (double)p->samples / (p->sampled / 1e9);
	struct tick_samples t = tick_samples_of(p);

	if (tick_samples_are_few(&t, p))
		return gp_format(
			"a run %.0f times as long can tell; with "
			"GPROF_OPTIONS=tick-sampling=never the same has about %.0f samples",
			times, round(((double)p->samples + t.more) / 10) * 10);
	if (rate <= USUAL_RATE && t.samples * 4 < p->samples)
		return gp_format("the same run with GPROF_OPTIONS=rate=%.0f can tell",
				 ceil(rate / 100) * 100);
	if (rate <= HIGH_RATE && t.samples * 4 < p->samples)
		return gp_format("a run %.0f times as long can tell, or the same with "
				 "GPROF_OPTIONS=rate=%.0f", times, ceil(rate / 100) * 100);
	return gp_format("a run %.0f times as long can tell", times);
}

void insight_too_few_samples(const struct insight_context *q)
{
	unsigned long long n = q->program->samples;
	char *how;

	if (!n || n >= INSIGHTS_SAMPLES || !q->program->stacked)
		return;
	how = more_samples(q->program, fmax(2, ceil((double)INSIGHTS_SAMPLES / n)));
	insight_add(q, "%llu sample%s too few to say what uses the time: %s.", n,
		    n == 1 ? " is" : "s are", how);
	free(how);
}

/* An interval's ends, in per cent of all. */
static char *ends_of(const struct insight_context *q, const struct interval *i)
{
	return gp_format("%.1f to %.1f %%", insight_share(q, i->low), insight_share(q, i->high));
}

/* Two that samples say too little of to call them equal: they may be far apart. */
static void say_unordered(const struct insight_context *q, const uint32_t two[2],
			  const struct interval *a, const struct interval *b)
{
	char *first = ends_of(q, a), *second = ends_of(q, b);

	insight_add(q,
		    "Whether '%s' or '%s' uses more itself is not known after %llu samples: it is "
		    "%s and %s of the time.",
		    insight_name(q, two[0]), insight_name(q, two[1]),
		    (unsigned long long)q->program->samples, first, second);
	free(first);
	free(second);
}

void insight_undecided(const struct insight_context *q)
{
	struct interval a, b;
	double error, apart, times;
	uint32_t two[2];
	char *how;

	if (!first_two(q, two))
		return;
	a = insight_self(q, two[0]);
	b = insight_self(q, two[1]);
	error = DEVIATE * hypot(interval_error(&a), interval_error(&b));
	apart = q->graph->nodes[two[0]].self - q->graph->nodes[two[1]].self;
	if (apart >= error)
		return;
	times = apart > 0 ? ceil(error * error / (apart * apart)) : LONGEST + 1;
	if (times > LONGEST && apart + error > ALIKE * a.value) {
		say_unordered(q, two, &a, &b);
		return;
	}
	if (times > LONGEST) {
		insight_add(q,
			    "Whether '%s' or '%s' uses more itself is open: with %.1f and "
			    "%.1f %% they are about equal.",
			    insight_name(q, two[0]), insight_name(q, two[1]),
			    insight_share(q, q->graph->nodes[two[0]].self),
			    insight_share(q, q->graph->nodes[two[1]].self));
		return;
	}
	how = more_samples(q->program, times);
	insight_add(q,
		    "Whether '%s' (%.1f %%) or '%s' (%.1f %%) uses more itself is open after %llu "
		    "samples: %s.",
		    insight_name(q, two[0]), insight_share(q, q->graph->nodes[two[0]].self),
		    insight_name(q, two[1]), insight_share(q, q->graph->nodes[two[1]].self),
		    (unsigned long long)q->program->samples, how);
	free(how);
}

/* Returns true if a rate was asked for: the runtime's own choice saves stacks by rarer samples. */
static bool has_fixed_rate(const struct program *p)
{
	for (size_t i = 0; i < p->nprofiles; i++)
		if (p->profiles[i].profile.head.last_period_ns)
			return false;
	return p->nprofiles;
}

static void insight_without_stack(const struct insight_context *q)
{
	const struct program *p = q->program;
	const char *then = insight_has_stacks(q) ? "their time is divided like that of the others"
						: "who causes the time is not said here";

	insight_add(
		q, "%.1f %% of the samples were taken without a stack, to limit overhead: %s.%s",
		100.0 * p->without_stack / p->samples, then,
		has_fixed_rate(p) ? " A lower GPROF_OPTIONS=rate=N, or rate=auto, has more stacks."
				  : "");
}

/* Why events are in no sample. */
static const char *reason_of(const struct program *p, const struct measure_event *event)
{
	for (const char *const *name = event->events; *name; name++) {
		const struct event_kind *kind = events_find(&p->events, *name, event->counted);

		if (kind && kind->refused)
			return "the kernel refused to sample the event in a thread";
		if (kind && kind->lost)
			return "some found no room in the kernel's buffer, which samples of CPU "
			       "time (GPROF_OPTIONS=rate=N) or a longer period empty in time; "
			       "others the kernel met in system calls or before the profiler "
			       "started";
	}
	return "the kernel met them in system calls or before the profiler started, or they are "
	       "the last ones of threads";
}

void insight_not_sampled(const struct insight_context *q)
{
	const struct program *p = q->program;
	double rest = p->rest == GP_NONE ? 0 : insight_share(q, q->graph->nodes[p->rest].self);

	if (rest >= UNKNOWN && q->result->request->join.event)
		insight_add(q, "%.1f %% of the %s are in no sample: %s.", rest, p->measure->name,
			    reason_of(p, q->result->request->join.event));
	else if (rest >= UNKNOWN && q->result->unsampled)
		insight_add(q,
			    "%.1f %% of the CPU time is in no sample: %zu of %zu runs were not "
			    "sampled (GPROF_OPTIONS=rate=0).",
			    rest, q->result->unsampled, q->result->runs);
	else if (rest >= UNKNOWN)
		insight_add(q,
			    "%.1f %% of the CPU time is in no sample: it was used before the "
			    "profiler started, by threads and processes that ended soon, or where "
			    "the program blocks the signal. %s.",
			    rest,
			    tick_samples_of(p).brief
				    ? "GPROF_OPTIONS=tick-sampling=never samples short threads"
				    : "A longer run makes it a smaller part");
}

void insight_unknown(const struct insight_context *q)
{
	const struct program *p = q->program;
	const struct calltree *t = &p->calls;
	double ready = p->ready == GP_NONE ? 0 : insight_share(q, q->graph->nodes[p->ready].self);
	double callers = insight_share(q, t->truncated + t->bare);
	double profiler =
		p->profiler == GP_NONE ? 0 : insight_share(q, q->graph->nodes[p->profiler].self);

	if (p->without_stack * 100.0 >= UNKNOWN * p->samples)
		insight_without_stack(q);
	else if (!insight_has_stacks(q))
		insight_add(q,
			    "Only %llu of %llu samples have a stack: who causes the time is not "
			    "said here.",
			    (unsigned long long)p->stacked, (unsigned long long)p->samples);
	if (insight_has_stacks(q) && callers >= UNKNOWN)
		insight_add(q,
			    "For %.1f %% of the time callers are not known: the stacks are "
			    "truncated or missing.",
			    callers);
	if (ready >= UNKNOWN)
		insight_add(q,
			    "For %.1f %% of the time threads could run and waited for a "
			    "processor, or too shortly to be met blocked.",
			    ready);
	insight_not_sampled(q);
	if (profiler >= UNKNOWN)
		insight_add(q, "The profiler itself used %.1f %% of the time.", profiler);
}
