/* A thread that named itself and has ended is reported by that name, with its own counts and arcs only. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -pthread %s -o a.out && env GPROF_OPTIONS=tick-sampling=never ./a.out
// RUN: %gprof report --classic -b --threads a.out | FileCheck %s
// RUN: %gprof report --classic -b --thread=counter a.out | FileCheck %s --check-prefix=ONE
// CHECK: {{ 20002 .* 1  counter$}}
// CHECK: {{ 30004  total$}}
// ONE: threads 'counter' only
// ONE: 20000/20000{{ +}}count
// ONE-NOT: other
#define _GNU_SOURCE
#include <pthread.h>
#include <time.h>

static volatile int sink;

__attribute__((noinline)) static void step(void)
{
	sink++;
}

__attribute__((noinline)) static void work(void)
{
	for (clock_t start = clock(); clock() - start < CLOCKS_PER_SEC / 15;)
		sink++;
}

static void *count(void *unused)
{
	pthread_setname_np(pthread_self(), "counter");
	work();
	for (int i = 0; i < 20000; i++)
		step();
	return unused;
}

__attribute__((noinline)) static void other(void)
{
	for (int i = 0; i < 10000; i++)
		step();
}

/* Calls: main, other and 10000; count, work and 20000. */
int main(void)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, count, NULL) || pthread_join(thread, NULL))
		return 1;
	other();
	return 0;
}
