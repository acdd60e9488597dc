/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * wall_sampler.h - the thread that samples waiting threads (wall_sampler.c).  With the lock held.
 *
 * docs/design/kernel-time.md has the reasons.
 */
#ifndef GPROF_RT_SAMPLE_WALL_SAMPLER_H
#define GPROF_RT_SAMPLE_WALL_SAMPLER_H

#include "base/sys.h"

GPRT_HIDDEN void gprt_wall_sampler_start(void);

/* It stayed in the parent. */
GPRT_HIDDEN void gprt_wall_sampler_in_child(void);

#endif
