// The chart by thread has what each thread executed itself, as report has it with --thread.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
// REQUIRES: x86_64
// RUN: env GPROF_PASS=count=blocks %gclang -g -O1 %s -pthread -o a.out
// RUN: env GPROF_OPTIONS=rate=0 GPROF_FILE=a.gprof ./a.out
// RUN: %gprof histogram --measure=instructions --by=thread a.out a.gprof > chart
// RUN: FileCheck %s < chart
// RUN: %python %S/Inputs/threads.py %gprof a.out a.gprof chart
// RUN: %gprof histogram --measure=instructions --by=thread --thread='#1' a.out a.gprof | FileCheck --check-prefix=ONE --implicit-check-not='slot #2' --implicit-check-not='slot #0' %s
// CHECK: instructions executed
// CHECK: Instructions by thread:
// CHECK: {{^}}1 {{.*}}slot #
// CHECK: {{^}}2 {{.*}}slot #
// CHECK: {{^}}3 {{.*}}slot #0
// CHECK-NOT: bounds
// ONE: {{^}}1 {{ *[0-9]+ +}}100.0 {{.*}}slot #1
#include <pthread.h>
#include <stddef.h>

static volatile int sink;

__attribute__((noinline)) static void work(int n)
{
	for (int i = 0; i < n; i++)
		sink += i;
}

#ifndef MANY
#define MANY 2
#endif

// All live at once, or one would take the place of the other.
static pthread_barrier_t all;

static void *run(void *times)
{
	pthread_barrier_wait(&all);
	work(10000 * *(int *)times);
	return NULL;
}

int main(void)
{
	pthread_t threads[MANY];
	int times[MANY] = { 1, 3 };

	pthread_barrier_init(&all, NULL, MANY);
	for (int i = 0; i < MANY; i++)
		pthread_create(&threads[i], NULL, run, &times[i]);
	for (int i = 0; i < MANY; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
