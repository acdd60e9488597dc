/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * info_ended.h - why stacks of a profile are truncated (info_ended.c).
 */
#ifndef GPROF_COMMAND_INFO_ENDED_H
#define GPROF_COMMAND_INFO_ENDED_H

#include "profile/profile.h"

/* A table of places and reasons, those of most samples first; nothing if no stack is truncated. */
void info_ended(const struct profile *p);

#endif
