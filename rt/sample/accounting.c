/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * accounting.c - one sample: what it weighs, and where it belongs.  When they are taken is in
 * sampler.c.
 *
 * Signals come from an event, which is precise, or from a timer (clock.c).  Either way a
 * sample weighs the CPU time that passed since the thread's last one.
 *
 * No weight includes the handler's own time, nor the time of its interrupt, as far as the runtime
 * knows it (budget.c); both are recorded beside them.  Where there cannot be fewer samples, and
 * handlers that take a stack use more than a hundredth of the thread's time (a tenth at a rate that
 * the user chose), only every 2nd, 4th ... sample takes one, until they are cheap again.
 *
 * Kernel time.  The precise event does not fire in the kernel, and not at the end of a
 * system call either, but an interval later, wherever that is.  So while the event misses time,
 * and at a thread's start, a timer on the thread's CPU clock samples as well.  The timer fires at
 * the kernel's ticks; its signal comes when a system call returns.  A sample at a tick in a
 * system call weighs all CPU time since the last tick.  That weight is subtracted from the time
 * that the event missed, which is put aside until then (t->aside, limited): so no time counts
 * twice.  The same goes for a tick that the kernel's raw account has as its own though no call
 * returned: a page fault, at the instruction that met it.  An event's signal just after a
 * system call belongs to the call, and its weight is put aside too.  Ticks in user code weigh
 * nothing.  Where the timer's signal could make a system call fail (older kernels), and where
 * not each tick has a signal, the kernel's account, which is in ticks, says whether a sample is
 * of the kernel, and it is charged to the stack that is sampled next.
 *
 * Ticks in user code.  Every sample of the event costs an interrupt, and a tick comes anyway.  So
 * in a thread that seldom waits ticks are samples of user code too.  The event's weights are less
 * by the part of tick samples (t->ticks.part), which is chosen such that both kinds weigh alike.
 * The event leaves that part in a pot, and each tick takes its own from there (t->ticks.pot_ns): so
 * totals are the event's.  A sample's key says which kind it is, and a reader compares the two.
 *
 * All of it runs in the handler, with all signals blocked, and makes raw system calls only.
 */
#include "sample/accounting.h"

#include "base/options.h"
#include "base/process.h"
#include "base/safe_read.h"
#include "base/sys.h"
#include "file/file.h"
#include "record/slot.h"
#include "record/table.h"
#include "sample/budget.h"
#include "sample/clock.h"
#include "sample/costs.h"
#include "sample/cpu_time.h"
#include "sample/periodic_snapshots.h"
#include "sample/policy.h"
#include "sample/rings.h"
#include "sample/sampler.h"
#include "unwind/stack.h"

#include <gprof-llvm/format.h>

#define ONE_TICK 256    /* of in_calls */
#define AT_TICK 0x40000000u /* kind: in user code, at a tick, while the event is there; the file
			       has no such flag */

/* Returns true if the event should have fired but did not, because the thread was in the kernel. */
static bool has_missed(const struct gprt_thread *t, uint64_t weight)
{
	return gprt_is_precise(t) && weight + t->clock.interval / 4 >= 2 * t->clock.interval;
}

/*
 * Returns true if the tick that led to this signal met a page fault, if not a system call.  The
 * kernel's raw account grows by whole ticks only, or, where it is exact, by more than half of one
 * if most of that tick was its own.  If a tick met user code too since the last signal, it was this
 * one: the other had no signal, as it came in the handler.  And where there was no page fault, the
 * thread was about to come to its processor or to leave it: a tick that is due meanwhile comes
 * after that, still in the kernel.
 */
static bool met_fault(struct gprt_thread *t)
{
	uint64_t user, kernel = gprt_kernel_ticks(&user), half = gprt_sampler.tick_ns / 2;
	uint64_t faults = gprt_page_faults();
	bool met = kernel - t->ticks.kernel_ns >= half && user - t->ticks.user_ns < half &&
		   faults != t->ticks.faults;

	t->ticks.kernel_ns = kernel;
	t->ticks.user_ns = user;
	t->ticks.faults = faults;
	return met;
}

/*
 * The kind of a weight as a whole: of the kernel if a system call has just returned, or if the
 * tick met it, where each tick has a signal; else by the account, if at least half of it is.  Our
 * account (t->system_ns) then takes the whole weight, even if the kernel's has not reached it yet:
 * over- and under-counts cancel out later, and each signal is one sample.  Where
 * system calls are seen at ticks, what the account says more counts when it is more than chance.
 */
