/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * sample.c - where CPU time goes: a timer and a signal per thread.
 *
 * The timer is a software event of perf_event_open, which is precise; where the
 * kernel refuses, or descriptors would become scarce, a POSIX timer on the
 * thread's CPU clock, bound to the kernel's tick.  Either way a sample weighs the
 * CPU time that passed since the thread's last one.  Both fire once and are
 * armed again by the handler, so that a program that takes SIGPROF for itself
 * sees no stream of foreign signals.
 *
 * The handler runs with all signals blocked, makes raw system calls only, and
 * finds its thread in a thread-local variable.
 */
#include "internal.h"

#include <linux/perf_event.h>
#include <sys/ioctl.h>

#define HAVE_POLL_CODE(code) ((code) > 0 && (code) <= 6) /* POLL_IN .. POLL_HUP */
#define KERNEL_SENT 0x80                                 /* SI_KERNEL */

#define FORK_PERIODS 5

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

static uint64_t period(void)
{
	return gp.header->period_ns;
}

/* Kernel time is counted in ticks, so it is asked for only when it can matter. */
static uint64_t kernel_part(struct gp_thread *t, uint64_t weight)
{
	struct rusage usage;
	uint64_t system, part;

	if (weight <= 2 * period() || sys_getrusage(RUSAGE_THREAD, &usage) < 0)
		return 0;
	system = sys_timeval_ns(&usage.ru_stime);
	part = system > t->system_ns ? system - t->system_ns : 0;
	t->system_ns = system;
	return part < weight - period() ? part : weight - period();
}

/* The time since the last sample; see choose_phase for the first. */
static uint64_t take_weight(struct gp_thread *t)
{
	int64_t now = (int64_t)sys_clock(CLOCK_THREAD_CPUTIME_ID);
	uint64_t weight, whole = period();

	if (now <= t->cpu_ns)
		return 0;
	weight = (uint64_t)(now - t->cpu_ns);
	t->cpu_ns = now;
	if (!t->first)
		return weight;
	t->first = false;
	if (t->perf_fd >= 0)
		gp_syscall(SYS_ioctl, t->perf_fd, PERF_EVENT_IOC_PERIOD, (long)&whole, 0, 0, 0);
	else if (weight < gp.tick_ns && t->tid != gp.pid)
		weight = gp.tick_ns;
	return weight;
}

/* Without a context it is not known where the time went. */
static void account(struct gp_thread *t, const void *context)
{
	uint64_t weight = take_weight(t);
	struct gprof_sample key;
	uint64_t kernel;

	if (!weight)
		return;
	t->record->cpu_ns += weight;
	gp_clear(&key, sizeof(key));
	key.pc = context ? gp_context_pc(context) : 0;
	if (context && gp.stacks)
		key.stack = gp_stack_take(t, context, &key.flags);
	else
		key.flags = GPROF_SAMPLE_NO_STACK;
	kernel = kernel_part(t, weight);
	key.weight_ns = weight - kernel;
	gp_sample_count(t, &key);
	if (!kernel)
		return;
	key.weight_ns = kernel;
	key.flags |= GPROF_SAMPLE_KERNEL;
	gp_sample_count(t, &key);
}

static long arm_timer(int timer, uint64_t ns)
{
	struct itimerspec when = { { 0, 0 },
				   { (time_t)(ns / 1000000000u), (long)(ns % 1000000000u) } };

	return gp_syscall(SYS_timer_settime, timer, 0, (long)&when, 0, 0, 0);
}

static void arm(const struct gp_thread *t)
{
	if (t->perf_fd >= 0)
		gp_syscall(SYS_ioctl, t->perf_fd, PERF_EVENT_IOC_REFRESH, 1, 0, 0, 0);
	else if (t->timer >= 0)
		arm_timer(t->timer, period());
}

static bool is_ours(const struct gp_thread *t, const siginfo_t *info)
{
	if (!t)
		return false;
	if (HAVE_POLL_CODE(info->si_code))
		return info->si_fd == t->perf_fd;
	return info->si_code == SI_TIMER && t->timer >= 0 && info->si_timerid == t->timer;
}

/* What would have happened without us: the default is to end the process. */
static void die_of_it(void)
{
	struct gp_sigaction action;

	gp_clear(&action, sizeof(action));
	sys_sigaction(SIGPROF, &action, NULL);
	sys_tgkill(sys_getpid(), sys_gettid(), SIGPROF);
}

static void handle(int sig, siginfo_t *info, void *context)
{
	struct gp_thread *t = gp_self;

	(void)sig;
	if (is_ours(t, info)) {
		account(t, context);
		arm(t);
	} else if (info->si_code == KERNEL_SENT ||
		   (info->si_code <= 0 && info->si_code != SI_TIMER)) {
		die_of_it();
	}
}

