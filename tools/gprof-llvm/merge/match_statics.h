/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * match_statics.h - which static functions of one name are the same in two builds.
 *
 * The order in which a build links them says nothing, and builds of one source are made in
 * several folders: what stays is the end of a path.  A function is known by the file that
 * defines it and the one that was compiled, and is the same as the one whose paths have most
 * components at their ends in common.  Where two have as many, nothing is.
 *
 *	static_place_group() of each function, match_statics() for those of one group
 *
 * Cost: quadratic in functions of one name and group.
 */
#ifndef GPROF_MERGE_MATCH_STATICS_H
#define GPROF_MERGE_MATCH_STATICS_H

#include <stddef.h>
#include <stdint.h>

struct static_place {
	const char *file;     /* that defines it; "": not known */
	const char *compiled; /* as the compiler was given it; the same */
	uint32_t twin;        /* not 0: a number, because another function has the same paths */
};

/* The names of files that two functions must have in common; to be freed. */
char *static_place_group(const char *file, const char *compiled);

/* For each of 'fresh' which of 'known' it is, or GP_NONE; each is found once.  All are of one
   name and group.  A twin is only what is equal. */
void match_statics(const struct static_place *known, size_t nknown,
		   const struct static_place *fresh, size_t nfresh, uint32_t *found);

#endif
