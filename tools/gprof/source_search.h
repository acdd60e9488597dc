/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * source_search.h - finds the files that a program was compiled from.
 */
#ifndef GNU_SOURCE_SEARCH_H
#define GNU_SOURCE_SEARCH_H

#include <stddef.h>
#include <stdio.h>

/*
 * Opens a file as the debug information names it: as it is; a relative one then in each
 * of the directories; last of all its name alone in each of them.  NULL: nowhere; errno
 * is of the last attempt.
 */
FILE *gnu_source_open(const char *path, char *const *directories, size_t n);

#endif
