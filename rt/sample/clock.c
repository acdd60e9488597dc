/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * clock.c - the sources of signals: a software event for each thread (event.c), or a POSIX
 * timer on its CPU clock, bound to the kernel's tick, where the kernel refuses the event.
 * With an event there may be a timer too, for ticks.
 *
 * The timer is armed for one signal.  The event goes on by itself, with equal intervals, for
 * a run of some time; then it is opened anew with another interval (sampler.c).
 *
 * The event's price is the processor's timer, which is set whenever its thread comes to a
 * processor or leaves it, and when it is opened and closed.  A thread need not have the event
 * (clock.starting, clock.event_paused); then the POSIX timer samples it at the kernel's ticks.
 *
 * Raw system calls only, by the thread itself: a timer has the clock of the thread that makes it.
 */
#include "sample/clock.h"

#include "base/options.h"
#include "base/sys.h"
#include "record/slot.h"
#include "sample/budget.h"
#include "sample/event.h"
#include "sample/policy.h"
#include "sample/sampler.h"

#include <gprof-llvm/format.h>
#include <sys/utsname.h>

/* Clocks of the calling thread, which libc does not name: CPUCLOCK_PERTHREAD_MASK with ~0 << 3. */
#define THREAD_TICKS (-4)      /* CPUCLOCK_PROF */
#define THREAD_USER_TICKS (-3) /* CPUCLOCK_VIRT */

/* The kernel's struct sigevent, whose thread id libc hides. */
struct timer_event {
	uint64_t value;
	int32_t sig, notify, tid;
	char pad[44];
};
#define NOTIFY_THREAD 4 /* SIGEV_THREAD_ID */
#define HAVE_POLL_CODE(code) ((code) > 0 && (code) <= 6) /* POLL_IN .. POLL_HUP */

static long set_timer(int timer, uint64_t ns)
{
	struct itimerspec when = { { 0, 0 },
				   { (time_t)(ns / 1000000000u), (long)(ns % 1000000000u) } };

	return gprt_syscall4(SYS_timer_settime, timer, 0, (long)&when, 0);
}

/* If another thread ends sampling meanwhile, either it stops this timer or we do. */
static long arm_timer(int timer, uint64_t ns)
{
	long result = gprt_is_sampling() ? set_timer(timer, ns) : 0;

	if (!gprt_is_sampling())
		set_timer(timer, 0);
	return result;
}

/* By any thread: no signal comes to 't' any more; gprt_sampler.on is false. */
void gprt_clock_end(struct gprt_thread *t)
{
	gprt_event_close(t);
	if (t->clock.timer >= 0)
		set_timer(t->clock.timer, 0);
}

/* By any thread: signals come to 't' again if it has a timer. */
void gprt_clock_resume(struct gprt_thread *t)
{
	if (t->clock.timer >= 0)
		gprt_clock_arm_tick(t);
}

/* The next tick's signal. */
void gprt_clock_arm_tick(const struct gprt_thread *t)
{
	arm_timer(t->clock.timer, 1);
}

/* The signal of a tick that is looked at, after another tick. */
void gprt_clock_arm_look_next(struct gprt_thread *t)
{
	t->ticks.next = true;
	arm_timer(t->clock.timer, 1);
}

/*
 * The same while the event is there.  Each tick has one where ticks are samples of user code, too;
 * else they come no more often than samples, and less often where the last
 * ticks were in user code.  Then a thread that comes to work in the kernel, where the event may not
 * meet it for long, is found there soon: else all that time would be charged to its next work.  The
 * kernel's account shows a tick only after a look at the tick before, so where ticks are left out
 * that one has a signal too.
 */
void gprt_clock_arm_look(struct gprt_thread *t)
{
	uint64_t tick = gprt_sampler.tick_ns, wait = t->ticks.part ? tick : gprt_period();

	if (!t->ticks.part && !t->ticks.watched && wait < policy.idle_look * tick)
		wait = policy.idle_look * tick;
	t->ticks.next = false;
	if (wait > tick)
		arm_timer(t->clock.timer, wait - tick);
	else
		gprt_clock_arm_look_next(t);
}

