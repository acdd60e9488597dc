/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * disk-full.c - four threads that live at the same time, each with 10000 calls; then
 * the file that the first argument names is removed.
 */
#include <pthread.h>
#include <unistd.h>

#define THREADS 4

static int sink;
static pthread_barrier_t all;

__attribute__((noinline)) void leaf(void)
{
	__atomic_fetch_add(&sink, 1, __ATOMIC_RELAXED);
}

static void *run(void *argument)
{
	pthread_barrier_wait(&all);
	for (int i = 0; i < 10000; i++)
		leaf();
	return argument;
}

int main(int argc, char **argv)
{
	pthread_t thread[THREADS];

	pthread_barrier_init(&all, NULL, THREADS);
	for (int i = 0; i < THREADS; i++)
		if (pthread_create(&thread[i], NULL, run, NULL))
			return 1;
	for (int i = 0; i < THREADS; i++)
		pthread_join(thread[i], NULL);
	return sink != THREADS * 10000 || (argc > 1 && unlink(argv[1]));
}
