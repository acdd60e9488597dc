/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * embed.h - puts the runtime, which the plugin carries as bitcode and as assembly, into
 * the module, and defines the unit (unit.h).
 *
 * Both are made at build time by the same clang (rt/CMakeLists.txt), so
 * the module's own -O0, -march or sanitizers do not touch them.
 */
#ifndef GPROF_PASS_EMBED_H
#define GPROF_PASS_EMBED_H

#include "module.h"

/*
 * Declares what the unit offers and fills m->tls, m->enter, m->indirect.
 * -1 with a message in 'error'.
 */
int embed_declare(struct module *m, char *error);

/* Links the unit, and where the module defines main also the runtime; the same. */
int embed_link(const struct module *m, char *error);

#endif
