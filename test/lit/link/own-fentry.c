/* Unchanged objects of mode=call, linked with another monitoring routine, use that one. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: GPROF_PASS=mode=call %gclang -O2 -c %s -o a.o
// RUN: %clang -O2 -c -DROUTINE %s -o routine.o
// RUN: %clang a.o routine.o -o a.out
// RUN: ./a.out | FileCheck %s
// CHECK: 12 calls

#include <stdio.h>

#ifdef ROUTINE
unsigned long monitored;

/* Called before the prologue: it may change no register but r11. */
__asm__(".globl __fentry__\n"
	"__fentry__:\n"
	"	incq monitored(%rip)\n"
	"	ret\n");
#else
extern unsigned long monitored;

__attribute__((noinline)) void leaf(int x)
{
	__asm__ volatile("" : : "r"(x));
}

int main(void)
{
	for (volatile int i = 0; i < 11; i++)
		leaf(i);
	printf("%lu calls\n", monitored);
	return 0;
}
#endif
