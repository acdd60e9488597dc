/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * every.h - snapshots that are taken by themselves (every.c).
 */
#ifndef GPROF_RT_SAMPLE_EVERY_H
#define GPROF_RT_SAMPLE_EVERY_H

#include "record/slot.h"

GP_HIDDEN void gp_every_start(void);
GP_HIDDEN void gp_every(struct gp_thread *t);

#endif
