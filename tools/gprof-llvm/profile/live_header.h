/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * live_header.h - the header of a running process's profile, where words are changed
 * that the process changes too.
 *
 * It is the only part of the file that is mapped: all else is read and written by
 * system calls, which fail where a mapping would fault.  The process may truncate its file
 * at any time; an access that faults then fails.
 *
 *	live_header_map(), any number of changes, live_header_unmap()
 *
 * One header at a time: while it is mapped SIGBUS has a handler.
 */
#ifndef GPROF_PROFILE_LIVE_HEADER_H
#define GPROF_PROFILE_LIVE_HEADER_H

#include <gprof-llvm/format.h>
#include <stdbool.h>

/* NULL with errno. */
struct gprof_file_header *live_header_map(int fd);

/* 1: the word was *old and is 'new' now; 0: it was another, which *old is now; -1: the
   file has no header any more. */
int live_header_swap(uint64_t *word, uint64_t *old, uint64_t new);

/* Adds to a word; -1 as above. */
int live_header_add(uint64_t *word, uint64_t n);

void live_header_unmap(struct gprof_file_header *h);

#endif
