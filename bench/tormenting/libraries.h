/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * libraries.h - opens one of the four libraries beside the program, uses it, closes it again.
 */
#ifndef LIBRARIES_H
#define LIBRARIES_H

#include <dlfcn.h>

#include "counted.h"

static char libraries_folder[4096];	/* of the program, ends in a slash */

static void libraries_find(void)
{
	ssize_t length = readlink("/proc/self/exe", libraries_folder, sizeof(libraries_folder) - 1);
	char *slash;

	libraries_folder[length < 0 ? 0 : length] = 0;
	slash = strrchr(libraries_folder, '/');
	if (slash)
		slash[1] = 0;
}

/* NULL: it cannot be opened. */
NOINLINE static void *libraries_open(int which)
{
	char name[4200];
	void *library;

	snprintf(name, sizeof(name), "%slibrary_%d.so", libraries_folder, 4 + which % 4);
	library = dlopen(name, RTLD_NOW | RTLD_LOCAL);
	if (!library) {
		const char *why = dlerror();

		/* A limit that the README names: glibc seldom takes it back. */
		if (!why || !strstr(why, "static TLS"))
			ledger_mistake("%s", why ? why : "dlopen() says not why it failed");
	}
	return library;
}

NOINLINE __attribute__((unused)) static void libraries_use(int which, int times, int leave_open)
{
	void *library = libraries_open(which);
	int (*work)(struct ledger_cell *, int);

	if (!library)
		return;
	work = (int (*)(struct ledger_cell *, int))dlsym(library, "library_work");
	work(ledger_cell, times);
	if (!leave_open)
		dlclose(library);
}

#endif
