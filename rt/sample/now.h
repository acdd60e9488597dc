/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * now.h - the calling thread's CPU time, in the handler (now.c).
 */
#ifndef GPROF_RT_SAMPLE_NOW_H
#define GPROF_RT_SAMPLE_NOW_H

#include "record/slot.h"

GPRT_HIDDEN int64_t gprt_now(struct gprt_thread *t);
GPRT_HIDDEN int64_t gprt_now_since(struct gprt_thread *t, int64_t start);

#endif
