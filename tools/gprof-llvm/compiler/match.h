/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * match.h - the compiler that a plugin fits: a plugin works in one version of LLVM only.
 */
#ifndef GPROF_COMPILER_MATCH_H
#define GPROF_COMPILER_MATCH_H

#include "base/error.h"

/*
 * Compares the versions of compiler and plugin, before the compiler starts.  If they differ and
 * the compiler is plainly `clang` or the like, *instead is the one of the plugin's version, to be
 * freed; NULL: the compiler fits, or nobody can tell.  -1: it does not fit.
 */
int compiler_match(const char *compiler, const char *plugin, char **instead, struct gp_error *e);

#endif
