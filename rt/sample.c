/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * sample.c - where CPU time goes: a timer and a signal per thread.
 *
 * The timer is a software event of perf_event_open, which is precise; where the
 * kernel refuses, or descriptors would become scarce, a POSIX timer on the
 * thread's CPU clock, bound to the kernel's tick.  Either way a sample weighs the
 * CPU time that passed since the thread's last one.  Both end by themselves unless
 * the handler arms them, so that a program that takes the signal for itself sees no
 * stream of foreign ones.  The timer is armed for one signal.  The event is
 * allowed two and each is replaced in time, so that the kernel need not stop and
 * start it: that costs as much as a third of a sample.
 *
 * Rates are random, from 0.4 to 1.6 of the mean, so that no program keeps step with
 * them.  To set a new one costs half a sample, so each holds for a run of intervals,
 * some RUN periods of time.  That adds nothing to the error, which depends on
 * pairs of samples only: of a program that repeats itself, two samples that are k equal
 * random intervals apart see points as unrelated as two of intervals drawn one by one.
 *
 * The handler's own time is in no weight; it is recorded beside them.  When it is
 * more than a hundredth of the thread's, only every 2nd, 4th ... sample takes a
 * stack, until it is cheap again.
 *
 * Kernel time.  The precise event does not fire in the kernel, so a weight that is
 * several intervals long is one of the kernel, as far as the kernel, which counts its
 * own time in ticks (4 ms at 250 Hz), has accounted for it.  The timer's signal comes
 * when the system call returns, and the kernel's account is all there is.  Either way
 * it is charged to the stack that is sampled next: right for work in the kernel that
 * lasts longer than an interval, shared between neighbours for shorter calls.
 *
 * The signal is SIGURG: programs hardly use it, debuggers let it pass, and its
 * default is to be ignored, so that a program that resets all signals is not ended
 * by it.  SIGPROF, which has none of that, is left to the program, and only taken
 * where SIGURG has a handler at the start.
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
#define RUN 8u /* periods for which intervals are equal */

#define WINDOW 64u    /* samples after which the cost of stacks is looked at */
#define MAX_SKIP 6u   /* at least every 64th sample has a stack */
#define DEAR 100u     /* the handler takes more than a hundredth: fewer stacks */
#define CHEAP 300u    /* less than that: more */

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

/* A number below 'n'; xorshift, which is as good as it needs to be. */
static uint64_t draw(struct gp_thread *t, uint64_t n)
{
	uint64_t x = t->random;

	x ^= x << 13;
	x ^= x >> 7;
	x ^= x << 17;
	t->random = x;
	return (x >> 16) % n;
}

/* A run of equal intervals, whatever their number as long as the other runs. */
static void draw_run(struct gp_thread *t)
{
	const uint64_t one = 1u << 20;

	t->interval = 1 + period() * one / (one * 2 / 5 + draw(t, one * 6 / 5));
	t->equal = (uint32_t)((RUN * period() + draw(t, t->interval)) / t->interval);
}

/* Of the calling thread in the kernel, by the kernel's account, ns. */
static uint64_t system_time(void)
{
	struct rusage usage;

	if (sys_getrusage(RUSAGE_THREAD, &usage) < 0)
		return 0;
	return sys_timeval_ns(&usage.ru_stime);
}

/*
 * Whether a weight is said to be of the kernel: if at least half of it is by the
 * account.  The account then has it all, and may be ahead of the kernel's: what is too
 * much or too little now is made up for later, and a signal is one sample.
 */
static bool is_kernel(struct gp_thread *t, uint64_t weight)
{
	if (t->perf_fd >= 0 && weight + t->interval / 4 < 2 * t->interval)
		return false;
	if (system_time() < t->system_ns + weight / 2)
		return false;
	t->system_ns += weight;
	return true;
}

/* The time since the last sample; see choose_phase for the first. */
static uint64_t take_weight(struct gp_thread *t)
{
	int64_t now = (int64_t)sys_clock(CLOCK_THREAD_CPUTIME_ID);
	uint64_t weight;

	if (now <= t->cpu_ns)
		return 0;
	weight = (uint64_t)(now - t->cpu_ns);
	t->cpu_ns = now;
	if (t->first && t->perf_fd < 0 && weight < gp.tick_ns && t->tid != gp.pid)
		weight = gp.tick_ns;
	t->first = false;
	return weight;
}

static bool wants_stack(struct gp_thread *t)
{
	return gp.stacks && !(t->samples_taken & ((1u << t->skip) - 1));
}

