/* Blocks of many threads take few mappings. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %clang -O2 -pthread %s -o plain.out && ./plain.out
// RUN: %gclang -O2 -pthread %s -o a.out && env GPROF_OPTIONS=rate=0 ./a.out
// RUN: %expect a.out %s

#include <pthread.h>
#include <stdio.h>
#include <sys/mman.h>

#define THREADS 400
#define STACK 65536

static pthread_barrier_t all, seen;

/* ARC: run -> leaf 400 */
__attribute__((noinline)) void leaf(void)
{
	__asm__ volatile("");
}

static void *run(void *argument)
{
	leaf();
	pthread_barrier_wait(&all);
	pthread_barrier_wait(&seen);
	return argument;
}

static int mappings(void)
{
	FILE *f = fopen("/proc/self/maps", "r");
	int c, n = 0;

	while ((c = getc(f)) != EOF)
		n += c == '\n';
	fclose(f);
	return n;
}

/* All stacks are one mapping. */
int main(void)
{
	char *stacks = mmap(NULL, THREADS * STACK, PROT_READ | PROT_WRITE,
			    MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	pthread_t thread[THREADS];
	pthread_attr_t own;
	int before = mappings(), more;

	pthread_barrier_init(&all, NULL, THREADS + 1);
	pthread_barrier_init(&seen, NULL, THREADS + 1);
	pthread_attr_init(&own);
	for (int i = 0; i < THREADS; i++)
		if (pthread_attr_setstack(&own, stacks + i * STACK, STACK) ||
		    pthread_create(&thread[i], &own, run, NULL))
			return 1;
	pthread_barrier_wait(&all);
	more = mappings() - before;
	pthread_barrier_wait(&seen);
	for (int i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
	printf("%d more mappings\n", more);
	return more > 40;
}