static uint32_t kind_of(struct gprt_thread *t, const void *context, uint64_t weight)
{
	bool at_tick = !gprt_is_precise(t) && gprt_sampler.spares_calls;
	bool met = at_tick && met_fault(t);
	bool each = at_tick && t->clock.interval <= gprt_sampler.tick_ns;
	bool called = at_tick && gprt_in_system_call(context);
	uint64_t lead = at_tick || t->ticks.watched ? policy.kernel_lead * gprt_sampler.tick_ns : 0;
	uint32_t kind = GPROF_SAMPLE_KERNEL;

	if (gprt_is_precise(t) && !has_missed(t, weight))
		return 0;
	if (each && met && !called)
		kind |= GPROF_SAMPLE_FAULT;
	else if (!called && (each || gprt_system_time() < t->account.system_ns + weight / 2 + lead))
		return 0;
	t->account.system_ns += weight;
	return kind;
}

/* Between looks at ticks, ns: a tick, or the period of samples if that is longer. */
static int64_t look_interval(void)
{
	return (int64_t)(gprt_period() > gprt_sampler.tick_ns ? gprt_period()
							      : gprt_sampler.tick_ns);
}

/*
 * How much of a thread's time may be put aside, or charged in advance: little at its
 * start, and where few ticks are in system calls.
 */
static int64_t most_aside(const struct gprt_thread *t, int64_t now)
{
	int64_t most = policy.most_aside * look_interval();
	uint32_t calls = 4 * t->ticks.calls;

	if (now / 16 < most)
		most = now / 16;
	return calls < GPRT_ALL_CALLS ? most * calls / GPRT_ALL_CALLS : most;
}

static bool wants_stack(struct gprt_thread *t)
{
	return gprt_options.stacks && !(t->account.samples & ((1u << t->account.skip) - 1));
}

/*
 * Where a thread shares its processor, a tick can come any time after the last, so weights
 * vary much.  Samples are kept apart by weight: a reader learns from the sums how much.
 * The same goes for samples in the kernel: some are of an event, some of a tick.  Those of an
 * event in user code vary with its period.
 */
static uint32_t octave(const struct gprt_thread *t, uint64_t weight, uint32_t kind)
{
	uint32_t n = 64 - (uint32_t)__builtin_clzll(weight | 1);

	if (kind == AT_TICK)
		n = GPROF_SAMPLE_TICKS + t->clock.step;
	else if (gprt_is_precise(t) && !kind)
		n = t->clock.step ? GPROF_SAMPLE_STEPS + t->clock.step : 0;
	return n << GPROF_SAMPLE_OCTAVE_SHIFT;
}

/* Counts a sample with its weight; false: not now. */
static bool store(struct gprt_thread *t, const struct gprof_sample *key)
{
	if (!gprt_sample_count(&t->running, key))
		return false;
	t->record->cpu_ns += key->weight;
	t->record->samples++;
	gprt_budget_ran(key->weight);
	return true;
}

/*
 * A kind: 0, or GPROF_SAMPLE_KERNEL, with GPROF_SAMPLE_FAULT or without, or AT_TICK.
 * The next sample gets a weight that cannot be stored now.
 */
void gprt_sample_account(struct gprt_thread *t, const void *context, uint64_t weight, uint32_t kind)
{
	struct gprof_sample key;

	gprt_clear(&key, sizeof(key));
	key.pc = gprt_context_pc(context);
	key.flags = GPROF_SAMPLE_NO_STACK;
	if (wants_stack(t)) {
		key.flags = 0;
		key.stack = gprt_stack_capture(t, context, &key.flags);
		t->account.walked = true;
	}
	key.weight = weight;
	key.flags |= (kind & ~AT_TICK) | octave(t, weight, kind);
	if (key.flags & GPRT_SAMPLE_LATER || !store(t, &key)) {
		t->account.cpu_ns -= (int64_t)weight;
		return;
	}
	if (gprt_is_precise(t) && !kind) {
		gprt_copy(&t->ticks.last, &key, sizeof(key));
		t->ticks.last.count = 1;
		t->ticks.last_epoch = gprt_file.epoch;
	}
	/* At the 1st, 2nd, 4th ...: a thread may give itself a name after any of them. */
	if (!(t->account.samples & (t->account.samples + 1)))
		gprt_thread_name(t);
	t->account.samples++;
}

