/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * budget.h - what a sample costs, and how many may be taken (budget.c).
 *
 * start: with the file; the others: in sample handlers only.
 */
#ifndef GPROF_RT_SAMPLE_BUDGET_H
#define GPROF_RT_SAMPLE_BUDGET_H

#include "file/file.h"

struct gprt_budget {
	uint64_t ran_ns;       /* CPU time that samples weigh */
	uint64_t spent_ns;     /* CPU time that samples took */
	int64_t price_ns;      /* mean of recent samples */
	uint64_t interrupt_ns; /* mean of interrupts, 0: not measured yet */
	uint64_t tick_ns;      /* the same of a tick with its signal */
	uint32_t step;         /* of the period; 0 is the first */
	uint64_t period_ns;    /* of that step */
	uint64_t starts_ns;    /* what giving new threads their events took, about */
	uint64_t switches_ns;  /* what events took as threads left their processors, about */
};

extern GPRT_HIDDEN struct gprt_budget gprt_budget;

/* CPU time between samples on average, at present, ns. */
static inline uint64_t gprt_period(void)
{
	return __atomic_load_n(&gprt_budget.period_ns, __ATOMIC_RELAXED);
}

/* The same at the start of the process: the shortest. */
static inline uint64_t gprt_first_period(void)
{
	return gprt_file.header->period_ns;
}

GPRT_HIDDEN void gprt_budget_start(void);
GPRT_HIDDEN uint64_t gprt_budget_period(uint32_t step);
GPRT_HIDDEN uint32_t gprt_budget_step(uint64_t period);
GPRT_HIDDEN bool gprt_budget_has_start(void);
GPRT_HIDDEN bool gprt_budget_has_switches(uint64_t ns, uint64_t share);
GPRT_HIDDEN void gprt_budget_ran(uint64_t ns);
GPRT_HIDDEN void gprt_budget_spent(uint64_t ns);
GPRT_HIDDEN uint64_t gprt_budget_charge(bool precise, uint64_t own);
GPRT_HIDDEN void gprt_budget_measure(int64_t ns);
GPRT_HIDDEN void gprt_budget_measure_tick(int64_t ns);
GPRT_HIDDEN bool gprt_budget_is_least(void);

#endif
