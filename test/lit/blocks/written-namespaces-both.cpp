// Of a line that two functions of one source have, because a file is included in two namespaces, the executions are not exact where one of the two keeps nothing of it. A line that both keep is exact.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: env GPROF_PASS=count=blocks %gclangxx -g -O2 %s -o a.out
// RUN: env GPROF_OPTIONS=rate=0 ./a.out
// RUN: %gprof annotate -b --limit=0 'second::*' a.out | FileCheck %s
#ifndef STAYS
static volatile int sink;
#define STAYS
namespace first {
#include "written-namespaces-both.cpp"
}
#undef STAYS
#define STAYS asm volatile("");
namespace second {
#include "written-namespaces-both.cpp"
}

int main()
{
	for (int i = 0; i < 5; i++)
		first::choose(i);
	for (int i = 0; i < 3; i++)
		second::choose(i);
	return 0;
}
#else
__attribute__((noinline)) void choose(int x)
{
	int n = 20;

	if (x > 1) {
		n = 30; // CHECK: {{^ +[0-9]+ +>=1 +}}n = 30;
		STAYS
	}
	sink = n; // CHECK: {{^ +[0-9]+ +3 +}}sink = n;
}
#endif