/*
 * Opens the thread's event with the interval, for a run.  Another interval costs as much as half
 * a sample to two (event.c).  False: it has what it had.
 */
bool gprt_clock_open(struct gprt_thread *t, uint64_t interval)
{
	uint64_t run = (t->clock.alone ? policy.run : policy.run_helped) * t->clock.period;
	uint64_t signals = 2 * run / interval + policy.spare_signals;
	int64_t now = (int64_t)sys_clock(CLOCK_THREAD_CPUTIME_ID);

	if (!gprt_event_open(t, interval, (uint32_t)signals))
		return false;
	t->clock.run_end = now + (int64_t)run;
	t->clock.signals_end = now + (int64_t)((signals - 2) * interval);
	t->clock.event_paused = false;
	t->clock.holds = 0;
	return true;
}

/*
 * The timer's next signal, t->interval from now, but where that is no longer than a tick, at the
 * next one: a thread that shares its processor meets ticks in less CPU time than they are apart,
 * and of one without a signal it is not known where it was.
 */
void gprt_clock_arm(struct gprt_thread *t)
{
	bool each = gprt_sampler.spares_calls && t->clock.interval <= gprt_sampler.tick_ns;

	if (t->clock.timer >= 0)
		arm_timer(t->clock.timer, each ? 1 : t->clock.interval);
}

/* Returns true if a signal is of the thread's event or timer; t may be NULL. */
bool gprt_clock_is_ours(const struct gprt_thread *t, const siginfo_t *info)
{
	if (!t)
		return false;
	if (HAVE_POLL_CODE(info->si_code))
		return t->clock.had_event;
	return info->si_code == SI_TIMER && t->clock.timer >= 0 && info->si_ptr == t;
}

/* Reads a number and the character that ends it. */
static unsigned long read_number(const char **s)
{
	unsigned long n = 0;

	for (; **s >= '0' && **s <= '9'; ++*s)
		n = n * 10 + (unsigned long)(**s - '0');
	*s += **s == '.';
	return n;
}

static bool kernel_is(unsigned long major, unsigned long minor)
{
	struct utsname name;
	const char *s = name.release;
	unsigned long n;

	if (gprt_syscall3(SYS_uname, (long)&name, 0, 0) < 0)
		return false;
	n = read_number(&s);
	return n > major || (n == major && read_number(&s) >= minor);
}

void gprt_clock_init(void)
{
	struct timespec tick;

	gprt_sampler.spares_calls = kernel_is(GPRT_SPARES_CALLS);
	if (gprt_syscall3(SYS_clock_getres, CLOCK_REALTIME_COARSE, (long)&tick, 0) >= 0)
		gprt_sampler.tick_ns = (uint64_t)tick.tv_nsec;
}

/* A timer whose signals are the thread's; -1 if there is none. */
static int make_timer(const struct gprt_thread *t, int clock)
{
	struct timer_event event;
	int timer = -1;

	gprt_clear(&event, sizeof(event));
	event.sig = gprt_sampler.signal;
	event.notify = NOTIFY_THREAD;
	event.tid = t->tid;
	event.value = (uintptr_t)t; /* an emulator may number timers anew */
	if (gprt_syscall3(SYS_timer_create, clock, (long)&event, (long)&timer) < 0)
		return -1;
	return timer;
}

static bool have_timer(struct gprt_thread *t)
{
	if (t->clock.timer < 0)
		t->clock.timer = make_timer(t, CLOCK_THREAD_CPUTIME_ID);
	return t->clock.timer >= 0;
}

