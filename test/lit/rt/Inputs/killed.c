/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * killed.c - two threads that call leaf without end, each with its own count of that
 * in the file 'truth': 64 bytes a thread, and at its end the number of threads, once
 * all of them run.  The count is written before the call.
 */
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#define THREADS 2
#define LINE 8 /* words a thread */

static volatile uint64_t *truth;
static pthread_barrier_t all;

__attribute__((noinline)) void leaf(void)
{
	__asm__ volatile("");
}

static void *run(void *mine)
{
	volatile uint64_t *count = mine;

	pthread_barrier_wait(&all);
	for (;;) {
		++*count;
		leaf();
	}
	return NULL;
}

int main(void)
{
	pthread_t thread;
	int fd = open("truth", O_RDWR);

	truth = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (truth == MAP_FAILED)
		return 1;
	pthread_barrier_init(&all, NULL, THREADS + 1);
	for (int i = 0; i < THREADS; i++)
		if (pthread_create(&thread, NULL, run, (void *)(truth + i * LINE)))
			return 1;
	pthread_barrier_wait(&all);
	truth[511] = THREADS;
	for (;;)
		pause();
}
