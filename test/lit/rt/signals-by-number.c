/* System calls for signals that a program makes by syscall() are the plain program's: actions, masks, waits, alternate stacks. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: x86_64
// RUN: %gclang -O2 %s -o a.out && GPROF_OPTIONS=rate=5000 ./a.out && GPROF_OPTIONS=rate=0 ./a.out
#define _GNU_SOURCE
#include "Inputs/burn.h"

#include <errno.h>
#include <signal.h>
#include <stddef.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#define IN_FLIGHT 2 /* samples that were under way when the handler was set */
#define SMALL 2048u /* MINSIGSTKSZ: less than a signal takes with wide vector registers */

static volatile int came;

/* As the kernel has it. */
struct action {
	void (*handler)(int);
	unsigned long flags;
	void *restorer;
	unsigned long mask;
};

static void handler(int sig)
{
	(void)sig;
	came++;
}

static long act(void (*with)(int), struct action *old)
{
	struct action action = { .handler = with };

	return syscall(SYS_rt_sigaction, SIGURG, with ? &action : NULL, old, sizeof(action.mask));
}

/* While the signal is blocked, nothing is pending, and nothing comes. */
static int waits(void)
{
	unsigned long set = 1ul << (SIGURG - 1), pending = 0;
	struct timespec soon = { 0, 20000000 };
	siginfo_t info;
	int failed;

	syscall(SYS_rt_sigprocmask, SIG_BLOCK, &set, NULL, sizeof(set));
	burn_for(CLOCKS_PER_SEC / 20);
	syscall(SYS_rt_sigpending, &pending, sizeof(pending));
	failed = syscall(SYS_rt_sigtimedwait, &set, &info, &soon, sizeof(set)) != -1 ||
		 errno != EAGAIN || pending & set;
	syscall(SYS_rt_sigprocmask, SIG_UNBLOCK, &set, NULL, sizeof(set));
	return !failed;
}

/* In front of a page that may not be written. */
static int has_small_stack(void)
{
	char *pages = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	stack_t stack = { .ss_sp = pages + 4096, .ss_size = SMALL }, none = { .ss_flags = SS_DISABLE };

	if (pages == MAP_FAILED || mprotect(pages, 4096, PROT_NONE) ||
	    syscall(SYS_sigaltstack, &stack, NULL))
		return 0;
	burn_for(CLOCKS_PER_SEC / 20);
	return !syscall(SYS_sigaltstack, &none, NULL);
}

/* No sample meets the handler when it is set, again and again; it has no way back (SA_RESTORER). */
static int swaps(void)
{
	struct action none = { .handler = SIG_DFL };
	volatile int sink;

	for (int i = 0; i < 300; i++) {
		for (int k = 0; k < 50000; k++)
			sink = k;
		if (act(handler, NULL) ||
		    syscall(SYS_rt_sigaction, SIGURG, &none, NULL, sizeof(none.mask)))
			return 0;
	}
	(void)sink;
	return !came;
}

int main(void)
{
	struct action old;

	burn_for(CLOCKS_PER_SEC / 50);
	if (!waits())
		return 1;
	if (!has_small_stack())
		return 2;
	if (!swaps())
		return 6;
	if (act(NULL, &old) || old.handler != SIG_DFL)
		return 3;
	if (act(handler, &old) || old.handler != SIG_DFL)
		return 4;
	burn_for(CLOCKS_PER_SEC / 20);
	return came > IN_FLIGHT ? 5 : 0;
}
