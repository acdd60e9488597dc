/* Detached threads, still running when main has ended by pthread_exit, count exactly. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -pthread %s -o a.out && ./a.out
// RUN: %expect a.out %s
// RUN: rm *.gprof
// RUN: %gclang -O0 -fPIC -pthread %s -o a.out && ./a.out
// RUN: %expect a.out %s

#include <pthread.h>

#define THREADS 16

static pthread_barrier_t begun;
static _Thread_local volatile int sink;

__attribute__((noinline)) void leaf(int x)
{
	sink = x;
}

/* CALLS: run 16 */
/* ARC: run -> leaf 160000 */
static void *run(void *argument)
{
	pthread_barrier_wait(&begun);
	for (int i = 0; i < 10000; i++)
		leaf(i);
	return argument;
}

int main(void)
{
	pthread_attr_t detached;
	pthread_t id;

	pthread_attr_init(&detached);
	pthread_attr_setdetachstate(&detached, PTHREAD_CREATE_DETACHED);
	pthread_barrier_init(&begun, 0, THREADS + 1);
	for (int i = 0; i < THREADS; i++)
		if (pthread_create(&id, &detached, run, 0))
			return 1;
	pthread_barrier_wait(&begun);
	pthread_exit(0);
}