/* The thread's first signal comes after 'first' ns of its CPU time; an enum gprof_clock. */
uint32_t gprt_clock_start(struct gprt_thread *t, uint64_t first)
{
	if (gprt_options.tick_sampling != GPRT_TICKS_ALWAYS && gprt_clock_open(t, first)) {
		if (gprt_sampler.spares_calls)
			have_timer(t);
		return GPROF_CLOCK_PERF;
	}
	if (!have_timer(t) || arm_timer(t->clock.timer, first) < 0)
		return GPROF_CLOCK_NONE;
	t->ticks.kernel_ns = gprt_kernel_ticks(&t->ticks.user_ns);
	t->ticks.faults = gprt_page_faults();
	/* It may have one later. */
	t->clock.event_paused = gprt_options.tick_sampling != GPRT_TICKS_ALWAYS &&
				!gprt_sampler.no_events && gprt_sampler.spares_calls;
	return t->clock.event_paused ? GPROF_CLOCK_PERF : GPROF_CLOCK_TIMER;
}

/* Nothing yet, but gprt_clock_resume() can have the thread begin; whether that can be had. */
bool gprt_clock_prepare(struct gprt_thread *t)
{
	return have_timer(t);
}

/* No event yet, only a signal at the first tick; whether that can be had. */
bool gprt_clock_start_at_tick(struct gprt_thread *t)
{
	if (!have_timer(t))
		return false;
	gprt_clock_arm_tick(t);
	return true;
}

/*
 * The cost, ns, of stopping an event and starting it again, as the kernel does whenever the
 * thread leaves its processor: nearly all of that is to set the processor's timer, which a
 * timer of elapsed time does too.  0: not known.
 */
uint64_t gprt_clock_switch_cost(const struct gprt_thread *t)
{
	uint64_t least = ~0ull;
	int timer = make_timer(t, CLOCK_MONOTONIC);

	if (timer < 0)
		return 0;
	for (int i = 0; i < 4; i++) {
		uint64_t start = sys_clock(CLOCK_MONOTONIC), ns;

		arm_timer(timer, policy.far_timer_ns);
		arm_timer(timer, 0);
		ns = sys_clock(CLOCK_MONOTONIC) - start;
		least = ns < least ? ns : least;
	}
	gprt_syscall3(SYS_timer_delete, timer, 0, 0);
	return least;
}

/* The kernel's account of the calling thread. */
static void read_usage(struct rusage *usage)
{
	if (sys_getrusage(RUSAGE_THREAD, usage) < 0)
		gprt_clear(usage, sizeof(*usage));
}

/* Of the calling thread in the kernel, ns. */
uint64_t gprt_system_time(void)
{
	struct rusage usage;

	read_usage(&usage);
	return sys_timeval_ns(&usage.ru_stime);
}

/*
 * Ticks that met the calling thread in the kernel, as ns.  getrusage() divides exact CPU time in
 * proportion to ticks instead: that grows at ticks in user code, too.
 */
uint64_t gprt_kernel_ticks(uint64_t *user)
{
	uint64_t all = sys_clock(THREAD_TICKS);

	*user = sys_clock(THREAD_USER_TICKS);
	return all - *user;
}

/* How many page faults of the calling thread the kernel has served. */
uint64_t gprt_page_faults(void)
{
	struct rusage usage;

	read_usage(&usage);
	return (uint64_t)usage.ru_minflt + (uint64_t)usage.ru_majflt;
}

/* How often the calling thread has left its processor. */
uint64_t gprt_switches(uint64_t *waits)
{
	struct rusage usage;

	read_usage(&usage);
	*waits = (uint64_t)usage.ru_nvcsw;
	return (uint64_t)usage.ru_nvcsw + (uint64_t)usage.ru_nivcsw;
}

void gprt_clock_reset_ticks(struct gprt_thread *t)
{
	t->account.aside = t->ticks.surplus = t->ticks.pot_ns = 0;
	t->ticks.part = 0;
	t->ticks.call_pc = 0;
	t->ticks.calls = GPRT_FIRST_CALLS;
	t->ticks.watched = t->ticks.in_calls = 0;
	t->ticks.usual_ns = t->ticks.later_ns = 0;
}

