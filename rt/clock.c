/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * clock.c - what signals come from: a software event of perf_event_open for each thread, or
 * a POSIX timer on its CPU clock, bound to the kernel's tick, where the kernel refuses the
 * event or descriptors would become scarce.  With an event there may be a timer too, for ticks.
 *
 * The timer is armed for one signal.  The event is allowed two and each is replaced in time,
 * so that the kernel need not stop and start it: that costs as much as a third of a sample.
 * Both end by themselves unless the handler arms them, so that a program that takes the
 * signal for itself sees no stream of foreign ones.
 *
 * The event's price is the processor's timer, which is set whenever its thread comes to a
 * processor or leaves it, and when it is opened and closed.  A thread can be spared that
 * (t->young, t->spared): then the POSIX timer samples it at the kernel's ticks.
 *
 * Raw system calls only, by the thread itself: a timer's clock is that of who makes it.
 */
#include "internal.h"

#include <linux/perf_event.h>
#include <sys/ioctl.h>
#include <sys/utsname.h>

#define HOLD 16u /* intervals without a signal, while a call waits */
#define HAVE_POLL_CODE(code) ((code) > 0 && (code) <= 6) /* POLL_IN .. POLL_HUP */

#ifndef F_SETSIG
#define F_SETSIG 10
#endif
#ifndef F_SETOWN_EX
#define F_SETOWN_EX 15
#endif

/* The kernel's struct sigevent, whose thread id libc hides. */
struct timer_event {
	uint64_t value;
	int32_t sig, notify, tid;
	char pad[44];
};
#define NOTIFY_THREAD 4 /* SIGEV_THREAD_ID */

struct owner {
	int type, id; /* struct f_owner_ex */
};

static long arm_timer(int timer, uint64_t ns)
{
	struct itimerspec when = { { 0, 0 },
				   { (time_t)(ns / 1000000000u), (long)(ns % 1000000000u) } };

	return gp_syscall4(SYS_timer_settime, timer, 0, (long)&when, 0);
}

/* The next tick's signal. */
void gp_clock_tick(const struct gp_thread *t)
{
	arm_timer(t->timer, 1);
}

static long control(const struct gp_thread *t, unsigned long command, long argument)
{
	return gp_syscall3(SYS_ioctl, t->perf_fd, (long)command, argument);
}

/*
 * Allows the event one more signal.  It has stopped if that was its last one; if
 * it had been so with the one before, too, it is allowed two.  (If it was not,
 * the signal before may have come late, and its successor is allowed already.)
 */
static void arm_event(struct gp_thread *t, bool stopped)
{
	if (t->interval != t->event_interval) {
		control(t, PERF_EVENT_IOC_PERIOD, (long)&t->interval);
		t->event_interval = t->interval;
	}
	control(t, PERF_EVENT_IOC_REFRESH, stopped && t->stopped ? 2 : 1);
	t->stopped = stopped;
}

/* The next signal, t->interval from now. */
void gp_clock_arm(struct gp_thread *t, bool stopped)
{
	if (gp_is_precise(t))
		arm_event(t, stopped);
	else if (t->timer >= 0)
		arm_timer(t->timer, t->interval);
}

/* Whether a signal is of the thread's event or timer; t may be NULL. */
bool gp_clock_is_ours(const struct gp_thread *t, const siginfo_t *info)
{
	if (!t)
		return false;
	if (HAVE_POLL_CODE(info->si_code))
		return info->si_fd == t->perf_fd;
	return info->si_code == SI_TIMER && t->timer >= 0 && info->si_ptr == t;
}

/* Reads a number and what ends it. */
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

	if (gp_syscall3(SYS_uname, (long)&name, 0, 0) < 0)
		return false;
	n = read_number(&s);
	return n > major || (n == major && read_number(&s) >= minor);
}

void gp_clock_init(void)
{
	struct timespec tick;

	gp.spares_calls = kernel_is(GP_SPARES_CALLS);
	if (gp_syscall3(SYS_clock_getres, CLOCK_REALTIME_COARSE, (long)&tick, 0) >= 0)
		gp.tick_ns = (uint64_t)tick.tv_nsec;
}

