/* Threads that wait all the time are sampled at the kernel's ticks, and at the full rate when they compute again. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -pthread %s -o a.out
// The rate is given, so that no budget lowers it.  The second of waits is far more than the credit
// that a process has for them.
// RUN: GPROF_OPTIONS=rate=1000 ./a.out > said && %gprof report --classic -b --wide a.out > text
// Where other processes take the processor all the time, the event stays as dear as it was.
// RUN: grep crowded said || %readprofile a.out.*.gprof | grep "clock 2" || FileCheck %s < text
// The two clocks have samples of their own: ticks come beside the event.
// RUN: grep crowded said || %readprofile a.out.*.gprof | grep "clock 2" || %readprofile --clocks a.out.*.gprof | grep "ticks [1-9]"
// RUN: rm a.out.*.gprof && GPROF_OPTIONS=tick-sampling=never ./a.out > said
// RUN: %gprof report --classic -b a.out | FileCheck %s --check-prefix=NEVER
// RUN: rm a.out.*.gprof && GPROF_OPTIONS=tick-sampling=always ./a.out > said
// RUN: %gprof report --classic -b a.out | FileCheck %s --check-prefix=ALWAYS
// Ticks alone would be 100 samples of the 0.4 seconds of again().
// CHECK: per-thread CPU clock
// CHECK-NEXT: in part at the kernel's ticks, to limit overhead in threads
// CHECK: {{ ([2-9][0-9][0-9]|[0-9]{4,}) +[0-9.]+ \[.* again$}}
// NEVER: time:
// NEVER-NOT: in part at
// ALWAYS: per-thread timer
// ALWAYS-NOT: in part at

#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#define CROWDED 100 /* times that the thread has to leave its processor, in a second of CPU time */

static int there[2], back[2];
static volatile int sink;

static void compute(clock_t time)
{
	clock_t end = clock() + time;

	while (clock() < end)
		for (int i = 0; i < 1000000; i++)
			sink++;
}

static long times_left(void)
{
	struct rusage usage;

	getrusage(RUSAGE_THREAD, &usage);
	return usage.ru_nivcsw;
}

/* Until it is noticed that nobody waits any more. */
__attribute__((noinline)) static void first(void)
{
	compute(CLOCKS_PER_SEC * 3 / 10);
}

__attribute__((noinline)) static void again(void)
{
	compute(CLOCKS_PER_SEC * 4 / 10);
}

__attribute__((noinline)) static void pass(int from, int to)
{
	char c = 0;

	if (write(to, &c, 1) != 1 || read(from, &c, 1) != 1)
		exit(1);
}

static void *echo(void *unused)
{
	char c;

	while (read(there[0], &c, 1) == 1)
		if (write(back[1], &c, 1) != 1)
			exit(1);
	return unused;
}

int main(void)
{
	pthread_t thread;
	clock_t end = clock() + CLOCKS_PER_SEC;
	long left;

	if (pipe(there) || pipe(back) || pthread_create(&thread, NULL, echo, NULL))
		return 1;
	while (clock() < end)
		pass(back[0], there[1]);
	left = times_left();
	first();
	again();
	if (times_left() - left > CROWDED * 7 / 10)
		puts("crowded");
	close(there[1]);
	return pthread_join(thread, NULL);
}
