/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * test_strata.c - intervals hold the truth as often as they say in runs whose samples are of
 * several kinds, and one heavy sample that is known to belong where it is widens nothing.
 *
 * A run is made up of stretches, in each of which a part of the program has a share of the time
 * and samples come by one clock.  They are stored as the runtime stores them: as sums by place and
 * flags.
 */
#include "analysis/interval.h"
#include "program/program.h"
#include "unit.h"

#include <string.h>

#define RUNS 2000
#define SLOTS 512
#define THREADS 2
#define MS 1e6
#define PART 1 /* address of the part; all else is at 2 */
#define REST 2

enum source {
	EVENT, /* about so often, by rates as the runtime draws them */
	TICK,  /* as often, or with a turn of another thread between */
	CALL,  /* ticks in short system calls, which meet the thread at random */
	LONG,  /* a call that lasts so long, up to a tick more is added */
};

struct stretch {
	enum source source;
	int samples;
	double period; /* ms */
	double share;  /* of the part */
	uint32_t step; /* EVENT: of the period, in the flags */
	uint32_t thread;
};

struct run {
	struct gprof_sample slots[THREADS][SLOTS];
	size_t n[THREADS];
	double truth; /* ns of the part */
};

static uint64_t state = 88172645463325252u;

static double drawn(void)
{
	return unit_random(&state) % 1000000 / 1e6;
}

/* Of an interval, relative to the mean: its rate is drawn evenly, and met the more often the
   longer it lasts. */
static double interval(void)
{
	return 1 / sqrt(0.16 + 2.4 * drawn());
}

static uint32_t octave_of(double ns)
{
	return (64 - (uint32_t)__builtin_clzll((uint64_t)ns | 1)) << GPROF_SAMPLE_OCTAVE_SHIFT;
}

static void store(struct run *r, const struct stretch *s, uint64_t pc, uint32_t flags, double ns)
{
	struct gprof_sample *slots = r->slots[s->thread];
	size_t i = 0;

	while (i < r->n[s->thread] && (slots[i].pc != pc || slots[i].flags != flags))
		i++;
	if (i == r->n[s->thread])
		slots[r->n[s->thread]++] = (struct gprof_sample){ .pc = pc, .flags = flags };
	slots[i].count++;
	slots[i].weight += (uint64_t)ns;
}

static void take(struct run *r, const struct stretch *s)
{
	for (int i = 0; i < s->samples; i++) {
		double ns = s->period * MS, own = 0;
		uint64_t pc = drawn() < s->share ? PART : REST;
		uint32_t flags = 0;

		switch (s->source) {
		case EVENT:
			ns *= interval();
			if (s->step)
				flags = (GPROF_SAMPLE_STEPS + s->step) << GPROF_SAMPLE_OCTAVE_SHIFT;
			break;
		case TICK:
			ns *= 1 + (drawn() < 0.2);
			flags = octave_of(ns);
			break;
		case CALL:
			ns *= -log(1 - drawn());
			flags = GPROF_SAMPLE_KERNEL | octave_of(ns);
			break;
		case LONG:
			own = ns;
			ns += 4 * MS * drawn();
			flags = GPROF_SAMPLE_KERNEL | octave_of(ns);
			break;
		}
		store(r, s, pc, flags, ns);
		r->truth += s->source != LONG ? s->share * (double)(uint64_t)ns
					      : pc == PART ? own : 0;
	}
}

/* What the tool makes of a run: the part and all of it. */
static void weigh(const struct run *r, double period, struct weight *part, struct weight *whole)
{
	struct profile_table tables[THREADS] = { 0 };
	struct program_profile l = { .profile = { .samples = tables, .nsamples = THREADS } };
	struct strata strata = { 0 };

	l.profile.head.period_ns = l.profile.head.last_period_ns = (uint64_t)(period * MS);
	for (uint32_t t = 0; t < THREADS; t++)
		tables[t] = (struct profile_table){ .thread = t, .slots = r->slots[t],
						    .n = r->n[t] };
	strata_read(&strata, &l);
	*part = *whole = (struct weight){ 0 };
	for (uint32_t t = 0; t < THREADS; t++)
		for (size_t i = 0; i < r->n[t]; i++) {
			const struct gprof_sample *s = &r->slots[t][i];
			struct weight w = strata_weigh(&strata, t, s->flags, (double)s->weight,
						       (double)s->count);

			weight_add(whole, &w);
			if (s->pc == PART)
				weight_add(part, &w);
		}
	strata_release(&strata);
}

