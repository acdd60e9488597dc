/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * strata.c - see strata.h.
 */
#include "program/strata.h"
#include "program/program.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LONGEST_TICK 10e6 /* ns, at 100 a second */

/*
 * Times what its thread's samples weigh that a call's sample is known to be of one long call, and
 * not of many short ones that no tick met.  Where ticks meet a thread at random, what passes
 * between two of them is exponential: more than so many times the mean has few of them.
 */
#define LONG 5

#define OTHERS 0.15 /* share of samples of other kinds in the usual weight */

enum stratum_kind strata_kind(uint32_t flags)
{
	if (flags & GPROF_SAMPLE_WAIT)
		return STRATUM_WAIT;
	if (flags & GPROF_SAMPLE_KERNEL)
		return flags & GPROF_SAMPLE_FAULT ? STRATUM_FAULT : STRATUM_CALL;
	return STRATUM_USER;
}

static double *usual_at(struct strata *s, uint32_t thread)
{
	size_t at = thread == GP_NONE ? 0 : (size_t)thread + 1;

	while (s->n <= at)
		*gp_push(s->usual, s->n, s->room) = LONGEST_TICK;
	return &s->usual[at];
}

static double usual_of(const struct strata *s, uint32_t thread)
{
	size_t at = thread == GP_NONE ? 0 : (size_t)thread + 1;

	return at < s->n ? s->usual[at] : LONGEST_TICK;
}

/* The random part of one sample's weight. */
static double chance_of(double usual, uint32_t flags, double weight)
{
	return strata_kind(flags) == STRATUM_CALL && weight > LONG * usual ? usual : weight;
}

/* Samples at ticks beside an event weigh alike: no interval is drawn for them. */
static bool is_even(uint32_t flags)
{
	return flags >> GPROF_SAMPLE_OCTAVE_SHIFT >= GPROF_SAMPLE_TICKS;
}

struct weight strata_chance(const struct strata *s, uint32_t thread, uint32_t flags, double sum,
			    double samples)
{
	double usual = usual_of(s, thread);
	struct weight w;

	if (!(samples > 0) || s->exact)
		return (struct weight){ .sum = sum, .samples = samples > 0 ? samples : 0 };
	w = weight_of(chance_of(usual, flags, sum / samples) * samples, samples);
	if (is_even(flags))
		w.squares = w.sum * w.sum / samples;
	/* Until others are known: what is chance of the sum. */
	w.usual = w.sum;
	w.sum = sum;
	return w;
}

static void add(struct stratum *to, const struct weight *w)
{
	to->samples += w->samples;
	to->chance += w->usual;
	to->squares += w->squares;
}

/* Mean of the squares, by weight: what a nanosecond adds to them.  Of few samples 'others' say
   it. */
static double heaviness(const struct stratum *s, double others)
{
	double own = s->chance > 0 ? s->squares / s->chance : 0;

	return (s->samples * own + WEIGHT_FEW * others) / (s->samples + WEIGHT_FEW);
}

struct weight strata_weigh(const struct strata *s, uint32_t thread, uint32_t flags, double sum,
			   double samples)
{
	struct weight w = strata_chance(s, thread, flags, sum, samples);
	enum stratum_kind kind = strata_kind(flags);
	const struct stratum *all = kind == STRATUM_WAIT ? &s->kinds[kind] : &s->all;
	double usual = all->chance > 0 ? all->squares / all->chance : 0;

	w.usual *= OTHERS * usual + (1 - OTHERS) * heaviness(&s->kinds[kind], usual);
	return w;
}

/* ------------------------------------------------------------------ */

/* Samples of user code say what is usual in a thread: none of them is long. */
static void find_usual(struct strata *s, const struct profile *p, const struct profile_table *t,
		       uint32_t thread)
{
	double longest = fmax(p->head.period_ns, p->head.last_period_ns), sum = 0, samples = 0;
	const struct gprof_sample *slots = t->slots;
	double *usual = usual_at(s, thread);

	for (size_t k = 0; k < t->n; k++)
		if (slots[k].count && strata_kind(slots[k].flags) == STRATUM_USER) {
			sum += slots[k].weight;
			samples += slots[k].count;
		}
	*usual = fmax(*usual, fmax(longest, samples > 0 ? sum / samples : 0));
}

static void read_table(struct strata *s, const struct profile_table *t, uint32_t thread)
{
	const struct gprof_sample *slots = t->slots;

	for (size_t k = 0; k < t->n; k++) {
		enum stratum_kind kind = strata_kind(slots[k].flags);
		struct weight w;

		if (!slots[k].count)
			continue;
		w = strata_chance(s, thread, slots[k].flags, slots[k].weight, slots[k].count);
		add(&s->kinds[kind], &w);
		if (kind != STRATUM_WAIT)
			add(&s->all, &w);
	}
}

uint32_t strata_thread(const struct program_profile *l, const struct profile_table *t)
{
	return t->thread == GP_NONE ? GP_NONE : l->first_thread + t->thread;
}

void strata_read(struct strata *s, const struct program_profile *l)
{
	const struct profile *p = &l->profile;

	for (size_t i = 0; i < p->nsamples; i++)
		find_usual(s, p, &p->samples[i], strata_thread(l, &p->samples[i]));
	for (size_t i = 0; i < p->nsamples; i++)
		if (program_profile_has_thread(l, p->samples[i].thread))
			read_table(s, &p->samples[i], strata_thread(l, &p->samples[i]));
}

static struct stratum stratum_of(const struct sample_totals *totals)
{
	return (struct stratum){ .samples = totals->samples, .chance = totals->chance,
				 .squares = totals->squares };
}

void strata_of_sum(struct strata *s, const struct sample_totals *cpu,
		   const struct sample_totals *wait)
{
	s->all = stratum_of(cpu);
	s->kinds[STRATUM_WAIT] = stratum_of(wait);
}

void strata_release(struct strata *s)
{
	free(s->usual);
	memset(s, 0, sizeof *s);
}
