/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * cpu_time.h - the calling thread's CPU time, in the handler (cpu_time.c).
 */
#ifndef GPROF_RT_SAMPLE_CPU_TIME_H
#define GPROF_RT_SAMPLE_CPU_TIME_H

#include "record/slot.h"

GPRT_HIDDEN int64_t gprt_cpu_time(struct gprt_thread *t);
GPRT_HIDDEN int64_t gprt_cpu_time_since(struct gprt_thread *t, int64_t start);

#endif
