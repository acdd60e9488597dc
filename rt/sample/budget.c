/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * budget.c - what a sample costs, and with GPROF_OPTIONS=rate=auto how many may be taken.
 *
 * Price.  A handler can time itself, but neither the interrupt that led to it nor its return.
 * But the kernel records when it is in the interrupt (now.c): the time from there to the handler's
 * first look at a clock is two thirds of it.
 * Signals at the kernel's ticks share an interrupt that comes anyway: theirs is a constant.
 * The price is in no weight: gp_budget_charge() says what to leave out.
 *
 * Rate.  Samples are taken FIRST_RATE times a second in the first FIRST ns of the process's CPU
 * time, unless they cost MOST_AT_FIRST before.  Then the rate is such that what samples have
 * cost comes to CREDIT and one part in SHARE of the CPU time: less than a hundredth of any run of
 * FROM ns or more, and less of longer ones.  All threads have one rate.  Periods go in steps of
 * a quarter of an octave, so that samples of one step weigh alike (sample.c stores them apart),
 * and a single step back or forth changes nothing.
 *
 * Order of calls: gp_budget_start() with the file; then from sample handlers only.
 * Cost: some atomic additions a sample.
 */
#include "sample/budget.h"

#include "base/options.h"
#include "file/file.h"

#define MS 1000000u
#define FIRST (900u * MS)
#define FROM (5000ull * MS)
#define AHEAD (1000ull * MS) /* the rate is for the next second */
#define MOST_AT_FIRST (40u * MS)
#define CREDIT (27u * MS)
#define SHARE 250u
#define LONGEST (20u * MS) /* at least 50 samples a second */
#define LAST_STEP 17u      /* the last within LONGEST */

#define UNKNOWN_INTERRUPT 12000 /* ns, before one was measured */
#define TICK_SIGNAL 4000        /* ns, a signal at the kernel's tick */
#define RETURN 1500             /* ns, from the handler's last look at a clock on */
#define LEAST_INTERRUPT 500     /* ns; what is less or more was no measurement */
#define MOST_INTERRUPT 100000
#define MEMORY 16u              /* measurements and prices that the means are of, about */

struct gp_budget gp_budget;

/* The period of a step; its quarters of an octave in 1024ths. */
uint64_t gp_budget_period(uint32_t step)
{
	static const uint16_t quarters[] = { 1024, 1218, 1448, 1722 };

	return (gp_file.header->period_ns << step / 4) * quarters[step % 4] >> 10;
}

static uint32_t step_for(uint64_t period)
{
	uint32_t step = 0;

	while (step < LAST_STEP && gp_budget_period(step) < period)
		step++;
	return step;
}

static void set_step(uint32_t step)
{
	gp_budget.step = step;
	__atomic_store_n(&gp_budget.period_ns, gp_budget_period(step), __ATOMIC_RELAXED);
	if (gp_options.automatic)
		gp_file.header->last_period_ns = gp_budget.period_ns;
}

/* At the start of a process, and of a forked child. */
void gp_budget_start(void)
{
	gp_budget.ran_ns = gp_budget.spent_ns = 0;
	set_step(0);
	gp_budget.price_ns = UNKNOWN_INTERRUPT;
}

/* CPU time that samples stand for. */
void gp_budget_ran(uint64_t ns)
{
	__atomic_fetch_add(&gp_budget.ran_ns, ns, __ATOMIC_RELAXED);
}

/* The CPU time up to which the budget is planned. */
static uint64_t horizon(uint64_t ran)
{
	return ran + AHEAD > FROM ? ran + AHEAD : FROM;
}

/* The period that keeps to the budget, ns. */
static uint64_t wanted_period(uint64_t ran, uint64_t spent)
{
	uint64_t end = horizon(ran), allowed = CREDIT + end / SHARE, samples;

	if (ran < FIRST && spent < MOST_AT_FIRST)
		return gp_file.header->period_ns;
	samples = allowed > spent ? (allowed - spent) / (gp_budget.price_ns | 1) : 0;
	return samples ? (end - ran) / samples : LONGEST;
}

static void choose_rate(void)
{
	uint64_t spent = __atomic_load_n(&gp_budget.spent_ns, __ATOMIC_RELAXED);
	uint64_t ran = __atomic_load_n(&gp_budget.ran_ns, __ATOMIC_RELAXED) + spent;
	uint32_t step = step_for(wanted_period(ran, spent));

	if (step + 1 >= gp_budget.step && step <= gp_budget.step + 1)
		return;
	set_step(step);
}

/* Whether samples are as few as they may be: if they are still too dear, only fewer stacks help. */
bool gp_budget_is_least(void)
{
	return !gp_options.automatic || gp_budget.step + 1 >= LAST_STEP;
}

/* 'ns' passed from the kernel's record of an interrupt to the handler. */
void gp_budget_measure(int64_t ns)
{
	int64_t mean = (int64_t)gp_budget.interrupt_ns, change;

	ns += ns / 2;
	if (ns < LEAST_INTERRUPT || ns > MOST_INTERRUPT)
		return;
	if (!mean) {
		gp_budget.interrupt_ns = (uint64_t)ns;
		return;
	}
	change = ns > 2 * mean ? mean : ns - mean;
	gp_budget.interrupt_ns = (uint64_t)(mean + change / (int64_t)MEMORY);
}

/* CPU time that samples took. */
void gp_budget_spent(uint64_t ns)
{
	__atomic_fetch_add(&gp_budget.spent_ns, ns, __ATOMIC_RELAXED);
}

/*
 * What a signal cost beside 'own', by the handler's clock; ns.  Adds both to what samples have
 * cost.
 */
uint64_t gp_budget_charge(bool precise, uint64_t own)
{
	uint64_t interrupt = gp_budget.interrupt_ns ? gp_budget.interrupt_ns : UNKNOWN_INTERRUPT;
	uint64_t hidden = (precise ? interrupt : TICK_SIGNAL) + RETURN;

	__atomic_fetch_add(&gp_file.header->interrupts_ns, hidden, __ATOMIC_RELAXED);
	gp_budget_spent(own + hidden);
	gp_budget.price_ns += ((int64_t)(own + hidden) - gp_budget.price_ns) / (int64_t)MEMORY;
	if (gp_options.automatic)
		choose_rate();
	return hidden;
}
