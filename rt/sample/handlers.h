/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * handlers.h - the handlers that the program sets (handlers.c).
 */
#ifndef GPROF_RT_SAMPLE_HANDLERS_H
#define GPROF_RT_SAMPLE_HANDLERS_H

#include "record/slot.h"

/* Instrumented code is about to set the action of a signal; it has. */
GP_HIDDEN void gp_handler_before(struct gp_thread *t, int sig);
GP_HIDDEN void gp_handler_follow(struct gp_thread *t);
/* The same where the signal is not known; 64 system calls. */
GP_HIDDEN void gp_handler_follow_all(struct gp_thread *t);

/* In a child: it has its parent's handlers, and a new file. */
GP_HIDDEN void gp_handlers_forked(struct gp_thread *t);

/* Returns true if the calling thread, with these signals blocked, may be in one. */
GP_HIDDEN bool gp_may_be_in_handler(uint64_t mask);

#endif
