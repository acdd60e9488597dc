/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * test_cpu_time.c - samples end no time slice of a thread that shares its processor, and the CPU
 * time that they tell is the thread's, although the kernel is hardly asked for it.  The way from
 * each interrupt to the handler is measured.
 *
 * A made-up thread and its kernel: a slice is over after SLICE, which the kernel sees at its next
 * tick, or when it is asked for the thread's CPU time; then others have their turn.
 */
#include "unit.h"

#include "base/sys.h"

#include <stdbool.h>

static uint64_t ask_clock(int clock);

#define sys_clock(clock) ask_clock(clock)
#include "../../rt/sample/cpu_time.c"

#undef SLICE
#define MS 1000000
#define TICK (4 * MS)
#define SLICE 1400000
#define SECONDS 20

static uint64_t seed;
static int64_t now_ns, ran_ns; /* elapsed; CPU time */
static int64_t event_ns;       /* how long the event has run */
static int64_t came_ns;        /* event_ns when the thread came to its processor */
static int64_t turn_ns;        /* ran_ns then */
static int64_t asked, switches;
static struct gprt_reading last; /* of the event */
static double measured, late;  /* ways to the handler by cpu_time.c, and in truth; ns */
static int measures;

/* What is set for a run. */
static bool is_shared;   /* others wait for the processor */
static int stolen;       /* of 100 parts of elapsed time, by a hypervisor */
static bool has_reading;

static uint64_t ask_clock(int clock)
{
	if (clock == CLOCK_MONOTONIC)
		return (uint64_t)now_ns;
	asked++;
	if (is_shared && ran_ns - turn_ns >= SLICE)
		turn_ns = -1; /* others' turn when the handler returns */
	return (uint64_t)ran_ns;
}

void gprt_budget_measure(int64_t ns)
{
	measured += (double)ns;
	measures++;
}

bool gprt_event_read(const struct gprt_thread *t, struct gprt_reading *reading)
{
	(void)t;
	*reading = last;
	return has_reading;
}

/* ------------------------------------------------------------------ */

static int64_t between(int64_t low, int64_t high)
{
	return low + (int64_t)(unit_random(&seed) >> 16) % (high - low);
}

static void pass(int64_t ns)
{
	now_ns += ns;
	event_ns += ns;
	ran_ns += ns - ns * stolen / 100;
}

/* Other threads have the processor. */
static void leave(void)
{
	now_ns += between(1, 8 * TICK);
	now_ns += TICK - now_ns % TICK; /* the other's turn ends at a tick */
	came_ns = event_ns;
	turn_ns = ran_ns;
	switches++;
}

/* Runs until the event comes, with ticks between. */
static void go(int64_t until_event)
{
	int64_t tick;

	while (event_ns < until_event) {
		tick = TICK - now_ns % TICK;
		pass(tick < until_event - event_ns ? tick : until_event - event_ns);
		if (now_ns % TICK == 0 && is_shared && ran_ns - turn_ns >= SLICE)
			leave();
	}
}

/* The event's signal; what it weighs. */
static int64_t take(struct gprt_thread *t, int64_t before)
{
	int64_t way = between(1000, 3000), start, handler;

	last = (struct gprt_reading){ (uint64_t)now_ns, (uint64_t)event_ns, (uint64_t)came_ns };
	pass(way);
	late += (double)way;
	if (between(0, 1000) == 0) /* before the handler begins */
		leave();
	start = gprt_cpu_time(t);
	pass(between(2000, 20000));
	handler = gprt_cpu_time_since(t, start);
	CHECK(handler >= 1000 && handler <= 40000, "handler took %lld", (long long)handler);
	if (turn_ns < 0)
		leave();
	return start - before;
}

/* Samples the thread for some time; what they weigh, as a part of what it ran. */
static double run(void)
{
	struct gprt_thread t = { 0 };
	int64_t sum = 0, due = 0;

	seed = 88172645463325252u;
	now_ns = ran_ns = event_ns = came_ns = turn_ns = asked = switches = 0;
	measured = late = measures = 0;
	while (ran_ns < (int64_t)SECONDS * 1000 * MS) {
		due += between(400000, 1600000);
		go(due);
		sum += take(&t, sum);
	}
	return (double)sum / (double)ran_ns;
}

/* Switches a second without samples. */
static double usual(void)
{
	now_ns = ran_ns = event_ns = came_ns = turn_ns = switches = 0;
	go((int64_t)SECONDS * 1000 * MS);
	return (double)switches / SECONDS;
}

static void check_sum(const char *what)
{
	double part = run();

	CHECK(fabs(part - 1) < 0.001, "%s: samples weigh %g of the time", what, part);
}

int main(void)
{
	double without;

	is_shared = has_reading = true;
	without = usual();
	check_sum("shared");
	CHECK(fabs(measured / late - 1) < 0.02 && measures > 990 * SECONDS,
	      "the way to handlers took %g ns, %d measures say %g", late, measures, measured);
	CHECK((double)switches / SECONDS < 1.02 * without, "%g switches a second, %g without",
	      (double)switches / SECONDS, without);
	stolen = 10;
	check_sum("shared and stolen");
	is_shared = false;
	check_sum("stolen");
	stolen = 0;
	check_sum("alone");
	is_shared = true;
	has_reading = false;
	check_sum("without a reading");
	CHECK((double)switches / SECONDS > 1.5 * without, "no slice ends early: %g, %g without",
	      (double)switches / SECONDS, without);
	return unit_end();
}
