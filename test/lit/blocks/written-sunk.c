// Where -enable-gvn-sink made one mark of several, their lines have the least or no number, and the compiler does not fail.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: env GPROF_PASS=count=blocks %gclang -g -O2 -mllvm -enable-gvn-sink %s -o a.out
// RUN: env GPROF_OPTIONS=rate=0 ./a.out
// RUN: %gprof annotate -b choose a.out | FileCheck %s

static volatile int sink, other;

__attribute__((noinline)) static int choose(int n)
{
	int x;

	switch (n & 3) {
	case 0:
		x = sink + n * 3; // CHECK: {{^ +[0-9]+ +((25|>=0) )? *}}x = sink + n * 3
		other = x;
		break;
	case 1:
		x = sink + n * 5;
		other = x;
		break;
	default:
		x = sink + n * 7; // CHECK: {{^ +[0-9]+ +((50|>=0) )? *}}x = sink + n * 7
		other = x;
		break;
	}
	return x;
}

int main(void)
{
	int sum = 0;

	for (int i = 0; i < 100; i++)
		sum += choose(i);
	return sum == 7;
}
