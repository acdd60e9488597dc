/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * event.c - the clock event of a thread, which has no descriptor.
 *
 * The kernel keeps an event as long as a page of it is mapped.  So it is opened, set up and
 * mapped, and its descriptor is closed again before anybody can see the number (private_fds.c).
 * The program's numbers are not used, a forked child has no event, and exec ends it.
 *
 * Nothing can be changed afterwards: for another interval the event is opened anew, and
 * munmap ends it.  It is allowed some signals and then stops, so that a program that takes
 * the signal for itself in code that is not instrumented sees no more than these.
 *
 * A second page has a record of each interrupt, from which cpu_time.c learns the CPU time.
 * Where the kernel has no memory left for that page the event is as good without it.
 *
 * Cost on a virtual machine: 20 us without threads, 70 us and a change of threads with them;
 * 10 us to end it.
 */
#include "sample/event.h"

#include "base/private_fds.h"
#include "base/sys.h"
#include "record/slot.h"
#include "sample/policy.h"
#include "sample/sampler.h"

#include <errno.h>
#include <gprof-llvm/format.h>
#include <linux/perf_event.h>
#include <sys/ioctl.h>

#ifndef F_SETSIG
#define F_SETSIG 10
#endif
#ifndef F_SETOWN_EX
#define F_SETOWN_EX 15
#endif

struct gprt_sampler gprt_sampler; /* of sample/: every file there may use this one */

struct owner {
	int type, id; /* struct f_owner_ex */
};

/* An event that is asked for; without padding, which would be cleared by a call. */
struct request {
	uint64_t interval; /* ns of the thread's CPU time */
	int tid;
	uint32_t signals;  /* allowed */
	uint64_t refused;  /* 1: the kernel has no such event for us */
	uint64_t start_ns; /* the thread's CPU time at which it started, about */
};

/* The kernel's record of each interrupt. */
struct record {
	struct perf_event_header header;
	uint64_t at_ns;   /* monotonic */
	uint64_t counted; /* not used */
	uint64_t ran_ns;  /* time that the event has run */
};

/* The CPU clock of any thread of the process: CPUCLOCK_SCHED with CPUCLOCK_PERTHREAD_MASK. */
#define CPU_CLOCK(tid) ((int)(~(unsigned)(tid) << 3 | 6))

static long open_descriptor(const struct request *r)
{
	struct perf_event_attr attr;

	gprt_clear(&attr, sizeof(attr));
	attr.type = PERF_TYPE_SOFTWARE;
	attr.size = sizeof(attr);
	attr.config = PERF_COUNT_SW_CPU_CLOCK;
	attr.sample_period = r->interval;
	attr.disabled = 1;
	attr.exclude_kernel = 1;
	attr.exclude_hv = 1;
	attr.wakeup_events = 1;
	attr.sample_type = PERF_SAMPLE_TIME | PERF_SAMPLE_READ;
	attr.read_format = PERF_FORMAT_TOTAL_TIME_RUNNING;
	attr.use_clockid = 1;
	attr.clockid = CLOCK_MONOTONIC;
	return gprt_syscall(SYS_perf_event_open, (long)&attr, r->tid, -1, -1,
			    PERF_FLAG_FD_CLOEXEC, 0);
}

/* Has signals sent to the thread, and the event start. */
static bool start(struct request *r, int fd)
{
	struct owner owner = { 0 /* F_OWNER_TID */, r->tid };
	uint64_t before;
	bool started;

	if (sys_fcntl(fd, F_SETSIG, gprt_sampler.signal) < 0 ||
	    sys_fcntl(fd, F_SETOWN_EX, (long)&owner) < 0 || sys_fcntl(fd, F_SETFL, O_ASYNC) < 0)
		return false;
	before = sys_clock(CPU_CLOCK(r->tid));
	started = gprt_syscall3(SYS_ioctl, fd, PERF_EVENT_IOC_REFRESH, (long)r->signals) >= 0;
	r->start_ns = (before + sys_clock(CPU_CLOCK(r->tid))) / 2;
	return started;
}

