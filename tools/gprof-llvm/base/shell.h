/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * shell.h - words as a POSIX shell reads them, for commands that are printed to be typed again.
 *
 * Cost: O(length).
 */
#ifndef GPROF_BASE_SHELL_H
#define GPROF_BASE_SHELL_H

#include <stddef.h>

/* The word, in single quotes if a shell would take it for anything else; to be freed. */
char *shell_quoted(const char *word);

/* The first word of a command of quoted words, without its quotes; '*length' is what it takes
   with them.  To be freed. */
char *shell_first(const char *command, size_t *length);

#endif
