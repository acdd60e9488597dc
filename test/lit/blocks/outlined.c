// Instructions that the machine outliner moved out of functions are those of the functions that run them, in sums and one by one; no line gets them.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: env GPROF_PASS=count=blocks %gclang -g -Oz -mno-red-zone -mllvm -enable-machine-outliner=always %s -o a.out
// RUN: env GPROF_OPTIONS=rate=0 GPROF_FILE=a.gprof ./a.out
// RUN: %gprof report -b --measure=instructions a.out a.gprof | FileCheck --check-prefix=SUM %s
// RUN: %gprof annotate -b --asm --context=all again a.out a.gprof | FileCheck --check-prefix=AGAIN %s
// RUN: %gprof annotate -b --limit=0 outlined.c a.out a.gprof | FileCheck --check-prefix=LINES %s
// RUN: %gprof export --format=json a.out a.gprof > /dev/null
// RUN: %gprof merge -o merged a.out a.gprof
// RUN: %gprof report -b --measure=instructions merged | FileCheck --check-prefix=SUM %s
//
// All of what is executed, as callgrind counts it in a build without the plugin.
// SUM: 2074 instructions executed
// SUM-DAG: {{ 1000 +100 +10.0 .* once$}}
// SUM-DAG: {{ 165 +10 +16.5 .* again$}}
// SUM-DAG: {{ 70 +7 +10.0 .* last$}}
//
// AGAIN: {{^}}again (
// AGAIN: 165 instructions executed in its code
// AGAIN: 10 callq {{.*}} <OUTLINED_FUNCTION_0>
// AGAIN: 5 callq {{.*}} <OUTLINED_FUNCTION_0>
// AGAIN: outlined.c:{{[0-9]+}} }
// AGAIN: 10 retq
// AGAIN-NEXT: 15 addl $0xb, (%rdi)
// AGAIN-COUNT-5: 15 addl
// AGAIN-NEXT: 15 retq
struct fields {
	volatile unsigned a, b, c, d, e, f;
} s;

volatile int n = 100;

#define MOST p->a += 11, p->b += 12, p->c += 13, p->d += 14, p->e += 15, p->f += 16

__attribute__((noinline)) void once(struct fields *p, unsigned x)
{
	MOST;
	p->a = x;
}

__attribute__((noinline)) void again(struct fields *p, unsigned x)
{
	MOST;
	p->b = x;
	if (x & 1)
		return;
	MOST;
	p->c = x;
}

__attribute__((noinline)) void last(struct fields *p, unsigned x)
{
	p->d = x;
	MOST;
}

int main(void)
{
	for (int i = 0; i < n; i++)
		once(&s, i);
	for (int i = 0; i < 10; i++)
		again(&s, i);
	for (int i = 0; i < 7; i++)
		last(&s, i);
	return 0; // LINES: {{^ +}}[[#@LINE]]{{ +1 +}}return 0;
}
