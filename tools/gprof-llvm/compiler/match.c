/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * match.c - see match.h.
 *
 * The plugin's file has the number of its LLVM (binary/component.h).  The compiler is not
 * asked: starting it takes longer than compiling a small file.
 */
#include "compiler/match.h"
#include "base/util.h"
#include "compiler/compiler.h"
#include "binary/component.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Returns true if the user left open which version it is. */
static bool is_plain(const char *compiler)
{
	static const char *const plain[] = { "clang", "clang++", "flang", "flang-new" };

	for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
		if (!strcmp(compiler, plain[i]))
			return true;
	return false;
}

/* The compiler of that name and the plugin's version; NULL: none. */
static char *find_fitting(const char *compiler, const struct component *plugin)
{
	char *found = gp_format("%s-%u", compiler, plugin->llvm);

	if (compiler_found(found) && compiler_llvm(found) == plugin->llvm)
		return found;
	free(found);
	found = gp_format("%s/%s", plugin->programs, compiler);
	if (access(found, X_OK) == 0 && compiler_llvm(found) == plugin->llvm)
		return found;
	free(found);
	return NULL;
}

static int misfit(const char *compiler, unsigned llvm, const struct component *plugin,
		  struct gp_error *e)
{
	bool plain = is_plain(compiler);
	unsigned wants = plugin->llvm;
	const char *wanted = plain ? compiler : "clang";

	if (!llvm)
		return gp_fail(e, "no '%s' and no '%s-%u' in PATH: install clang-%u, which the "
			       "plugin is built for", compiler, compiler, wants, wants);
	return gp_fail(e, "'%s' is LLVM %u, the plugin is built for LLVM %u: %s %s-%u, or build "
		       "the plugin with -DLLVM_DIR=/usr/lib/llvm-%u/cmake", compiler, llvm,
		       wants, plain ? "install" : "name", wanted, wants, llvm);
}

int compiler_match(const char *compiler, const char *plugin, char **instead, struct gp_error *e)
{
	unsigned llvm = compiler_llvm(compiler);
	bool plain = is_plain(compiler), missing = plain && !compiler_found(compiler);
	struct gp_error ignored; /* clang says why */
	struct component built;
	int rc = 0;

	*instead = NULL;
	component_read(&built, plugin, &ignored);
	if (built.llvm && llvm != built.llvm && (llvm || missing)) {
		*instead = plain ? find_fitting(compiler, &built) : NULL;
		rc = *instead ? 0 : misfit(compiler, llvm, &built, e);
	}
	component_release(&built);
	return rc;
}
