/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * name.h - what the profile file is called (name.c).  With the lock held.
 */
#ifndef GPROF_RT_FILE_NAME_H
#define GPROF_RT_FILE_NAME_H

#include "base/process.h"

struct gprt_name {
	unsigned pool;        /* number of members; 0: the file belongs to no pool */
	char member[GPRT_PATH]; /* absolute name of the one to merge into */
	uint32_t number_at, number_end; /* in 'member', of its number */
	uintptr_t arguments, arguments_end; /* of the program, in memory; 0: not known */
};

extern GPRT_HIDDEN struct gprt_name gprt_name;

/* The ending of names, ".gprof" for example. */
GPRT_HIDDEN const char *gprt_file_ending(void);

/* Finds out what it is called; a negative error.  Then makes the first of its names that is free:
   the descriptor, or a negative error. */
GPRT_HIDDEN long gprt_file_name(void);
GPRT_HIDDEN long gprt_file_open_new(void);

GPRT_HIDDEN uint64_t gprt_pool_run(void);
GPRT_HIDDEN uint64_t gprt_pool_start_time(const char *stat);

#endif
