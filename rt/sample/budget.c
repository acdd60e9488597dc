/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * budget.c - what a sample costs, and with GPROF_OPTIONS=rate=auto how many may be taken.
 *
 * Price.  A handler can time itself, but neither the interrupt that led to it nor its return.
 * But the kernel records when it is in the interrupt (cpu_time.c): the time from there to the
 * handler's first look at a clock is two thirds of it.
 * Signals at the kernel's ticks share an interrupt that comes anyway.  The kernel's coarse clock
 * does not move between ticks, so it says when a tick began.
 * No sample's weight has the price: gprt_budget_charge() returns the time to leave out.
 *
 * Rate.  Weights of samples are to be alike over the whole run, for the error of a sum depends on
 * its heaviest samples: what the first second had too many of, no later one makes up for.  So
 * samples are taken FIRST_RATE times a second until they have cost CREDIT, then as many as cost
 * one part in SHARE of the CPU time, however long the process runs.  What was spent beyond or below
 * that, as the price is known in part, is made up for slowly (AHEAD).  Where a sample is cheap
 * (SHARE times its price is no more than the first period) all are taken at the first rate.
 * All threads have one rate.  Periods go in steps of a quarter of an octave, so that samples of one
 * step weigh alike (accounting.c stores them apart), and a single step back or forth changes
 * nothing.
 *
 * Order of calls: gprt_budget_start() with the file; then from sample handlers only.
 * Cost: some atomic additions a sample.
 */
#include "sample/budget.h"

#include "base/options.h"
#include "file/file.h"

#define MS 1000000u
#define CREDIT (16ull * MS)
#define SHARE 90ull
#define AHEAD (8000ull * MS) /* CPU time in which a debt, or what was saved, is made up for */
#define LONGEST (20u * MS) /* at least 50 samples a second */
#define LAST_STEP 17u      /* the last within LONGEST */
#define MOST_STEPS 63u

#define START 100000u      /* ns, to give a thread its event: a helper does it (event.c) */
#define STARTS_CREDIT (3ull * MS)
#define STARTS_SHARE 200ull
#define SWITCHES_CREDIT (40ull * MS)

#define UNKNOWN_INTERRUPT 12000 /* ns, before one was measured */
#define UNKNOWN_TICK 4000       /* ns, the same of a signal at the kernel's tick */
#define RETURN 1500             /* ns, from the handler's last look at a clock on */
#define LEAST_INTERRUPT 500     /* ns; what is less or more was no measurement */
#define MOST_INTERRUPT 100000
#define MEMORY 16u              /* measurements and prices that the means are of, about */

struct gprt_budget gprt_budget;

/* The period of a step; its quarters of an octave in 1024ths. */
uint64_t gprt_budget_period(uint32_t step)
{
	static const uint16_t quarters[] = { 1024, 1218, 1448, 1722 };

	return (gprt_file.header->period_ns << step / 4) * quarters[step % 4] >> 10;
}

/* The first step with a period that is not shorter. */
uint32_t gprt_budget_step(uint64_t period)
{
	uint32_t step = 0;

	while (step < MOST_STEPS && gprt_budget_period(step) < period)
		step++;
	return step;
}

static uint32_t step_for(uint64_t period)
{
	uint32_t step = gprt_budget_step(period);

	return step < LAST_STEP ? step : LAST_STEP;
}

static void set_step(uint32_t step)
{
	gprt_budget.step = step;
	__atomic_store_n(&gprt_budget.period_ns, gprt_budget_period(step), __ATOMIC_RELAXED);
	if (gprt_options.automatic)
		gprt_file.header->last_period_ns = gprt_budget.period_ns;
}

/* At the start of a process, and of a forked child. */
void gprt_budget_start(void)
{
	gprt_budget.ran_ns = gprt_budget.spent_ns = 0;
	gprt_budget.starts_ns = gprt_budget.switches_ns = 0;
	set_step(0);
	gprt_budget.price_ns = UNKNOWN_INTERRUPT;
}

/* CPU time that samples stand for. */
void gprt_budget_ran(uint64_t ns)
{
	__atomic_fetch_add(&gprt_budget.ran_ns, ns, __ATOMIC_RELAXED);
}

/* What may be spent in the next AHEAD ns; a debt takes no more than half of it. */
static uint64_t allowance(uint64_t ran, uint64_t spent)
{
	uint64_t usual = AHEAD / SHARE, allowed = CREDIT + ran / SHARE;

	if (allowed >= spent)
		return usual + (allowed - spent);
	return spent - allowed < usual / 2 ? usual - (spent - allowed) : usual / 2;
}

