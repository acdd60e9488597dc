/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * private_fds.c - runs a function where the descriptors that it opens are nobody else's.
 *
 * A number that the program may get or close must not be ours, not for an instant.  In a
 * process without threads nobody can look; else a thread is made that gives itself a table
 * of its own, an empty one.  It lives for this call alone, and its creator waits until it is
 * gone, with all signals blocked, so no call of the program meets it and it has no right that
 * its creator has given up.
 *
 * The new table begins with copies of the lowest descriptors, closed at once.  If another process
 * would notice that (flush.c), the runtime makes no helper.  Should it come to wait for a server
 * after all, its creator goes on without it, and no helper is made any more.
 *
 * The function closes what it opens, and uses little stack.  With all signals blocked; from
 * inside the runtime's lock, or, where numbers that others see are refused, anywhere.
 *
 * Cost on a virtual machine: 1 us, or 70 us with threads.
 */
#include "base/private_fds.h"

#include "base/process.h"
#include "base/processor.h"
#include "base/sys.h"

#include <errno.h>
#include <sched.h>
#include <sys/prctl.h>

#define STACK 8192
#define YIELDS 8 /* until the thread's end is waited for asleep */
#define PATIENCE 1 /* s, until the function is called */

#ifndef SYS_close_range
#define SYS_close_range 436
#endif
#define UNSHARE 2 /* CLOSE_RANGE_UNSHARE */

#ifndef SCHED_RESET_ON_FORK
#define SCHED_RESET_ON_FORK 0x40000000
#endif
#ifndef SCHED_DEADLINE
#define SCHED_DEADLINE 6
#endif

struct gprt_helper gprt_helper;

/* Who has the call: its creator lets the helper have it, or takes it back, just once. */
enum owner { HELPER_TO_BE, HELPER, CREATOR };

/* Of the one call at a time, under gprt_helper.lock. */
static struct {
	long (*function)(void *);
	void *argument;
	long result;
	uint32_t owner; /* enum owner */
} call;
static uint32_t lives; /* the kernel clears it */
static char stack[STACK] __attribute__((aligned(16)));

static bool take_call(uint32_t owner)
{
	uint32_t nobody = HELPER_TO_BE;

	return __atomic_compare_exchange_n(&call.owner, &nobody, owner, false, __ATOMIC_ACQ_REL,
					   __ATOMIC_RELAXED);
}

static void run(void)
{
	if (gprt_syscall3(SYS_close_range, 0, ~0u, UNSHARE) >= 0 && take_call(HELPER))
		call.result = call.function(call.argument);
	gprt_syscall3(SYS_exit, 0, 0, 0);
}

static void sleep_until_end(const struct timespec *longest)
{
	gprt_syscall4(SYS_futex, (long)&lives, FUTEX_WAIT, 1, (long)longest);
}

/*
 * False: the helper has not come to the function, and will not call it.  The kernel wakes who
 * waits for 'lives' some time before the thread is gone.
 */
static bool wait_for_end(int tid)
{
	static const struct timespec short_time = { 0, 50000 }, patience = { PATIENCE, 0 };
	uint64_t late = sys_clock(CLOCK_MONOTONIC) + PATIENCE * 1000000000ull;
	int pid = sys_getpid();

	while (__atomic_load_n(&lives, __ATOMIC_ACQUIRE)) {
		sleep_until_end(&patience);
		if (sys_clock(CLOCK_MONOTONIC) >= late && take_call(CREATOR))
			return false;
	}
	for (int i = 0; sys_tgkill(pid, tid, 0) != -ESRCH; i++) {
		if (i < YIELDS)
			gprt_syscall3(SYS_sched_yield, 0, 0, 0);
		else
			gprt_syscall3(SYS_nanosleep, (long)&short_time, 0, 0);
	}
	return true;
}

/* The helper of a realtime thread could hold up, or wait for, others of its class. */
static bool is_realtime(void)
{
	long policy = gprt_syscall3(SYS_sched_getscheduler, 0, 0, 0) & ~SCHED_RESET_ON_FORK;

	return policy == SCHED_FIFO || policy == SCHED_RR || policy == SCHED_DEADLINE;
}

