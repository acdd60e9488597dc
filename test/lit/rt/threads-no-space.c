/* Where the file cannot grow, threads share a block, and the file says so. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -pthread %s -o a.out && ./a.out
// RUN: %readprofile a.out.*.gprof | FileCheck %s
// CHECK: flags 1
// CHECK: lost {{[0-9]+ [0-9]+ [1-9]}}
// RUN: %gprof report --classic a.out | FileCheck --check-prefix=HEAD %s
// HEAD: inexact: threads shared a block: counts may lack calls that two of them made at the same instant
// HEAD: lost: {{[1-9][0-9]*}} threads had no counters of their own (no space for the file

#include <pthread.h>
#include <sys/resource.h>

#define THREADS 200 /* more than what the file is longer by */

static volatile int sink;
static pthread_barrier_t all;

__attribute__((noinline)) void leaf(void)
{
	sink++;
}

static void *run(void *argument)
{
	leaf();
	pthread_barrier_wait(&all);
	return argument;
}

int main(void)
{
	const struct rlimit none = { 0, 0 };
	pthread_t thread[THREADS];
	pthread_attr_t small;

	pthread_attr_init(&small);
	pthread_attr_setstacksize(&small, 65536);
	pthread_barrier_init(&all, NULL, THREADS);
	if (setrlimit(RLIMIT_FSIZE, &none))
		return 1;
	for (int i = 0; i < THREADS; i++)
		if (pthread_create(&thread[i], &small, run, NULL))
			return 1;
	for (int i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
	return 0;
}
