/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * wall_sampler.c - where threads wait: clock=wall.
 *
 * Samples of running threads are as without it (accounting.c).  Beside them a thread of
 * the runtime, unknown to libc and with all signals blocked, looks at every known
 * thread at random intervals, and never sends it anything: a signal would make
 * blocking system calls fail with EINTR.  What passed since the last look and was
 * not CPU time of the thread, it waited:
 *
 *   blocked      /proc/self/task/TID/syscall has its stack pointer and pc; its stack
 *                is walked in a copy (process_vm_readv), and counts if the thread
 *                is still blocked there afterwards.  The call's arguments say what it waits
 *                for (waited.c)
 *   not blocked  where it waited is not known yet: the time is of the next place
 *   queued       /proc/self/task/TID/schedstat has how long it waited for a processor: pc is 0
 *
 * The kernel adds to that when the wait is over.  So what is already of a place is taken off its
 * next time.  Where the kernel does not account for it, all time that passed since the last look at
 * a thread that is not blocked now is counted as queued; and so is time without a place for long,
 * as in a thread whose processor time is limited.
 *
 * A thread that has used no CPU time since the last look is where it was, or queued.  So a look
 * costs 2 us for a thread that sleeps on, about 25 us for one that has moved.  The
 * looking thread takes at most a fiftieth of a processor: with many threads
 * the intervals become longer, and weights stay true.
 *
 * It ends when no known thread is left, and is started again by the next that
 * registers; a forked child starts its own.  No thread-local variable and no
 * function of libc may be used in it.
 */
#include "sample/wall_sampler.h"

#include "base/message.h"
#include "base/options.h"
#include "base/private_fds.h"
#include "base/process.h"
#include "base/processor.h"
#include "base/sys.h"
#include "base/text.h"
#include "file/file.h"
#include "record/slot.h"
#include "record/table.h"
#include "sample/budget.h"
#include "sample/periodic_snapshots.h"
#include "sample/policy.h"
#include "sample/sampler.h"
#include "sample/waited.h"
#include "unwind/stack.h"

#include <gprof-llvm/format.h>
#include <sys/prctl.h>

#define NAME "gprof-llvm"

static uint32_t looking; /* 1: the thread runs */

/* What /proc says of a blocked thread. */
struct place {
	int tid;
	uintptr_t sp, pc;
	struct gprt_call call;
};

/* The clock of a thread's CPU time, from its number (the kernel's posix-timers). */
static int cpu_clock(int tid)
{
	return (int)(~(unsigned)tid << 3 | 6u);
}

static uintptr_t hexadecimal(const char *s)
{
	uintptr_t n = 0;

	for (; (*s >= '0' && *s <= '9') || (*s >= 'a' && *s <= 'f'); s++)
		n = n * 16 + (uintptr_t)(*s <= '9' ? *s - '0' : *s - 'a' + 10);
	return n;
}

/*
 * Reads where the thread is blocked: "NUMBER ARGUMENT... 0xSP 0xPC", or "-1 0xSP 0xPC"
 * outside of system calls.  False: it runs ("running"), or may not be looked at.
 */
static bool find_place(struct place *p)
{
	char path[64], line[256];
	struct gprt_text t = gprt_text(path, sizeof(path));
	uintptr_t found[8] = { 0 };
	unsigned k = 0;
	long n;

	gprt_put(&t, "/proc/self/task/");
	gprt_put_number(&t, (uint64_t)p->tid);
	gprt_put(&t, "/syscall");
	n = gprt_read_file(path, line, sizeof(line) - 1);
	if (n <= 0 || line[0] == 'r')
		return false;
	line[n] = 0;
	for (const char *s = line; *s && k < 8; s++)
		if (s[0] == '0' && s[1] == 'x')
			found[k++] = hexadecimal(s + 2);
	if (k < 2)
		return false;
	p->call.number = k == 8 ? (long)gprt_number(line) : -1;
	gprt_copy(p->call.arguments, found, sizeof(p->call.arguments));
	p->sp = found[k - 2];
	p->pc = found[k - 1];
	return p->sp && p->pc;
}

/* Returns true if the thread is not about to run. */
static bool is_blocked(int tid)
{
	struct place p;

	p.tid = tid;
	return find_place(&p);
}

static bool is_still_there(void *argument)
{
	const struct place *before = argument;
	struct place now;

	now.tid = before->tid;
	return find_place(&now) && now.sp == before->sp && now.pc == before->pc;
}

/* Where the thread waits, into the key; false if it does not, or moved meanwhile. */
static bool find_key(struct gprt_thread *t, int tid, struct gprof_sample *key)
{
	struct place p;

	gprt_clear(key, sizeof(*key));
	p.tid = tid;
	if (!find_place(&p))
		return false;
	t->wait.sp = p.sp;
	gprt_waited_find(t, tid, &p.call);
	key->pc = p.pc;
	key->flags = GPROF_SAMPLE_WAIT;
	if (gprt_options.stacks)
		return gprt_stack_capture_blocked(t, key, p.sp, is_still_there, &p);
	key->flags |= GPROF_SAMPLE_NO_STACK;
	return true;
}

/* How long the thread has waited for a processor in its life, and 1, ns; 0: not known. */
static uint64_t read_queued(int tid)
{
	char path[64], line[64];
	struct gprt_text t = gprt_text(path, sizeof(path));
	const char *s = line;
	long n;

	gprt_put(&t, "/proc/self/task/");
	gprt_put_number(&t, (uint64_t)tid);
	gprt_put(&t, "/schedstat");
	n = gprt_read_file(path, line, sizeof(line) - 1);
	line[n > 0 ? n : 0] = 0;
	while (*s && *s != ' ')
		s++;
	/* A kernel that does not account for it says that no thread has run. */
	return *s && gprt_number(line) ? gprt_number(s + 1) + 1 : 0;
}

