/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * sampler.c - when samples are taken (accounting.c): the start and the end of a thread, and the
 * signal, again and again.
 *
 * Rates are random, from 0.6 to 1.4 of the mean, so that no program keeps step with
 * them.  To set a new one costs as much as a sample, so each holds for a run of intervals,
 * 64 periods of time or more.  That adds nothing to the error, which depends on
 * pairs of samples only: of a program that repeats itself, two samples that are k equal
 * random intervals apart see points as unrelated as two of intervals drawn one by one.
 *
 * A new thread or process has no event until the kernel's first tick: see leave_startup.
 *
 * The signal is SIGURG: programs hardly use it, debuggers let it pass, and its
 * default is to be ignored, so that a program that resets all signals is not ended
 * by it.  SIGPROF, which has none of that, is left to the program, and only taken
 * where SIGURG has a handler at the start.
 *
 * The handler runs with all signals blocked, makes raw system calls only, and
 * finds its thread in a thread-local variable.
 */
#include "sample/sampler.h"

#include "base/message.h"
#include "base/options.h"
#include "base/private_fds.h"
#include "base/process.h"
#include "base/processor.h"
#include "base/safe_read.h"
#include "base/sys.h"
#include "file/file.h"
#include "record/slot.h"
#include "sample/accounting.h"
#include "sample/budget.h"
#include "sample/clock.h"
#include "sample/event.h"
#include "sample/policy.h"
#include "sample/restart.h"
#include "sample/signals.h"
#include "sample/wall_sampler.h"
#include "unwind/stack.h"
#include "unwind/unwind.h"

#include <gprof-llvm/format.h>

#define KERNEL_SENT 0x80 /* SI_KERNEL */

#define MOST_PROCESSORS 8192u /* of which the kernel is asked */

static unsigned processors; /* 0: not known yet */
static int64_t life_ns; /* CPU time of the threads that ended recently, about */

/* A number below 'n'; xorshift, which is as good as it needs to be. */
static uint64_t draw(struct gprt_thread *t, uint64_t n)
{
	uint64_t x = t->clock.random;

	x ^= x << 13;
	x ^= x >> 7;
	x ^= x << 17;
	t->clock.random = x;
	return (x >> 16) % n;
}

static void draw_interval(struct gprt_thread *t)
{
	const uint64_t one = 1u << 20;

	t->clock.asked = gprt_period();
	t->clock.step = gprt_budget.step;
	if (t->clock.sparse_ns > t->clock.asked)
		t->clock.step = gprt_budget_step(t->clock.sparse_ns);
	t->clock.period = gprt_budget_period(t->clock.step);
	t->clock.interval = 1 + t->clock.period * one / (one * 3 / 5 + draw(t, one * 4 / 5));
}

/* Draws an interval, and as many equal ones as fill the usual length of a run. */
static void draw_run(struct gprt_thread *t)
{
	uint64_t length;

	draw_interval(t);
	length = policy.timer_run * t->clock.period + draw(t, t->clock.interval);
	t->clock.equal = (uint32_t)(length / t->clock.interval);
}

/*
 * Says when to take the first sample.  A thread ends some time after its last sample,
 * and a short one before its first: that time would be missing.  So the thread is
 * made to start at a random point of an interval, and its first sample weighs the
 * whole of it, which makes the sum right on average for threads of any length (the
 * time before the first sample is distributed like that after the last).
 * A thread that had no event before a tick, which is at a random point, needs none of it,
 * unless the interval is longer than a tick.
 * The event repeats that first interval until the handler opens another one, so it must be much
 * longer than an interrupt: with one every 10 us, which is the kernel's least, a virtual machine
 * may do nothing else for a second.  Only threads that end before the least are sampled too rarely.
 *
 * What a thread ran before it came here is in no sample: the loader, the program that was
 * replaced by exec, code that is not instrumented.  It would weigh on whatever is met
 * first.  Only what a new thread took to come here is too little to be distinguished from the rest.
 *
 * A forked child is left alone for a while: many reset their signals and then
 * exec, and our signal would end them in between.
 */
