/* The report covers what happened between start and stop, after the last reset, unless told otherwise. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -I%source/include %s -o a.out && ./a.out
// RUN: %expect --set cut a.out %s
// RUN: %gprof report --classic a.out | FileCheck %s
// RUN: %gprof report --classic --all-time --flat --brief a.out | FileCheck --check-prefix=ALL %s
// RUN: rm *.gprof && GPROF_OPTIONS=paused ./a.out && %expect --set cut a.out %s
// CHECK: part of the run: 2 intervals
// CHECK: covers: what was recorded between start, stop and reset (--all-time includes the rest)
// ALL: {{ 11111 .*}} leaf
#include <gprof-llvm/gprof.h>

static volatile int sink;

__attribute__((noinline)) void leaf(void)
{
	sink++;
}

static void calls(int n)
{
	for (int i = 0; i < n; i++)
		leaf();
}

/* ARC[cut]: main -> leaf 1100 */
int main(void)
{
	int error = 0;

	calls(10000);
	error |= gprof_start();
	error |= gprof_reset();
	calls(1000);
	error |= gprof_stop();
	calls(10);
	error |= gprof_start();
	calls(100);
	error |= gprof_stop();
	calls(1);
	return error;
}
