/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * clocks.h - whether the two clocks of a thread's samples agree: its event, which comes at random
 * moments, and the kernel's ticks beside it (format.h, GPROF_SAMPLE_TICKS).
 *
 * A program that waits for timers may keep step with ticks: they meet the same code again and
 * again.  The event cannot.  Both are samples of the same stretches of time.  Where they differ by
 * more than chance explains, the thread's ticks go, and their weight goes to the event's samples
 * of these stretches, in proportion.  Totals stay.  It is enough that ticks are more likely to
 * harm than to help: without them an interval is little wider, with wrong ones it is wrong.
 *
 *	clocks_compare()  of a profile whose counts are those asked for (window.h), once
 *	clocks_factor()   what the weight of one of its samples was multiplied by
 *
 * Cost: O(slots of the sample tables) while they agree; else their size once more in memory.
 */
#ifndef GPROF_PROFILE_CLOCKS_H
#define GPROF_PROFILE_CLOCKS_H

#include "profile/profile.h"

/* Sets p->unsteady and p->keeps_step; changes weights and numbers of samples where the clocks
   disagree. */
void clocks_compare(struct profile *p);

/* 1: it is as it was; 0: it went. */
double clocks_factor(const struct profile *p, const struct profile_table *t,
		     const struct gprof_sample *s);

#endif
