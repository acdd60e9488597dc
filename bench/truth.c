/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * truth.c THREADS SECONDS - each thread spends 70, 20 and 10 % of SECONDS of its
 * CPU time in three functions, by its own clock.
 *
 * The clock is read once per some 100 us of arithmetic, so that reading it does
 * not count.
 */
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

static double seconds;

static double cpu_seconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
	return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* One function per share, each with the arithmetic inside it. */
#define SPEND(name)                                                                     \
	__attribute__((noinline)) static void name(double until)                        \
	{                                                                               \
		unsigned x = 1;                                                         \
                                                                                        \
		do {                                                                    \
			for (int i = 0; i < 100000; i++) {                              \
				x = x * 1664525u + 1013904223u;                         \
				__asm__ volatile("" : "+r"(x));                         \
			}                                                               \
		} while (cpu_seconds() < until);                                        \
	}

SPEND(spend_70)
SPEND(spend_20)
SPEND(spend_10)

/* Rounds are short, so that a change of the machine's speed hits all three. */
static void *thread(void *arg)
{
	double start = cpu_seconds(), round = 0.1;

	for (double t = 0; t + round / 2 < seconds; t += round) {
		spend_70(start + t + 0.7 * round);
		spend_20(start + t + 0.9 * round);
		spend_10(start + t + 1.0 * round);
	}
	return arg;
}

int main(int argc, char **argv)
{
	int n = argc > 1 ? atoi(argv[1]) : 1;
	pthread_t *threads = calloc((size_t)n, sizeof *threads);

	seconds = argc > 2 ? atof(argv[2]) : 2;
	for (int i = 0; i < n; i++)
		pthread_create(&threads[i], NULL, thread, NULL);
	for (int i = 0; i < n; i++)
		pthread_join(threads[i], NULL);
	free(threads);
	return 0;
}
