/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * installation.c - see installation.h.
 *
 * Libraries are in ../GPROF_LIBDIR beside the tool's folder, and in a build tree in ../lib.
 */
#include "compiler/installation.h"
#include "base/util.h"
#include "base/version.h"
#include "binary/component.h"
#include "text/escape.h"

#include <argp.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define OLDEST_LLVM 14
#define NEWEST_LLVM 22

/* The folder of the running program, to be freed, or NULL. */
static char *tool_directory(void)
{
	char path[PATH_MAX];
	ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
	char *slash;

	if (n <= 0)
		return NULL;
	path[n] = 0;
	slash = strrchr(path, '/');
	*slash = 0;
	return gp_strdup(path);
}

static char *readable(char *path)
{
	char *real = access(path, R_OK) == 0 ? realpath(path, NULL) : NULL;

	free(path);
	return real;
}

char *installation_library(const char *name)
{
	char *directory = tool_directory(), *found;

	if (!directory)
		return NULL;
	found = readable(gp_format("%s/../" GPROF_LIBDIR "/%s", directory, name));
	if (!found)
		found = readable(gp_format("%s/../lib/%s", directory, name));
	free(directory);
	return found;
}

char *installation_plugin(unsigned llvm)
{
	char *name = llvm ? gp_format("GprofPass-%u.so", llvm) : gp_strdup("GprofPass.so");
	char *found = installation_library(name);

	free(name);
	return found;
}

/* Frees the path. */
static void print_component(FILE *out, char *path)
{
	struct gp_error ignored; /* no file of ours: no line */
	struct component c;
	const char *version;

	component_read(&c, path, &ignored);
	version = c.version ? c.version : "of an older version";
	if (c.is_plugin)
		gprintf(out, "plugin %s for LLVM %u: %s\n", version, c.llvm, path);
	if (c.is_runtime)
		gprintf(out, "runtime %s, interface %s: %s\n", version,
			c.abi ? c.abi : "unknown", path);
	component_release(&c);
	free(path);
}

/* A line for each plugin and for the shared runtime, with their versions. */
static void print_components(FILE *out)
{
	char *latest = installation_plugin(0), *path;

	for (unsigned llvm = OLDEST_LLVM; llvm <= NEWEST_LLVM; llvm++) {
		path = installation_plugin(llvm);
		if (path && latest && !strcmp(path, latest)) {
			free(latest);
			latest = NULL;
		}
		if (path)
			print_component(out, path);
	}
	if (latest)
		print_component(out, latest);
	path = installation_library("libgprof_rt.so");
	if (path)
		print_component(out, path);
}

static void print_version(FILE *out, struct argp_state *state)
{
	(void)state;
	gprintf(out, "%s\n", TOOL_VERSION);
	print_components(out);
}

const char *argp_program_version = TOOL_VERSION;
void (*argp_program_version_hook)(FILE *out, struct argp_state *state) = print_version;
