/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * sample.h - a sample, taken and weighed, in the handler (sample.c).
 *
 * context: what was interrupted.
 */
#ifndef GPROF_RT_SAMPLE_SAMPLE_H
#define GPROF_RT_SAMPLE_SAMPLE_H

#include "record/slot.h"

GP_HIDDEN void gp_sample(void *thread, const void *context);
GP_HIDDEN void gp_sample_and_tick(void *thread, const void *context);
GP_HIDDEN void gp_sample_look(void *thread, const void *context);
GP_HIDDEN void gp_sample_account(struct gp_thread *t, const void *context, uint64_t weight,
				 uint32_t kind);
GP_HIDDEN void gp_sample_calls(struct gp_thread *t, int64_t weight);
GP_HIDDEN void gp_sample_last(struct gp_thread *t);
GP_HIDDEN void gp_sample_leave_out(struct gp_thread *t, int64_t start, bool precise);
GP_HIDDEN void gp_sample_opened(struct gp_thread *t, int64_t start);
GP_HIDDEN void gp_sample_watch(struct gp_thread *t, int64_t now);

#endif