/*
 * The event goes, and from the next arming on the timer samples the thread, until it is given
 * an event again.  What was put aside for the event's ticks is the next sample's.  Signals
 * blocked, in the handler or out of it.
 */
void gprt_clock_pause_event(struct gprt_thread *t)
{
	if (!t->clock.event || t->clock.timer < 0 || !gprt_sampler.spares_calls)
		return;
	gprt_event_close(t);
	t->clock.event_paused = true;
	t->account.cpu_ns -= t->account.aside + t->ticks.pot_ns;
	gprt_clock_reset_ticks(t);
	t->account.system_ns = gprt_system_time();
	t->ticks.kernel_ns = gprt_kernel_ticks(&t->ticks.user_ns);
	t->ticks.faults = gprt_page_faults();
	gprt_thread_flag(t, GPROF_THREAD_TICKS, true);
}

/* Ends what signals of a slot come from. */
void gprt_clock_stop(struct gprt_thread *t)
{
	gprt_event_close(t);
	if (t->clock.timer >= 0)
		gprt_syscall3(SYS_timer_delete, t->clock.timer, 0, 0);
	t->clock.timer = -1;
	t->clock.had_event = false;
}

/* A signal that was taken from those pending, or came where it should be blocked. */
void gprt_signal_back(const siginfo_t *info)
{
	/* The kernel lets only the first thread repeat what it says of the sender. */
	if (gprt_syscall3(SYS_rt_sigqueueinfo, gprt.pid, gprt_sampler.signal, (long)info) < 0)
		gprt_syscall3(SYS_kill, gprt.pid, gprt_sampler.signal, 0);
}

/* Takes the signals that are pending.  One of the program's goes back, as the kernel keeps one. */
static void take_pending(const struct gprt_thread *t)
{
	const uint64_t set = 1ull << (gprt_sampler.signal - 1);
	static const struct timespec now;
	siginfo_t info, foreign;

	foreign.si_signo = 0;
	while (gprt_syscall4(SYS_rt_sigtimedwait, (long)&set, (long)&info, (long)&now,
			     sizeof(set)) == gprt_sampler.signal)
		if (!gprt_clock_is_ours(t, &info))
			gprt_copy(&foreign, &info, sizeof(info));
	if (foreign.si_signo)
		gprt_signal_back(&foreign);
}

/*
 * No signal for a while, and none pending; signals blocked.  If gprt_clock_release is never
 * called, sampling resumes after hold intervals.  The event is not
 * opened again before it pays.
 */
void gprt_clock_hold(struct gprt_thread *t)
{
	uint64_t far = policy.hold * t->clock.interval;

	t->ticks.watched = 0;
	if (t->clock.event) {
		gprt_clock_pause_event(t);
		t->clock.holds++;
	}
	if (t->clock.event) /* the timer cannot take its place */
		gprt_clock_open(t, far);
	else if (t->clock.timer >= 0)
		arm_timer(t->clock.timer, far);
	take_pending(t);
}

/* Signals again, after gprt_clock_hold or gprt_clock_halt; the first of a thread that had none yet.
 */
void gprt_clock_release(struct gprt_thread *t)
{
	if (t->clock.starting)
		gprt_clock_arm_tick(t);
	else if (t->clock.timer >= 0)
		gprt_clock_arm(t);
	else
		gprt_clock_open(t, t->clock.interval);
}

/* No signal any more, and none pending; signals blocked. */
void gprt_clock_halt(struct gprt_thread *t)
{
	t->ticks.watched = 0;
	gprt_clock_pause_event(t);
	gprt_event_close(t);
	if (t->clock.timer >= 0)
		arm_timer(t->clock.timer, 0);
	take_pending(t);
}
