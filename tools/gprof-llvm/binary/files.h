/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * files.h - where the files of a program are, on the machine that reads its profile:
 * the executables and libraries, and their separate debug files.
 *
 * A file is sought by its path, below 'symfs' if that is given, then by build-id: in
 * the .build-id folders of 'debug_dir', of symfs and of /usr/lib/debug, and from the servers
 * of $DEBUGINFOD_URLS.  The search is libdwfl's.
 */
#ifndef GPROF_BINARY_FILES_H
#define GPROF_BINARY_FILES_H

#include "binary/elfobj.h"

struct files {
	const char *symfs;     /* the root folder of the machine that ran, or NULL: "/" */
	const char *debug_dir; /* folder of debug files, or NULL */
};

/* The list of folders for libdwfl; to be freed. */
char *files_debug_path(const struct files *f);

/* Where 'path' is here; to be freed. */
char *files_place(const struct files *f, const char *path);

/* The words for why the program of a profile is not at its path any more: "is gone", ... */
const char *files_lack(const struct files *f, const char *path);

/* A file with this build-id, wherever; to be freed, or NULL. */
char *files_by_build_id(const struct files *f, const unsigned char *id, unsigned size);

/* Returns true if two build-ids are the same. */
bool files_same_id(const unsigned char *a, unsigned na, const unsigned char *b, unsigned nb);

#endif