static uint64_t choose_phase(struct gprt_thread *t)
{
	uint64_t first;

	draw_run(t);
	t->clock.equal = (uint32_t)draw(t, t->clock.equal);
	if (t->clock.starting && t->clock.interval < gprt_sampler.tick_ns)
		return t->clock.interval;
	if (!t->clock.starting && t->tid == gprt.pid && gprt_file.header->fork_depth) {
		t->clock.interval = gprt_first_period() * policy.fork_periods;
		t->clock.equal = 0;
		return t->clock.interval;
	}
	first = 1 + draw(t, t->clock.interval);
	if (first < policy.first_sample_ns)
		first = t->clock.interval < policy.first_sample_ns ? t->clock.interval
								   : policy.first_sample_ns;
	t->account.cpu_ns += (int64_t)first - (int64_t)t->clock.interval;
	return first;
}

/* Starts the thread's clock; false: it has none. */
static bool start_clock(struct gprt_thread *t)
{
	uint64_t first = choose_phase(t);
	uint32_t clock = gprt_clock_start(t, first);
	bool is_left_alone = t->clock.interval == gprt_first_period() * policy.fork_periods;

	if (clock == GPROF_CLOCK_NONE) {
		gprt_flag(GPROF_FILE_NO_SAMPLES);
		return false;
	}
	if (first != t->clock.interval || is_left_alone)
		t->clock.run_end = 0; /* the first signal gives it its first full run */
	if (t->clock.event_paused)
		gprt_thread_flag(t, GPROF_THREAD_TICKS, true);
	if (t->clock.event && !is_left_alone)
		gprt_sample_watch_ticks(t, (int64_t)sys_clock(CLOCK_THREAD_CPUTIME_ID));
	/* The coarser clock is the one to warn of, when threads have both. */
	if (clock > gprt_file.header->clock)
		gprt_file.header->clock = clock;
	return true;
}

/*
 * The first tick of a thread that has no event yet: it gets one, as if it had begun here.
 * The tick comes at any point of the first tick's length of CPU time with the same
 * probability.  What the thread does at a point x is in no event's time if the tick comes after
 * x: with the probability 1 - x / tick.  If a sample at a tick at x weighs tick - x, samples
 * there weigh that on average too.
 * The event leaves out what is after its last signal, half an interval on average; this
 * sample makes up for it, or where the interval is longer than a tick, the event's first.
 * Totals are right on average for threads of any length, as with events from the start.
 */
static void leave_startup(void *thread, const void *context)
{
	struct gprt_thread *t = thread;
	int64_t now = (int64_t)sys_clock(CLOCK_THREAD_CPUTIME_ID);
	int64_t passed = now - t->account.cpu_ns, tick = (int64_t)gprt_sampler.tick_ns, rest;

	if (__atomic_load_n(&gprt_helper.lock, __ATOMIC_RELAXED)) { /* another thread's turn */
		gprt_clock_arm_tick(t);
		return;
	}
	t->account.cpu_ns = now;
	t->account.system_ns = gprt_system_time();
	start_clock(t);
	t->clock.starting = t->account.first = false;
	rest = t->clock.event ? (int64_t)t->clock.interval : tick;
	if (rest > tick)
		rest = 0;
	gprt_sample_account(t, context,
			    (uint64_t)((passed < tick ? tick - passed : passed) + rest / 2),
			    gprt_in_system_call(context) ? GPROF_SAMPLE_KERNEL : 0);
	gprt_sample_exclude(t, now, false);
}

/* Processors that the calling thread may have; 1 where the kernel does not say. */
static unsigned count_processors(void)
{
	uint64_t mask[MOST_PROCESSORS / 64];
	long n = gprt_syscall3(SYS_sched_getaffinity, 0, sizeof(mask), (long)mask);
	unsigned count = 0;

	for (long i = 0; i < n / 8; i++)
		for (uint64_t rest = mask[i]; rest; rest &= rest - 1)
			count++;
	return count ? count : 1;
}

/*
 * Returns true if the process has had more threads at a time than processors, beside one that waits
 * for them.  Then a thread begins when another's slice has ended, mostly after a tick, and loses
 * its processor at one: ticks come to a short one too seldom.
 */
static bool is_crowded(void)
{
	if (!processors)
		processors = count_processors();
	return gprt_slots.n > processors + 1;
}

