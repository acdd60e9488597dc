/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * ran.h - the programs whose profiles are in a folder.
 *
 *	rans_read()    the programs, and which profiles are of each
 *	rans_named(), rans_most(), ran_binary(), ran_count()
 *	rans_release()
 *
 * A program is an executable of one build.  Cost: each profile is read once, by ran_count() once
 * more.
 */
#ifndef GPROF_PROGRAM_RAN_H
#define GPROF_PROGRAM_RAN_H

#include "binary/files.h"
#include "profile/profile_list.h"

struct ran {
	char *key;           /* what tells it from others; owned */
	const char *exe;     /* path of the executable when it ran */
	uint32_t number;     /* in the order in which they were found */
	uint32_t first;      /* of its profiles: position in the list */
	uint32_t profiles;
	uint32_t processes;  /* those of pools too */
	uint32_t running;    /* of the profiles */
	double cpu;          /* ns */
};

struct rans {
	struct profile_list found;
	uint32_t *of;        /* of each profile: position in items, or GP_NONE */
	struct ran *items;   /* by CPU time, the most first */
	size_t n, room;
	char **unusable;     /* why a file is of none; owned */
	size_t nunusable, unusable_room;
};

/* Of a folder; or if that is NULL of the newest run folder here, or if there is none of the
   run here that is meant.  It is an error if there is no profile. */
int rans_read(struct rans *r, const char *folder, struct gp_error *e);

/* The program of this path, or of this last component of it; GP_NONE: there is none. */
uint32_t rans_named(const struct rans *r, const char *name);

/* Its file here; to be freed, or NULL: it is gone or was rebuilt. */
char *ran_binary(const struct rans *r, uint32_t program, const struct files *f);

/* How often its instrumented functions were called, of all its profiles; -1: not known. */
int64_t ran_count(const struct rans *r, uint32_t program, const char *binary);

/* The paths of its profiles, borrowed; the array is to be freed. */
char **ran_paths(const struct rans *r, uint32_t program);

void rans_release(struct rans *r);

#endif
