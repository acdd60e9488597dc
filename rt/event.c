/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * event.c - the clock event of a thread, which has no descriptor.
 *
 * The kernel keeps an event as long as a page of it is mapped.  So it is opened, set up and
 * mapped, and its descriptor is closed again before anybody can see the number: by a process
 * without threads itself, else by a thread with a table of descriptors of its own.  That
 * thread lives for this alone, and whoever asks for it waits until it is gone, with all
 * signals blocked.  So no call of the program meets it, and it has no right that its creator
 * has given up.  The program's numbers are not used, a forked child has no event, and exec
 * ends it.
 *
 * Nothing can be changed afterwards: for another interval the event is opened anew, and
 * munmap ends it.  It is allowed some signals and then stops, so that a program that takes
 * the signal for itself in code that is not instrumented sees no more than these.
 *
 * Cost on a virtual machine: 20 us without threads, 70 us and a change of threads with them;
 * 10 us to end it.
 */
#include "internal.h"

#include <linux/perf_event.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>

#define MOST_EVENTS 128u /* of a process: a user may map some hundred pages of events */
#define HELPER_STACK 8192
#define LOW 64       /* descriptors that the helper's table gets copies of for an instant */
#define YIELDS 8     /* until the helper's end is waited for asleep */
#define BAD_FILE (-9) /* EBADF */
#define NO_PROCESS (-3) /* ESRCH */

#ifndef F_SETSIG
#define F_SETSIG 10
#endif
#ifndef F_SETOWN_EX
#define F_SETOWN_EX 15
#endif
#ifndef SYS_close_range
#define SYS_close_range 436
#endif
#define UNSHARE 2 /* CLOSE_RANGE_UNSHARE */

struct owner {
	int type, id; /* struct f_owner_ex */
};

/* An event that is asked for. */
struct request {
	int tid;
	uint64_t interval; /* ns of the thread's CPU time */
	uint32_t signals;  /* allowed */
	bool refused;      /* the kernel has no such event for us */
	long page;         /* that holds it, or a negative error */
};

/* Of the helper, under gp.event_lock. */
static struct request helped;
static uint32_t helper_lives; /* the kernel clears it */
static char helper_stack[HELPER_STACK] __attribute__((aligned(16)));

static long open_descriptor(const struct request *r)
{
	struct perf_event_attr attr;

	gp_clear(&attr, sizeof(attr));
	attr.type = PERF_TYPE_SOFTWARE;
	attr.size = sizeof(attr);
	attr.config = PERF_COUNT_SW_CPU_CLOCK;
	attr.sample_period = r->interval;
	attr.disabled = 1;
	attr.exclude_kernel = 1;
	attr.exclude_hv = 1;
	attr.wakeup_events = 1;
	return gp_syscall(SYS_perf_event_open, (long)&attr, r->tid, -1, -1,
			  PERF_FLAG_FD_CLOEXEC, 0);
}

/* Has signals sent to the thread, and the event start. */
static bool start(const struct request *r, int fd)
{
	struct owner owner = { 0 /* F_OWNER_TID */, r->tid };

	return sys_fcntl(fd, F_SETSIG, gp.signal) >= 0 &&
	       sys_fcntl(fd, F_SETOWN_EX, (long)&owner) >= 0 &&
	       sys_fcntl(fd, F_SETFL, O_ASYNC) >= 0 &&
	       gp_syscall3(SYS_ioctl, fd, PERF_EVENT_IOC_REFRESH, (long)r->signals) >= 0;
}

/* Whether the table was the reason, or memory: others may have more luck. */
static bool is_full(long error)
{
	return error == -24 /* EMFILE */ || error == -23 /* ENFILE */ || error == -12 /* ENOMEM */;
}

static void open_event(struct request *r)
{
	long fd = open_descriptor(r);

	r->page = fd;
	r->refused = sys_failed(fd) && !is_full(fd);
	if (sys_failed(fd))
		return;
	r->page = sys_mmap(0, GPROF_PAGE, PROT_READ, MAP_SHARED, (int)fd, 0);
	if (!sys_failed(r->page) && !start(r, (int)fd)) {
		sys_munmap((uintptr_t)r->page, GPROF_PAGE);
		r->page = BAD_FILE;
	}
	sys_close((int)fd);
}

