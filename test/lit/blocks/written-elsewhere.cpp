// A copy of a function that did not run does not say that a line never ran, if another copy may have run and keeps neither mark nor instruction of the line.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: for o in 1 2 3; do env GPROF_PASS=count=blocks %gclangxx -g -O$o %s -o a.out && env GPROF_OPTIONS=rate=0 ./a.out && %gprof annotate -b --limit=0 reader.hpp a.out | FileCheck %s || exit 1; %gprof export --format=lcov a.out > lcov; not grep "^DA:$(grep -n "// lost$" %S/Inputs/reader.hpp | cut -d: -f1),0" lcov || exit 1; done
// CHECK: {{^ +[0-9]+ +(>=[0-9]+ +|25 +)?}}} else if (*st == ']')
#include <string.h>
static volatile int sink;
struct entry {
	char n;
	char text[20];
};
#include "Inputs/reader.hpp"

int main()
{
	reader x{};
	entry e;

	for (volatile int i = 0; i < 5; i++) {
		x.utf8 = i & 1;
		sink = x.take(e, "a[bc]d");
		sink += e.n;
	}
	return 0;
}
