/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * file.h - how files are opened for reading: without waiting for anybody.
 *
 * A path comes from a user or from a file that somebody else made, and may name a pipe or a device.
 * To open a pipe waits until somebody writes to it, and to read a device may never end.
 *
 * Cost: two system calls.
 */
#ifndef GPROF_BASE_FILE_H
#define GPROF_BASE_FILE_H

#include "base/error.h"

/* A regular file.  -1: 'errno' says why not; 0: it is something else. */
int file_open(const char *path);

/* The same, or what a shell puts in the place of one, to be read once: a pipe without a name, as
   of <(...) or before /dev/stdin, or a terminal.  Reading waits for these. */
int file_open_stream(const char *path);

/* After one of these failed; 'what' is the verb: "open", "read".  Returns -1. */
int file_fail(struct gp_error *e, const char *what, const char *path);

#endif
