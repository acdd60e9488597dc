/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * parallel.c - see parallel.h.
 */
#include "base/parallel.h"
#include "base/util.h"

#include <pthread.h>
#include <stdbool.h>

#define MOST_THREADS 16

struct range {
	size_t from, to;
	void (*work)(size_t from, size_t to, void *context);
	void *context;
};

static void *run(void *range)
{
	const struct range *r = range;

	r->work(r->from, r->to, r->context);
	return NULL;
}

void parallel_do(size_t n, size_t each, void (*work)(size_t from, size_t to, void *context),
		 void *context)
{
	size_t parts = gp_threads(n, each, MOST_THREADS);
	struct range ranges[MOST_THREADS];
	pthread_t threads[MOST_THREADS];
	bool started[MOST_THREADS];

	for (size_t i = 0; i < parts; i++) {
		ranges[i] = (struct range){ n * i / parts, n * (i + 1) / parts, work, context };
		started[i] = i && pthread_create(&threads[i], NULL, run, &ranges[i]) == 0;
	}
	for (size_t i = 0; i < parts; i++)
		if (!started[i])
			run(&ranges[i]);
	for (size_t i = 0; i < parts; i++)
		if (started[i])
			pthread_join(threads[i], NULL);
}
