/* Callgrind counts a program with threads to its end while samples are taken, and the counts are exact. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: valgrind
// RUN: %gclang -O1 -g -gdwarf-4 -pthread %s -o a.out
// RUN: for options in tick-sampling=never tick-sampling=always; do rm -f *.gprof; \
// RUN:   GPROF_OPTIONS="rate=2000 $options" valgrind -q --tool=callgrind --callgrind-out-file=counted ./a.out 2> said || { head -20 said; exit 1; }; \
// RUN:   ! grep -q Assertion said && grep -q 'leaf' counted && %expect a.out %s || exit 1; \
// RUN:   %gprof export --format=csv a.out | grep '"leaf"' | awk -F, '$12 > 0 { n++ } END { exit !n }' || exit 1; \
// RUN: done

#include <pthread.h>

#define THREADS 3

static volatile unsigned long sink;

/* CALLS: leaf 30000 */
__attribute__((noinline)) void leaf(void)
{
	for (int i = 0; i < 300; i++)
		sink++;
}

/* ARC: run -> leaf 30000 */
static void *run(void *argument)
{
	for (int i = 0; i < 10000; i++)
		leaf();
	return argument;
}

int main(void)
{
	pthread_t thread[THREADS];

	for (int i = 0; i < THREADS; i++)
		if (pthread_create(&thread[i], NULL, run, NULL))
			return 1;
	for (int i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
	return 0;
}
