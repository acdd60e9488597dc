/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * program_list.h - the programs whose profiles are in a folder.
 *
 *	program_list_read()    the programs, and which profiles are of each
 *	program_list_find(), program_list_most(), program_list_binary(), program_list_calls()
 *	program_list_release()
 *
 * A program is an executable of one build.  Cost: each profile is read once, by
 * program_list_calls() once more.
 */
#ifndef GPROF_JOIN_PROGRAM_LIST_H
#define GPROF_JOIN_PROGRAM_LIST_H

#include "binary/files.h"
#include "profile/profile_list.h"

struct profiled_program {
	char *key;           /* distinguishes it from others; owned */
	const char *exe;     /* path of the executable when it ran */
	uint32_t number;     /* in the order in which they were found */
	uint32_t first;      /* of its profiles: position in the list */
	uint32_t profiles;
	uint32_t processes;  /* with all processes of a pool */
	uint32_t running;    /* of the profiles */
	double cpu;          /* ns */
};

struct program_list {
	struct profile_list found;
	uint32_t *of;        /* of each profile: position in items, or GP_NONE */
	struct profiled_program *items;   /* by CPU time, the most first */
	size_t n, room;
	char **unusable;     /* why a file is of none; owned */
	size_t nunusable, unusable_room;
};

/* Reads a folder; if 'folder' is NULL, the newest run folder here; without one, the run here that
   run_groups_choose() chooses.  Fails if there are no profiles. */
int program_list_read(struct program_list *r, const char *folder, struct gp_error *e);

/* The program of this path, or of this last component of it; GP_NONE: there is none. */
uint32_t program_list_find(const struct program_list *r, const char *name);

/* Its file here; to be freed, or NULL: it is gone or was rebuilt. */
char *program_list_binary(const struct program_list *r, uint32_t program, const struct files *f);

/* How often its instrumented functions were called, of all its profiles; -1: not known. */
int64_t program_list_calls(const struct program_list *r, uint32_t program, const char *binary);

/* The paths of its profiles, borrowed; the array is to be freed. */
char **program_list_paths(const struct program_list *r, uint32_t program);

void program_list_release(struct program_list *r);

#endif
