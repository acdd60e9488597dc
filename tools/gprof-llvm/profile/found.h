/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * found.h - the profiles in a folder, and what each says of its process.
 *
 *	found_here() or found_folder()   headers only: a read of a few bytes a file
 *	found_look()                     of those that matter: the rest, from the whole profile
 *	found_release()
 *
 * Profiles are those that began in the folder, and those that `gprof-llvm run` has collected
 * in a folder of its own below it.  Only regular files that begin like a profile are opened.
 */
#ifndef GPROF_PROFILE_FOUND_H
#define GPROF_PROFILE_FOUND_H

#include "profile/profile.h"

#define FOUND_RUN_FOLDER "gprof-run." /* and a number from 1 */
#define FOUND_MOST_FOLDERS 999999999u

struct found {
	char *path;             /* owned */
	uint32_t folder;        /* number of the run folder that it is in; 0: in none */
	dev_t device;
	ino_t inode;
	uint64_t changed_ns;    /* when the file was, real time */
	struct gprof_file_header head; /* zeros if the file has none that can be read */
	bool looked;            /* found_look() has filled in what follows */
	bool kept;              /* set by the code that looked: it is one of those asked about */
	char *exe, *host, *command; /* "" when not recorded; owned */
	char *merged;           /* path of the file that this member of a pool took in last, or
				   NULL; owned */
	uint32_t processes;     /* at least 1; more in a pool */
	bool pool;
	double cpu;             /* CPU time, ns */
};

struct found_list {
	struct found *items; /* in the order of their names, folder by folder */
	size_t n, room;
};

/* Adds the profiles of a folder, whose number is 'number' if it is a run folder.  A 'folder' of
   "." is not put before their names. */
int found_folder(struct found_list *l, const char *folder, uint32_t number, struct gp_error *e);

/* Adds those of the current folder and of the run folders in it. */
int found_here(struct found_list *l, struct gp_error *e);

/* The largest number of a run folder here; 0: there is none. */
uint32_t found_newest_folder(void);

/* Adds one by its name, whatever it is. */
void found_add(struct found_list *l, const char *path);

/* Leaves out files that a pool's member says it has taken in: whoever merged that file may
   have been killed before it could remove it.  Calls 'told' for each. */
void found_drop_merged(struct found_list *l, void (*told)(const char *path, void *context),
		       void *context);

/* Reads the whole profile, which the caller releases; -1 as profile_read(). */
int found_look(struct found *f, struct profile *p, struct gp_error *e);

/* Returns true if the process that writes it runs: as far as that can be seen from here. */
bool found_runs(const struct found *f);

void found_release(struct found_list *l);

#endif
