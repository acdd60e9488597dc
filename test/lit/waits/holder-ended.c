/* A thread that held a lock and ended is not taken for the later one that has its place. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -g -O2 -pthread %s -o a.out && env GPROF_OPTIONS=clock=wall ./a.out
// RUN: %gprof report --no-head --locks a.out > out
// RUN: FileCheck %s --check-prefix=FIRST < out
// RUN: FileCheck %s --check-prefix=SECOND < out
// FIRST: first_lock (mutex of a.out)
// FIRST-NEXT: waiting: takes 100 %
// FIRST-NEXT: held by: a thread that has ended (tid {{[0-9]+}})
// SECOND: second_lock (mutex of a.out)
// SECOND-NEXT: waiting: takes 100 %
// SECOND-NEXT: held by: 'later' (tid {{[0-9]+}})
#define _GNU_SOURCE
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t first_lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t second_lock = PTHREAD_MUTEX_INITIALIZER;

struct holding {
	pthread_mutex_t *lock;
	const char *name;
};

static void *hold(void *holding)
{
	const struct holding *h = holding;

	pthread_setname_np(pthread_self(), h->name);
	pthread_mutex_lock(h->lock);
	usleep(400000);
	pthread_mutex_unlock(h->lock);
	return NULL;
}

__attribute__((noinline)) static void takes(pthread_mutex_t *lock, const char *name)
{
	struct holding h = { lock, name };
	pthread_t thread;

	pthread_create(&thread, NULL, hold, &h);
	usleep(50000);
	pthread_mutex_lock(lock);
	pthread_mutex_unlock(lock);
	pthread_join(thread, NULL);
}

int main(void)
{
	takes(&first_lock, "earlier");
	takes(&second_lock, "later");
	return 0;
}
