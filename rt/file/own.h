/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * own.h - files that are, or may be, of ours (own.c).
 */
#ifndef GPROF_RT_FILE_OWN_H
#define GPROF_RT_FILE_OWN_H

#include "base/sys.h"

/* Any file that we have made before: its descriptor, or a negative error. */
GP_HIDDEN long gp_open_own(const char *path, int flags);

/* Marks a file as that of a living process; -1 if it is another's. */
GP_HIDDEN int gp_pool_claim(int fd);

#endif
