/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * waits.h - what the waiting threads of a profile waited for: locks, files, ends of threads.
 *
 *	waits_read(), objects_read()	per area, by profile_parse()
 *	profile_wait(), profile_object()	any number of reads
 *
 * Older profiles, and the files of a pool, have none.
 */
#ifndef GPROF_PROFILE_WAITS_H
#define GPROF_PROFILE_WAITS_H

#include "profile/profile.h"

/* Take in an area; NULL, or what is wrong with it. */
const char *waits_read(struct profile *p, const char *memory, const struct gprof_area *a);
const char *objects_read(struct profile *p, const char *memory, const struct gprof_area *a);

/* What the samples of a table's slot waited for; NULL: the profile does not say. */
const struct gprof_wait *profile_wait(const struct profile *p, const struct profile_table *t,
				      size_t slot);

/* The object of an id, and the epoch of its address; NULL: there is none. */
const struct gprof_object *profile_object(const struct profile *p, uint32_t id, uint32_t *epoch);

/* How many waits were for something that found no room in the table. */
uint64_t profile_lost_objects(const struct profile *p);

#endif
