// A file whose only global constructors are of a header, such as one that includes <iostream>, leaves lines exact after link-time optimisation.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64, lld
// RUN: env GPROF_PASS=count=blocks %gclangxx -DOTHER -I %S/Inputs -g -O2 -flto -c %s -o other.o
// RUN: env GPROF_PASS=count=blocks %gclangxx -DMAIN -I %S/Inputs -g -O2 -flto -c %s -o main.o
// RUN: %gclangxx -flto -fuse-ld=lld main.o other.o -o a.out
// RUN: env GPROF_OPTIONS=rate=0 ./a.out
// RUN: %gprof annotate -b --limit=0 written-lto-initializers.cpp a.out | FileCheck %s
//
// One compiled without -g may have code of any function, and does not.
// RUN: env GPROF_PASS=count=blocks %gclangxx -DOTHER -I %S/Inputs -O2 -flto -c %s -o other.o
// RUN: %gclangxx -flto -fuse-ld=lld main.o other.o -o b.out
// RUN: env GPROF_OPTIONS=rate=0 ./b.out
// RUN: %gprof annotate -b --limit=0 written-lto-initializers.cpp b.out | FileCheck --check-prefix=LEAST %s
extern int made();

#include "initializers.hpp"

#ifdef MAIN
__attribute__((noinline)) int made()
{
	return sink = 1;
}

__attribute__((noinline)) static int sum(int n)
{
	int s = 0;

	for (int i = 0; i < n; i++)
		s += sink; // CHECK: {{^ +[0-9]+ +45 +}}s += sink
	return s;
	// LEAST: {{^ +[0-9]+ +>=45 +}}s += sink
}

int main()
{
	for (int i = 0; i < 10; i++)
		sink = sum(i);
	return 0;
}
#endif
