/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * profile_list.h - the profiles in a folder, and the process of each.
 *
 *	profile_list_add_here() or profile_list_add_folder()
 *				reads the headers: a few bytes a file
 *	listed_profile_read()	reads one whole profile, for the rest
 *	profile_list_release()
 *
 * Profiles are those that began in the folder, and those that `gprof-llvm run` has collected
 * in a folder of its own below it.  Only regular files that begin like a profile are opened.
 */
#ifndef GPROF_PROFILE_PROFILE_LIST_H
#define GPROF_PROFILE_PROFILE_LIST_H

#include "profile/profile.h"

#define RUN_FOLDER "gprof-run." /* and a number from 1 */
#define RUN_FOLDER_LAST 999999999u

struct listed_profile {
	char *path;             /* owned */
	uint32_t folder;        /* number of the run folder that it is in; 0: in none */
	dev_t device;
	ino_t inode;
	uint64_t changed_ns;    /* when the file was, real time */
	struct gprof_file_header head; /* zeros if the file has none that can be read */
	bool looked;            /* listed_profile_read() has filled in the fields below */
	bool kept;              /* set by the code that looked: it is one of those asked about */
	char *exe, *host, *command; /* "" when not recorded; owned */
	char *merged;           /* path of the file that this member of a pool took in last, or
				   NULL; owned */
	uint32_t rank;          /* in a parallel job, or GP_NONE */
	uint32_t ranks;         /* how many the job has, or 0: not known */
	char *job;              /* the same in all its ranks, "" if the launcher has none; owned */
	uint32_t processes;     /* at least 1; more in a pool */
	bool pool;
	double cpu;             /* CPU time, ns */
};

struct profile_list {
	struct listed_profile *items; /* in the order of their names, folder by folder */
	size_t n, room;
};

/* Adds the profiles of a folder, whose number is 'number' if it is a run folder.  A 'folder' of
   "." is not put before their names. */
int profile_list_add_folder(struct profile_list *l, const char *folder, uint32_t number,
			    struct gp_error *e);

/* Adds the profiles of the current folder and of the run folders in it. */
int profile_list_add_here(struct profile_list *l, struct gp_error *e);

/* The largest number of a run folder here; 0: there is none. */
uint32_t profile_list_newest_folder(void);

/* Adds one by its name, whatever it is. */
void profile_list_add(struct profile_list *l, const char *path);

/* Leaves out files that a pool's member has merged: the process that merged such a file may have
   been killed before it could remove it.  Calls 'dropped' for each. */
void profile_list_drop_merged(struct profile_list *l,
			      void (*dropped)(const char *path, void *context), void *context);

/* Reads the whole profile, which the caller releases; -1 as profile_read(). */
int listed_profile_read(struct listed_profile *f, struct profile *p, struct gp_error *e);

/* Returns true if the process that writes it runs: as far as that can be seen from here. */
bool listed_profile_runs(const struct listed_profile *f);

void profile_list_release(struct profile_list *l);

#endif
