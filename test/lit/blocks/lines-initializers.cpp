// What a header's initializer executes in two files adds up: each has a copy of it.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: sed -n 's/^HEADER: //p' %s > made.h
// RUN: cp %s first.cpp && cp %s second.cpp
// RUN: env GPROF_PASS=count=blocks %gclangxx -g -O2 -I. -DFIRST -c first.cpp
// RUN: env GPROF_PASS=count=blocks %gclangxx -g -O2 -I. -c second.cpp
// RUN: %gclangxx first.o second.o -o a.out && env GPROF_OPTIONS=rate=0 ./a.out
// RUN: %gprof annotate -b --limit=0 __cxx_global_var_init a.out | FileCheck %s
// CHECK: {{^ +2 +2 +}}static int made = make();
#if 0
HEADER: extern int make();
HEADER: static int made = make();
#endif
#include "made.h"
#ifdef FIRST
static volatile int sink;

__attribute__((noinline)) int make()
{
	return ++sink;
}

int main()
{
	return made < 0;
}
#else
int other()
{
	return made;
}
#endif
