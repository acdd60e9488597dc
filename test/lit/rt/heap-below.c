/* Blocks of threads do not stand in the way of the heap, under the old layout of addresses either. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// REQUIRES: x86_64
// RUN: %clang -O2 -pthread %s -o plain.out && %gclang -O2 -pthread %s -o a.out
// RUN: (setarch -L ./plain.out) || exit 0; for i in $(seq 40); do setarch -L ./a.out || exit; done
// RUN: (ulimit -s unlimited; ./plain.out) || exit 0; (ulimit -s unlimited; ./a.out)

#include <pthread.h>
#include <unistd.h>

static pthread_barrier_t all;

static void *run(void *argument)
{
	pthread_barrier_wait(&all);
	return argument;
}

/* Addresses only: nothing is touched. */
int main(void)
{
	pthread_t thread;

	pthread_barrier_init(&all, NULL, 9);
	for (int i = 0; i < 8; i++)
		if (pthread_create(&thread, NULL, run, NULL))
			return 1;
	pthread_barrier_wait(&all);
	for (int i = 0; i < 128; i++)
		if (sbrk(64 << 20) == (void *)-1)
			return 2;
	return 0;
}