static void help(void)
{
	if (gp_syscall3(SYS_close_range, 0, ~0u, UNSHARE) >= 0)
		open_event(&helped);
	gp_syscall3(SYS_exit, 0, 0, 0);
}

/* The kernel wakes who waits for 'helper_lives' some time before the thread is gone. */
static void wait_for_end(int tid)
{
	static const struct timespec short_time = { 0, 50000 };
	int pid = sys_getpid();

	while (__atomic_load_n(&helper_lives, __ATOMIC_ACQUIRE))
		sys_futex(&helper_lives, FUTEX_WAIT, 1);
	for (int i = 0; sys_tgkill(pid, tid, 0) != NO_PROCESS; i++) {
		if (i < YIELDS)
			gp_syscall3(SYS_sched_yield, 0, 0, 0);
		else
			gp_syscall3(SYS_nanosleep, (long)&short_time, 0, 0);
	}
}

/* To close a copy of a message queue's descriptor takes the process's mq_notify away. */
static bool has_queue(void)
{
	for (int fd = 0; fd < LOW; fd++)
		if (gp_syscall3(SYS_mq_getsetattr, fd, 0, 0) >= 0)
			return true;
	return false;
}

static void open_by_helper(struct request *r)
{
	long tid;

	r->page = BAD_FILE;
	if (has_queue() || !gp_try_word(&gp.event_lock))
		return;
	gp_copy(&helped, r, sizeof(helped));
	helper_lives = 1;
	tid = gp_thread_make(helper_stack + HELPER_STACK, help, &helper_lives);
	if (!sys_failed(tid)) {
		wait_for_end((int)tid);
		gp_copy(r, &helped, sizeof(*r));
	}
	gp_unlock_word(&gp.event_lock);
}

/*
 * Whether nobody else can see the caller's descriptors: unshare() then has nothing to do.
 * It does not ask for processes that share the table and nothing else.
 */
static bool is_alone(void)
{
	return !gp.shares_table && gp_syscall3(SYS_unshare, CLONE_VM, 0, 0) >= 0;
}

/* A filter that was installed since the start may end the process for such calls. */
static bool is_confined(void)
{
	return gp.unconfined && gp_syscall3(SYS_prctl, PR_GET_SECCOMP, 0, 0) != 0;
}

void gp_event_init(void)
{
	gp.unconfined = gp_syscall3(SYS_prctl, PR_GET_SECCOMP, 0, 0) == 0;
}

/*
 * Gives the calling thread an event in place of the one it has: a signal after each 'interval'
 * ns of its CPU time outside the kernel, 'signals' times.  False: it keeps what it has.
 * All signals blocked.
 */
bool gp_event_open(struct gp_thread *t, uint64_t interval, uint32_t signals)
{
	struct request r;

	if (gp.no_events || is_confined())
		return false;
	if (!t->event && __atomic_load_n(&gp.events, __ATOMIC_RELAXED) >= MOST_EVENTS)
		return false;
	gp_clear(&r, sizeof(r));
	r.tid = t->tid;
	r.interval = interval;
	r.signals = signals;
	t->alone = is_alone();
	if (t->alone)
		open_event(&r);
	if (!t->alone || is_full(r.page))
		open_by_helper(&r);
	if (r.refused && !t->event)
		gp.no_events = true;
	if (sys_failed(r.page))
		return false;
	gp_event_close(t);
	t->event = (uintptr_t)r.page;
	t->had_event = true;
	__atomic_fetch_add(&gp.events, 1, __ATOMIC_RELAXED);
	return true;
}

/* By the thread itself, or when it is gone. */
void gp_event_close(struct gp_thread *t)
{
	if (!t->event)
		return;
	sys_munmap(t->event, GPROF_PAGE);
	t->event = 0;
	__atomic_fetch_sub(&gp.events, 1, __ATOMIC_RELAXED);
}
