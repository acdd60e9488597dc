/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * costs.c - what samples cost a thread, looked at after some periods: how many of them take a
 * stack, whether its event stays as it is, and whether ticks are samples of its user code.
 *
 * Threads that wait.  To start and stop the event costs as much as half a sample, for the
 * processor's timer is set.  Where that comes to more than a hundredth of the thread's time (a
 * twentieth at a rate that the user chose), and the process has used up a credit, the event's
 * period becomes some ticks: its next signal is then mostly after the next tick, and the timer
 * stays as it is.  Ticks stand for most of the time, and the event tells whether they keep step
 * with the program.  A thread that waits so often that this too is dear has its event paused: the
 * timer samples it at the kernel's ticks alone, until it waits less.
 *
 * In the handler, with all signals blocked.  Cost: two system calls a look.
 */
#include "sample/costs.h"

#include "base/options.h"
#include "base/sys.h"
#include "file/file.h"
#include "sample/budget.h"
#include "sample/clock.h"
#include "sample/sampler.h"

#include <gprof-llvm/format.h>

#define WINDOW 64u    /* periods after which costs are looked at */
#define MAX_SKIP 6u   /* at least every 64th sample has a stack */
#define DEAR 100u     /* stacks take more than a hundredth: fewer of them */
#define DEAR_FIXED 10u /* the same, at a rate that the user chose */
#define CHEAP 3u      /* less than a third of that: more */

#define SPARE 20u  /* waiting costs more than a twentieth: the event is stopped */
#define SPARE_AUTO 100u /* the same, where all that samples take is to be little */
#define SPARSE_NS 1000u  /* what a switch costs an event whose signal is far */
#define LEAST_SPARSE 4u /* ticks: its period */
#define MOST_SPARSE 8u
#define RESUME 3u  /* less than a third of that, were it to run: it runs again */
#define MEASUREMENTS 4u /* of the price of a switch */
#define HOLD_NS 50000u /* that an event costs that goes and comes again, about */
#define WAITS_NS 50000000u /* CPU time between waits, below which ticks are not trusted */

/*
 * Chooses how many samples take a stack from now on.  Fewer stacks save nothing of the interrupts,
 * nor of what a handler does besides, so only handlers that took one are looked at; and
 * where interrupts are most of the price all samples have one, however high the rate.
 */
static void look_at_stacks(struct gprt_thread *t)
{
	uint64_t own = t->record->handler_ns - t->spent.handler_ns, hidden = t->spent.hidden_ns;
	uint64_t all = t->record->cpu_ns - t->spent.cpu_ns + own, walks = t->spent.walks_ns;
	uint64_t dear = gprt_options.automatic ? DEAR : DEAR_FIXED;

	if (walks * dear > all && walks > hidden && t->account.skip < MAX_SKIP &&
	    gprt_budget_is_least())
		t->account.skip++;
	else if (t->account.skip && (walks * CHEAP * dear < all || walks * CHEAP < hidden))
		t->account.skip--;
	t->spent.handler_ns = t->record->handler_ns;
	t->spent.cpu_ns = t->record->cpu_ns;
	t->spent.hidden_ns = t->spent.walks_ns = 0;
}

/*
 * Whether ticks are samples of the thread's user code too.  A thread that is often woken by a timer
 * may keep step with them, and one that works cannot.  Where the event comes too seldom
 * they are all the same, and a reader compares the two.
 */
static void look_at_ticks(struct gprt_thread *t, uint64_t all, uint64_t waits)
{
	uint64_t usual = (uint64_t)t->ticks.usually_ns, tick = gprt_sampler.tick_ns;
	bool each = gprt_is_precise(t) && t->clock.timer >= 0 && gprt_sampler.spares_calls;

	t->ticks.part = 0;
	if (!each || gprt_options.tick_sampling != GPRT_TICKS_AUTO ||
	    (!t->clock.sparse_ns && waits * WAITS_NS > all + WAITS_NS))
		return;
	t->ticks.part = (uint32_t)(GPRT_ALL_PARTS * t->clock.period /
				   (t->clock.period + (usual > tick ? usual : tick)));
}

/* Another period of the event from its next signal on. */
static void set_sparse(struct gprt_thread *t, uint64_t period)
{
	if (t->clock.sparse_ns == period)
		return;
	t->clock.sparse_ns = period;
	t->clock.run_end = 0;
}

/*
 * The period at which the event costs no more than its share.  To start and stop it costs little as
 * long as its next signal is after the next tick, for which the processor's timer is set anyway.
 */
static uint64_t sparse_period(uint64_t cost, uint64_t share)
{
	uint64_t tick = gprt_sampler.tick_ns, n = share ? cost / share : MOST_SPARSE;

	return tick * (n < LEAST_SPARSE ? LEAST_SPARSE : n > MOST_SPARSE ? MOST_SPARSE : n);
}

/*
 * The price of a switch: the highest of some measurements, some periods apart.  One that comes
 * just before a tick does not set the processor's timer, and finds nothing.
 */
static uint64_t switch_price(const struct gprt_thread *t, uint64_t times)
{
	static uint32_t measured;
	uint64_t ns;

	if (times >= WINDOW && measured < MEASUREMENTS) {
		measured++;
		ns = gprt_clock_switch_cost(t);
		if (ns > gprt_sampler.switch_ns)
			gprt_sampler.switch_ns = ns;
	}
	return gprt_sampler.switch_ns;
}

/* Chooses what signals come from, by the price of the event. */
static void look_at_waits(struct gprt_thread *t, uint64_t all, uint64_t times)
{
	uint64_t spare = gprt_options.automatic ? SPARE_AUTO : SPARE, share = all / spare;
	uint64_t cost, holds = t->clock.holds * HOLD_NS;
	bool can_spare = times * SPARSE_NS > all / SPARE;

	t->clock.holds = 0;
	if (t->clock.timer < 0 || !(t->clock.event || t->clock.event_paused))
		return;
	cost = times * switch_price(t, times);
	if (t->clock.event && !t->clock.sparse_ns && gprt_budget_has_switches(cost, spare))
		return;
	if (t->clock.event && gprt_options.tick_sampling == GPRT_TICKS_AUTO && cost > share) {
		if (can_spare)
			gprt_clock_pause_event(t);
		else
			set_sparse(t, sparse_period(cost, share));
	} else if (cost + holds < share / RESUME) {
		set_sparse(t, 0);
		t->clock.resume_event = t->clock.event_paused;
	} else if (t->clock.event_paused && RESUME * times * SPARSE_NS + holds < all / SPARE) {
		set_sparse(t, sparse_period(cost, share));
		t->clock.resume_event = true;
	}
}

/* Both are of the time since the last look. */
static void look_at_switches(struct gprt_thread *t)
{
	uint64_t all = t->record->cpu_ns - t->spent.cpu_ns, waits, now = gprt_switches(&waits);

	look_at_waits(t, all, now - t->spent.switches);
	look_at_ticks(t, all, waits - t->spent.waits);
	t->spent.switches = now;
	t->spent.waits = waits;
}

void gprt_costs_review(struct gprt_thread *t)
{
	if (t->record->cpu_ns - t->spent.cpu_ns < WINDOW * gprt_period())
		return;
	look_at_switches(t);
	look_at_stacks(t);
}