static void look_first(struct gprt_wall_state *w, int tid, uint64_t now, uint64_t cpu)
{
	w->tid = tid;
	w->blocked = false;
	w->seen_ns = now;
	w->cpu_ns = cpu;
	w->queued_ns = read_queued(tid);
	w->owed_ns = 0;
	w->still = 0;
}

static void count(struct gprt_thread *t, struct gprof_sample *key, uint64_t weight)
{
	key->weight = weight;
	t->waiting.now_ns = t->wait.seen_ns;
	if (weight)
		gprt_sample_count(&t->waiting, key);
}

/* Counts time in which the thread waited for a processor. */
static void count_queued(struct gprt_thread *t, uint64_t weight)
{
	struct gprof_sample key;

	gprt_clear(&key, sizeof(key));
	key.flags = GPROF_SAMPLE_WAIT | GPROF_SAMPLE_NO_STACK;
	count(t, &key, weight);
}

/* Divides what the thread did not run since the last look. */
static void divide(struct gprt_thread *t, uint64_t waited, bool ran)
{
	struct gprt_wall_state *w = &t->wait;
	int64_t before = (int64_t)w->queued_ns, queued = 0;
	int64_t most = before ? policy.most_owed * (int64_t)gprt_period() : 0;

	if (ran && before) {
		queued = (int64_t)read_queued(w->tid) - before;
		if (queued < 0) /* it has just ended, and cannot be read */
			queued = 0;
		w->queued_ns += (uint64_t)queued;
	}
	w->owed_ns += (int64_t)waited - queued;
	if (w->blocked && w->owed_ns > 0) {
		gprt_waited_look(w);
		t->waiting.wait = w->wait;
		count(t, &w->key, (uint64_t)w->owed_ns);
		gprt_clear(&t->waiting.wait, sizeof(t->waiting.wait));
		w->owed_ns = 0;
	} else if (w->owed_ns > most && (ran || !before)) {
		queued += w->owed_ns - most;
		w->owed_ns = most;
	}
	count_queued(t, (uint64_t)queued);
}

/* False: the thread is no more. */
static bool look(struct gprt_thread *t)
{
	struct gprt_wall_state *w = &t->wait;
	int tid = __atomic_load_n(&t->tid, __ATOMIC_RELAXED);
	uint64_t now = sys_clock(CLOCK_MONOTONIC), cpu = tid ? sys_clock(cpu_clock(tid)) : 0;
	uint64_t ran = cpu - w->cpu_ns, passed = now - w->seen_ns;

	if (!cpu)
		return false;
	if (w->tid != tid) {
		look_first(w, tid, now, cpu);
		return true;
	}
	w->seen_ns = now;
	w->cpu_ns = cpu;
	w->still = ran ? 0 : w->still + 1;
	if (!w->blocked || ran)
		w->blocked = find_key(t, tid, &w->key);
	else if (w->still < policy.sleep_looks)
		w->blocked = is_blocked(tid);
	divide(t, passed > ran ? passed - ran : 0, ran);
	return true;
}

/* Looks at all threads; false if there is none. */
static bool look_round(void)
{
	bool any = false;

	for (struct gprt_thread *t = __atomic_load_n(&gprt_slots.first, __ATOMIC_ACQUIRE); t;
	     t = t->next)
		any |= look(t);
	return any;
}

static void pause_for(uint64_t ns)
{
	struct timespec time = { (time_t)(ns / 1000000000u), (long)(ns % 1000000000u) };

	gprt_syscall3(SYS_nanosleep, (long)&time, 0, 0);
}

/* Between half and one and a half times the period, as with CPU time. */
static uint64_t interval(uint64_t *random)
{
	uint64_t period = gprt_period();

	*random = *random * 6364136223846793005ull + 1442695040888963407ull;
	return 1 + period / 2 + (*random >> 33) % period;
}

static void run(void)
{
	uint64_t random = sys_clock(CLOCK_MONOTONIC), before, cost, time;
	bool any = true;

	gprt_syscall(SYS_prctl, PR_SET_NAME, (long)NAME, 0, 0, 0, 0);
	if (gprt_file.fd < 0) /* else it is needed */
		gprt_leave_fd_table();
	while (any) {
		before = sys_clock(CLOCK_THREAD_CPUTIME_ID);
		if (gprt.state == GPRT_ON)
			any = look_round();
		gprt_periodic_snapshot(NULL);
		cost = sys_clock(CLOCK_THREAD_CPUTIME_ID) - before;
		time = interval(&random);
		pause_for(time > cost * policy.wall_share ? time : cost * policy.wall_share);
	}
	__atomic_store_n(&looking, 0, __ATOMIC_RELEASE);
	gprt_syscall3(SYS_exit, 0, 0, 0);
}

/*
 * Starts the thread if it is not there.  By a thread that has just got its slot, so
 * that there is one to look at; signals blocked, lock held.
 */
void gprt_wall_sampler_start(void)
{
	void *top;

	if (!gprt_options.wall || !gprt_sampler.on || __atomic_load_n(&looking, __ATOMIC_ACQUIRE))
		return;
	top = gprt_wall_sampler_stack_top();
	if (!top)
		return;
	looking = 1;
	if (!sys_failed(gprt_thread_make(top, run, NULL)))
		return;
	looking = 0;
	gprt_options.wall = 0;
	gprt_say("cannot use clock=wall: ", "no thread can be created", "", "");
}

void gprt_wall_sampler_in_child(void)
{
	looking = 0;
}
