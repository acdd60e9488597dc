// A line whose branch one copy of its function has as a select ran at least as often as the other copies say; it is not listed as one that never ran.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: env GPROF_PASS=count=blocks %gclang -g -O2 %s -o a.out
// RUN: env GPROF_OPTIONS=rate=0 ./a.out
// RUN: %gprof annotate -b pick a.out | FileCheck %s
// RUN: %gprof report -b --unexecuted a.out | FileCheck --check-prefix=NEVER --implicit-check-not='pick' %s
// RUN: %gprof export --format=lcov a.out | FileCheck --check-prefix=LCOV --implicit-check-not='{{^}}DA:{{[0-9]+}},0' %s
// RUN: env GPROF_OPTIONS=rate=0 ./a.out also && %gprof annotate -b pick a.out | FileCheck --check-prefix=ALSO %s
#include <stdlib.h>

volatile int sink;

static inline int pick(int a, int b, int d)
{
	int r = b;
	if (a > 3)
		r = a / d; // CHECK: {{^ +[0-9]+ +>=0 .*}}r = a / d
	// ALSO: {{^ +[0-9]+ +>=1 .*}}r = a / d
	return r; // CHECK: {{^ +[0-9]+ +100 .*}}return r
}

__attribute__((noinline)) int hot(int a, int b)
{
	return pick(a, b, 1);
}

// NEVER: and perhaps 1 more
// NEVER: [[#@LINE + 4]]-[[#@LINE + 5]] cold
// LCOV: DA:[[#@LINE + 3]],0
// LCOV: DA:[[#@LINE + 3]],0
__attribute__((noinline)) int cold(int a, int b, int d)
{
	return pick(a, b, d);
}

int main(int argc, char **argv)
{
	int n = 100, s = 0;

	(void)argv;
	for (int i = 0; i < n; i++)
		s += hot(i, n);
	s += argc > 1 ? cold(s, n, argc) : 0;
	sink = s;
	return 0;
}
