/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * write.c - files written and made longer without a signal.
 *
 * Beyond RLIMIT_FSIZE the kernel refuses and sends SIGXFSZ, which by default ends the process.
 * To look at the limit first is not enough: the program may have lowered it since it made the
 * file, and anybody may lower it (prlimit) after the look.  So the signal, pending while all are
 * blocked, is taken away again, unless one was pending that is the program's.
 *
 * Cost: one short system call more for each.
 */
#include "base/write.h"

#include <errno.h>

uint64_t gprt_signals_pending(void)
{
	uint64_t pending = 0;

	gprt_syscall3(SYS_rt_sigpending, (long)&pending, sizeof(pending), 0);
	return pending;
}

void gprt_signal_drop(int signal, uint64_t pending)
{
	const uint64_t set = 1ull << (signal - 1);
	static const struct timespec now;

	if (!(pending & set))
		gprt_syscall4(SYS_rt_sigtimedwait, (long)&set, 0, (long)&now, sizeof(set));
}

static long drop_own(long result, uint64_t pending)
{
	if (result == -EFBIG)
		gprt_signal_drop(SIGXFSZ, pending);
	return result;
}

long gprt_pwrite(int fd, const void *from, size_t n, uint64_t offset)
{
	uint64_t pending = gprt_signals_pending();

	return drop_own(gprt_syscall4(SYS_pwrite64, fd, (long)from, (long)n, (long)offset),
			pending);
}

long gprt_fallocate(int fd, uint64_t offset, uint64_t n)
{
	uint64_t pending = gprt_signals_pending();

	return drop_own(gprt_syscall4(SYS_fallocate, fd, 0, (long)offset, (long)n), pending);
}

long gprt_ftruncate(int fd, uint64_t length)
{
	uint64_t pending = gprt_signals_pending();

	return drop_own(gprt_syscall3(SYS_ftruncate, fd, (long)length, 0), pending);
}
