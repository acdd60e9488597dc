/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * profile.h - reads profiles in memory, of this process or of dead ones (pools).
 *
 * Nothing is trusted: what does not lie inside the profile is not there.
 */
#ifndef GPROF_RT_PROFILE_H
#define GPROF_RT_PROFILE_H

#include "internal.h"

struct gp_profile {
	const char *at;
	uint64_t size; /* bytes */
};

/* A walk over the directories. */
struct gp_walk {
	uint64_t directory; /* file offset */
	uint32_t entry;     /* the next one in it */
};

/* At its start; member by member, or compilers make a call of memset. */
static inline struct gp_walk gp_walk(void)
{
	struct gp_walk w;

	w.directory = GPROF_FIRST_DIR;
	w.entry = 0;
	return w;
}

GP_HIDDEN bool gp_profile_is(const struct gp_profile *p);
GP_HIDDEN const struct gprof_file_header *gp_profile_head(const struct gp_profile *p);

/* The next area of a type, all of it inside the profile; NULL at the end. */
GP_HIDDEN const struct gprof_area *gp_profile_next(const struct gp_profile *p, struct gp_walk *w,
						   enum gprof_area_type type);

/* The module that an area describes; NULL if it is none. */
GP_HIDDEN const struct gprof_module *gp_profile_module(const struct gp_profile *p,
						       const struct gprof_area *a);

/* The executable; NULL if it is not recorded. */
GP_HIDDEN const struct gprof_module *gp_profile_main(const struct gp_profile *p);

/* The table of an area; NULL if its slots of so many bytes do not fit. */
GP_HIDDEN const struct gprof_table *gp_profile_table(const struct gp_profile *p,
						     const struct gprof_area *a, size_t slot);

/* What follows 'key' ("exe=") in the process area; NULL if it is not there. */
GP_HIDDEN const char *gp_profile_value(const struct gp_profile *p, const char *key);

/* Whether two records are of one file, wherever it was loaded. */
GP_HIDDEN bool gp_profile_same(const struct gprof_module *a, const struct gprof_module *b);

#endif
