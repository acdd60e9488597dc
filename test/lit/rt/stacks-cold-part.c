/* A sample in the cold part of a prologue, which no unwind table covers, has the whole stack. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: x86_64
// RUN: for how in -O2 "-O2 -ffunction-sections" "-O2 -fPIC"; do \
// RUN:   %gclang $how %s -o a.out && rm -f a.out.*.gprof && ./a.out && \
// RUN:   %readprofile --stacks a.out.*.gprof > stacks && FileCheck %s < stacks || exit 1; \
// RUN:   ! grep burn stacks | grep -v 'no-stack\|main;work;.*on_trap;burn' || exit 1; \
// RUN: done
// CHECK: main;work;{{.*}};on_trap;burn

/*
 * A callback enters when it is first called, by a thread that is sampled already.  The
 * processor is made to trap after each instruction; what is sampled while the trap's
 * handler keeps it busy has the interrupted instruction in its stack.
 */

#define _GNU_SOURCE
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <time.h>
#include <ucontext.h>

#define PLAIN __attribute__((noinline, no_profile_instrument_function))
#define TRAP 0x100 /* the flag in rflags */

static volatile int traps;

PLAIN static void burn(void)
{
	struct timespec begin, now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &begin);
	do
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	while ((now.tv_sec - begin.tv_sec) * 1000000000 + now.tv_nsec - begin.tv_nsec < 40000000);
}

/* leaq x(%rip), %r11 and a jump. */
PLAIN static int is_cold(const unsigned char *pc)
{
	return pc[0] == 0x4c && pc[1] == 0x8d && pc[2] == 0x1d && pc[7] == 0xe9;
}

PLAIN static void on_trap(int sig, siginfo_t *info, void *context)
{
	ucontext_t *c = context;
	const unsigned char *pc = (const unsigned char *)c->uc_mcontext.gregs[REG_RIP];

	(void)sig;
	(void)info;
	/* At the leaq, then at the jump. */
	if (!is_cold(pc) && !(traps == 1 && is_cold(pc - 7)))
		return;
	burn();
	if (++traps == 2)
		c->uc_mcontext.gregs[REG_EFL] &= ~TRAP;
}

__attribute__((noinline)) int value(const int *p)
{
	return *p;
}

/* It saves registers first: the return address is not on top of the stack. */
__attribute__((noinline)) static int compare(const void *a, const void *b)
{
	int first = value(a);

	return first - value(b);
}

__attribute__((noinline)) int work(void)
{
	int list[] = { 2, 1 };

	__asm__ volatile("pushfq\n\torq %0, (%%rsp)\n\tpopfq" : : "i"(TRAP) : "memory", "cc");
	qsort(list, 2, sizeof list[0], compare);
	return list[0] != 1;
}

int main(void)
{
	struct sigaction action = { .sa_sigaction = on_trap, .sa_flags = SA_SIGINFO };

	if (sigaction(SIGTRAP, &action, NULL) || work())
		return 1;
	return traps == 2 ? 0 : 2;
}
