/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * name.h - what the profile file is called (name.c).  With the lock held.
 */
#ifndef GPROF_RT_FILE_NAME_H
#define GPROF_RT_FILE_NAME_H

#include "base/process.h"

struct gp_name {
	unsigned pool;        /* number of members; 0: the file belongs to no pool */
	char member[GP_PATH]; /* absolute name of the one to merge into */
	uint32_t number_at, number_end; /* in 'member', of its number */
	uintptr_t arguments, arguments_end; /* of the program, in memory; 0: not known */
};

extern GP_HIDDEN struct gp_name gp_name;

/* What names end in, ".gprof" for example. */
GP_HIDDEN const char *gp_file_ending(void);

/* Finds out what it is called; a negative error.  Then makes the first of its names that is free:
   the descriptor, or a negative error. */
GP_HIDDEN long gp_file_name(void);
GP_HIDDEN long gp_file_open_new(void);

GP_HIDDEN uint64_t gp_pool_run(void);
GP_HIDDEN uint64_t gp_pool_start_time(const char *stat);

#endif
