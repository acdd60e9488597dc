// Quantiles and the longest calls are those that the program measured itself, in each build.
//
// RUN: for o in -O0 -O2 "-O2 -flto" "-O2 -flto=thin" "-O2 -fPIC -DALONE"; do \
// RUN:   rm -f *.gprof; \
// RUN:   GPROF_PASS=time=handle %gclang $o -fuse-ld=lld -pthread %s -o t && \
// RUN:   GPROF_OPTIONS=rate=0 ./t > ledger && \
// RUN:   %gprof export t *.gprof -o t.json && \
// RUN:   %python %S/Inputs/quantiles.py t.json handle --ledger ledger || exit 1; \
// RUN: done
// RUN: rm *.gprof; GPROF_PASS=time=handle,mode=call %gclang -O2 -pthread %s -o t
// RUN: GPROF_OPTIONS=rate=0 ./t > ledger
// RUN: %gprof export t *.gprof -o t.json
// RUN: %python %S/Inputs/quantiles.py t.json handle --ledger ledger
// REQUIRES: lld

#include <pthread.h>
#include <stdio.h>
#include <time.h>

#define THREADS 4
#define CALLS 2000
#define PLANTED 3 /* in each thread */

struct call {
	long inside, around;
};

static struct call ledger[THREADS][CALLS];

static long now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return t.tv_sec * 1000000000L + t.tv_nsec;
}

static long rest(long begin)
{
	return now() - begin;
}

/* What it becomes a jump to is of its time. */
long handle(long ns)
{
	long begin = now();

	while (now() - begin < ns)
		;
	return rest(begin);
}

static void *work(void *p)
{
	struct call *calls = p;

	for (int i = 0; i < CALLS; i++) {
		long ns = 300 + i * 7919L % 5000, begin = now();

		if (i % (CALLS / PLANTED) == 100)
			ns = 3000000 + 100000L * (i % 7);
		calls[i].inside = handle(ns);
		calls[i].around = now() - begin;
	}
	return NULL;
}

int main(void)
{
	pthread_t t[THREADS];

	for (int i = 0; i < THREADS; i++)
		pthread_create(&t[i], NULL, work, ledger[i]);
	for (int i = 0; i < THREADS; i++)
		pthread_join(t[i], NULL);
	for (int i = 0; i < THREADS; i++)
		for (int k = 0; k < CALLS; k++)
			printf("%ld %ld\n", ledger[i][k].inside, ledger[i][k].around);
	return 0;
}
