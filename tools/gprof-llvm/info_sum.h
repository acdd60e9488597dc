/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * info_sum.h - a merged profile described, for `gprof-llvm info`.
 */
#ifndef GPROF_TOOL_INFO_SUM_H
#define GPROF_TOOL_INFO_SUM_H

#include "error.h"

/* Prints what is in the file. */
int info_sum(const char *path, struct gp_error *e);

#endif
