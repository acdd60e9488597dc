/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * costs.h - reviews of a thread's cost of samples (costs.c).
 */
#ifndef GPROF_RT_SAMPLE_COSTS_H
#define GPROF_RT_SAMPLE_COSTS_H

#include "record/slot.h"

/* In the handler, after a sample; looks again and again, after some periods each. */
GPRT_HIDDEN void gprt_costs_review(struct gprt_thread *t);

#endif
