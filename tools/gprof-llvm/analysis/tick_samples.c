/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * tick_samples.c - see tick_samples.h.
 */
#include "analysis/tick_samples.h"

#define WORTH 0.25   /* of the samples: so many more are worth a run with other options */
#define BRIEF_NS 8e6 /* two ticks, at 250 a second */

static bool is_spared(const struct program_profile *l, uint32_t thread)
{
	return thread != GP_NONE && program_profile_has_thread(l, thread) &&
	       l->profile.threads[thread]->flags & GPROF_THREAD_TICKS;
}

/* Those of an event have no n in user code, or one of the event's periods. */
static bool is_at_tick(const struct gprof_sample *s)
{
	uint32_t n = s->flags >> GPROF_SAMPLE_OCTAVE_SHIFT;

	return s->count && !(s->flags & GPROF_SAMPLE_WAIT) && n && n <= GPROF_SAMPLE_STEPS;
}

/* The period that the process came to: what samples cost may not have allowed a shorter one. */
static double period_of(const struct profile *p)
{
	return p->head.last_period_ns ? p->head.last_period_ns : p->head.period_ns;
}

static void add_beside(struct tick_samples *t, const struct profile_table *table)
{
	const struct gprof_sample *s = table->slots;

	for (size_t i = 0; i < table->n; i++)
		if (!(s[i].flags & GPROF_SAMPLE_WAIT) &&
		    s[i].flags >> GPROF_SAMPLE_OCTAVE_SHIFT >= GPROF_SAMPLE_TICKS)
			t->beside += s[i].count;
}

static void add_table(struct tick_samples *t, const struct profile *p,
		      const struct profile_table *table)
{
	const struct gprof_sample *s = table->slots;
	double period = period_of(p), more;

	for (size_t i = 0; i < table->n; i++) {
		if (!is_at_tick(&s[i]))
			continue;
		t->samples += s[i].count;
		more = period > 0 ? s[i].weight / period - s[i].count : 0;
		if (more > 0 && !(s[i].flags & GPROF_SAMPLE_KERNEL))
			t->more += more;
	}
}

static void add_loaded(struct tick_samples *t, const struct program_profile *l)
{
	const struct profile *p = &l->profile;

	t->keeps_step |= p->keeps_step;
	for (size_t i = 0; i < p->nsamples; i++) {
		if (is_spared(l, p->samples[i].thread))
			add_table(t, p, &p->samples[i]);
		if (program_profile_has_thread(l, p->samples[i].thread))
			add_beside(t, &p->samples[i]);
	}
	for (size_t k = 0; k < p->nthreads; k++)
		t->brief |= is_spared(l, k) &&
			    p->threads[k]->cpu_ns < BRIEF_NS * p->threads[k]->threads;
}

struct tick_samples tick_samples_of(const struct program *p)
{
	struct tick_samples t = { 0 };

	for (size_t i = 0; i < p->nprofiles; i++)
		if (!(p->profiles[i].profile.head.flags & GPROF_FILE_NO_SAMPLES))
			add_loaded(&t, &p->profiles[i]);
	return t;
}

bool tick_samples_are_few(const struct tick_samples *t, const struct program *p)
{
	return t->more >= WORTH * (double)p->samples;
}
