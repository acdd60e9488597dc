/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * figure_samples.h - replaces the samples of time by a figure that is counted by callers, such as
 * bytes allocated: views of lines and addresses then work for it.
 *
 *	profile_parse()
 *	figure_samples_take()  once, before the samples are read
 *
 * A caller is an address of the program that called malloc() or read(), or called code that did.  A
 * sample is then a block or a call, and they weigh the figure.  Nothing of it is random.
 *
 * Cost: O(callers of all threads).
 */
#ifndef GPROF_PROFILE_FIGURE_SAMPLES_H
#define GPROF_PROFILE_FIGURE_SAMPLES_H

#include "profile/figures.h"
#include "profile/profile.h"

/* Returns true if the profile counts what the figure is of. */
bool figure_samples_has(const struct profile *p, enum figure figure);

/* Takes the figure of the threads that are not left out (by position, or NULL: of all), as samples
   of no thread in particular.  Without such counts no samples are left. */
void figure_samples_take(struct profile *p, enum figure figure, const bool *left_out);

#endif
