/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * preload.h - has the loader preload libraries that count in the program: allocations (rt/heap/),
 * reads and writes (rt/io/).
 */
#ifndef GPROF_MEMORY_PRELOAD_H
#define GPROF_MEMORY_PRELOAD_H

#include "base/error.h"

/* A library that counts in the program. */
struct preloaded {
	const char *option;  /* of this command line */
	const char *file;    /* its name */
	const char *key;     /* of GPROF_OPTIONS, which turns it on, with '=' */
	const char *counted; /* for messages */
};

extern const struct preloaded preloaded_heap, preloaded_io;

/* Changes the environment for a command that is run next; how: the key's value; path: of the
   library, or NULL.  -1: it cannot be done, and 'e' says why. */
int preload(const struct preloaded *library, const char *how, const char *path,
	    const char *command, struct gp_error *e);

#endif