/*
 * Returns true if a thread has no event before its first tick: where the program makes so many that
 * to open one for each would cost too much, while ticks come to any point of them.  A thread that
 * wakes and sleeps between two ticks would never have one.  In a forked child the signal would end
 * what exec starts there, or an event be opened for nothing.
 */
static bool is_new_thread(const struct gprt_thread *t)
{
	if (gprt_options.tick_sampling != GPRT_TICKS_AUTO || !gprt_sampler.spares_calls ||
	    gprt_sampler.no_events)
		return false;
	if (t->tid == gprt.pid)
		return gprt_file.header->fork_depth;
	return !is_crowded() && !gprt_budget_has_start();
}

/* The clock that it will have, and whether it is likely to end without one. */
static void start_at_tick(struct gprt_thread *t)
{
	if (gprt_file.header->clock == GPROF_CLOCK_NONE)
		gprt_file.header->clock = GPROF_CLOCK_PERF;
	if (t->tid != gprt.pid && life_ns < (int64_t)gprt_sampler.tick_ns)
		gprt_thread_flag(t, GPROF_THREAD_TICKS, true);
}

/* For the calling thread only: the timer has the caller's clock. */
void gprt_sampler_start(struct gprt_thread *t)
{
	int64_t now = (int64_t)sys_clock(CLOCK_THREAD_CPUTIME_ID);
	bool is_new = t->tid != gprt.pid && now < (int64_t)gprt_first_period();

	if (!gprt_sampler.on && !gprt_sampler.gave)
		return;
	t->clock.random = (sys_clock(CLOCK_MONOTONIC) + 1) * 0x9e3779b97f4a7c15ull ^
			  (uint64_t)t->tid;
	t->clock.random |= 1;
	t->account.first = true;
	t->account.cpu_ns = is_new ? 0 : now;
	t->account.system_ns = is_new ? 0 : gprt_system_time();
	t->account.samples = t->account.skip = 0;
	gprt_clock_reset_ticks(t);
	t->spent.handler_ns = t->record->handler_ns;
	t->spent.cpu_ns = t->record->cpu_ns;
	t->spent.hidden_ns = t->spent.walks_ns = 0;
	t->spent.switches = t->spent.waits = 0;
	if (!is_new)
		t->spent.switches = gprt_switches(&t->spent.waits);
	t->clock.sparse_ns = 0;
	t->clock.resume_event = false;
	t->ticks.usually_ns = 0;
	t->ticks.last.count = 0;
	t->clock.holds = 0;
	if (!gprt_sampler.on) { /* the program has the signal, and may give it back */
		t->clock.starting = gprt_clock_prepare(t);
		return;
	}
	t->clock.starting = is_new_thread(t) && gprt_clock_start_at_tick(t);
	if (t->clock.starting)
		start_at_tick(t);
	if (t->clock.starting || start_clock(t))
		gprt_wall_sampler_start();
}

/* Ends the clock of a slot whose thread is gone, or was left by a fork. */
void gprt_sampler_stop(struct gprt_thread *t)
{
	if (t->clock.event || t->clock.starting || t->clock.event_paused)
		life_ns += ((t->account.samples ? t->account.cpu_ns : 0) - life_ns) /
			   policy.lives_memory;
	t->clock.starting = t->clock.event_paused = false;
	gprt_clock_stop(t);
}

/*
 * At the end: what was put aside for ticks that did not come any more.  Time without a sample stays
 * without one: a reader knows how much it is from the kernel's account.  Signals blocked, lock not
 * held (a table may have to grow).
 */
void gprt_sampler_flush(struct gprt_thread *t)
{
	if (!gprt_sampler.on)
		return;
	gprt_sample_calls(t, t->account.aside);
	t->account.aside = 0;
	gprt_sample_last(t);
}

static void arm_timer(struct gprt_thread *t)
{
	if (!t->clock.equal)
		draw_run(t);
	t->clock.equal--;
	gprt_clock_arm(t);
}

