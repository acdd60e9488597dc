/* A thread that calls exit while others run and main waits leaves the counts made until then. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -pthread %s -o a.out
// RUN: ./a.out > told; test $? = 7
// RUN: test $(cat told) = 80000 && %expect a.out %s

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

#define THREADS 8

static volatile long done[THREADS][8];

__attribute__((noinline)) static void leaf(volatile long *own)
{
	++*own;
}

/* The others stop at the barrier, so that their number is known when one of them exits. */
static pthread_barrier_t stopped;

/* ARC: run -> leaf 80000 */
static void *run(void *argument)
{
	volatile long *own = done[(long)argument];

	for (int i = 0; i < 10000; i++)
		leaf(own);
	pthread_barrier_wait(&stopped);
	return 0;
}

/* CALLS: after 1 */
__attribute__((noinline)) static void after(void)
{
	long sum = 0;

	for (int i = 0; i < THREADS; i++)
		sum += done[i][0];
	printf("%ld\n", sum);
	fflush(stdout);
	exit(7);
}

__attribute__((noinline)) static void endless(volatile long *own)
{
	++*own;
}

/* More calls come while the process ends: there is no number for them, but no harm either. */
static void *go_on(void *argument)
{
	static volatile long own;

	for (;;)
		endless(&own);
	return argument;
}

static void *ending(void *argument)
{
	pthread_barrier_wait(&stopped);
	after();
	return argument;
}

int main(void)
{
	pthread_t id;

	pthread_barrier_init(&stopped, 0, THREADS + 1);
	pthread_create(&id, 0, go_on, 0);
	for (long i = 0; i < THREADS; i++)
		pthread_create(&id, 0, run, (void *)i);
	pthread_create(&id, 0, ending, 0);
	pthread_join(id, 0);
	return 1;
}