/* Of figures that have a sample: others have no row.  'every': the last stretch is in each so many
   runs only. */
static void coverage(const char *what, const struct stretch *s, size_t n, int every, double least,
		     double most)
{
	int runs = 0, held = 0;
	double widths = 0;

	for (int k = 0; k < RUNS; k++) {
		struct weight part, whole;
		struct interval i;
		struct run r = { 0 };
		double longest = 0;

		for (size_t j = 0; j < n; j++) {
			if (j == n - 1 && k % every)
				continue;
			take(&r, &s[j]);
			if (s[j].source == EVENT)
				longest = fmax(longest, s[j].period);
		}
		weigh(&r, longest, &part, &whole);
		if (!part.samples)
			continue;
		i = interval_of(&part, &whole);
		runs++;
		held += i.low <= r.truth && r.truth <= i.high;
		widths += (i.high - i.low) / 2 / r.truth;
	}
	CHECK(held >= runs * least / 100 && held <= runs * most / 100,
	      "%s: %.1f %% of %d hold, half of %.2f", what, 100.0 * held / runs, runs,
	      widths / runs);
}

#define COVERAGE(what, every, least, most, ...)                                                    \
	coverage(what, (const struct stretch[]){ __VA_ARGS__ },                                    \
		 sizeof((const struct stretch[]){ __VA_ARGS__ }) / sizeof(struct stretch), every,  \
		 least, most)

/* The rate falls while the program runs evenly, or while its phases change. */
static void rates(double share)
{
	char what[64];

	snprintf(what, sizeof what, "a part of %g", share);
	COVERAGE(what, 1, 92, 98.5, { EVENT, 900, 1, share, 0, 0 });
	COVERAGE(what, 1, 92, 98.5, { EVENT, 900, 1, share, 0, 0 },
		 { EVENT, 500, 9.5, share, 13, 0 });
	COVERAGE(what, 1, 92, 98.5, { EVENT, 900, 1, share, 0, 0 },
		 { EVENT, 100, 19, share, 17, 0 });
	COVERAGE(what, 1, 92, 100, { EVENT, 900, 1, share, 0, 0 },
		 { EVENT, 400, 9.5, share / 4, 13, 0 });
	COVERAGE(what, 1, 91, 99, { EVENT, 900, 1, share / 4, 0, 0 },
		 { EVENT, 400, 9.5, share, 13, 0 });
	COVERAGE(what, 1, 92, 100, { EVENT, 900, 1, share, 0, 0 },
		 { EVENT, 400, 9.5, 0, 13, 0 });
	COVERAGE(what, 1, 91, 99, { EVENT, 900, 1, 0, 0, 0 },
		 { EVENT, 400, 9.5, share, 13, 0 });
}

/* Ticks in one thread or in all, the event at several periods, and calls. */
static void kinds(double share)
{
	char what[64];

	snprintf(what, sizeof what, "a part of %g, mixed", share);
	COVERAGE(what, 1, 91.5, 98.5, { TICK, 250, 4, share, 0, 0 },
		 { EVENT, 300, 1, share, 0, 0 }, { EVENT, 100, 8, share, 12, 0 },
		 { EVENT, 30, 19, share, 17, 0 });
	COVERAGE(what, 1, 92, 98.5, { TICK, 250, 4, share, 0, 1 }, { EVENT, 900, 1, share, 0, 0 });
	COVERAGE(what, 1, 92, 100, { TICK, 150, 4, 0, 0, 1 }, { EVENT, 900, 1, share, 0, 0 });
	COVERAGE(what, 1, 92, 100, { EVENT, 900, 1, share, 0, 0 }, { CALL, 300, 4, 0, 0, 0 });
	COVERAGE(what, 1, 92, 99.5, { EVENT, 900, 1, 0, 0, 0 }, { CALL, 300, 4, share, 0, 0 });
	COVERAGE(what, 1, 92, 99, { EVENT, 900, 1, share, 0, 0 },
		 { CALL, 300, 4, share, 0, 0 });
}

