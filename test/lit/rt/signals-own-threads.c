/* When one thread sets a handler for SIGURG, the clocks of all threads end: the handler gets no stream of our signals. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -pthread %s -o a.out && ./a.out 2> err
// RUN: grep -c 'the program uses SIGURG itself: sampling stopped; counts continue' err | grep -qx 1

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#define THREADS 8
#define FEW 100 /* of 1000: until the thread that sets it, which may have to wait, ends the others */

static volatile int stop, came;

static void handler(int sig)
{
	(void)sig;
	__atomic_fetch_add(&came, 1, __ATOMIC_RELAXED);
}

__attribute__((noinline)) static void work(void)
{
	for (volatile int i = 0; i < 1000; i++)
		;
}

static void *run(void *unused)
{
	while (!stop)
		work();
	return unused;
}

int main(void)
{
	pthread_t t[THREADS];

	for (int i = 0; i < THREADS; i++)
		pthread_create(&t[i], NULL, run, NULL);
	usleep(500000);
	signal(SIGURG, handler);
	usleep(500000);
	stop = 1;
	for (int i = 0; i < THREADS; i++)
		pthread_join(t[i], NULL);
	return came > FEW;
}
