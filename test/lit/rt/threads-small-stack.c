/* A thread with the smallest stack the system allows is counted and sampled without overflowing it. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -pthread %s -o a.out && ./a.out && %expect a.out %s

#include <limits.h>
#include <pthread.h>
#include <unistd.h>

static volatile long sink;

/* ARC: thread -> leaf 50000000 */
__attribute__((noinline)) static void leaf(long x)
{
	sink = x;
}

static void *thread(void *arg)
{
	for (long i = 0; i < 50000000; i++)
		leaf(i);
	return arg;
}

int main(void)
{
	pthread_attr_t small;
	pthread_t id;

	pthread_attr_init(&small);
	pthread_attr_setstacksize(&small, (size_t)sysconf(_SC_THREAD_STACK_MIN));
	if (pthread_create(&id, &small, thread, 0))
		return 1;
	return pthread_join(id, 0);
}
