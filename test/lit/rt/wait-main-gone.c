/* clock=wall: a program whose main thread ends first, and whose threads then end, ends. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -pthread %s -o a.out
// RUN: env GPROF_OPTIONS=clock=wall timeout 120 ./a.out

#include <pthread.h>
#include <unistd.h>

static void *thread(void *argument)
{
	usleep(100000);
	return argument;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, thread, 0);
	pthread_detach(t);
	pthread_exit(0);
}
