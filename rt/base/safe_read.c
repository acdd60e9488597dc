/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * safe_read.c - see safe_read.h.
 *
 * By process_vm_readv on the process itself: the kernel copies, and says how far it came.
 * Protection keys do not matter to it; code that may only be executed cannot be read.
 *
 * A seccomp filter may refuse the call, or kill for it.  The first trial comes after
 * perf_event_open was tried, which no filter allows that kills for its neighbour without
 * being written for us (README).  A filter that a program gives itself later is noticed by
 * prctl, which the runtime needs anyway.  Then each page is asked for by rt_sigprocmask, which
 * fails with EFAULT instead of faulting, and read: right, unless another thread takes
 * the page away in between.
 *
 * Discarded: the probe alone (another thread can come in between); /proc/self/mem and a
 * sealed file in memory, for want of process_vm_readv (a descriptor that programs list, close
 * and hand on, and a child that could read its parent); a handler for SIGSEGV (the program's).
 *
 * Cost: 0.6 us for up to a page, 1.2 us for four, three times that when the kernel's code is
 * not in the cache; 0.5 us for an address without memory.
 */
#include "base/safe_read.h"

#include "base/options.h"
#include "base/process.h"
#include "base/sys.h"

#include <errno.h>
#include <sys/prctl.h>
#include <sys/uio.h>

#define PAGE 4096u

/* Linux, seccomp.h: the mode of a thread with a filter. */
#define FILTERED 2

static enum gprt_read_method method; /* how memory is read */
static bool filtered;       /* a seccomp filter was there when it was tried */

static uintptr_t page_of(uintptr_t at)
{
	return at & ~(uintptr_t)(PAGE - 1);
}

static long call_on(int pid, void *to, uintptr_t from, size_t n)
{
	struct iovec here = { to, n }, there = { (void *)from, n };

	return gprt_syscall(SYS_process_vm_readv, pid, (long)&here, 1, (long)&there, 1, 0);
}

/*
 * The process may not be the one that started the runtime: a child that has not noticed yet,
 * or one that shares its memory.  Or its first thread has ended.
 */
static long call(void *to, uintptr_t from, size_t n)
{
	long got = call_on(gprt.pid, to, from, n);

	if (got == -ESRCH || got == -EPERM)
		got = call_on(sys_gettid(), to, from, n);
	return got;
}

static bool is_filtered(void)
{
	return gprt_syscall(SYS_prctl, PR_GET_SECCOMP, 0, 0, 0, 0, 0) == FILTERED;
}

static enum gprt_read_method try(void)
{
	const uint64_t word = 0x0123456789abcdef;
	uint64_t copy = 0;

	filtered = is_filtered();
	if (filtered && gprt_options.tick_sampling == GPRT_TICKS_ALWAYS)
		return GPRT_READ_PROBE;
	if (call(&copy, (uintptr_t)&word, sizeof(copy)) != sizeof(copy) || copy != word)
		return GPRT_READ_PROBE;
	return GPRT_READ_CALL;
}

/*
 * At the process's start: a filter that the program gives itself later may kill for a call that it
 * does not know.
 */
void gprt_safe_read_init(void)
{
	if (!is_filtered())
		gprt_read_method();
}

enum gprt_read_method gprt_read_method(void)
{
	enum gprt_read_method how = __atomic_load_n(&method, __ATOMIC_RELAXED);

	if (how == GPRT_READ_UNTRIED) {
		how = try();
		__atomic_store_n(&method, how, __ATOMIC_RELAXED);
	}
	if (how == GPRT_READ_CALL && !filtered && is_filtered())
		return GPRT_READ_PROBE;
	return how;
}

/* All signals blocked: to block what a word of memory says changes nothing. */
static bool is_readable(uintptr_t at)
{
	uintptr_t word = at & ~7ul;

	/* Without an address the call succeeds and reads nothing. */
	return word && gprt_syscall4(SYS_rt_sigprocmask, SIG_BLOCK, (long)word, 0, 8) == 0;
}

static size_t probe(void *to, uintptr_t from, size_t n)
{
	uintptr_t at = from, end = from + n, next;
	uint64_t mask;

	sys_block(&mask);
	for (; at < end && is_readable(at); at = next) {
		next = page_of(at) + PAGE < end ? page_of(at) + PAGE : end;
		gprt_copy((char *)to + (at - from), (const void *)at, next - at);
	}
	sys_unblock(&mask);
	return at - from;
}

size_t gprt_safe_read(enum gprt_read_method how, void *to, uintptr_t from, size_t n)
{
	long got;

	if (from >= GPRT_ADDRESS_END || n > GPRT_ADDRESS_END - from)
		return 0;
	if (how == GPRT_READ_PROBE)
		return probe(to, from, n);
	got = call(to, from, n);
	if (got >= 0)
		return (size_t)got;
	if (got == -EPERM || got == -ENOSYS)
		__atomic_store_n(&method, GPRT_READ_PROBE, __ATOMIC_RELAXED);
	return 0;
}

static bool has_code(unsigned char *code, uintptr_t at, size_t n)
{
	return gprt_safe_read(gprt_read_method(), code, at, n) == n;
}

bool gprt_in_system_call(const void *context)
{
	uintptr_t pc = gprt_context_pc(context);
	unsigned char code[GPRT_SYSCALL_BYTES];

	return pc > PAGE && gprt_may_be_call(context) &&
	       has_code(code, pc - sizeof(code), sizeof(code)) && gprt_is_system_call(code);
}

bool gprt_returns_from_signal(uintptr_t pc)
{
	unsigned char code[GPRT_RETURN_BYTES];

	return has_code(code, pc, sizeof(code)) && gprt_is_signal_return(code);
}