/* Five light samples, and a heavy one in each tenth run: what the others lack. */
static void rare(void)
{
	COVERAGE("a rare part", 1, 92, 99.5, { EVENT, 900, 1, 5 / 900.0, 0, 0 },
		 { EVENT, 50, 19, 0.002, 17, 0 });
	COVERAGE("a rare part, once in ten runs", 10, 92, 99.5, { EVENT, 900, 1, 5 / 900.0, 0, 0 },
		 { EVENT, 40, 19, 0.02, 17, 0 });
}

/* Beside a call of a second. */
static void long_calls(double share)
{
	COVERAGE("beside a long call", 1, 92, 100, { EVENT, 200, 1, share, 0, 0 },
		 { LONG, 1, 1000, 0, 0, 0 });
	COVERAGE("a long call", 1, 92, 100, { EVENT, 200, 1, 0, 0, 0 }, { LONG, 1, 1000, 1, 0, 0 });
}

/* 176 of 200 samples of 1 ms are as exact beside a call of 0.9 s as without, and so is the call. */
static void one_heavy(void)
{
	struct stretch user = { EVENT, 200, 1, 0.88, 0, 0 }, call = { LONG, 1, 900, 1, 0, 0 };
	struct weight part, whole;
	struct interval i;
	struct run r = { 0 };

	take(&r, &user);
	call.share = 0;
	take(&r, &call);
	weigh(&r, 1, &part, &whole);
	i = interval_of(&part, &whole);
	CHECK(i.high - i.low < 0.4 * i.value, "%g [%g, %g]", i.value, i.low, i.high);
	CHECK(interval_few(&i) == ' ', "%g", i.samples);

	r = (struct run){ 0 };
	user.share = 0;
	take(&r, &user);
	call.share = 1;
	take(&r, &call);
	weigh(&r, 1, &part, &whole);
	i = interval_of(&part, &whole);
	CHECK(i.low > 850e6 && i.high < 950e6, "%g [%g, %g]", i.value, i.low, i.high);
	CHECK(interval_few(&i) == ' ', "%g", i.samples);
}

/* A heavy sample in user code, or at a page fault, is chance: it is few, and widens the rest. */
static void one_heavy_by_chance(void)
{
	static const uint32_t flags[] = { 17 | GPROF_SAMPLE_STEPS, 30, 30 };

	for (int k = 0; k < 3; k++) {
		struct weight part, whole;
		struct interval i;
		struct run r = { 0 };

		take(&r, &(struct stretch){ EVENT, 200, 1, 0, 0, 0 });
		store(&r, &(struct stretch){ .thread = 0 }, PART,
		      flags[k] << GPROF_SAMPLE_OCTAVE_SHIFT |
			      (k == 2 ? GPROF_SAMPLE_KERNEL | GPROF_SAMPLE_FAULT : 0),
		      900 * MS);
		weigh(&r, 1, &part, &whole);
		i = interval_of(&part, &whole);
		CHECK(interval_few(&i) == FEW_MARK, "%d: %g samples", k, i.samples);
		CHECK(i.high - i.low > 0.3 * i.value, "%d: %g [%g, %g]", k, i.value, i.low, i.high);
	}
}

int main(void)
{
	static const double shares[] = { 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002 };

	for (size_t k = 0; k < sizeof shares / sizeof *shares; k++) {
		rates(shares[k]);
		if (shares[k] >= 0.005)
			kinds(shares[k]);
	}
	long_calls(0.9);
	long_calls(0.3);
	long_calls(0.05);
	rare();
	one_heavy();
	one_heavy_by_chance();
	return unit_end();
}
