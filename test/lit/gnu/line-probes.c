// Code compiled with -fpseudo-probe-for-profiling has its lines, as with BFD.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// RUN: %clang -O2 -g -fpseudo-probe-for-profiling %s -o program
// RUN: %mkgmon gmon --program program < %s
// arc main work 4
// hist work work+64 64 100 0=5
// RUN: %gprof gprof -l -b -p program gmon | FileCheck %s
// CHECK: {{ 4 .*}} work (line-probes.c:{{1[0-9]}} @
static volatile int sink;

static int twice(int x)
{
	return sink += 2 * x;
}

__attribute__((noinline)) int work(int n)
{
	for (int i = 0; i < n; i++)
		sink += twice(i);
	return sink;
}

int main(void)
{
	return work(100) == 0;
}
