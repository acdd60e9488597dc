/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * demangle.c - see demangle.h; the work is libiberty's.
 */
#include "demangle.h"
#include "util.h"

#include <libiberty/demangle.h>
#include <stdlib.h>
#include <string.h>

/* ThinLTO's suffix of promoted local functions says nothing to the reader. */
static char *without_suffix(const char *name)
{
	const char *suffix = strstr(name, ".llvm.");

	if (suffix && suffix[6] && strspn(suffix + 6, "0123456789") == strlen(suffix + 6))
		return gp_format("%.*s", (int)(suffix - name), name);
	return gp_strdup(name);
}

char *demangle_name(const char *name)
{
	char *plain = without_suffix(name);
	char *text = cplus_demangle(plain, DMGL_PARAMS | DMGL_ANSI | DMGL_AUTO);

	if (!text)
		return plain;
	free(plain);
	return text;
}
