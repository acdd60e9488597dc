/* A forked child whose new thread allocates before the thread that forked has the blocks of both. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -fno-optimize-sibling-calls -pthread %s -o a.out
// RUN: %heap ./a.out && %sums *.gprof | grep -c '^blocks 300 bytes 3000 ' | grep -x 10
// RUN: rm *.gprof && %allstacks ./a.out && %sums *.gprof | grep -c '^blocks 300 bytes 3000 ' | grep -x 10
// RUN: %gprof export --format=csv --measure=allocs a.out | FileCheck %s
// CHECK-DAG: "forking","forking","a.out",{{[0-9]+}},22000,2200,
// CHECK-DAG: "started","started","a.out",{{[0-9]+}},10000,1000,
#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

static pthread_barrier_t both;

__attribute__((noinline)) static void forking(void)
{
	void *volatile block = malloc(10);

	free(block);
}

__attribute__((noinline)) static void started(void)
{
	void *volatile block = malloc(10);

	free(block);
}

static void *nothing(void *unused)
{
	return unused;
}

static void *first(void *unused)
{
	for (int i = 0; i < 100; i++)
		started();
	pthread_barrier_wait(&both);
	return unused;
}

/* The stack of a thread that has ended is used again, so no memory is allocated for this one. */
static void child(void)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, first, NULL))
		_exit(1);
	pthread_barrier_wait(&both);
	for (int i = 0; i < 200; i++)
		forking();
	pthread_join(thread, NULL);
	_exit(0);
}

int main(void)
{
	pthread_t thread;
	int status;

	pthread_barrier_init(&both, NULL, 2);
	for (int i = 0; i < 200; i++)
		forking();
	for (int i = 0; i < 10; i++) {
		if (pthread_create(&thread, NULL, nothing, NULL) || pthread_join(thread, NULL))
			return 1;
		if (!fork())
			child();
		if (wait(&status) < 0 || status)
			return 1;
	}
	return 0;
}