/* The period that keeps to the budget, ns. */
static uint64_t wanted_period(uint64_t ran, uint64_t spent)
{
	uint64_t samples;

	if (spent < CREDIT)
		return gprt_file.header->period_ns;
	samples = allowance(ran, spent) / (gprt_budget.price_ns | 1);
	return samples ? AHEAD / samples : LONGEST;
}

static void choose_rate(void)
{
	uint64_t spent = __atomic_load_n(&gprt_budget.spent_ns, __ATOMIC_RELAXED);
	uint64_t ran = __atomic_load_n(&gprt_budget.ran_ns, __ATOMIC_RELAXED) + spent;
	uint32_t step = step_for(wanted_period(ran, spent));

	if (step + 1 >= gprt_budget.step && step <= gprt_budget.step + 1)
		return;
	set_step(step);
}

/*
 * Returns true if a new thread may have its event from its start: all have it while threads are
 * few, and where they are many some.  Which do not matters to none: see leave_startup() of
 * sampler.c.
 */
bool gprt_budget_has_start(void)
{
	uint64_t ran = __atomic_load_n(&gprt_budget.ran_ns, __ATOMIC_RELAXED);
	uint64_t took = __atomic_load_n(&gprt_budget.starts_ns, __ATOMIC_RELAXED) + START;

	if (took > STARTS_CREDIT + ran / STARTS_SHARE)
		return false;
	__atomic_fetch_add(&gprt_budget.starts_ns, START, __ATOMIC_RELAXED);
	return true;
}

/* Returns true if there is room for 'ns' that a thread's event took where it left its processor:
   beside a credit one part in 'share' of the CPU time.  Adds them. */
bool gprt_budget_has_switches(uint64_t ns, uint64_t share)
{
	uint64_t ran = __atomic_load_n(&gprt_budget.ran_ns, __ATOMIC_RELAXED);

	return __atomic_add_fetch(&gprt_budget.switches_ns, ns, __ATOMIC_RELAXED) <=
	       SWITCHES_CREDIT + ran / share;
}

/* Returns true if samples are as few as they may be: if they are still too dear, only fewer stacks
   help. */
bool gprt_budget_is_least(void)
{
	return !gprt_options.automatic || gprt_budget.step + 1 >= LAST_STEP;
}

/* Takes a measurement into its mean; what cannot be is left out. */
static void take(uint64_t *of, int64_t ns)
{
	int64_t mean = (int64_t)*of, change;

	if (ns < LEAST_INTERRUPT || ns > MOST_INTERRUPT)
		return;
	if (!mean) {
		*of = (uint64_t)ns;
		return;
	}
	change = ns > 2 * mean ? mean : ns - mean;
	*of = (uint64_t)(mean + change / (int64_t)MEMORY);
}

/* 'ns' passed from the kernel's record of an interrupt to the handler. */
void gprt_budget_measure(int64_t ns)
{
	take(&gprt_budget.interrupt_ns, ns + ns / 2);
}

/* The same from the beginning of a tick: some of it would have passed all the same. */
void gprt_budget_measure_tick(int64_t ns)
{
	take(&gprt_budget.tick_ns, ns);
}

/* CPU time that samples took. */
void gprt_budget_spent(uint64_t ns)
{
	__atomic_fetch_add(&gprt_budget.spent_ns, ns, __ATOMIC_RELAXED);
}

/*
 * What a signal cost beside 'own', by the handler's clock; ns.  Adds both to what samples have
 * cost.
 */
uint64_t gprt_budget_charge(bool precise, uint64_t own)
{
	uint64_t interrupt =
		gprt_budget.interrupt_ns ? gprt_budget.interrupt_ns : UNKNOWN_INTERRUPT;
	uint64_t tick = gprt_budget.tick_ns ? gprt_budget.tick_ns : UNKNOWN_TICK;
	uint64_t hidden = (precise ? interrupt : tick) + RETURN;

	__atomic_fetch_add(&gprt_file.header->interrupts_ns, hidden, __ATOMIC_RELAXED);
	gprt_budget_spent(own + hidden);
	if (precise)
		gprt_budget.price_ns +=
			((int64_t)(own + hidden) - gprt_budget.price_ns) / (int64_t)MEMORY;
	if (precise && gprt_options.automatic)
		choose_rate();
	return hidden;
}
