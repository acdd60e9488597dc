/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * launch.h - the rank of the process in a parallel job (launch.c).  With the lock held.
 */
#ifndef GPROF_RT_PROCESS_LAUNCH_H
#define GPROF_RT_PROCESS_LAUNCH_H

#include "base/text.h"

/* Puts the strings on the rank of a process area; nothing if no launcher has given it a rank. */
GPRT_HIDDEN void gprt_put_launch(struct gprt_text *t);

#endif
