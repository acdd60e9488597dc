/* A program that closes all descriptors is counted on, and gets the low numbers. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -pthread %s -o a.out && ./a.out
// RUN: %expect a.out %s

#include <pthread.h>
#include <unistd.h>

static volatile int sink;

__attribute__((noinline)) void leaf(void)
{
	sink++;
}

/* ARC: run -> leaf 4000 */
static void *run(void *argument)
{
	for (int i = 0; i < 1000; i++)
		leaf();
	return argument;
}

int main(void)
{
	pthread_t thread[4];

	for (int fd = 3; fd < 5000; fd++)
		close(fd);
	for (int i = 0; i < 4; i++)
		if (pthread_create(&thread[i], NULL, run, NULL))
			return 1;
	for (int i = 0; i < 4; i++)
		pthread_join(thread[i], NULL);
	return dup(0) != 3;
}
