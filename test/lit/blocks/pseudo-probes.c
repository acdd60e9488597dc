// Code compiled with -fpseudo-probe-for-profiling has its lines: numbers of its probes are larger than libdw takes.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: env GPROF_PASS=count=blocks %gclang -g -O2 -fpseudo-probe-for-profiling %s -o a.out
// RUN: env GPROF_OPTIONS=rate=0 ./a.out && %gprof annotate -b work a.out | FileCheck %s
// RUN: env GPROF_PASS=count=blocks %gclang -g -gdwarf-4 -O2 -fpseudo-probe-for-profiling %s -o a.out
// RUN: rm a.out.*.gprof && env GPROF_OPTIONS=rate=0 ./a.out && %gprof annotate -b work a.out | FileCheck %s

static volatile int sink;

static int twice(int x)
{
	return sink += 2 * x;
}

__attribute__((noinline)) int work(int n)
{
	int sum = 0;

	for (int i = 0; i < n; i++)
		sum += twice(i); // CHECK: {{^ +[0-9]+ +100 .*}} sum += twice(i);
	return sum;
}

int main(void)
{
	return work(100) == 0;
}