static long open_event(int tid, uint64_t first)
{
	struct perf_event_attr attr;

	gp_clear(&attr, sizeof(attr));
	attr.type = PERF_TYPE_SOFTWARE;
	attr.size = sizeof(attr);
	attr.config = PERF_COUNT_SW_CPU_CLOCK;
	attr.sample_period = first;
	attr.disabled = 1;
	attr.exclude_kernel = 1;
	attr.exclude_hv = 1;
	attr.wakeup_events = 1;
	return gp_syscall(SYS_perf_event_open, (long)&attr, tid, -1, -1, PERF_FLAG_FD_CLOEXEC, 0);
}

static bool few_descriptors(void)
{
	uint64_t limit = sys_limit(RLIMIT_NOFILE, 1024);

	return gp.perf_fds >= (limit < 1024 ? limit : 1024) / 8;
}

static int start_event(struct gp_thread *t, uint64_t first)
{
	struct owner owner = { 0 /* F_OWNER_TID */, t->tid };
	long fd;

	if (few_descriptors())
		return -1;
	fd = open_event(t->tid, first);
	if (sys_failed(fd))
		return -1;
	fd = gp_move_fd((int)fd);
	t->perf_fd = (int)fd;
	t->event_interval = first;
	t->stopped = true;
	if (sys_fcntl((int)fd, F_SETSIG, gp.signal) < 0 ||
	    sys_fcntl((int)fd, F_SETOWN_EX, (long)&owner) < 0 ||
	    sys_fcntl((int)fd, F_SETFL, O_ASYNC) < 0 ||
	    control(t, PERF_EVENT_IOC_ID, (long)&t->perf_id) < 0 ||
	    control(t, PERF_EVENT_IOC_REFRESH, 1) < 0) {
		sys_close((int)fd);
		t->perf_fd = -1;
		return -1;
	}
	__atomic_fetch_add(&gp.perf_fds, 1, __ATOMIC_RELAXED);
	return 0;
}

static int make_timer(struct gp_thread *t)
{
	struct timer_event event;
	int timer = -1;

	gp_clear(&event, sizeof(event));
	event.sig = gp.signal;
	event.notify = NOTIFY_THREAD;
	event.tid = t->tid;
	event.value = (uintptr_t)t; /* an emulator may number timers anew */
	if (gp_syscall3(SYS_timer_create, CLOCK_THREAD_CPUTIME_ID, (long)&event, (long)&timer) < 0)
		return -1;
	t->timer = timer;
	return 0;
}

/* The thread's first signal comes after 'first' ns of its CPU time; an enum gprof_clock. */
uint32_t gp_clock_start(struct gp_thread *t, uint64_t first)
{
	if (gp.ticks != GP_TICKS_ALWAYS && start_event(t, first) >= 0) {
		if (gp.spares_calls && t->timer < 0)
			make_timer(t);
		return GPROF_CLOCK_PERF;
	}
	if ((t->timer < 0 && make_timer(t) < 0) || arm_timer(t->timer, first) < 0)
		return GPROF_CLOCK_NONE;
	return GPROF_CLOCK_TIMER;
}

/* No event yet, only a signal at the first tick; whether that can be had. */
bool gp_clock_start_young(struct gp_thread *t)
{
	if (make_timer(t) < 0)
		return false;
	gp_clock_tick(t);
	return true;
}

/* The program may have closed our descriptor and opened its own there. */
static bool event_is_there(const struct gp_thread *t)
{
	uint64_t id = 0;

	return t->perf_fd >= 0 &&
	       control(t, PERF_EVENT_IOC_ID, (long)&id) >= 0 && id == t->perf_id;
}

/*
 * What it costs, ns, to stop the event and start it again, as the kernel does whenever the
 * thread leaves its processor; 0: not known.  The handler arms the event afterwards: until
 * then it may be allowed no signal, which the kernel takes for any number.
 */
