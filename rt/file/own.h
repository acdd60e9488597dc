/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * own.h - files that are, or may be, of ours (own.c).
 */
#ifndef GPROF_RT_FILE_OWN_H
#define GPROF_RT_FILE_OWN_H

#include "base/sys.h"

#include <stdbool.h>

/* Any file that we have made before: its descriptor, or a negative error. */
GPRT_HIDDEN long gprt_own_open(const char *path, int flags);

/* Returns true if we may have made it: regular, of our user, with one name. */
GPRT_HIDDEN bool gprt_own_is(const struct stat *st);

/* Returns true if it is such a file, and that name still leads to it. */
GPRT_HIDDEN bool gprt_own_is_named(int fd, const char *path);

/* Marks a file as that of a living process; -1 if it is another's. */
GPRT_HIDDEN int gprt_own_claim(int fd);

#endif
