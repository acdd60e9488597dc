/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * rings.h - samples of other events than CPU time, from the kernel's buffers (rings.c).
 */
#ifndef GPROF_RT_SAMPLE_RINGS_H
#define GPROF_RT_SAMPLE_RINGS_H

#include "record/slot.h"

/* A process begins, or a forked child: its file says which events are sampled.  With the lock
   held. */
GPRT_HIDDEN void gprt_rings_start(void);

/* For the calling thread, which has a slot.  With the lock held. */
GPRT_HIDDEN void gprt_rings_open(struct gprt_thread *t);

/* In the handler, or with signals blocked: takes the samples of the calling thread. */
GPRT_HIDDEN void gprt_rings_take(struct gprt_thread *t);

/* The calling thread ends the process, with signals blocked: the same, and its counts up to now.
   It sleeps for an instant. */
GPRT_HIDDEN void gprt_rings_end(struct gprt_thread *t);

/* Of a slot whose thread is gone.  With the lock held. */
GPRT_HIDDEN void gprt_rings_close(struct gprt_thread *t);

/* In a forked child: it has none of the parent's buffers. */
GPRT_HIDDEN void gprt_rings_forget(struct gprt_thread *t);

/* The end of the process: the samples of all threads, and the kernel's totals.  With the lock
   held. */
GPRT_HIDDEN void gprt_rings_finish(void);

#endif