/* Its pages, or a negative error. */
static long map(int fd)
{
	long pages = sys_mmap(0, 2 * GPROF_PAGE, PROT_READ, MAP_SHARED, fd, 0);

	return sys_failed(pages) ? sys_mmap(0, GPROF_PAGE, PROT_READ, MAP_SHARED, fd, 0) : pages;
}

static void unmap(uintptr_t pages)
{
	const struct perf_event_mmap_page *first = (const struct perf_event_mmap_page *)pages;

	sys_munmap(pages, GPROF_PAGE + first->data_size);
}

/* The pages that hold it, or a negative error. */
static long open_event(void *request)
{
	struct request *r = request;
	long fd = open_descriptor(r);
	long page;

	r->refused = sys_failed(fd) && fd != -EMFILE && fd != -ENFILE && fd != -ENOMEM;
	if (sys_failed(fd))
		return fd;
	page = map((int)fd);
	if (!sys_failed(page) && !start(r, (int)fd)) {
		unmap((uintptr_t)page);
		page = -EBADF;
	}
	sys_close((int)fd);
	return page;
}

/*
 * Gives the calling thread an event in place of the one it has: a signal after each 'interval'
 * ns of its CPU time outside the kernel, 'signals' times.  False: it keeps what it has.
 * All signals blocked.
 */
bool gprt_event_open(struct gprt_thread *t, uint64_t interval, uint32_t signals)
{
	struct request r = { interval, t->tid, signals, 0, 0 };
	long page;

	if (gprt_sampler.no_events || !gprt_is_sampling())
		return false;
	if (!t->clock.event &&
	    __atomic_load_n(&gprt_sampler.events, __ATOMIC_RELAXED) >= policy.most_events)
		return false;
	page = gprt_with_private_fds(
		open_event, &r, t->clock.event ? GPRT_FDS_TRY : GPRT_FDS_REQUIRED, &t->clock.alone);
	if (r.refused && !t->clock.event)
		gprt_sampler.no_events = true;
	if (sys_failed(page))
		return false;
	gprt_event_close(t);
	t->clock.had_event = true;
	t->clock.base_ns = (int64_t)r.start_ns;
	t->clock.came_ns = 0;
	__atomic_fetch_add(&gprt_sampler.events, 1, __ATOMIC_RELAXED);
	__atomic_store_n(&t->clock.event, (uintptr_t)page, __ATOMIC_SEQ_CST);
	if (gprt_is_sampling())
		return true;
	gprt_event_close(t); /* who ended all events may have missed this one */
	return false;
}

/* By any thread of the process, also while the event's own thread does the same. */
void gprt_event_close(struct gprt_thread *t)
{
	uintptr_t page = __atomic_exchange_n(&t->clock.event, 0, __ATOMIC_SEQ_CST);

	if (!page)
		return;
	unmap(page);
	__atomic_fetch_sub(&gprt_sampler.events, 1, __ATOMIC_RELAXED);
}

/* The thread's own: what the kernel wrote of the last interrupt; false: nothing. */
bool gprt_event_read(const struct gprt_thread *t, struct gprt_reading *reading)
{
	const volatile struct perf_event_mmap_page *first =
		(const struct perf_event_mmap_page *)t->clock.event;
	const volatile struct record *record;
	uint64_t head;

	if (!first || !first->data_size || !first->data_head)
		return false;
	head = (first->data_head - sizeof(*record)) & (first->data_size - 1);
	record = (const struct record *)(t->clock.event + first->data_offset + head);
	if (head + sizeof(*record) > first->data_size ||
	    record->header.type != PERF_RECORD_SAMPLE || record->header.size != sizeof(*record))
		return false;
	reading->at_ns = record->at_ns;
	reading->ran_ns = record->ran_ns;
	reading->came_ns = first->time_running;
	return true;
}

void gprt_events_in_child(void)
{
	gprt_sampler.events = 0;
}