/* Without a context it is not known where the time went. */
static void account(struct gp_thread *t, const void *context, uint64_t weight)
{
	struct gprof_sample key;

	gp_clear(&key, sizeof(key));
	key.flags = GPROF_SAMPLE_NO_STACK;
	if (context) {
		key.pc = gp_context_pc(context);
		if (wants_stack(t)) {
			key.flags = 0;
			key.stack = gp_stack_take(t, context, &key.flags);
		}
	}
	t->record->cpu_ns += weight;
	key.weight_ns = weight;
	if (is_kernel(t, weight))
		key.flags |= GPROF_SAMPLE_KERNEL;
	gp_sample_count(&t->running, &key);
}

/* Chooses how many samples take a stack from now on. */
static void look_at_cost(struct gp_thread *t)
{
	uint64_t own = t->record->handler_ns - t->window_handler;
	uint64_t all = t->record->cpu_ns - t->window_cpu + own;

	if (own * DEAR > all && t->skip < MAX_SKIP)
		t->skip++;
	else if (own * CHEAP < all && t->skip)
		t->skip--;
	t->window_handler = t->record->handler_ns;
	t->window_cpu = t->record->cpu_ns;
}

/* A sample, with the handler's own time taken out of the next one's weight. */
static void sample(void *thread, const void *context)
{
	struct gp_thread *t = thread;
	uint64_t weight = take_weight(t);
	int64_t now;

	if (!weight)
		return;
	account(t, context, weight);
	t->record->samples++;
	if (!t->samples_taken)
		gp_thread_name(t);
	if (++t->samples_taken % WINDOW == 0)
		look_at_cost(t);
	now = (int64_t)sys_clock(CLOCK_THREAD_CPUTIME_ID);
	if (now <= t->cpu_ns)
		return;
	t->record->handler_ns += (uint64_t)(now - t->cpu_ns);
	t->cpu_ns = now;
}

/* With a stack of its own only: a snapshot takes more than a program may have left. */
static void sample_and_tick(void *thread, const void *context)
{
	sample(thread, context);
	gp_tick(thread);
}

static long arm_timer(int timer, uint64_t ns)
{
	struct itimerspec when = { { 0, 0 },
				   { (time_t)(ns / 1000000000u), (long)(ns % 1000000000u) } };

	return gp_syscall4(SYS_timer_settime, timer, 0, (long)&when, 0);
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

static void arm(struct gp_thread *t, bool stopped)
{
	if (!t->equal)
		draw_run(t);
	t->equal--;
	if (t->perf_fd >= 0)
		arm_event(t, stopped);
	else if (t->timer >= 0)
		arm_timer(t->timer, t->interval);
}

static bool is_ours(const struct gp_thread *t, const siginfo_t *info)
{
	if (!t)
		return false;
	if (HAVE_POLL_CODE(info->si_code))
		return info->si_fd == t->perf_fd;
	return info->si_code == SI_TIMER && t->timer >= 0 && info->si_ptr == t;
}

/* What would have happened without us: the default is to end the process. */
static void die_of_it(void)
{
	struct gp_sigaction action;

	gp_clear(&action, sizeof(action));
	sys_sigaction(gp.signal, &action, NULL);
	sys_tgkill(sys_getpid(), sys_gettid(), gp.signal);
}

static void handle(int sig, siginfo_t *info, void *context)
{
	struct gp_thread *t = gp_self;
	void *top;

	(void)sig;
	if (is_ours(t, info)) {
		top = gp_stack_top(t);
		if (top)
			gp_on_stack(top, sample_and_tick, t, context);
		else
			sample(t, context);
		arm(t, info->si_code == POLL_HUP);
	} else if (gp.signal != SIGURG &&
		   (info->si_code == KERNEL_SENT ||
		    (info->si_code <= 0 && info->si_code != SI_TIMER))) {
		die_of_it();
	}
}

/* Nobody has a handler; to be ignored is what SIGURG is by default, too. */
static bool is_free(int sig)
{
	struct gp_sigaction old;

	gp_clear(&old, sizeof(old));
	sys_sigaction(sig, NULL, &old);
	return old.handler == (uintptr_t)SIG_DFL ||
	       (sig == SIGURG && old.handler == (uintptr_t)SIG_IGN);
}

void gp_sampling_init(void)
{
	struct gp_sigaction action;
	struct timespec tick;

	gp.sampling = false;
	if (!gp.rate)
		return;
	gp.signal = is_free(SIGURG) ? SIGURG : SIGPROF;
	if (!is_free(gp.signal)) {
		gp_flag(GPROF_FILE_NO_SAMPLES);
		gp_say("the program uses SIGURG and SIGPROF itself: ", "no time will be known", "",
		       "");
		return;
	}
	action.handler = (uintptr_t)handle;
	action.flags = SA_SIGINFO | SA_RESTART | SA_ONSTACK | GP_SA_RESTORER;
	action.restorer = gp_restorer;
	action.mask = ~0ull;
	gp_objects_init();
	gp.sampling = sys_sigaction(gp.signal, &action, NULL) >= 0;
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
	gp.perf_fds++;
	return 0;
}

static int start_timer(struct gp_thread *t, uint64_t first)
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
	return arm_timer(timer, first) < 0 ? -1 : 0;
}

