/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * periodic_snapshots.h - snapshots that are taken by themselves (periodic_snapshots.c).
 */
#ifndef GPROF_RT_SAMPLE_PERIODIC_SNAPSHOTS_H
#define GPROF_RT_SAMPLE_PERIODIC_SNAPSHOTS_H

#include "record/slot.h"

GPRT_HIDDEN void gprt_periodic_snapshots_start(void);
GPRT_HIDDEN void gprt_periodic_snapshot(struct gprt_thread *t);

#endif
