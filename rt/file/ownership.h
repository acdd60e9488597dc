/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * ownership.h - files that are, or may be, of ours (ownership.c).
 */
#ifndef GPROF_RT_FILE_OWNERSHIP_H
#define GPROF_RT_FILE_OWNERSHIP_H

#include "base/sys.h"

#include <stdbool.h>

/* Any file that we have made before: its descriptor, or a negative error. */
GPRT_HIDDEN long gprt_owned_open(const char *path, int flags);

/* Returns true if we may have made it: regular, of our user, with one name. */
GPRT_HIDDEN bool gprt_is_owned(const struct stat *st);

/* Returns true if it is such a file, and that name still leads to it. */
GPRT_HIDDEN bool gprt_is_owned_at(int fd, const char *path);

/* Marks a file as a living process's; -1 if another process has it. */
GPRT_HIDDEN int gprt_owned_claim(int fd);

#endif
