// Bounds of one call that look alike are one number, marked as an average; others are both shown.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: env GPROF_PASS=count=blocks %gclang -g -O1 %s -o a.out && (env GPROF_OPTIONS=rate=0 GPROF_FILE=a.gprof ./a.out || true)
// RUN: %gprof report -b --measure=instructions a.out a.gprof | FileCheck %s
// CHECK: {{[0-9]+\.\.[0-9]+}} 1000 ~{{[0-9]+\.[0-9]}} = work{{$}}
// CHECK: {{[0-9]+\.\.[0-9]+}} 1 {{[0-9]+\.\.[0-9]+}} {{.*}} main{{$}}
#include <signal.h>

__attribute__((noinline)) static int work(volatile int *n, int last)
{
	int s = 0;

	for (int i = 0; i < *n; i++)
		s += i;
	if (last)
		raise(SIGKILL);
	return s;
}

int main(void)
{
	volatile int n = 20;

	for (int i = 0; i < 1000; i++)
		work(&n, i == 999);
	return 0;
}
