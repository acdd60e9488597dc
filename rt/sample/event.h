/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * event.h - a thread's perf event (event.c).
 */
#ifndef GPROF_RT_SAMPLE_EVENT_H
#define GPROF_RT_SAMPLE_EVENT_H

#include "record/slot.h"

GP_HIDDEN bool gp_event_open(struct gp_thread *t, uint64_t interval, uint32_t signals);
GP_HIDDEN void gp_event_close(struct gp_thread *t);

/* budget.c */
GP_HIDDEN void gp_budget_start(void);
GP_HIDDEN uint64_t gp_budget_period(uint32_t step);
GP_HIDDEN void gp_budget_ran(uint64_t ns);
GP_HIDDEN void gp_budget_spent(uint64_t ns);
GP_HIDDEN uint64_t gp_budget_charge(bool precise, uint64_t own);
GP_HIDDEN void gp_budget_measure(int64_t ns);
GP_HIDDEN bool gp_budget_is_least(void);

/* None is open in a forked child. */
GP_HIDDEN void gp_events_in_child(void);

#endif
