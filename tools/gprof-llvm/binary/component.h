/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * component.h - the version of the plugin or of the shared runtime, read from its file.
 *
 * The file's section gprof_llvm has strings that end with a zero byte:
 *
 *	plugin    NUMBER:FOLDER of the LLVM it was built for, and of its programs; VERSION
 *	runtime   "runtime"; VERSION; the number of its interface, GPROF_ABI_VERSION
 *
 * A plugin of an older version ends after its first string.
 */
#ifndef GPROF_BINARY_COMPONENT_H
#define GPROF_BINARY_COMPONENT_H

#include "base/error.h"

#include <stdbool.h>

struct component {
	bool is_plugin, is_runtime; /* neither: the file has no such section */
	unsigned llvm;              /* of a plugin; 0: unknown */
	char *programs;             /* of a plugin: the folder of LLVM's programs; or NULL */
	char *version;              /* NULL: unknown */
	char *abi;                  /* of a runtime; or NULL */
};

/* -1 if there is no ELF file.  component_release() in each case. */
int component_read(struct component *c, const char *path, struct gp_error *e);
void component_release(struct component *c);

#endif
