/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * restart.c - see restart.h.
 *
 * A signal of the program may wake a thread from a system call, which is to fail with EINTR then.
 * If a sample is due at that moment, the kernel delivers its signal first, since it is the
 * thread's own.  Its action says that calls begin again: so this one would, after the program's
 * handler too, and might wait for ever.  While our handler runs, the program's signal is pending.
 * If its action does not restart calls, the call fails here.
 *
 * A signal to the process may be another thread's in the end: so this thread takes it first, and
 * sends it to itself with all that came with it.
 *
 * Only calls that fail so without us: those that begin again in any case, as fork() does, are not
 * in the list, nor are those on files, which wait for nobody.  Calls without a restart (poll,
 * nanosleep) fail by themselves.  A loop that makes one call again and again may have been met
 * just before it: then the signal came a moment earlier than the call would say.
 *
 * Under a seccomp filter nothing is asked for, for it may kill: there a call may begin again.
 *
 * Cost: a comparison of registers for each sample; of one at such a call some system calls.
 */
#include "sample/restart.h"

#include "base/safe_read.h"
#include "base/sys.h"

#include <errno.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <time.h>
#include <ucontext.h>

#define SIGNALS 31 /* real-time signals have queues, which may be full */

/* Returns true if reads and writes may wait for somebody: of a pipe, a socket or a terminal. */
static bool is_waited_for(long fd)
{
	struct stat st;

	return !sys_fstat((int)fd, &st) &&
	       (S_ISFIFO(st.st_mode) || S_ISSOCK(st.st_mode) || S_ISCHR(st.st_mode));
}

/* Returns true if a signal ends the call with EINTR, or has it begin again. */
static bool is_restartable(const void *context)
{
	long operation = gprt_context_argument(context, 1) & FUTEX_CMD_MASK;

	switch (gprt_context_call(context)) {
	case SYS_read:
	case SYS_readv:
	case SYS_write:
	case SYS_writev:
	case SYS_recvfrom:
	case SYS_recvmsg:
	case SYS_sendto:
	case SYS_sendmsg:
	case SYS_accept:
	case SYS_accept4:
		return is_waited_for(gprt_context_argument(context, 0));
	case SYS_wait4:
	case SYS_waitid:
		return true;
	case SYS_futex:
		return operation == FUTEX_WAIT || operation == FUTEX_WAIT_BITSET;
	default:
		return false;
	}
}

static bool begins_again(const void *context)
{
	unsigned char code[GPRT_SYSCALL_BYTES];
	enum gprt_read_method how;

	if (!gprt_may_begin_again(context))
		return false;
	how = gprt_read_method();
	return how == GPRT_READ_CALL &&
	       gprt_safe_read(how, code, gprt_context_pc(context), sizeof(code)) == sizeof(code) &&
	       gprt_is_system_call(code) && is_restartable(context);
}

/* The next signal for which a handler of the program's runs, if it ends calls; else 0. */
static int ending_signal(uint64_t pending)
{
	struct gprt_sigaction action;

	for (int sig = 1; sig <= SIGNALS; sig++) {
		if (!(pending >> (sig - 1) & 1) || sys_sigaction(sig, NULL, &action) < 0)
			continue;
		if (action.handler != (uintptr_t)SIG_DFL && action.handler != (uintptr_t)SIG_IGN)
			return action.flags & SA_RESTART ? 0 : sig;
	}
	return 0;
}

/* False: another thread has it.  Signals are blocked, so it stays pending here. */
static bool take(int sig)
{
	uint64_t set = 1ull << (sig - 1);
	struct timespec now = { 0, 0 };
	siginfo_t info;

	if (gprt_syscall4(SYS_rt_sigtimedwait, (long)&set, (long)&info, (long)&now,
			  sizeof(set)) != sig)
		return false;
	return gprt_syscall4(SYS_rt_tgsigqueueinfo, sys_getpid(), sys_gettid(), sig,
			     (long)&info) >= 0;
}

void gprt_restart_follow(void *context)
{
	uint64_t pending = 0, blocked;
	int sig;

	if (!begins_again(context) ||
	    gprt_syscall3(SYS_rt_sigpending, (long)&pending, sizeof(pending), 0) < 0)
		return;
	gprt_copy(&blocked, &((ucontext_t *)context)->uc_sigmask, sizeof(blocked));
	sig = ending_signal(pending & ~blocked);
	if (sig && take(sig))
		gprt_context_fail(context, -EINTR);
}