/* Adds kernel time without a stack: readers divide it among the system calls that ticks saw. */
void gprt_sample_calls(struct gprt_thread *t, int64_t weight)
{
	struct gprof_sample key;

	if (weight <= 0)
		return;
	gprt_clear(&key, sizeof(key));
	key.pc = t->ticks.call_epoch == gprt_file.epoch ? t->ticks.call_pc : 0;
	key.flags = GPROF_SAMPLE_KERNEL | GPROF_SAMPLE_NO_STACK;
	key.weight = (uint64_t)weight;
	if (store(t, &key))
		t->account.system_ns += key.weight;
	else
		t->account.cpu_ns -= weight;
}

/* Counts the weight that the event's samples left to ticks that did not come, where the last sample
   was. */
void gprt_sample_last(struct gprt_thread *t)
{
	struct gprof_sample *key = &t->ticks.last;
	bool known = key->count && t->ticks.last_epoch == gprt_file.epoch;

	if (t->ticks.pot_ns <= 0 || !known)
		return;
	key->weight = (uint64_t)t->ticks.pot_ns;
	t->ticks.pot_ns = 0;
	store(t, key);
}

/* Time that the event has missed. */
static void put_aside(struct gprt_thread *t, int64_t ns)
{
	t->account.aside += ns;
	t->ticks.surplus += ns;
}

/*
 * Returns true if the event missed as much time as ticks saw in system calls, up to two
 * standard errors of the ticks; if not, there was other time in the kernel, such as page faults.
 * Few ticks prove nothing, unless they are a quarter of the recent ones: a thread whose turn is
 * over may wait in any call for the next.
 */
static bool is_chance(const struct gprt_thread *t)
{
	int64_t sixteenths = t->ticks.surplus / (look_interval() / 16 + 1); /* of a look */
	int64_t calls = (int64_t)t->ticks.in_calls;

	if (calls < policy.min_call_ticks * ONE_TICK && 4 * t->ticks.calls < GPRT_ALL_CALLS)
		return false;
	return sixteenths < 0 || sixteenths * sixteenths <= 4 * calls;
}

/*
 * Charges what is aside beyond its limit to system calls.  Where chance does not explain it,
 * returns it instead: as time of the present sample.
 */
static int64_t take_too_much(struct gprt_thread *t, int64_t now)
{
	int64_t much = t->account.aside - most_aside(t, now);

	if (much <= 0)
		return 0;
	t->account.aside -= much;
	if (is_chance(t)) {
		gprt_sample_calls(t, much);
		return 0;
	}
	t->ticks.surplus -= much;
	return much;
}

/*
 * Caps a weight at the kernel's ticks; the rest goes to the next samples.  A thread that runs
 * shortly and often meets a tick after any time, and all that time would be attributed to the code
 * that ran then.  The usual weight follows slowly, so that a huge one hardly moves it.
 */
static int64_t keep_usual(struct gprt_thread *t, int64_t weight)
{
	int64_t tick = (int64_t)gprt_sampler.tick_ns, interval = (int64_t)t->clock.interval;
	struct gprt_ticks *s = &t->ticks;
	int64_t passed = weight - s->later_ns, most;

	if (!s->usual_ns)
		s->usual_ns = interval > tick ? interval : tick;
	most = policy.most_usual * s->usual_ns;
	s->usual_ns += ((passed < 2 * s->usual_ns ? passed : 2 * s->usual_ns) - s->usual_ns) / 8;
	s->later_ns = weight > most ? weight - most : 0;
	t->account.cpu_ns -= s->later_ns;
	return weight - s->later_ns;
}

/*
 * Returns true if the event's signal came because a system call just returned: an interrupt that is
 * due where the kernel takes none comes when the call has returned.  Such a sample would count
 * that end twice, as ticks account for all of the call.
 */
static bool is_of_call(const struct gprt_thread *t, const void *context)
{
	return gprt_is_precise(t) && t->ticks.watched && t->ticks.call_pc &&
	       gprt_in_system_call(context);
}

/*
 * The time since the last sample; see sampler.c for the first.  What passed in system
 * calls is put aside for the ticks to charge, as long as they see some.
 */
