/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * threads.c - N threads (first argument), each making the same known calls,
 * created and joined in two waves so that counter blocks change hands.
 *
 *   -DDIE  the process kills itself at the end, unannounced
 */
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#define NOINLINE __attribute__((noinline))

static _Thread_local volatile unsigned sink;

NOINLINE void leaf(int x)
{
	sink += (unsigned)x;
}

/* ARC: work -> leaf 2*N*1000000 */
NOINLINE void work(void)
{
	for (int i = 0; i < 1000000; i++)
		leaf(i);
}

NOINLINE static void one(int x)
{
	sink += (unsigned)x;
}

NOINLINE static void two(int x)
{
	sink -= (unsigned)x;
}

static void (*volatile table[2])(int) = { one, two };

/* ARC: through -> one 2*N*50000 */
/* ARC: through -> two 2*N*50000 */
NOINLINE void through(void)
{
	for (int i = 0; i < 100000; i++)
		table[i & 1](i);
}

/* CALLS: thread 2*N */
/* ARC: thread -> work 2*N */
/* ARC: thread -> through 2*N */
NOINLINE static void *thread(void *arg)
{
	work();
	through();
	return arg;
}

/* ARC: main -> pthread_create 2*N */
int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 1;
	pthread_t *threads = calloc((size_t)n, sizeof *threads);

	for (int wave = 0; wave < 2; wave++) {
		for (int i = 0; i < n; i++)
			pthread_create(&threads[i], NULL, thread, NULL);
		for (int i = 0; i < n; i++)
			pthread_join(threads[i], NULL);
	}
	free(threads);
#ifdef DIE
	kill(getpid(), SIGKILL);
#endif
	return 0;
}
