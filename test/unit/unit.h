/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * unit.h - a unit test is a program of functions that CHECK; main returns
 * unit_end().  A failed check says where and goes on; the exit status is 1 if
 * any failed, or if none was made.
 */
#ifndef GPROF_TEST_UNIT_H
#define GPROF_TEST_UNIT_H

#include <math.h>
#include <stdint.h>
#include <stdio.h>

static unsigned unit_checks, unit_failures;

#define CHECK(condition, ...)                                                                      \
	do {                                                                                       \
		unit_checks++;                                                                     \
		if (!(condition) && unit_failures++ < 20) {                                        \
			fprintf(stderr, "%s:%d: not so: %s: ", __FILE__, __LINE__, #condition);    \
			fprintf(stderr, __VA_ARGS__);                                              \
			fputc('\n', stderr);                                                       \
		}                                                                                  \
	} while (0)

/* Equal but for rounding. */
static inline int unit_near(double a, double b)
{
	return fabs(a - b) <= 1e-9 * (1 + fabs(a) + fabs(b));
}

/* A fixed sequence of numbers (xorshift), the same on every machine. */
static inline uint64_t unit_random(uint64_t *state)
{
	*state ^= *state << 13;
	*state ^= *state >> 7;
	*state ^= *state << 17;
	return *state;
}

static inline int unit_end(void)
{
	printf("%u checks, %u failed\n", unit_checks, unit_failures);
	return unit_failures || !unit_checks;
}

#endif
