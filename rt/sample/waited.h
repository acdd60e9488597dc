/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * waited.h - what a blocked thread waits for, by its system call (waited.c).  By the thread of
 * wall_sampler.c alone.
 *
 * docs/design/kernel-time.md has the reasons.
 */
#ifndef GPROF_RT_SAMPLE_WAITED_H
#define GPROF_RT_SAMPLE_WAITED_H

#include "record/slot.h"

/* As /proc/PID/task/TID/syscall has it. */
struct gprt_call {
	long number;      /* -1: none */
	uintptr_t arguments[6];
};

/* Finds what the thread waits for in that call, into t->wait. */
GPRT_HIDDEN void gprt_waited_find(struct gprt_thread *t, int tid, const struct gprt_call *call);

/* At each look: who holds the lock now. */
GPRT_HIDDEN void gprt_waited_look(struct gprt_wall_state *w);

#endif
