/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * files.c - see files.h.
 */
#include "binary/files.h"

#include <elfutils/libdwfl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define USUAL ":.debug:/usr/lib/debug" /* beside the file, in .debug there, the system's */

/* libdwfl takes a relative folder as one beside each file. */
static char *absolute(const char *folder)
{
	char *path = folder ? realpath(folder, NULL) : NULL;

	return path || !folder ? path : gp_strdup(folder);
}

char *files_debug_path(const struct files *f)
{
	char *symfs = absolute(f->symfs), *debug = absolute(f->debug_dir);
	char *list = gp_format("%s%s%s%s%s", debug ? debug : "", debug ? ":" : "",
			       symfs ? symfs : "", symfs ? "/usr/lib/debug:" : "", USUAL);

	free(symfs);
	free(debug);
	return list;
}

char *files_place(const struct files *f, const char *path)
{
	return f->symfs ? gp_format("%s%s", f->symfs, path) : gp_strdup(path);
}

const char *files_lack(const struct files *f, const char *path)
{
	char *place = files_place(f, path);
	const char *words = access(place, F_OK) < 0   ? "is gone"
			    : access(place, R_OK) < 0 ? "cannot be read"
						      : "was rebuilt";

	free(place);
	return words;
}

char *files_by_build_id(const struct files *f, const unsigned char *id, unsigned size)
{
	char *folders = files_debug_path(f), *found = NULL;
	const Dwfl_Callbacks callbacks = { .find_elf = dwfl_build_id_find_elf,
					   .find_debuginfo = dwfl_standard_find_debuginfo,
					   .debuginfo_path = &folders };
	Dwfl *dwfl = size ? dwfl_begin(&callbacks) : NULL;
	Dwfl_Module *module;
	const char *path = NULL;
	GElf_Addr bias;

	if (dwfl) {
		dwfl_report_begin(dwfl);
		module = dwfl_report_module(dwfl, "wanted", 0, 1);
		if (module && dwfl_module_report_build_id(module, id, size, 0) == 0 &&
		    dwfl_report_end(dwfl, NULL, NULL) == 0 && dwfl_module_getelf(module, &bias))
			dwfl_module_info(module, NULL, NULL, NULL, NULL, NULL, &path, NULL);
		found = path ? gp_strdup(path) : NULL;
		dwfl_end(dwfl);
	}
	free(folders);
	return found;
}

bool files_same_id(const unsigned char *a, unsigned na, const unsigned char *b, unsigned nb)
{
	return na && na == nb && !memcmp(a, b, na);
}
