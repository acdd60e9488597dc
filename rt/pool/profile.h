/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * profile.h - reads profiles in memory, of this process or of dead ones (pools).
 *
 * Nothing is trusted before gprt_profile_sound() has looked at it, by the checks that the
 * tool makes too (gprof-llvm/check.h); what it found sound must not change.
 */
#ifndef GPROF_RT_PROFILE_H
#define GPROF_RT_PROFILE_H

#include "base/process.h"

#include <gprof-llvm/check.h>

struct gprt_profile {
	const char *at;
	uint64_t size; /* bytes */
	unsigned char *pages; /* which hold something (pages.h) */
	bool mapped;   /* it is the file of this process, at work */
	bool apart;    /* blocks are not in memory, but to be read from 'fd' */
	int fd;
};

/* Returns true if every area of a known type holds what its type says.  The others need this. */
GPRT_HIDDEN bool gprt_profile_sound(const struct gprt_profile *p);

GPRT_HIDDEN const struct gprof_file_header *gprt_profile_head(const struct gprt_profile *p);

/* A walk over the areas of a type: from the start; the next one, NULL at the end. */
GPRT_HIDDEN void gprt_profile_begin(const struct gprt_profile *p, struct gprof_check *walk);
GPRT_HIDDEN const struct gprof_area *gprt_profile_next(struct gprof_check *walk,
						       enum gprof_area_type type);

/* The contents of an area. */
static inline const void *gprt_profile_at(const struct gprt_profile *p, const struct gprof_area *a)
{
	return p->at + a->offset;
}

/* The executable.  NULL if it is not recorded: the process was killed as it started, and has
   counted nothing, since a forked child records its modules before its counters, the executable
   last. */
GPRT_HIDDEN const struct gprof_module *gprt_profile_main(const struct gprt_profile *p);

/* The text after 'key' ("exe=") in the process area; NULL if it is not there. */
GPRT_HIDDEN const char *gprt_profile_value(const struct gprt_profile *p, const char *key);

/* Returns true if two records are of one file, wherever it was loaded. */
GPRT_HIDDEN bool gprt_profile_same(const struct gprof_module *a, const struct gprof_module *b);

#endif
