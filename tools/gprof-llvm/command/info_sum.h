/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * info_sum.h - a merged profile described, for `gprof-llvm info`.
 */
#ifndef GPROF_COMMAND_INFO_SUM_H
#define GPROF_COMMAND_INFO_SUM_H

#include "base/error.h"

/* Prints what is in the file. */
int info_sum(const char *path, struct gp_error *e);

#endif
