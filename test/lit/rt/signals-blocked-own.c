/* A program that blocks all signals gets its own SIGURG by sigwait, when it comes before and when meanwhile. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O2 -pthread %s -o a.out && timeout 60 ./a.out
// RUN: %expect a.out %s

#include "Inputs/burn.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

static sigset_t all;

/* CALLS: burn 3 */
__attribute__((noinline)) void burn(void)
{
	burn_for(CLOCKS_PER_SEC / 50);
}

static void *waiter(void *argument)
{
	int sig = 0;

	burn();
	sigwait(&all, &sig);
	return sig == SIGURG ? argument : NULL;
}

/* Whether another thread's sigwait has it. */
static int other_thread(void)
{
	void *result = NULL;
	pthread_t id;

	if (pthread_create(&id, NULL, waiter, &all))
		return 0;
	kill(getpid(), SIGURG);
	burn();
	pthread_join(id, &result);
	return result != NULL;
}

int main(void)
{
	int sig = 0;

	sigfillset(&all);
	sigprocmask(SIG_BLOCK, &all, NULL);
	raise(SIGURG);
	burn();
	sigwait(&all, &sig);
	if (sig != SIGURG)
		return 1;
	return other_thread() ? 0 : 2;
}
