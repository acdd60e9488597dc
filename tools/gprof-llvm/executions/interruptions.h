/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * interruptions.h - how often code may have been left in the middle: between two counts control
 * neither went on nor left by a call, and nothing counted that.
 *
 * Each time moves the counts of one function by one at most.
 */
#ifndef GPROF_EXECUTIONS_INTERRUPTIONS_H
#define GPROF_EXECUTIONS_INTERRUPTIONS_H

#include "executions/handlers.h"
#include "profile/snapshot_bounds.h"
#include "program/program.h"

struct interruptions {
	int64_t times; /* at most, anywhere */
	int64_t ended; /* the same by the end of a process, which most likely came in a call */
	bool assumed;  /* that handlers of faults went on where the fault was */
};

/* After program_join(), without what handlers left; 'bounds': the bounds of each profile, empty for
   whole runs. */
struct interruptions interruptions_of(const struct program *p, const struct snapshot_bounds *bounds,
				      const struct handlers *handlers);

/* Adds what handlers left: at most as many as processes that ended in a call may have left code by
   the end. */
void interruptions_add_handlers(struct interruptions *s, const struct program *p, int64_t left);

/* Processes that a profile is of, and whether threads may have counted while they were added up. */
uint64_t interruptions_processes(const struct profile *p);
bool interruptions_is_torn(const struct profile *p);

#endif
