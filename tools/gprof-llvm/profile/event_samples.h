/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * event_samples.h - replaces the samples of time by samples of an event: all that reads samples
 * then works for page faults and the like.
 *
 *	profile_parse()
 *	event_samples_take()  once, before the samples are read
 *
 * A sample then weighs the events that it represents: the period at which it was taken.  Its pc,
 * stack and flags are the event's.  Samples of time, when they were taken, and their waits
 * are no longer in the profile; counts, stacks and totals of events stay.
 *
 * Cost: O(samples of events).
 */
#ifndef GPROF_PROFILE_EVENT_SAMPLES_H
#define GPROF_PROFILE_EVENT_SAMPLES_H

#include "profile/profile.h"

/* Returns true if the run of the profile was to sample one of these events, up to a NULL, and the
   kernel did so: events of events= if 'counted', else of faults=. */
bool event_samples_has(const struct profile *p, const char *const *names, bool counted);

/* Takes the events of these names, up to a NULL.  Returns false, and leaves no samples, if the
   profile has none of them. */
bool event_samples_take(struct profile *p, const char *const *names, bool counted);

#endif
