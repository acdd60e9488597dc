/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * same.h - which static functions of one name are the same in two builds.
 *
 * The order in which a build links them says nothing, and builds of one source are made in
 * several folders: what stays is the end of a path.  A function is known by the file that
 * defines it and the one that was compiled, and is the same as the one whose paths have most
 * components at their ends in common.  Where two have as many, nothing is.
 *
 *	same_group() of each function, same_find() for those of one group
 *
 * Cost: quadratic in functions of one name and group.
 */
#ifndef GPROF_MERGE_SAME_H
#define GPROF_MERGE_SAME_H

#include <stddef.h>
#include <stdint.h>

struct same_place {
	const char *file;     /* that defines it; "": not known */
	const char *compiled; /* as the compiler was given it; the same */
	uint32_t twin;        /* not 0: a number, as the paths do not tell it from another */
};

/* The names of files that two functions must have in common; to be freed. */
char *same_group(const char *file, const char *compiled);

/* For each of 'fresh' which of 'known' it is, or GP_NONE; each is found once.  All are of one
   name and group.  A twin is only what is equal. */
void same_find(const struct same_place *known, size_t nknown, const struct same_place *fresh,
	       size_t nfresh, uint32_t *found);

#endif
