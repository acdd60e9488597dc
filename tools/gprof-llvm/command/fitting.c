/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * fitting.c - see fitting.h.
 *
 * The plugin says itself which LLVM it was built for (pass/host.c).  The compiler is not asked:
 * starting it takes longer than compiling a small file.
 */
#include "command/fitting.h"
#include "base/util.h"
#include "binary/elfobj.h"
#include "command/compiler.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The LLVM that a plugin was built for. */
struct host {
	unsigned llvm; /* 0: unknown */
	char *folder;  /* of its programs, then; owned */
};

static void host_read(struct host *h, const char *plugin)
{
	const struct elf_section *s;
	struct gp_error ignored;
	struct elfobj o;

	memset(h, 0, sizeof *h);
	if (elfobj_open(&o, plugin, &ignored) < 0)
		return; /* clang says why */
	s = elfobj_section(&o, "gprof_llvm");
	if (s && s->bytes && s->bytes_size && !s->bytes[s->bytes_size - 1]) {
		char *end;

		h->llvm = strtoul((const char *)s->bytes, &end, 10);
		h->folder = gp_strdup(*end ? end + 1 : end);
	}
	elfobj_close(&o);
}

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
static char *find_fitting(const char *compiler, const struct host *h)
{
	char *found = gp_format("%s-%u", compiler, h->llvm);

	if (compiler_found(found) && compiler_llvm(found) == h->llvm)
		return found;
	free(found);
	found = gp_format("%s/%s", h->folder, compiler);
	if (access(found, X_OK) == 0 && compiler_llvm(found) == h->llvm)
		return found;
	free(found);
	return NULL;
}

static int misfit(const char *compiler, unsigned llvm, const struct host *h, struct gp_error *e)
{
	bool plain = is_plain(compiler);
	const char *wanted = plain ? compiler : "clang";

	if (!llvm)
		return gp_fail(e, "no '%s' and no '%s-%u' in PATH: install clang-%u, which the "
			       "plugin is built for", compiler, compiler, h->llvm, h->llvm);
	return gp_fail(e, "'%s' is LLVM %u, the plugin is built for LLVM %u: %s %s-%u, or build "
		       "the plugin with -DLLVM_DIR=/usr/lib/llvm-%u/cmake", compiler, llvm,
		       h->llvm, plain ? "install" : "name", wanted, h->llvm, llvm);
}

int fitting_compiler(const char *compiler, const char *plugin, char **instead, struct gp_error *e)
{
	unsigned llvm = compiler_llvm(compiler);
	bool plain = is_plain(compiler), missing = plain && !compiler_found(compiler);
	struct host h;
	int rc = 0;

	*instead = NULL;
	host_read(&h, plugin);
	if (h.llvm && llvm != h.llvm && (llvm || missing)) {
		*instead = plain ? find_fitting(compiler, &h) : NULL;
		rc = *instead ? 0 : misfit(compiler, llvm, &h, e);
	}
	free(h.folder);
	return rc;
}
