/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * preload.c - see preload.h.
 *
 * The library comes first in LD_PRELOAD, so that another allocator that is preloaded is the one
 * that it calls.  It does nothing in programs that are not instrumented.
 */
#include "memory/preload.h"
#include "base/util.h"
#include "binary/elfobj.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

const struct preloaded preloaded_heap = {
	.option = "--memory", .file = "libgprof_heap.so", .key = "memory=",
	.counted = "memory",
};
const struct preloaded preloaded_io = {
	.option = "--io", .file = "libgprof_io.so", .key = "io=",
	.counted = "reads and writes",
};

/* The file that execvp() would run, to be freed; NULL: there is none. */
static char *find_command(const char *command)
{
	const char *at = getenv("PATH");

	if (strchr(command, '/'))
		return gp_strdup(command);
	while (at && *at) {
		size_t n = strcspn(at, ":");
		char *path = gp_format("%.*s/%s", (int)n, at, command);

		if (access(path, X_OK) == 0)
			return path;
		free(path);
		at += n + (at[n] == ':');
	}
	return NULL;
}

/* Returns true if no loader runs with the program, which could preload. */
static bool is_static(const char *command)
{
	char *path = find_command(command);
	struct gp_error unused;
	struct elfobj o;
	bool is = false;

	if (path && elfobj_open(&o, path, &unused) == 0) {
		is = !elfobj_section(&o, ".interp");
		elfobj_close(&o);
	}
	free(path);
	return is;
}

/* Puts a text before a variable's value. */
static void prepend(const char *name, const char *text, const char *separator)
{
	const char *old = getenv(name);
	char *value = old && *old ? gp_format("%s%s%s", text, separator, old) : gp_strdup(text);

	setenv(name, value, 1);
	free(value);
}

int preload(const struct preloaded *library, const char *how, const char *path,
	    const char *command, struct gp_error *e)
{
	const char *options = getenv("GPROF_OPTIONS");
	char *value;

	if (is_static(command))
		return gp_fail(e, "cannot count the %s of '%s': it is linked statically, so no "
				  "library can be preloaded", library->counted, command);
	if (!path)
		return gp_fail(e, "cannot find %s of this installation, which %s preloads",
			       library->file, library->option);
	if (strpbrk(path, ": "))
		return gp_fail(e, "cannot preload '%s': LD_PRELOAD takes no path with a blank or "
				  "colon", path);
	prepend("LD_PRELOAD", path, ":");
	value = gp_format("%s%s%s%s", options ? options : "", options && *options ? " " : "",
			  library->key, how);
	setenv("GPROF_OPTIONS", value, 1);
	free(value);
	return 0;
}
