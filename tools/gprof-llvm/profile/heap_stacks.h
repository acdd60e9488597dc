/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * heap_stacks.h - the areas of a profile with the stacks of its heap's blocks (heap_stacks.c).
 */
#ifndef GPROF_PROFILE_HEAP_STACKS_H
#define GPROF_PROFILE_HEAP_STACKS_H

#include "profile/profile.h"

/* Add an area's content; return NULL, or the fault as the end of a message. */
const char *heap_stacks_read(struct profile *p, const char *memory, const struct gprof_area *a);
const char *heap_samples_read(struct profile *p, const char *memory, const struct gprof_area *a);
const char *heap_frames_read(struct profile *p, const char *memory, const struct gprof_area *a);

/* Puts the frames in order, once all areas are read: callers come first then.  Returns the same. */
const char *heap_frames_check(struct profile *p);

#endif
