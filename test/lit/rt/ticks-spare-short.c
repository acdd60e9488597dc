/* Threads that end before the kernel's first tick get no clock of their own; counts stay exact, and time adds up. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -pthread %s -o a.out && ./a.out
// RUN: %expect a.out %s
// RUN: %gprof report --classic -b a.out > text
// RUN: %readprofile a.out.*.gprof | grep "clock 2" || FileCheck %s < text
// RUN: rm a.out.*.gprof && GPROF_OPTIONS=tick-sampling=never ./a.out
// RUN: %gprof report --classic -b a.out | FileCheck %s --check-prefix=NEVER
// CHECK: per-thread CPU clock
// CHECK-NEXT: in part at the kernel's ticks, to limit overhead in threads
// CHECK: {{ 2000 .* work$}}
// NEVER: time:
// NEVER-NOT: in part at
// NEVER: {{ 2000 .* work$}}

#include <pthread.h>

static volatile int sink;

__attribute__((noinline)) static void leaf(void)
{
	sink++;
}

__attribute__((noinline)) static void work(void)
{
	for (int i = 0; i < 100; i++)
		leaf();
	for (int i = 0; i < 20000; i++)
		sink++;
}

/* ARC: work -> leaf 200000 */
/* CALLS: run 2000 */
static void *run(void *unused)
{
	work();
	return unused;
}

int main(void)
{
	for (int i = 0; i < 2000; i++) {
		pthread_t thread;

		if (pthread_create(&thread, NULL, run, NULL) || pthread_join(thread, NULL))
			return 1;
	}
	return 0;
}
