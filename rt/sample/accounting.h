/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * accounting.h - a sample, taken and weighed, in the handler (accounting.c).
 *
 * context: what was interrupted.
 */
#ifndef GPROF_RT_SAMPLE_ACCOUNTING_H
#define GPROF_RT_SAMPLE_ACCOUNTING_H

#include "record/slot.h"

GPRT_HIDDEN void gprt_sample_take(void *thread, const void *context);
GPRT_HIDDEN void gprt_sample_and_snapshot(void *thread, const void *context);
GPRT_HIDDEN void gprt_sample_at_tick(void *thread, const void *context);
GPRT_HIDDEN void gprt_sample_account(struct gprt_thread *t, const void *context, uint64_t weight,
				     uint32_t kind);
GPRT_HIDDEN void gprt_sample_calls(struct gprt_thread *t, int64_t weight);
GPRT_HIDDEN void gprt_sample_last(struct gprt_thread *t);
GPRT_HIDDEN void gprt_sample_exclude(struct gprt_thread *t, int64_t start, bool precise);
GPRT_HIDDEN void gprt_sample_opened(struct gprt_thread *t, int64_t start);
GPRT_HIDDEN void gprt_sample_watch_ticks(struct gprt_thread *t, int64_t now);

#endif