uint64_t gp_clock_switch_cost(const struct gp_thread *t)
{
	uint64_t least = ~0ull;

	if (!event_is_there(t))
		return 0;
	for (int i = 0; i < 4; i++) {
		uint64_t start = sys_clock(CLOCK_MONOTONIC), ns;

		control(t, PERF_EVENT_IOC_DISABLE, 0);
		control(t, PERF_EVENT_IOC_ENABLE, 0);
		ns = sys_clock(CLOCK_MONOTONIC) - start;
		least = ns < least ? ns : least;
	}
	return least;
}

/* From the next arming on the timer samples the thread, until t->spared is taken back. */
void gp_clock_spare(struct gp_thread *t)
{
	if (t->timer < 0 || !gp.spares_calls || !event_is_there(t))
		return;
	control(t, PERF_EVENT_IOC_DISABLE, 0);
	t->spared = true;
}

/* Ends the timer of a slot; a descriptor is closed only if it is still ours. */
void gp_clock_stop(struct gp_thread *t)
{
	if (t->perf_fd >= 0) {
		if (event_is_there(t))
			sys_close(t->perf_fd);
		__atomic_fetch_sub(&gp.perf_fds, 1, __ATOMIC_RELAXED);
	}
	if (t->timer >= 0)
		gp_syscall3(SYS_timer_delete, t->timer, 0, 0);
	t->perf_fd = t->timer = -1;
}

/* Takes the signals that are pending.  One of the program's goes back, as the kernel keeps one. */
static void take_pending(struct gp_thread *t)
{
	const uint64_t set = 1ull << (gp.signal - 1);
	static const struct timespec now;
	siginfo_t info, foreign;

	foreign.si_signo = 0;
	while (gp_syscall4(SYS_rt_sigtimedwait, (long)&set, (long)&info, (long)&now,
			   sizeof(set)) == gp.signal) {
		if (!gp_clock_is_ours(t, &info))
			gp_copy(&foreign, &info, sizeof(info));
		else
			t->taken |= info.si_code != SI_TIMER;
	}
	if (foreign.si_signo)
		gp_signal_back(&foreign);
}

/*
 * Around exec, for the calling thread with its signals blocked: a signal that is
 * pending then would end the new program.  Timers and what they sent go at exec.
 */
void gp_sampling_pause(struct gp_thread *t)
{
	if (t->spared || !event_is_there(t))
		return;
	control(t, PERF_EVENT_IOC_DISABLE, 0);
	t->taken &= t->waits;
	take_pending(t);
}

/* The event still has a signal left, unless one was taken; to allow none is no end. */
void gp_sampling_resume(struct gp_thread *t)
{
	if (!t->spared && event_is_there(t))
		control(t, t->taken ? PERF_EVENT_IOC_REFRESH : PERF_EVENT_IOC_ENABLE, t->taken);
}

/*
 * No signal for a while, and none pending; signals blocked.  It is no end: who does not
 * come back to gp_clock_release is sampled again after HOLD intervals.
 */
void gp_clock_hold(struct gp_thread *t)
{
	uint64_t far = HOLD * t->interval;

	t->taken = false;
	t->watched = 0;
	if (event_is_there(t)) {
		control(t, PERF_EVENT_IOC_PERIOD, (long)&far);
		t->event_interval = far;
	}
	if (t->timer >= 0)
		arm_timer(t->timer, gp_is_precise(t) ? 0 : far);
	take_pending(t);
}

/* Signals again, after gp_clock_hold or gp_clock_halt. */
void gp_clock_release(struct gp_thread *t)
{
	if (event_is_there(t)) {
		control(t, PERF_EVENT_IOC_PERIOD, (long)&t->interval);
		t->event_interval = t->interval;
		if (t->taken && !t->spared)
			control(t, PERF_EVENT_IOC_REFRESH, 1);
	}
	if (!gp_is_precise(t) && t->timer >= 0)
		arm_timer(t->timer, t->interval);
	t->taken = false;
}

/* No signal any more, and none pending; signals blocked. */
void gp_clock_halt(struct gp_thread *t)
{
	if (event_is_there(t))
		control(t, PERF_EVENT_IOC_DISABLE, 0);
	t->watched = 0;
	if (t->timer >= 0)
		arm_timer(t->timer, 0);
	take_pending(t);
	t->taken = true;
}
