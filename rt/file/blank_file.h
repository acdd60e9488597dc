/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * blank_file.h - the blank file that an earlier process of the pool left for the next one
 * (blank_file.c).  With the lock held.
 */
#ifndef GPROF_RT_FILE_BLANK_FILE_H
#define GPROF_RT_FILE_BLANK_FILE_H

#include "base/sys.h"

#include <stdbool.h>

#define GPRT_BLANK_FILE_MAX (4ul << 20) /* bytes of one */

/* FOLDER/.NAME.blank, of the pool's member, in GPRT_PATH bytes. */
GPRT_HIDDEN void gprt_blank_file_name(char *to);

/* Gives the member's blank file that name: its descriptor, or a negative error. */
GPRT_HIDDEN long gprt_blank_file_claim(const char *path);

#endif
