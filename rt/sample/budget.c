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
 * Rate.  Weights of samples should be alike over the whole run, because the error of a sum depends
 * on its heaviest samples: no later second makes up for too many samples in the first one.  So
 * samples come FIRST_RATE times a second until they have cost credit_ns (policy.h), then as many as
 * cost one part in budget_share of the CPU time, however long the process runs.  The price is known
 * in part, so more or less than that is spent; this is made up for slowly (horizon_ns).  Where a
 * sample is cheap (budget_share times its price is no more than the first period) all come at the
 * first rate.  All threads have one rate.  Periods go in steps of a quarter of an octave, so that
 * samples of one step weigh alike (accounting.c stores them apart), and a single step back or forth
 * changes nothing.
 *
 * Order of calls: gprt_budget_start() with the file; then from sample handlers only.
 * Cost: some atomic additions a sample.
 */
#include "sample/budget.h"

#include "base/options.h"
#include "file/file.h"
#include "sample/policy.h"

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

	while (step < policy.max_step && gprt_budget_period(step) < period)
		step++;
	return step;
}

static uint32_t step_for(uint64_t period)
{
	uint32_t step = gprt_budget_step(period);

	return step < policy.last_step ? step : policy.last_step;
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
	gprt_budget.price_ns = policy.unknown_interrupt_ns;
}

/* CPU time that samples weigh. */
void gprt_budget_ran(uint64_t ns)
{
	__atomic_fetch_add(&gprt_budget.ran_ns, ns, __ATOMIC_RELAXED);
}

/* The CPU time that samples may cost in the next horizon_ns; a debt takes no more than half of
   it. */
static uint64_t allowance(uint64_t ran, uint64_t spent)
{
	uint64_t usual = policy.horizon_ns / policy.budget_share;
	uint64_t allowed = policy.credit_ns + ran / policy.budget_share;

	if (allowed >= spent)
		return usual + (allowed - spent);
	return spent - allowed < usual / 2 ? usual - (spent - allowed) : usual / 2;
}

/* The period that keeps to the budget, ns. */
static uint64_t wanted_period(uint64_t ran, uint64_t spent)
{
	uint64_t samples;

	if (spent < policy.credit_ns)
		return gprt_file.header->period_ns;
	samples = allowance(ran, spent) / (gprt_budget.price_ns | 1);
	return samples ? policy.horizon_ns / samples : policy.longest_period_ns;
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
	uint64_t took = __atomic_load_n(&gprt_budget.starts_ns, __ATOMIC_RELAXED) + policy.start_ns;

	if (took > policy.starts_credit_ns + ran / policy.starts_share)
		return false;
	__atomic_fetch_add(&gprt_budget.starts_ns, policy.start_ns, __ATOMIC_RELAXED);
	return true;
}

/* Returns true if there is room for 'ns' that a thread's event took where it left its processor:
   beside a credit one part in 'share' of the CPU time.  Adds them. */
bool gprt_budget_has_switches(uint64_t ns, uint64_t share)
{
	uint64_t ran = __atomic_load_n(&gprt_budget.ran_ns, __ATOMIC_RELAXED);

	return __atomic_add_fetch(&gprt_budget.switches_ns, ns, __ATOMIC_RELAXED) <=
	       policy.switches_credit_ns + ran / share;
}

/* Returns true if samples are as few as they may be: if they are still too dear, only fewer stacks
   help. */
bool gprt_budget_is_least(void)
{
	return !gprt_options.automatic || gprt_budget.step + 1 >= policy.last_step;
}

/* Takes a measurement into its mean; what cannot be is left out. */
static void take(uint64_t *of, int64_t ns)
{
	int64_t mean = (int64_t)*of, change;

	if (ns < policy.least_interrupt_ns || ns > policy.most_interrupt_ns)
		return;
	if (!mean) {
		*of = (uint64_t)ns;
		return;
	}
	change = ns > 2 * mean ? mean : ns - mean;
	*of = (uint64_t)(mean + change / (int64_t)policy.price_memory);
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
 * The cost of a signal beside 'own', by the handler's clock; ns.  Adds both to the cost of samples.
 */
uint64_t gprt_budget_charge(bool precise, uint64_t own)
{
	uint64_t interrupt =
		gprt_budget.interrupt_ns ? gprt_budget.interrupt_ns : policy.unknown_interrupt_ns;
	uint64_t tick = gprt_budget.tick_ns ? gprt_budget.tick_ns : policy.unknown_tick_ns;
	uint64_t hidden = (precise ? interrupt : tick) + policy.return_ns;

	__atomic_fetch_add(&gprt_file.header->interrupts_ns, hidden, __ATOMIC_RELAXED);
	gprt_budget_spent(own + hidden);
	if (precise)
		gprt_budget.price_ns +=
			((int64_t)(own + hidden) - gprt_budget.price_ns) /
			(int64_t)policy.price_memory;
	if (precise && gprt_options.automatic)
		choose_rate();
	return hidden;
}