void gp_sampling_init(void)
{
	struct gp_sigaction action, old;
	struct timespec tick;

	gp.sampling = false;
	if (!gp.rate)
		return;
	gp_clear(&old, sizeof(old));
	sys_sigaction(SIGPROF, NULL, &old);
	if (old.handler) {
		gp_flag(GPROF_FILE_NO_SAMPLES);
		gp_say("the program uses SIGPROF itself: ", "no time will be known", "", "");
		return;
	}
	action.handler = (uintptr_t)handle;
	action.flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK | GP_SA_RESTORER;
	action.restorer = gp_restorer;
	action.mask = ~0ull;
	gp_objects_init();
	gp.sampling = sys_sigaction(SIGPROF, &action, NULL) >= 0;
	if (gp_syscall(SYS_clock_getres, CLOCK_REALTIME_COARSE, (long)&tick, 0, 0, 0, 0) >= 0)
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
	if (sys_fcntl((int)fd, F_SETSIG, SIGPROF) < 0 ||
	    sys_fcntl((int)fd, F_SETOWN_EX, (long)&owner) < 0 ||
	    sys_fcntl((int)fd, F_SETFL, O_ASYNC) < 0 ||
	    gp_syscall(SYS_ioctl, fd, PERF_EVENT_IOC_ID, (long)&t->perf_id, 0, 0, 0) < 0 ||
	    gp_syscall(SYS_ioctl, fd, PERF_EVENT_IOC_REFRESH, 1, 0, 0, 0) < 0) {
		sys_close((int)fd);
		t->perf_fd = -1;
		return -1;
	}
	gp.perf_fds++;
	return 0;
}

static int start_timer(struct gp_thread *t, uint64_t first)
{
	struct timer_event event;
	int timer = -1;

	gp_clear(&event, sizeof(event));
	event.sig = SIGPROF;
	event.notify = NOTIFY_THREAD;
	event.tid = t->tid;
	if (gp_syscall(SYS_timer_create, CLOCK_THREAD_CPUTIME_ID, (long)&event, (long)&timer, 0, 0,
		       0) < 0)
		return -1;
	t->timer = timer;
	return arm_timer(timer, first) < 0 ? -1 : 0;
}

/*
 * When to take the first sample.  A thread ends, on average, half a period after
 * its last sample, and a short one before its first: that time would be missing.
 * So the first sample comes at a random point of the period and weighs a whole
 * one, which makes the sum right on average for threads of any length.  The main
 * thread needs none of it: it is sampled from its start, and has one end.
 *
 * A forked child is left alone for a while: many reset their signals and then
 * exec, and our signal would end them in between.
 */
static uint64_t choose_phase(struct gp_thread *t)
{
	uint64_t random = sys_clock(CLOCK_MONOTONIC) * 0x9e3779b97f4a7c15ull;
	uint64_t first = period();

	t->first = true;
	t->cpu_ns = 0;
	if (t->tid != gp.pid) {
		first = 1 + (random >> 20) % period();
		t->cpu_ns = (int64_t)first - (int64_t)period();
	} else if (gp.header->fork_depth) {
		first *= FORK_PERIODS;
	}
	t->system_ns = 0;
	return first;
}

/* For the calling thread only: the timer's clock is that of the caller. */
void gp_sampling_start(struct gp_thread *t)
{
	uint32_t clock = GPROF_CLOCK_PERF;
	uint64_t first;

	if (!gp.sampling)
		return;
	first = choose_phase(t);
	if (start_event(t, first) < 0) {
		clock = GPROF_CLOCK_TIMER;
		if (start_timer(t, first) < 0) {
			gp_flag(GPROF_FILE_NO_SAMPLES);
			return;
		}
	}
	/* The coarser clock is the one to warn of, when threads have both. */
	if (clock > gp.header->clock)
		gp.header->clock = clock;
}

/* The program may have closed our descriptor and opened its own there. */
static bool event_is_there(const struct gp_thread *t)
{
	uint64_t id = 0;

	return t->perf_fd >= 0 &&
	       gp_syscall(SYS_ioctl, t->perf_fd, PERF_EVENT_IOC_ID, (long)&id, 0, 0, 0) >= 0 &&
	       id == t->perf_id;
}

/* Ends the timer of a slot; a descriptor is closed only if it is still ours. */
void gp_sampling_stop(struct gp_thread *t)
{
	if (t->perf_fd >= 0) {
		if (event_is_there(t))
			sys_close(t->perf_fd);
		gp.perf_fds--;
	}
	if (t->timer >= 0)
		gp_syscall(SYS_timer_delete, t->timer, 0, 0, 0, 0, 0);
	t->perf_fd = t->timer = -1;
}

/*
 * Around exec, for the calling thread with its signals blocked: a signal that is
 * pending then would end the new program.  Timers and what they sent go at exec.
 */
void gp_sampling_pause(const struct gp_thread *t)
{
	const uint64_t set = 1ull << (SIGPROF - 1);
	static const struct timespec now;
	siginfo_t info;

	if (!event_is_there(t))
		return;
	gp_syscall(SYS_ioctl, t->perf_fd, PERF_EVENT_IOC_DISABLE, 0, 0, 0, 0);
	if (gp_syscall(SYS_rt_sigtimedwait, (long)&set, (long)&info, (long)&now, sizeof(set), 0,
		       0) == SIGPROF && !is_ours(t, &info))
		sys_tgkill(gp.pid, t->tid, SIGPROF);
}

void gp_sampling_resume(const struct gp_thread *t)
{
	if (event_is_there(t))
		arm(t);
}

/*
 * At the end: time that no sample has told of, if it is more than a rest.  Where
 * it was spent is not known, so it has no address.
 * Signals blocked, lock not held (a table may have to grow).
 */
void gp_sampling_rest(struct gp_thread *t)
{
	int64_t now = (int64_t)sys_clock(CLOCK_THREAD_CPUTIME_ID);

	if (gp.sampling && now > t->cpu_ns + 2 * (int64_t)period())
		account(t, NULL);
}
