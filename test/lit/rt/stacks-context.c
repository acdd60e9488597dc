/* Stacks made by makecontext are walked to their start, and the way back is found again. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out
// RUN: ./a.out
// RUN: %readprofile --stacks a.out.*.gprof | FileCheck %s
// CHECK-DAG: stack 0 {{[0-9]+}} - {{(.*;)?}}coroutine;burn
// CHECK-DAG: stack 0 {{[0-9]+}} - _start{{.*}};main;burn

#include <stdlib.h>
#include <ucontext.h>

static volatile unsigned long sink;

__attribute__((noinline)) void burn(unsigned long n)
{
	for (unsigned long i = 0; i < n; i++)
		sink += i;
}

static ucontext_t first, second;

static void coroutine(void)
{
	for (int i = 0; i < 1000; i++) {
		burn(50000);
		swapcontext(&second, &first);
	}
}

int main(void)
{
	getcontext(&second);
	second.uc_stack.ss_sp = malloc(65536);
	second.uc_stack.ss_size = 65536;
	second.uc_link = &first;
	makecontext(&second, coroutine, 0);
	for (int i = 0; i < 1000; i++) {
		swapcontext(&first, &second);
		burn(50000);
	}
	return 0;
}