/* A filter that was installed since the start may end the process for such calls. */
static bool is_confined(void)
{
	return gprt_helper.was_unconfined && gprt_syscall3(SYS_prctl, PR_GET_SECCOMP, 0, 0) != 0;
}

/*
 * Returns true if nobody else can see the caller's descriptors: unshare() then has nothing to do.
 * It does not ask for processes that share the table and nothing else.
 */
static bool is_leaf_library(void)
{
	return !gprt_helper.shares_table && gprt_syscall3(SYS_unshare, CLONE_VM, 0, 0) >= 0;
}

/* Returns true if the program's table was the reason, which another one is not. */
static bool is_full(long result)
{
	return result == -EMFILE;
}

void gprt_private_fds_init(void)
{
	gprt_helper.was_unconfined = gprt_syscall3(SYS_prctl, PR_GET_SECCOMP, 0, 0) == 0;
}

static long call_helped(long (*f)(void *), void *a)
{
	long tid;

	call.function = f;
	call.argument = a;
	call.result = -EPERM;
	call.owner = HELPER_TO_BE;
	lives = 1;
	tid = gprt_thread_make(stack + STACK, run, &lives);
	if (sys_failed(tid))
		return tid;
	gprt_helper.stuck = !wait_for_end((int)tid);
	return gprt_helper.stuck ? -ETIMEDOUT : call.result;
}

/*
 * A filter of seccomp comes, which may be one for all threads: no function is called any
 * more, and none is under way when this returns.  All signals blocked.
 */
void gprt_private_fds_forbid(void)
{
	__atomic_store_n(&gprt_helper.filters, true, __ATOMIC_SEQ_CST);
	gprt_lock_word(&gprt_helper.lock);
	gprt_unlock_word(&gprt_helper.lock);
}

static bool is_ended(void)
{
	return __atomic_load_n(&gprt_helper.filters, __ATOMIC_SEQ_CST);
}

static bool can_help(void)
{
	return !gprt_helper.stuck && !is_realtime() && !gprt_close_is_noticed();
}

/* Under gprt_helper.lock. */
static long call_somehow(long (*f)(void *), void *a, bool strict, bool *alone)
{
	long result = -EMFILE;

	if (is_ended() || is_confined())
		return -EPERM;
	*alone = is_leaf_library();
	if (*alone)
		result = f(a);
	if (!is_full(result))
		return result;
	if (can_help()) {
		result = call_helped(f, a);
		if (!gprt_helper.stuck)
			return result;
	}
	/* Of two evils the number that is ours for an instant. */
	return strict || *alone ? result : f(a);
}

/*
 * Calls f(a), and returns its result, 0 or more, or the error it had; a negative error too
 * where it could not be called.  '*alone' says whether that took no helper.
 */
long gprt_with_private_fds(long (*f)(void *), void *a, enum gprt_fds how, bool *alone)
{
	long result;

	*alone = false;
	if (is_ended())
		return -EPERM;
	if (how != GPRT_FDS_TRY)
		gprt_lock_word(&gprt_helper.lock);
	else if (!gprt_try_word(&gprt_helper.lock))
		return -EMFILE;
	result = call_somehow(f, a, how != GPRT_FDS_PREFERRED, alone);
	gprt_unlock_word(&gprt_helper.lock);
	return result;
}

void gprt_private_fds_in_child(void)
{
	gprt_helper.lock = 0;
	gprt_helper.stuck = false;
}

/* The same to read a file of the system; on the program's numbers rather than not at all. */
long gprt_read_with_private_fds(long (*f)(void *), void *a)
{
	bool alone;
	long result = gprt_with_private_fds(f, a, GPRT_FDS_PREFERRED, &alone);

	return sys_failed(result) ? f(a) : result;
}

/* The calling thread, one of the runtime's that stays, leaves the program's table. */
void gprt_leave_fd_table(void)
{
	if (!is_ended() && !is_confined() && !gprt_close_is_noticed())
		gprt_syscall3(SYS_close_range, 0, ~0u, UNSHARE);
}