static uint64_t take_weight(struct gprt_thread *t, const void *context, int64_t now)
{
	int64_t weight = now - t->account.cpu_ns;

	if (weight <= 0)
		return 0;
	t->account.cpu_ns = now;
	if (t->account.first && !t->clock.event && weight < (int64_t)gprt_sampler.tick_ns &&
	    t->tid != gprt.pid)
		weight = (int64_t)gprt_sampler.tick_ns;
	t->account.first = false;
	if (!t->clock.event)
		weight = keep_usual(t, weight);
	if (is_of_call(t, context)) {
		put_aside(t, weight);
		weight = 0;
		gprt_sample_watch_ticks(t, now);
	} else if (t->ticks.call_pc && has_missed(t, (uint64_t)weight)) {
		put_aside(t, weight - (int64_t)t->clock.interval);
		weight = (int64_t)t->clock.interval;
	}
	return (uint64_t)(weight + take_too_much(t, now));
}

static void leave_out(struct gprt_thread *t, int64_t own)
{
	t->record->handler_ns += (uint64_t)own;
	t->account.cpu_ns += own;
	t->ticks.looked_ns += own;
}

/*
 * Takes the time of a signal out of the next weight: the handler's own, since 'start', and its
 * interrupt's.
 */
void gprt_sample_exclude(struct gprt_thread *t, int64_t start, bool precise)
{
	int64_t own = gprt_cpu_time_since(t, start);
	uint64_t hidden;

	if (own <= 0)
		return;
	hidden = gprt_budget_charge(precise, (uint64_t)own);
	t->spent.hidden_ns += hidden;
	if (t->account.walked)
		t->spent.walks_ns += (uint64_t)own;
	t->account.walked = false;
	leave_out(t, own + (int64_t)hidden);
}

/* The same after an event was opened. */
void gprt_sample_opened(struct gprt_thread *t, int64_t start)
{
	int64_t own = (int64_t)sys_clock(CLOCK_THREAD_CPUTIME_ID) - start;

	if (own <= 0)
		return;
	gprt_budget_spent((uint64_t)own);
	leave_out(t, own);
}

/* Weights in which what the pot has too much or too little is given; a period is given by many. */
static int64_t pot_memory(const struct gprt_thread *t)
{
	return policy.pot_memory + 4 * (int64_t)(t->clock.period / gprt_sampler.tick_ns);
}

/*
 * The part of the event's weight in user code that is left to ticks, which are samples of the same
 * time.  Both kinds of samples weigh alike then, and together what the event alone would.  Where no
 * ticks come to take it, it stays where it was.
 */
static uint64_t leave_to_ticks(struct gprt_thread *t, uint64_t weight)
{
	int64_t left = (int64_t)(weight * t->ticks.part / GPRT_ALL_PARTS),
		half = (int64_t)weight / 2;
	int64_t most = (int64_t)(2 * t->clock.period + 2 * gprt_sampler.tick_ns);

	if (!t->ticks.part || t->ticks.pot_ns + left > most) {
		left = -t->ticks.pot_ns / policy.pot_memory;
		left = left > half ? half : left;
	}
	t->ticks.pot_ns += left;
	return (uint64_t)((int64_t)weight - left);
}

/* Has ticks looked at for a while. */
void gprt_sample_watch_ticks(struct gprt_thread *t, int64_t now)
{
	bool begins = !t->ticks.watched;

	if (t->clock.timer < 0)
		return;
	t->ticks.watched = policy.watched_ticks;
	if (!begins)
		return;
	t->ticks.looked_ns = now;
	t->ticks.kernel_ns = gprt_kernel_ticks(&t->ticks.user_ns);
	t->ticks.faults = gprt_page_faults();
	gprt_clock_arm_look(t);
}

void gprt_sample_take(void *thread, const void *context)
{
	struct gprt_thread *t = thread;
	int64_t now = gprt_cpu_time(t);
	bool missed = has_missed(t, (uint64_t)(now - t->account.cpu_ns));
	bool precise = gprt_is_precise(t);
	uint64_t weight;
	uint32_t kind;

	weight = take_weight(t, context, now);
	if (weight) {
		kind = kind_of(t, context, weight);
		if (precise && !kind)
			weight = leave_to_ticks(t, weight);
		gprt_sample_account(t, context, weight, kind);
		if (missed)
			gprt_sample_watch_ticks(t, now);
		gprt_costs_review(t);
	}
	if (t->rings.used)
		gprt_rings_take(t);
	gprt_sample_exclude(t, now, precise);
}

/* Only on the handler's own stack: a snapshot needs more than the program's may have left. */
void gprt_sample_and_snapshot(void *thread, const void *context)
{
	gprt_sample_take(thread, context);
	gprt_periodic_snapshot(thread);
}

