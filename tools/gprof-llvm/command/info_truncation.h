/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * info_truncation.h - why stacks of a profile are truncated (info_truncation.c).
 */
#ifndef GPROF_COMMAND_INFO_TRUNCATION_H
#define GPROF_COMMAND_INFO_TRUNCATION_H

#include "profile/profile.h"

/* A table of places and reasons, those of most samples first; nothing if no stack is truncated. */
void info_truncation(const struct profile *p);

#endif
