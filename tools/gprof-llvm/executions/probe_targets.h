/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * probe_targets.h - the functions that the calls at pseudo-probes lead to.
 *
 *	probe_targets_init(), probe_targets_at() any number of times, probe_targets_release()
 *
 * A direct call names its function.  A call by pointer is known by the cell that the code before
 * it counts in (annotate/calls.c has the same rule); where the compiler copied both, each copy has
 * the calls of all, and the same cell.
 *
 * Cost: decodes each function with a call's probe; sorts the calls.
 */
#ifndef GPROF_EXECUTIONS_PROBE_TARGETS_H
#define GPROF_EXECUTIONS_PROBE_TARGETS_H

#include "binary/pseudo_probes.h"
#include "program/program.h"

struct probe_target {
	uint32_t object;
	uint64_t address;   /* of the call instruction */
	const char *callee; /* linkage name, borrowed */
	uint64_t cell;      /* 0: the call is direct, and led there each time */
	int64_t calls;      /* by pointer */
};

struct probe_targets {
	const struct program *p;
	struct probe_target *items; /* by object and address; most calls first */
	size_t n, room;
};

/* 'probes' has an element for each object. */
void probe_targets_init(struct probe_targets *t, const struct program *p,
			const struct pseudo_probes *probes);

/* Those of a call instruction, and in *n how many. */
const struct probe_target *probe_targets_at(const struct probe_targets *t, uint32_t object,
					    uint64_t address, size_t *n);

void probe_targets_release(struct probe_targets *t);

#endif