/* The event comes after whole intervals: what is left is of its next signal. */
static int64_t whole_intervals(const struct gprt_thread *t, int64_t ns)
{
	int64_t interval = (int64_t)t->clock.interval;

	return ns > interval ? ns - ns % interval : 0;
}

/* The time that the event has missed so far goes aside, and pays for a tick in the kernel. */
static void charge_call(struct gprt_thread *t, const void *context, int64_t now, int64_t passed,
			uint32_t kind)
{
	int64_t missed = whole_intervals(t, now - t->account.cpu_ns), most = most_aside(t, now);

	put_aside(t, missed);
	t->account.cpu_ns += missed;
	t->ticks.surplus -= passed;
	t->ticks.call_pc = gprt_context_pc(context);
	t->ticks.call_epoch = gprt_file.epoch;
	if (passed > t->account.aside + most)
		passed = t->account.aside + most;
	if (passed <= 0)
		return;
	t->account.aside -= passed;
	t->account.system_ns += (uint64_t)passed;
	gprt_sample_account(t, context, (uint64_t)passed, kind);
}

/* A tick in user code, 'passed' ns after the last: its part of the weight that the event has
   left. */
static void charge_user(struct gprt_thread *t, const void *context, int64_t passed)
{
	int64_t tick = (int64_t)gprt_sampler.tick_ns, usual = t->ticks.usually_ns, weight;

	if (!t->ticks.part)
		return;
	passed = passed < 4 * tick ? passed : 4 * tick;
	usual += usual ? (passed - usual) / (int64_t)policy.calls_memory : tick;
	t->ticks.usually_ns = usual;
	weight = usual * t->ticks.part / GPRT_ALL_PARTS;
	weight += (t->ticks.pot_ns - weight / 2) / pot_memory(t);
	if (weight <= 0 || t->ticks.pot_ns + 2 * (int64_t)t->clock.period + 4 * tick < weight)
		return;
	t->ticks.pot_ns -= weight;
	t->account.cpu_ns += weight; /* what cannot be stored is taken off that */
	gprt_sample_account(t, context, (uint64_t)weight, AT_TICK);
	t->account.cpu_ns -= weight;
}

/* How long ago the tick began that the signal is of. */
static void measure_tick(struct gprt_thread *t)
{
	uint64_t tick = sys_clock(CLOCK_MONOTONIC_COARSE);

	t->running.now_ns = sys_clock(CLOCK_MONOTONIC);
	gprt_budget_measure_tick((int64_t)(t->running.now_ns - tick));
}

/* Charges a tick in the kernel, of that kind; 0: it was in user code. */
static void look(struct gprt_thread *t, const void *context, int64_t now, uint32_t kind)
{
	int64_t passed = now - t->ticks.looked_ns;

	t->ticks.looked_ns = now;
	t->ticks.calls -= (t->ticks.calls + policy.calls_memory - 1) / policy.calls_memory;
	t->ticks.in_calls -= t->ticks.in_calls / (uint32_t)policy.surplus_memory;
	t->ticks.surplus -= t->ticks.surplus / policy.surplus_memory;
	if (kind) {
		t->ticks.calls += GPRT_ALL_CALLS / policy.calls_memory;
		t->ticks.in_calls += ONE_TICK;
		t->ticks.watched = policy.watched_ticks;
		charge_call(t, context, now, passed, kind);
	} else {
		charge_user(t, context, passed);
	}
	if (t->ticks.watched)
		t->ticks.watched--;
	gprt_clock_arm_look(t);
	gprt_costs_review(t);
}

/* The kernel's tick, by the timer while the event is there; or the tick before it. */
void gprt_sample_at_tick(void *thread, const void *context)
{
	struct gprt_thread *t = thread;
	int64_t now;
	uint32_t kind;

	measure_tick(t);
	now = (int64_t)sys_clock(CLOCK_THREAD_CPUTIME_ID);
	kind = met_fault(t) ? GPROF_SAMPLE_KERNEL | GPROF_SAMPLE_FAULT : 0;
	if (gprt_in_system_call(context))
		kind = GPROF_SAMPLE_KERNEL;
	if (t->ticks.next)
		look(t, context, now, kind);
	else
		gprt_clock_arm_look_next(t);
	if (t->rings.used)
		gprt_rings_take(t);
	gprt_sample_exclude(t, now, false);
}
