/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * path.h - one spelling for each source file.
 *
 * Compilers put a path together from the folder they ran in, a folder of -I and the name
 * after #include: /a/./b.c, ./b.c in /a, and /a/x/../b.c are one file.  All paths pass
 * here where they are read (binary/debug.h, binary/static_cg.h): past that, equal files are
 * equal texts.
 *
 * By the text alone: what a symbolic link x would make of x/.. is not asked, for the
 * sources need not be here.  Cost: linear.
 */
#ifndef GPROF_BASE_PATH_H
#define GPROF_BASE_PATH_H

#include "base/util.h"

#include <stdbool.h>

/* True: path_plain() without a folder leaves the path as it is. */
bool path_is_plain(const char *path);

/* The path, in 'folder' if it is relative and that is not NULL, without empty components,
   `.' and, where a folder stands before it, `..'.  To be freed. */
char *path_plain(const char *folder, const char *path);

/* Numbers for paths, from 0 on, by their text.  The paths are borrowed. */
struct path_numbers {
	const char **items;
	size_t n, room;
	struct gp_map at;       /* path in memory -> number: most are asked for often */
	struct gp_names by_text;
};

/* The number of a path; NULL: GP_NONE. */
uint32_t path_number(struct path_numbers *p, const char *path);
void path_numbers_release(struct path_numbers *p);

#endif
