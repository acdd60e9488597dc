/* A loop that a timer starts 60 times a second has its time where its own clock says, though it keeps step with the kernel's ticks. */
/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
// RUN: %gclang -O1 %s -o a.out && ./a.out > said && %gprof export --format=json a.out > a.json
// RUN: %python %S/Inputs/shares.py said a.json

#define _GNU_SOURCE
#include <stdio.h>
#include <time.h>

#define PERIOD 16666667
#define ROUNDS 120

static volatile unsigned long sum;

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
	return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

/* Runs for 'n' parts, and returns what that took. */
#define SPIN(n) \
	double begin = now(); \
	for (unsigned long i = 0; i < (n) * 200000ul; i++) \
		sum += i; \
	return now() - begin

__attribute__((noinline)) static double input(void)
{
	SPIN(1);
}

__attribute__((noinline)) static double update(void)
{
	SPIN(6);
}

__attribute__((noinline)) static double output(void)
{
	SPIN(3);
}

int main(void)
{
	double took[3] = { 0 };
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	for (int i = 0; i < ROUNDS; i++) {
		took[0] += input();
		took[1] += update();
		took[2] += output();
		t.tv_nsec += PERIOD;
		if (t.tv_nsec >= 1000000000) {
			t.tv_nsec -= 1000000000;
			t.tv_sec++;
		}
		clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &t, NULL);
	}
	printf("input %g\nupdate %g\noutput %g\n", took[0], took[1], took[2]);
	return 0;
}
