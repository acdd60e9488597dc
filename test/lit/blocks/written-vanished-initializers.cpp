// Where a call was removed from the initializer of a header's variable, the lines of its callee ran at least as often as elsewhere.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: env GPROF_PASS=count=blocks %gclangxx -I %S/Inputs -g -O2 -Wno-unused-value %s -o a.out
// RUN: env GPROF_OPTIONS=rate=0 ./a.out
// RUN: %gprof annotate -b --limit=0 written-vanished-initializers.cpp a.out | FileCheck %s
static volatile int sink = 4;
static int seen = 7;

__attribute__((noinline)) static int same(int n)
{
	return n * 3; // CHECK-DAG: {{^ +[0-9]+ +>=5 .*}}n * 3
}

__attribute__((noinline)) static int left(int n)
{
	return n * sink; // CHECK-DAG: {{^ +[0-9]+ +6 .*}}n * sink
}

#include "chosen.hpp"

int main()
{
	for (int i = 0; i < 5; i++)
		sink ^= same(++seen) + left(i) + chosen;
	return 0;
}