/*
 * Says when to take the first sample.  A thread ends some time after its last sample,
 * and a short one before its first: that time would be missing.  So the thread is
 * made to start at a random point of an interval, and its first sample weighs the
 * whole of it, which makes the sum right on average for threads of any length (the
 * time before the first sample is distributed like that after the last).  All runs
 * last as long as each other, so that it is in any as probably, and anywhere in it.
 * The main thread needs none of it: it is sampled from its start, and has one end.
 *
 * What a thread ran before it came here is in no sample: the loader, the program that was
 * replaced by exec, code that is not instrumented.  It would weigh on whatever is met
 * first.  Only what a new thread took to come here is too little to be told from the rest.
 *
 * A forked child is left alone for a while: many reset their signals and then
 * exec, and our signal would end them in between.
 */
static uint64_t choose_phase(struct gp_thread *t)
{
	int64_t now = (int64_t)sys_clock(CLOCK_THREAD_CPUTIME_ID);
	bool is_new = t->tid != gp.pid && now < (int64_t)period();
	uint64_t first;

	t->random = (sys_clock(CLOCK_MONOTONIC) + 1) * 0x9e3779b97f4a7c15ull ^ (uint64_t)t->tid;
	t->random |= 1;
	t->first = true;
	t->cpu_ns = is_new ? 0 : now;
	t->system_ns = is_new ? 0 : system_time();
	draw_run(t);
	t->equal = (uint32_t)draw(t, t->equal);
	if (t->tid != gp.pid) {
		first = 1 + draw(t, t->interval);
		t->cpu_ns += (int64_t)first - (int64_t)t->interval;
		return first;
	}
	if (gp.header->fork_depth) {
		t->interval = period() * FORK_PERIODS;
		t->equal = 0;
	}
	return t->interval;
}

/* For the calling thread only: the timer's clock is that of the caller. */
void gp_sampling_start(struct gp_thread *t)
{
	uint32_t clock = GPROF_CLOCK_PERF;
	uint64_t first;

	if (!gp.sampling)
		return;
	first = choose_phase(t);
	t->samples_taken = t->skip = 0;
	t->window_handler = t->record->handler_ns;
	t->window_cpu = t->record->cpu_ns;
	if (start_event(t, first) < 0) {
		clock = GPROF_CLOCK_TIMER;
		if (start_timer(t, first) < 0) {
			gp_flag(GPROF_FILE_NO_SAMPLES);
			return;
		}
	}
	gp_wait_start();
	/* The coarser clock is the one to warn of, when threads have both. */
	if (clock > gp.header->clock)
		gp.header->clock = clock;
}

/* The program may have closed our descriptor and opened its own there. */
static bool event_is_there(const struct gp_thread *t)
{
	uint64_t id = 0;

	return t->perf_fd >= 0 &&
	       control(t, PERF_EVENT_IOC_ID, (long)&id) >= 0 && id == t->perf_id;
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
		gp_syscall3(SYS_timer_delete, t->timer, 0, 0);
	t->perf_fd = t->timer = -1;
}

/*
 * Around exec, for the calling thread with its signals blocked: a signal that is
 * pending then would end the new program.  Timers and what they sent go at exec.
 */
void gp_sampling_pause(struct gp_thread *t)
{
	const uint64_t set = 1ull << (gp.signal - 1);
	static const struct timespec now;
	siginfo_t info;

	if (!event_is_there(t))
		return;
	control(t, PERF_EVENT_IOC_DISABLE, 0);
	t->taken = gp_syscall4(SYS_rt_sigtimedwait, (long)&set, (long)&info, (long)&now,
			       sizeof(set)) == gp.signal;
	if (t->taken && !is_ours(t, &info))
		sys_tgkill(gp.pid, t->tid, gp.signal);
}

/* The event still has a signal left, unless one was taken; to allow none is no end. */
void gp_sampling_resume(struct gp_thread *t)
{
	if (event_is_there(t))
		control(t, t->taken ? PERF_EVENT_IOC_REFRESH : PERF_EVENT_IOC_ENABLE, t->taken);
}

/*
 * At the end: time that no sample has told of, if it is more than a rest.  Where
 * it was spent is not known, so it has no address.
 * Signals blocked, lock not held (a table may have to grow).
 */
void gp_sampling_rest(struct gp_thread *t)
{
	int64_t now = (int64_t)sys_clock(CLOCK_THREAD_CPUTIME_ID);

	if (gp.sampling && now > t->cpu_ns + 3 * (int64_t)period())
		sample(t, NULL);
}
