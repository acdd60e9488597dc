/* LLVM's sample profile has the executions of each block, the callees of each call and what was inlined, as the program knows them. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: x86_64
// RUN: env GPROF_PASS=count=blocks %gclang -g1 -O2 -fpseudo-probe-for-profiling %s -o a.out && env GPROF_OPTIONS=rate=0 ./a.out
// RUN: %gprof export --format=llvm-sample -o a.prof a.out && FileCheck %s < a.prof
// Two processes have twice the counts.
// RUN: env GPROF_OPTIONS=rate=0 ./a.out && %gprof export --format=llvm-sample a.out a.out.*.gprof | FileCheck --check-prefix=TWICE %s
//
// CHECK:      {{^}}inc:75000:75000
// CHECK-NEXT: {{^}} 1: 75000
// CHECK-NEXT: {{^}} !CFGChecksum: {{[0-9]+$}}
// CHECK:      {{^}}main:{{[0-9]+}}:1
// CHECK:      {{^}} {{[0-9]+}}: 100 work:100
// CHECK-NOT:  never
// CHECK:      {{^}}twice:25000:25000
// CHECK:      {{^}}work:{{[0-9]+}}:100
// CHECK-NEXT: {{^}} 1: 100
// CHECK:      {{^}} {{[0-9]+}}: 100000 inc:75000 twice:25000
// CHECK:      {{^}} {{[0-9]+}}: {{.*}}odd{{.*}}:30000
// CHECK-NEXT: {{^}}  1: 10000
// CHECK-NEXT: {{^}}  2: 8725
// CHECK-NEXT: {{^}}  3: 1275
// CHECK:      {{^}}  !CFGChecksum: {{[0-9]+$}}
// CHECK-NEXT: {{^}} !CFGChecksum: {{[0-9]+$}}
// CHECK-NOT:  {{.}}
// TWICE: {{^}}inc:150000:150000

#include <stdio.h>

static volatile int sink;
typedef int operation(int);

__attribute__((noinline)) int inc(int x)
{
	return x + 1;
}

__attribute__((noinline)) int twice(int x)
{
	return 2 * x;
}

/* Inlined: 10,000 times, and both ways. */
static inline int odd(int x)
{
	if (x & 1)
		return 3 * x;
	return x / 2;
}

__attribute__((noinline)) int never(int x)
{
	return sink = x;
}

__attribute__((noinline)) int work(operation *f, int n)
{
	int s = 0;

	for (int i = 0; i < n; i++) {
		s += f(i);
		if (i % 10 == 0)
			s += odd(s);
	}
	return s;
}

int main(int argc, char **argv)
{
	unsigned s = 0;

	(void)argv;
	for (int i = 0; i < 100; i++)
		s += (unsigned)work(i % 4 ? inc : twice, 1000);
	if (argc > 5)
		never(argc);
	printf("%u\n", s);
	return 0;
}
