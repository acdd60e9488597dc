/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * restart.h - system calls that a sample would have begin again (restart.c).
 */
#ifndef GPROF_RT_SAMPLE_RESTART_H
#define GPROF_RT_SAMPLE_RESTART_H

#include "base/processor.h"

/* At the end of the handler, with all signals blocked; context: where the handler returns to. */
GPRT_HIDDEN void gprt_restart_follow(void *context);

#endif