/* Another interval; the old one goes on while none can be had and there are signals left. */
static void renew(struct gprt_thread *t)
{
	int64_t start = (int64_t)sys_clock(CLOCK_THREAD_CPUTIME_ID);
	uint64_t old = t->clock.interval, period = t->clock.period;
	uint32_t step = t->clock.step;

	draw_interval(t);
	if (gprt_clock_open(t, t->clock.interval)) {
		gprt_sample_opened(t, start);
		return;
	}
	t->clock.interval = old;
	t->clock.period = period;
	t->clock.step = step;
	t->clock.run_end = t->account.cpu_ns + (int64_t)t->clock.period;
	if (t->clock.event && t->account.cpu_ns < t->clock.signals_end)
		return;
	gprt_clock_pause_event(t);
	if (!t->clock.event)
		arm_timer(t);
}

/* A run is over, or samples are to be much rarer. */
static bool is_due(const struct gprt_thread *t)
{
	return t->account.cpu_ns >= t->clock.run_end || gprt_period() > 2 * t->clock.asked;
}

/* The next signal, where it does not come by itself. */
static void arm(struct gprt_thread *t, bool looked)
{
	bool resumes = t->clock.resume_event;

	t->clock.resume_event = false;
	if (resumes)
		renew(t);
	else if (!t->clock.event)
		arm_timer(t);
	else if (!looked && is_due(t))
		renew(t);
	else if (looked && t->ticks.looked_ns >= t->clock.signals_end)
		renew(t);
}

/* Does as the kernel would without us: the default is to end the process. */
static void die_of_it(void)
{
	struct gprt_sigaction action;

	gprt_clear(&action, sizeof(action));
	sys_sigaction(gprt_sampler.signal, &action, NULL);
	sys_tgkill(sys_getpid(), sys_gettid(), gprt_sampler.signal);
}

void gprt_handle(int sig, siginfo_t *info, void *context)
{
	struct gprt_thread *t = gprt_self;
	void (*take)(void *t, const void *context);
	void *top;

	(void)sig;
	/* A handler of the program may call the one that was there before, with a number only. */
	if (__builtin_return_address(0) != (void *)gprt_restorer)
		return;
	if (gprt_clock_is_ours(t, info)) {
		top = gprt_stack_top(t);
		take = top ? gprt_sample_and_snapshot : gprt_sample_take;
		if (t->clock.starting)
			take = leave_startup;
		else if (info->si_code == SI_TIMER && gprt_is_precise(t))
			take = gprt_sample_at_tick;
		/* Callgrind takes a handler that goes to another stack for one that has ended. */
		if (top && !gprt_sampler.in_valgrind)
			gprt_on_stack(top, take, t, context);
		else
			take(t, context);
		if (take != leave_startup)
			arm(t, take == gprt_sample_at_tick);
		gprt_restart_follow(context);
	} else if (t && gprt_mask_close(t, info, context)) {
		/* It is pending again. */
	} else if (gprt_sampler.signal != SIGURG &&
		   (info->si_code == KERNEL_SENT ||
		    (info->si_code <= 0 && info->si_code != SI_TIMER))) {
		die_of_it();
	}
}

/* Nobody has a handler; SIGURG is ignored by default, too. */
static bool is_free(int sig)
{
	struct gprt_sigaction old;

	gprt_clear(&old, sizeof(old));
	sys_sigaction(sig, NULL, &old);
	gprt_sampler.ignored = old.handler == (uintptr_t)SIG_IGN;
	return old.handler == (uintptr_t)SIG_DFL ||
	       (sig == SIGURG && old.handler == (uintptr_t)SIG_IGN);
}

void gprt_sampler_init(uintptr_t handler)
{
	gprt_sampler.handler = handler;
	gprt_sampler.on = false;
	gprt_sampler.in_valgrind = gprt_valgrind(GPRT_VALGRIND_HERE, 0, 0);
	if (!gprt_options.rate)
		return;
	gprt_sampler.signal = is_free(SIGURG) ? SIGURG : SIGPROF;
	if (!is_free(gprt_sampler.signal)) {
		gprt_flag(GPROF_FILE_NO_SAMPLES);
		gprt_say("the program uses SIGURG and SIGPROF itself: ", "no samples are taken",
			 "", "");
		return;
	}
	gprt_objects_init();
	gprt_action_set();
	gprt_clock_init();
	life_ns = policy.first_life * (int64_t)gprt_sampler.tick_ns;
}
