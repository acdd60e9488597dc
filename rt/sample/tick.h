/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * tick.h - snapshots that are taken by themselves (tick.c).
 */
#ifndef GPROF_RT_SAMPLE_TICK_H
#define GPROF_RT_SAMPLE_TICK_H

#include "record/slot.h"

GP_HIDDEN void gp_tick_start(void);
GP_HIDDEN void gp_tick(struct gp_thread *t);

#endif
