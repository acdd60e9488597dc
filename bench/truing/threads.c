/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * threads.c - two threads call work() equally often with different loads, and do
 * something of their own; one runs three times as long as the other.
 */
#include "truth.h"

#define UNIT 40000

enum { HEAVY, HEAVY_WORK, LIGHT, LIGHT_WORK, N };
static const struct context contexts[N] = {
	[HEAVY] = { "heavy", "heavy" },
	[HEAVY_WORK] = { "heavy;work", "heavy;work" },
	[LIGHT] = { "light", "light" },
	[LIGHT_WORK] = { "light;work", "light;work" },
};

static long times;
static pthread_mutex_t printing = PTHREAD_MUTEX_INITIALIZER;

static OUT_OF_LINE void work(int units, int context)
{
	burn(UNIT * units);
	clocked(context);
}

/* Also of the work of its own there is sometimes less. */
static OUT_OF_LINE void *heavy(void *arg)
{
	truth_begin();
	for (long i = 0; i < times; i++) {
		burn(UNIT * chance(3));
		clocked(HEAVY);
		work(8, HEAVY_WORK);
	}
	pthread_mutex_lock(&printing);
	truth_end(contexts, N);
	pthread_mutex_unlock(&printing);
	return arg;
}

static OUT_OF_LINE void *light(void *arg)
{
	truth_begin();
	for (long i = 0; i < times; i++) {
		burn(UNIT * (1 + chance(3)));
		clocked(LIGHT);
		work(1, LIGHT_WORK);
	}
	pthread_mutex_lock(&printing);
	truth_end(contexts, N);
	pthread_mutex_unlock(&printing);
	return arg;
}

int main(int argc, char **argv)
{
	pthread_t one, two;

	(void)argc;
	times = scaled(600, argv);
	pthread_create(&one, NULL, heavy, NULL);
	pthread_create(&two, NULL, light, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
