/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * costs.c - reviews a thread's cost of samples after some periods: how many of them take a
 * stack, whether its event stays as it is, and whether ticks are samples of its user code.
 *
 * Threads that wait.  To start and stop the event costs as much as half a sample, for the
 * processor's timer is set.  Where that comes to more than a hundredth of the thread's time (a
 * twentieth at a rate that the user chose), and the process has used up a credit, the event's
 * period becomes some ticks: its next signal is then mostly after the next tick, and the timer
 * stays as it is.  Ticks account for most of the time, and the event shows if they keep step with
 * the program.  A thread that waits so often that this too is dear has its event paused: the timer
 * samples it at the kernel's ticks alone, until it waits less.
 *
 * In the handler, with all signals blocked.  Cost: two system calls a look.
 */
#include "sample/costs.h"

#include "base/options.h"
#include "base/sys.h"
#include "file/file.h"
#include "sample/budget.h"
#include "sample/clock.h"
#include "sample/policy.h"
#include "sample/sampler.h"

#include <gprof-llvm/format.h>

/*
 * Chooses how many samples take a stack from now on.  Fewer stacks save nothing of the interrupts,
 * nor of the handler's other work, so only handlers that took one are looked at; and
 * where interrupts are most of the price all samples have one, however high the rate.
 */
static void look_at_stacks(struct gprt_thread *t)
{
	uint64_t own = t->record->handler_ns - t->spent.handler_ns, hidden = t->spent.hidden_ns;
	uint64_t all = t->record->cpu_ns - t->spent.cpu_ns + own, walks = t->spent.walks_ns;
	uint64_t share = gprt_options.automatic ? policy.expensive_share
						: policy.expensive_share_fixed;

	if (walks * share > all && walks > hidden && t->account.skip < policy.max_skip &&
	    gprt_budget_is_least())
		t->account.skip++;
	else if (t->account.skip && (walks * policy.cheap_share * share < all ||
				     walks * policy.cheap_share < hidden))
		t->account.skip--;
	t->spent.handler_ns = t->record->handler_ns;
	t->spent.cpu_ns = t->record->cpu_ns;
	t->spent.hidden_ns = t->spent.walks_ns = 0;
}

/*
 * Decides if ticks are samples of the thread's user code too.  A thread that is often woken by a
 * timer may keep step with them, and one that works cannot.  Where the event comes too seldom
 * they are all the same, and a reader compares the two.
 */
static void look_at_ticks(struct gprt_thread *t, uint64_t all, uint64_t waits)
{
	uint64_t usual = (uint64_t)t->ticks.usually_ns, tick = gprt_sampler.tick_ns;
	bool each = gprt_is_precise(t) && t->clock.timer >= 0 && gprt_sampler.spares_calls;

	t->ticks.part = 0;
	if (!each || gprt_options.tick_sampling != GPRT_TICKS_AUTO ||
	    (!t->clock.sparse_ns && waits * policy.tick_wait_ns > all + policy.tick_wait_ns))
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
	uint64_t tick = gprt_sampler.tick_ns, n = share ? cost / share : policy.most_far_period;

	if (n < policy.least_far_period)
		n = policy.least_far_period;
	else if (n > policy.most_far_period)
		n = policy.most_far_period;
	return tick * n;
}

/*
 * The price of a switch: the highest of some measurements, some periods apart.  One that comes
 * just before a tick does not set the processor's timer, and finds nothing.
 */
static uint64_t switch_price(const struct gprt_thread *t, uint64_t times)
{
	static uint32_t measured;
	uint64_t ns;

	if (times >= policy.cost_window && measured < policy.switch_measurements) {
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
	uint64_t spare = gprt_options.automatic ? policy.wait_share_auto : policy.wait_share;
	uint64_t share = all / spare;
	uint64_t cost, holds = t->clock.holds * policy.hold_ns;
	bool can_spare = times * policy.far_switch_ns > all / policy.wait_share;

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
	} else if (cost + holds < share / policy.resume_share) {
		set_sparse(t, 0);
		t->clock.resume_event = t->clock.event_paused;
	} else if (t->clock.event_paused &&
		   policy.resume_share * times * policy.far_switch_ns + holds <
			   all / policy.wait_share) {
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
	if (t->record->cpu_ns - t->spent.cpu_ns < policy.cost_window * gprt_period())
		return;
	look_at_switches(t);
	look_at_stacks(t);
}
