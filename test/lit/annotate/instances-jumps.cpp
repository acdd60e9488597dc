// Where several instances of a template have a jump each, its row names the instance.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: env GPROF_PASS=count=blocks %gclangxx -g -O1 %s -o prog
// RUN: env GPROF_OPTIONS=rate=0 GPROF_FILE=prog.gprof ./prog
// RUN: %gprof annotate -b --names=short keep alone prog > out
// RUN: FileCheck %s < out
// RUN: FileCheck --check-prefix=ALONE %s < out
// CHECK-DAG: jump of the machine code of keep<int> taken {{.*}} of 10
// CHECK-DAG: jump of the machine code of keep<long> taken {{.*}} of 3
// ALONE:     jump of the machine code taken {{.*}} of 5
volatile long sink;

template <class T> __attribute__((noinline)) void keep(T n)
{
	if (n & 1)
		sink = n;
}

__attribute__((noinline)) void alone(int n)
{
	if (n & 1)
		sink = n;
}

int main()
{
	for (int i = 0; i < 10; i++)
		keep<int>(i);
	for (long i = 0; i < 3; i++)
		keep<long>(i);
	for (int i = 0; i < 5; i++)
		alone(i);
}
