/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * source_search.c - see source_search.h.
 */
#include "gprof/source_search.h"

#include "base/util.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

static FILE *open_file(const char *path)
{
	FILE *file;

	gp_memory_watch();
	file = fopen(path, "rb");
	gp_memory_check();
	return file;
}

static FILE *open_in(const char *name, char *const *directories, size_t n)
{
	FILE *file = NULL;

	for (size_t i = 0; i < n && !file; i++) {
		char *path = gp_format("%s/%s", directories[i], name);
		int error;

		file = open_file(path);
		error = errno;
		free(path);
		errno = error;
	}
	return file;
}

FILE *gnu_source_open(const char *path, char *const *directories, size_t n)
{
	const char *slash = strrchr(path, '/');
	FILE *file = open_file(path);

	if (!file && path[0] != '/')
		file = open_in(path, directories, n);
	if (!file && slash)
		file = open_in(slash + 1, directories, n);
	return file;
}
