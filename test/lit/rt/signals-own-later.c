/* A thread that begins while the program keeps SIGURG for itself is sampled once the program gives it back. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -pthread %s -o a.out && ./a.out && %expect a.out %s
// RUN: gprof-llvm export a.out | python3 %S/Inputs/sampled.py after

#include <pthread.h>
#include <signal.h>
#include <time.h>

static pthread_barrier_t begun, given_back;

static void handler(int sig)
{
	(void)sig;
}

/* CALLS: after 1 */
__attribute__((noinline)) void after(void)
{
	struct timespec now;

	do
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	while (!now.tv_sec && now.tv_nsec < 300000000);
}

static void *run(void *unused)
{
	pthread_barrier_wait(&begun);
	pthread_barrier_wait(&given_back);
	after();
	return unused;
}

int main(void)
{
	pthread_t thread;

	pthread_barrier_init(&begun, NULL, 2);
	pthread_barrier_init(&given_back, NULL, 2);
	signal(SIGURG, handler);
	if (pthread_create(&thread, NULL, run, NULL))
		return 1;
	pthread_barrier_wait(&begun);
	signal(SIGURG, SIG_DFL);
	pthread_barrier_wait(&given_back);
	return pthread_join(thread, NULL);
}
