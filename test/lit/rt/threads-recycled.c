/* A finished thread's block passes to the next thread: memory does not grow. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -pthread %s -o a.out && ./a.out
// RUN: %expect a.out %s
// RUN: %readprofile a.out.*.gprof > text
// RUN: test $(grep -c '^thread ' text) -le 10
// RUN: test $(awk '/^thread /{n += $6} END{print n}' text) = 501

#include <pthread.h>

static volatile int sink;

__attribute__((noinline)) void leaf(void)
{
	sink++;
}

/* ARC: run -> leaf 1500 */
static void *run(void *argument)
{
	for (int i = 0; i < 3; i++)
		leaf();
	return argument;
}

int main(void)
{
	pthread_t thread;

	for (int i = 0; i < 500; i++) {
		if (pthread_create(&thread, NULL, run, NULL))
			return 1;
		pthread_join(thread, NULL);
	}
	return 0;
}
