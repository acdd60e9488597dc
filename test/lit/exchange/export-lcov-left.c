/* Where a handler left code in the middle, lines of which it is open whether they ran are left out of coverage, and named with the reason. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: x86_64
// RUN: cp %s left.c && env GPROF_PASS=count=blocks %gclang -g -O0 left.c -o a.out && env GPROF_OPTIONS=rate=0 ./a.out
// RUN: %gprof export --format=lcov -o a.info a.out 2> notes && FileCheck --check-prefix=NOTES %s < notes && FileCheck %s < a.info
// NOTES: {{^}}gprof-llvm: left out: {{[0-9]+}} lines of which it is not known whether they ran: left.c:[[#ONCE:]]
// NOTES-SAME: (a signal handler or a cancelled thread left the code in the middle,
// CHECK-NOT: DA:25,
// CHECK: DA:[[#]],999
// CHECK-NOT: DA:{{25|29|30}},

#include <setjmp.h>
#include <signal.h>

static sigjmp_buf place;
static volatile int x;

static void on_signal(int number)
{
	siglongjmp(place, number);
}

int main(void)
{
	signal(SIGUSR1, on_signal);
	for (int i = 0; i < 1000; i++)
		x += i;
	if (!sigsetjmp(place, 1))
		raise(SIGUSR1);
	return 0;
}
