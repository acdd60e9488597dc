/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * key.h - what an object depends on beside the compiler's own arguments, as a text without
 * spaces: caches of compilations know it by nothing else.
 */
#ifndef GPROF_COMPILER_KEY_H
#define GPROF_COMPILER_KEY_H

/* The options of the plugin, the content of the lists that they name, and which build of the
   plugin it is.  To be freed. */
char *cc_key(const char *pass, const char *plugin);

#endif
