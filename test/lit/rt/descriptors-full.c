/* Without a free descriptor threads are named and seen waiting all the same: the runtime reads files in a table of its own. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -pthread %s -o a.out && GPROF_OPTIONS="clock=wall rate=1000" ./a.out
// RUN: %gprof info *.gprof | grep "'late'"
// RUN: %readprofile --stacks *.gprof | grep "start_here.*wait_here"

#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <sys/resource.h>
#include <unistd.h>

__attribute__((noinline)) static void wait_here(void)
{
	for (int i = 0; i < 20; i++)
		usleep(100000);
	pthread_setname_np(pthread_self(), "late");
}

static void *start_here(void *ready)
{
	wait_here();
	*(volatile int *)ready = 1;
	for (;;)
		pause();
	return NULL;
}

int main(void)
{
	struct rlimit few = { 64, 64 };
	volatile int ready = 0;
	pthread_t thread;

	if (setrlimit(RLIMIT_NOFILE, &few))
		return 1;
	while (dup(0) >= 0)
		;
	if (pthread_create(&thread, NULL, start_here, (void *)&ready))
		return 2;
	while (!ready)
		usleep(1000);
	return 0;
}
