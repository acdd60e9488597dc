// A line that optimisation takes for known on one way and keeps on another ran at least as often as its remaining marks say, and is not listed as one that never ran; lines of which all marks are there are exact.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: env GPROF_PASS=count=blocks %gclang -g -O2 %s -o a.out
// RUN: env GPROF_OPTIONS=rate=0 ./a.out
// RUN: %gprof annotate -b work a.out | FileCheck %s
// RUN: %gprof export --format=lcov a.out > lcov
// RUN: grep -n "// t" %s | cut -d: -f1 | while read l; do not grep "^DA:$l," lcov || exit 1; done
#include <stdio.h>
#include <stdlib.h>

int mode = 1, found;
__attribute__((noinline)) void work(const char *name)
{
	if (mode == 2 && getenv(name)) // one
		puts("one");
	if (mode == 2 && !getenv(name)) // two
		puts("two");
	if (mode == 2) // three
		puts("three");
	found++; // last
}

int main(void)
{
	for (int i = 0; i < 10; i++)
		work("PATH");
	return 0;
}
// CHECK: {{^ +[0-9]+ +10 .*// one}}
// CHECK: {{^ +[0-9]+ +0 .*"one"}}
// CHECK: {{^ +[0-9]+ +>=0 .*// two}}
// CHECK: {{^ +[0-9]+ +0 .*"two"}}
// CHECK: {{^ +[0-9]+ +>=0 .*// three}}
// CHECK: {{^ +[0-9]+ +0 .*"three"}}
// CHECK: {{^ +[0-9]+ +10 .*// last}}
