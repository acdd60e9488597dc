/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * calls.c - what one call takes.
 *
 *   calls direct THREADS    ns of CPU time per call of a small function, the
 *                           median thread's; every thread calls at once
 *   calls indirect N        the same through one call site with N targets in turn
 *   calls create            us elapsed to create and join a thread that returns
 *                           at once, median
 *
 * A batch is so many calls that it takes about BATCH_NS; BATCHES of them are
 * timed with the thread's CPU clock, and the median counts.  Prints one number.
 */
#include "calls.h"

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#define BATCHES 21
#define BATCH_NS 8e6
#define FIRST_BATCH 1000
#define MAX_THREADS 64
#define CREATIONS 2000

static volatile unsigned sink;

static double now(clockid_t clock)
{
	struct timespec t;

	clock_gettime(clock, &t);
	return (double)t.tv_sec * 1e9 + (double)t.tv_nsec;
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static double median(double *values, size_t n)
{
	qsort(values, n, sizeof(*values), compare);
	return values[n / 2];
}

static void direct(unsigned long calls, unsigned n)
{
	unsigned x = n;

	for (unsigned long i = 0; i < calls; i++)
		x = small(x);
	sink = x;
}

static void indirect(unsigned long calls, unsigned n)
{
	unsigned x = n, next = 0;

	for (unsigned long i = 0; i < calls; i++) {
		x = targets[next](x);
		if (++next == n)
			next = 0;
	}
	sink = x;
}

struct work {
	void (*batch)(unsigned long calls, unsigned n);
	unsigned n;		/* targets; no meaning to direct() */
	pthread_barrier_t *start;
	double ns;		/* per call, the result */
};

static double time_batch(const struct work *work, unsigned long calls)
{
	double begin = now(CLOCK_THREAD_CPUTIME_ID);

	work->batch(calls, work->n);
	return now(CLOCK_THREAD_CPUTIME_ID) - begin;
}

static void *measure(void *argument)
{
	struct work *work = argument;
	double values[BATCHES];
	unsigned long calls = FIRST_BATCH;

	pthread_barrier_wait(work->start);
	while (time_batch(work, calls) < BATCH_NS / 2)
		calls *= 2;
	for (int i = 0; i < BATCHES; i++)
		values[i] = time_batch(work, calls) / (double)calls;
	work->ns = median(values, BATCHES);
	return NULL;
}

static int run(void (*batch)(unsigned long, unsigned), unsigned n, unsigned threads)
{
	pthread_barrier_t start;
	pthread_t ids[MAX_THREADS];
	struct work works[MAX_THREADS];
	double values[MAX_THREADS];

	if (!threads || threads > MAX_THREADS)
		return 2;
	pthread_barrier_init(&start, NULL, threads);
	for (unsigned i = 0; i < threads; i++) {
		works[i] = (struct work){ .batch = batch, .n = n, .start = &start };
		if (pthread_create(&ids[i], NULL, measure, &works[i]))
			return 1;
	}
	for (unsigned i = 0; i < threads; i++) {
		pthread_join(ids[i], NULL);
		values[i] = works[i].ns;
	}
	printf("%.3f\n", median(values, threads));
	return 0;
}

static void *nothing(void *argument)
{
	return argument;
}

static int create(void)
{
	static double values[CREATIONS];
	pthread_t id;
	double begin;

	for (int i = 0; i < CREATIONS; i++) {
		begin = now(CLOCK_MONOTONIC);
		if (pthread_create(&id, NULL, nothing, NULL))
			return 1;
		pthread_join(id, NULL);
		values[i] = (now(CLOCK_MONOTONIC) - begin) / 1e3;
	}
	printf("%.3f\n", median(values, CREATIONS));
	return 0;
}

int main(int argc, char **argv)
{
	unsigned n = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 10) : 0;

	if (argc == 3 && !strcmp(argv[1], "direct"))
		return run(direct, 1, n);
	if (argc == 3 && !strcmp(argv[1], "indirect") && n >= 1 && n <= TARGETS)
		return run(indirect, n, 1);
	if (argc == 2 && !strcmp(argv[1], "create"))
		return create();
	fprintf(stderr, "usage: calls direct THREADS | indirect TARGETS | create\n");
	return 2;
}
