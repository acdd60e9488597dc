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
 * Only calls that fail so without us: those that begin again in any case, as fork() does, are not
 * in the list.  Calls without a restart (poll, nanosleep) fail by themselves.
 *
 * Under a seccomp filter nothing is asked for, for it may kill: there a call may begin again.
 *
 * Cost: a comparison of registers for each sample; of one at such a call three system calls.
 */
#include "sample/restart.h"

#include "base/safe_read.h"
#include "base/sys.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/futex.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/syscall.h>
#include <ucontext.h>

#define SIGNALS 64

/* Returns true if a signal ends the call with EINTR, or has it begin again. */
static bool is_restartable(const void *context)
{
	long argument = gprt_context_argument(context);

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
	case SYS_connect:
	case SYS_wait4:
	case SYS_waitid:
	case SYS_flock:
	case SYS_openat:
	case SYS_mq_timedsend:
	case SYS_mq_timedreceive:
#ifdef SYS_open
	case SYS_open:
#endif
		return true;
	case SYS_futex:
		return (argument & FUTEX_CMD_MASK) == FUTEX_WAIT ||
		       (argument & FUTEX_CMD_MASK) == FUTEX_WAIT_BITSET;
	case SYS_fcntl:
		return argument == F_SETLKW || argument == F_OFD_SETLKW;
	default:
		return false;
	}
}

static bool begins_again(const void *context)
{
	unsigned char code[GPRT_SYSCALL_BYTES];
	enum gprt_read_method how;

	if (!gprt_may_begin_again(context) || !is_restartable(context))
		return false;
	how = gprt_read_method();
	return how == GPRT_READ_CALL &&
	       gprt_safe_read(how, code, gprt_context_pc(context), sizeof(code)) == sizeof(code) &&
	       gprt_is_system_call(code);
}

/* Returns true if the next handler of the program's that runs is for a signal that ends calls. */
static bool signal_ends_calls(uint64_t pending)
{
	struct gprt_sigaction action;

	for (int sig = 1; sig <= SIGNALS; sig++) {
		if (!(pending >> (sig - 1) & 1) || sys_sigaction(sig, NULL, &action) < 0)
			continue;
		if (action.handler != (uintptr_t)SIG_DFL && action.handler != (uintptr_t)SIG_IGN)
			return !(action.flags & SA_RESTART);
	}
	return false;
}

void gprt_restart_follow(void *context)
{
	uint64_t pending = 0, blocked;

	if (!begins_again(context) ||
	    gprt_syscall3(SYS_rt_sigpending, (long)&pending, sizeof(pending), 0) < 0)
		return;
	gprt_copy(&blocked, &((ucontext_t *)context)->uc_sigmask, sizeof(blocked));
	if (signal_ends_calls(pending & ~blocked))
		gprt_context_fail(context, -EINTR);
}
