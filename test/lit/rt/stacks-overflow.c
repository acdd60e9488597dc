/* Samples during stack overflows, whose stack pointer is beyond the stack, do no harm. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O1 -fno-optimize-sibling-calls %s -o a.out
// RUN: (ulimit -s 256; env GPROF_OPTIONS=rate=10000 ./a.out)
// RUN: %readprofile --stacks a.out.*.gprof | FileCheck %s
// CHECK: main;overflows;deeper;deeper

#include <setjmp.h>
#include <signal.h>
#include <stdlib.h>

static sigjmp_buf back;
static volatile unsigned long sink;

__attribute__((noinline)) static int deeper(int n)
{
	volatile char frame[600];

	for (unsigned i = 0; i < sizeof(frame); i++)
		frame[i] = (char)n;
	return deeper(n + 1) + frame[n % 600];
}

static void handler(int sig)
{
	(void)sig;
	for (unsigned long i = 0; i < 100000; i++)
		sink += i;
	siglongjmp(back, 1);
}

__attribute__((noinline)) static void overflows(void)
{
	if (!sigsetjmp(back, 1))
		sink += (unsigned long)deeper(0);
}

int main(void)
{
	struct sigaction action = { .sa_handler = handler, .sa_flags = SA_ONSTACK };
	stack_t stack = { .ss_sp = malloc(65536), .ss_size = 65536 };

	sigaltstack(&stack, NULL);
	sigaction(SIGSEGV, &action, NULL);
	for (int i = 0; i < 500; i++)
		overflows();
	return 0;
}
