/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * handlers.h - the handlers that the program sets (handlers.c).
 */
#ifndef GPROF_RT_SAMPLE_HANDLERS_H
#define GPROF_RT_SAMPLE_HANDLERS_H

#include "record/slot.h"

/* Instrumented code is about to set the action of a signal; it has. */
GPRT_HIDDEN void gprt_handler_before(struct gprt_thread *t, int sig);
GPRT_HIDDEN void gprt_handler_follow(struct gprt_thread *t);
/* The same where the signal is not known; 64 system calls. */
GPRT_HIDDEN void gprt_handler_follow_all(struct gprt_thread *t);

/* In a child: it has its parent's handlers, and a new file. */
GPRT_HIDDEN void gprt_handlers_forked(struct gprt_thread *t);

/* Returns true if the calling thread, with these signals blocked, may be in one. */
GPRT_HIDDEN bool gprt_may_be_in_handler(uint64_t mask);

#endif
