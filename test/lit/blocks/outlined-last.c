// A function that ends in code which was moved out of it jumps there: a handler is seen to return, and all counts are exact.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: env GPROF_PASS=count=blocks %gclang -g -Oz -mno-red-zone -mllvm -enable-machine-outliner=always %s -o a.out
// RUN: env GPROF_OPTIONS=rate=0 GPROF_FILE=a.gprof ./a.out
// RUN: %gprof annotate -b --asm --context=all once a.out a.gprof | FileCheck %s
// CHECK: {{ }}900 instructions executed in its code
// CHECK: 100 jmp {{.*}} <OUTLINED_FUNCTION_0>
// CHECK: 100 addl $0xb,
// CHECK: 100 retq
#include <signal.h>

struct fields {
	volatile unsigned a, b, c, d, e, f;
} s;

volatile int n = 100;

#define MOST(p) (p)->a += 11, (p)->b += 12, (p)->c += 13, (p)->d += 14, (p)->e += 15, (p)->f += 16

__attribute__((noinline)) void once(struct fields *p, unsigned x)
{
	p->a = x;
	MOST(p);
}

__attribute__((noinline)) void handle(struct fields *p)
{
	p->b = 1;
	MOST(p);
}

static void handler(int signal)
{
	handle(&s);
}

int main(void)
{
	signal(SIGUSR1, handler);
	for (int i = 0; i < n; i++) {
		once(&s, i);
		if (i == 50)
			raise(SIGUSR1);
	}
	return 0;
}
