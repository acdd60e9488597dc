/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * run_facts.h - how a run was sampled and what profiling cost: the facts of both heads, the short
 * one (overview_head.c) and the long one (verbose_head.c).  profiles.c finds them.
 *
 * Cost: visits each sample and thread.
 */
#ifndef GPROF_REPORT_RUN_FACTS_H
#define GPROF_REPORT_RUN_FACTS_H

#include "analysis/cost.h"
#include "analysis/tick_samples.h"
#include "report/report.h"

struct run_facts {
	uint32_t clock;        /* GPROF_CLOCK_...; of the first run */
	uint64_t first_period; /* between two samples when the first run began, ns; 0: no samples */
	uint64_t last_period;  /* the longest that it has grown to, to limit overhead, ns; 0: it
				  has not grown */
	struct tick_samples ticks;
	bool at_ticks;         /* the kernel's ticks sampled some threads, in part or alone */
	bool kernel_counted;   /* the profiles have the two times below, of all processes */
	double user, kernel;   /* CPU time as the kernel counted it, ns */
	struct cost counting;  /* of calls, estimated */
	double most_counting;  /* its upper end, at most the CPU time, ns */
	bool counting_matters; /* it is enough of the CPU time to be printed */
};

void run_facts_find(struct run_facts *f, const struct report *r);

/* The parts of the run that the report covers, such as "while phase 'load' lasted"; returns how
   many there are, 0 for a whole run.  The caller frees the texts. */
#define RUN_PARTS 3
size_t run_parts(const struct report *r, char *texts[RUN_PARTS]);

#endif
