/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * test_clocks.c - ticks that differ from the event by chance stay, in 95 % of 2000 threads, and of
 * one at most the profile says that it keeps step; ticks that keep step with the program go, and
 * their weight goes to the event's samples; doubtful ticks go without a word; totals and time in
 * the kernel stay as they were.
 */
#include "unit.h"

#include "base/util.h"
#include "profile/clocks.h"

#include <stdlib.h>
#include <string.h>

#define PLACES 6
#define SLOTS (4 * PLACES)
#define KERNEL 10
#define MS 1000000.0

static const double truth[PLACES] = { 0.4, 0.25, 0.15, 0.1, 0.06, 0.04 };

static uint64_t seed = 88172645463325252u;

static int draw(const double *shares)
{
	double at = (double)(unit_random(&seed) >> 11) / 9007199254740992.0;
	int i = 0;

	while (i < PLACES - 1 && at >= shares[i])
		at -= shares[i++];
	return i;
}

static uint32_t flags(uint32_t n)
{
	return n << GPROF_SAMPLE_OCTAVE_SHIFT;
}

/* Two stretches of a thread: so many samples of both clocks, ticks by 'shares'. */
static void fill(struct gprof_sample *s, int event, int ticks, const double *shares)
{
	memset(s, 0, SLOTS * sizeof *s);
	for (int i = 0; i < SLOTS; i++) {
		uint32_t step = i / (2 * PLACES) * 4;

		s[i].pc = 0x1000u + 0x1000u * (uint32_t)(i % PLACES);
		s[i].flags = i / PLACES % 2 ? flags(GPROF_SAMPLE_TICKS + step)
					    : step ? flags(GPROF_SAMPLE_STEPS + step) : 0;
	}
	for (int stretch = 0; stretch < 2; stretch++) {
		struct gprof_sample *of_event = &s[stretch * 2 * PLACES];

		for (int i = 0; i < event; i++)
			of_event[draw(truth)].count++;
		for (int i = 0; i < ticks; i++)
			of_event[PLACES + draw(shares)].count++;
	}
	for (int i = 0; i < SLOTS; i++)
		s[i].weight = (uint64_t)(s[i].count * MS);
}

static double total(const struct gprof_sample *s, int from, int n)
{
	double sum = 0;

	for (int i = from; i < from + n; i++)
		sum += s[i].count ? (double)s[i].weight : 0;
	return sum;
}

/* A profile of one table; 's' is not written to. */
static void compare(struct profile *p, const struct gprof_sample *s, int n)
{
	memset(p, 0, sizeof *p);
	*gp_push(p->samples, p->nsamples, p->samples_room) =
		(struct profile_table){ .slot = 3, .n = n, .slots = s };
	clocks_compare(p);
}

static void chance_stays(void)
{
	struct gprof_sample s[SLOTS];
	struct profile p;
	int gone = 0, in_step = 0;

	for (int i = 0; i < 2000; i++) {
		fill(s, 10 + i % 200, 10 + i % 333, truth);
		compare(&p, s, SLOTS);
		gone += p.nunsteady != 0;
		in_step += p.keeps_step;
		profile_release(&p);
	}
	CHECK(gone <= 100, "%d of 2000", gone);
	CHECK(in_step <= 1, "%d of 2000", in_step);
}

/* Chi squared is 8.3 in one degree of freedom: 2.7 standard deviations of chance. */
static void doubtful_goes(void)
{
	struct gprof_sample both[4] = { 0 };
	const struct gprof_sample *after;
	struct profile p;

	for (int i = 0; i < 4; i++) {
		both[i].pc = 0x1000u * (uint32_t)(1 + i / 2);
		both[i].flags = i % 2 ? flags(GPROF_SAMPLE_TICKS) : 0;
		both[i].weight = (uint64_t)(100 * MS);
	}
	both[0].count = 50;
	both[1].count = 30;
	both[2].count = 50;
	both[3].count = 70;
	compare(&p, both, 4);
	CHECK(p.nunsteady == 1, "%zu stretches", p.nunsteady);
	CHECK(!p.keeps_step, "said to keep step");
	after = p.samples[0].slots;
	CHECK(!after[1].count, "%zu ticks", (size_t)after[1].count);
	CHECK(after[2].weight == (uint64_t)(200 * MS), "%g", (double)after[2].weight);
	profile_release(&p);
}

static void step_goes(void)
{
	static const double kept_step[PLACES] = { 0.1, 0.1, 0.1, 0.6, 0.05, 0.05 };
	struct gprof_sample s[SLOTS + 1];
	const struct gprof_sample *after;
	struct profile p;
	double before;

	fill(s, 150, 200, kept_step);
	s[SLOTS] = (struct gprof_sample){ .pc = 0x1000, .count = 3, .weight = 12000000,
					  .flags = GPROF_SAMPLE_KERNEL | flags(KERNEL) };
	before = total(s, 0, SLOTS);
	compare(&p, s, SLOTS + 1);
	after = p.samples[0].slots;
	CHECK(p.nunsteady == 2, "%zu stretches", p.nunsteady);
	CHECK(p.keeps_step, "not said to keep step");
	CHECK(total(after, PLACES, PLACES) == 0, "%g", total(after, PLACES, PLACES));
	CHECK(total(after, 3 * PLACES, PLACES) == 0, "%g", total(after, 3 * PLACES, PLACES));
	CHECK(fabs(total(after, 0, SLOTS) - before) < SLOTS, "%g", total(after, 0, SLOTS) - before);
	CHECK(after[SLOTS].weight == 12000000, "%g", (double)after[SLOTS].weight);
	CHECK(unit_near(clocks_factor(&p, &p.samples[0], &s[0]), 350.0 / 150), "%g",
	      clocks_factor(&p, &p.samples[0], &s[0]));
	CHECK(!clocks_factor(&p, &p.samples[0], &s[PLACES]), "of a tick");
	CHECK(clocks_factor(&p, &p.samples[0], &s[SLOTS]) == 1, "of the kernel");
	CHECK(s[PLACES].count, "what was given is written to");
	profile_release(&p);
}

/* Few samples are no reason, nor is a thread that has only one of the two. */
static void few_stay(void)
{
	static const double one[PLACES] = { 0, 0, 0, 1 };
	struct gprof_sample s[SLOTS];
	struct profile p;

	fill(s, 4, 200, one);
	compare(&p, s, SLOTS);
	CHECK(!p.nunsteady, "4 samples of the event");
	profile_release(&p);
	fill(s, 0, 200, one);
	compare(&p, s, SLOTS);
	CHECK(!p.nunsteady, "none of the event");
	profile_release(&p);
}

int main(void)
{
	chance_stays();
	step_goes();
	doubtful_goes();
	few_stay();
	return unit_end();
}
