/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* clock.h - what a clock of the kernel says, as numbers of nanoseconds. */
#ifndef GPROF_BASE_CLOCK_H
#define GPROF_BASE_CLOCK_H

#include <stdint.h>
#include <time.h>

static inline uint64_t clock_ns_of(const struct timespec *t)
{
	return t->tv_sec * 1000000000ull + t->tv_nsec;
}

/* 0 of a clock that there is not, such as that of a process that ended. */
static inline uint64_t clock_ns(clockid_t clock)
{
	struct timespec now;

	return clock_gettime(clock, &now) < 0 ? 0 : clock_ns_of(&now);
}

#endif
