/* A thread that is started with all signals blocked is sampled, and so is main while it blocks all. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -pthread %s -o a.out && ./a.out && %expect a.out %s
// RUN: gprof-llvm export a.out | python3 %S/Inputs/sampled.py worker alone

#include <pthread.h>
#include <signal.h>
#include <time.h>

static void burn(void)
{
	struct timespec now;

	do
		clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	while (now.tv_sec == 0 && now.tv_nsec < 60000000);
}

/* CALLS: worker 1 */
__attribute__((noinline)) void *worker(void *argument)
{
	burn();
	return argument;
}

/* CALLS: alone 1 */
__attribute__((noinline)) void alone(void)
{
	burn();
}

int main(void)
{
	sigset_t all, old;
	pthread_t id;

	sigfillset(&all);
	pthread_sigmask(SIG_SETMASK, &all, &old);
	if (pthread_create(&id, NULL, worker, NULL))
		return 1;
	alone();
	pthread_sigmask(SIG_SETMASK, &old, NULL);
	return pthread_join(id, NULL);
}
