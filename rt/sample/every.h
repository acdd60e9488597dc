/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * every.h - snapshots that are taken by themselves (every.c).
 */
#ifndef GPROF_RT_SAMPLE_EVERY_H
#define GPROF_RT_SAMPLE_EVERY_H

#include "record/slot.h"

GPRT_HIDDEN void gprt_every_start(void);
GPRT_HIDDEN void gprt_every(struct gprt_thread *t);

#endif
