/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * now.h - the calling thread's CPU time, in the handler (now.c).
 */
#ifndef GPROF_RT_SAMPLE_NOW_H
#define GPROF_RT_SAMPLE_NOW_H

#include "record/slot.h"

GP_HIDDEN int64_t gp_now(struct gp_thread *t);
GP_HIDDEN int64_t gp_now_since(struct gp_thread *t, int64_t start);

#endif
