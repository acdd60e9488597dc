/* A sample profile has how often each way of a branch was taken that becomes a select without a profile. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: x86_64
// RUN: env GPROF_PASS=count=blocks %gclang -g1 -O2 -fpseudo-probe-for-profiling %s -o a.out && env GPROF_OPTIONS=rate=0 ./a.out
// RUN: %gprof export --format=llvm-sample -o a.prof a.out && FileCheck %s < a.prof
// RUN: %clang -g1 -O2 -fpseudo-probe-for-profiling -fprofile-sample-use=a.prof -S -emit-llvm %s -o - | FileCheck --check-prefix=USED %s
// CHECK:      {{^}}clamp:{{[0-9]+}}:5000
// CHECK:      {{^}} {{[0-9]+}}: 5{{$}}
// CHECK:      {{^}}main:
// USED-DAG: !"branch_weights", i32 {{6, i32 4996|4996, i32 6|5, i32 4995|4995, i32 5}}}

static volatile int sink;

__attribute__((noinline)) int clamp(int x)
{
	if (x >= 4995)
		x = 3 * x - 7;
	return x;
}

int main(void)
{
	for (int i = 0; i < 5000; i++)
		sink = clamp(i);
	return 0;
}
