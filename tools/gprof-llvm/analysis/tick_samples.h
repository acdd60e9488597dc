/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * tick_samples.h - samples taken at the kernel's ticks, in threads whose own clock would have cost
 * too much, and the effect of GPROF_OPTIONS=tick-sampling=never.
 *
 * Cost: visits each sample.
 */
#ifndef GPROF_ANALYSIS_TICK_SAMPLES_H
#define GPROF_ANALYSIS_TICK_SAMPLES_H

#include "program/program.h"

struct tick_samples {
	uint64_t samples; /* at ticks, of threads that have the event at other times */
	double more;      /* samples, about, that the event would have taken beside them: of their
			     code alone, for ticks see the kernel either way */
	uint64_t beside;  /* samples at ticks of user code, in threads that the event samples too */
	bool keeps_step;  /* some threads with the ticks beside their event, which went */
	bool brief;       /* some threads ended, on average, before their second tick */
};

/* Of the threads that the request selects. */
struct tick_samples tick_samples_of(const struct program *p);

/* Returns true if the samples would be so many more that a reader gains by it. */
bool tick_samples_are_few(const struct tick_samples *t, const struct program *p);

#endif
