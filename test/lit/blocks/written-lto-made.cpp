// A function that the compiler made, such as __clang_call_terminate(), leaves lines exact after link-time optimisation.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64, lld
// RUN: env GPROF_PASS=count=blocks %gclangxx -g -O2 -flto -fuse-ld=lld %s -o a.out
// RUN: nm a.out | FileCheck --check-prefix=MADE %s
// RUN: env GPROF_OPTIONS=rate=0 ./a.out
// RUN: %gprof annotate -b --limit=0 written-lto-made.cpp a.out | FileCheck %s
// MADE: __clang_call_terminate
static volatile int sink;

__attribute__((noinline)) static void may_throw(int n)
{
	if (n > 5)
		throw n;
	sink = sink + 1; // CHECK-DAG: {{^ +[0-9]+ +8 .*}}sink + 1
}

struct destroyed {
	int n;
	~destroyed() { may_throw(n); }
};

__attribute__((noinline)) static int work(int n)
{
	destroyed d{n & 3};

	return n > 3 ? sink : 2; // CHECK-DAG: {{^ +[0-9]+ +8 .*}}n > 3
}

int main()
{
	for (int i = 0; i < 8; i++)
		sink = work(i);
	return 0;
}
