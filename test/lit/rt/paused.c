/* A program that is started paused and never started has an empty report, but counts. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 %s -o a.out && GPROF_OPTIONS=paused ./a.out
// RUN: %gprof report --classic --brief a.out | FileCheck %s
// RUN: %gprof report --classic --brief --all-time a.out | FileCheck --check-prefix=ALL %s
// CHECK: part of the run: 0 intervals
// CHECK: Functions never called: 2 of 2
// ALL-NOT: part of the run
// ALL: {{ 100 .*}} leaf
static volatile int sink;

__attribute__((noinline)) void leaf(void)
{
	sink++;
}

int main(void)
{
	for (int i = 0; i < 100; i++)
		leaf();
	return 0;
}
