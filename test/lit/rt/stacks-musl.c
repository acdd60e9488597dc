/* With musl, whose own code has no unwind tables, stacks of main are whole, and those that libc cuts are marked. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: x86_64, musl-gcc
// RUN: %gclang -O2 -nostdinc -isystem /usr/include/x86_64-linux-musl -fPIE -c %s -o a.o
// A sample may fall in exit(), when main has returned.
// The driver does not ask the linker for a table of unwind records.
// RUN: for how in '-no-pie -Wl,--eh-frame-hdr' -static -no-pie -pie; do \
// RUN:   rm -f *.gprof; musl-gcc $how a.o -o a.out && GPROF_OPTIONS=tick-sampling=never ./a.out || exit 1; \
// RUN:   %readprofile --stacks a.out.*.gprof > stacks && FileCheck %s < stacks || exit 1; \
// RUN:   ! grep -v 'main;run\|;main$\|;exit$\|exit;' stacks | grep -v 'cut\|no-stack' || exit 1; \
// RUN: done
// CHECK: stack 0 {{[0-9]+}} - {{[^;]+}};main;run;work

#include <time.h>

volatile unsigned long sink;

__attribute__((noinline)) static void work(void)
{
	for (unsigned long i = 0; i < 50000000; i++)
		sink = i;
}

__attribute__((noinline)) static void run(void)
{
	struct timespec now;

	work();
	do
		clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
	while (!now.tv_sec && now.tv_nsec < 300000000);
}

int main(void)
{
	run();
	return 0;
}
