/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * processor.h - what each processor does its own way (base.c in its folder).
 */
#ifndef GPROF_RT_BASE_PROCESSOR_H
#define GPROF_RT_BASE_PROCESSOR_H

#include "base/sys.h"

/*
 * The thread's counting base (GS), where there is one: else it is never in use, and to set
 * it does nothing.  get: -errno on failure; init chooses the instruction or the system call.
 */
GP_HIDDEN void gp_base_init(void);
GP_HIDDEN int gp_base_get(uintptr_t *base);
GP_HIDDEN int gp_base_set(uintptr_t base);

/* Returns from a signal handler; the bytes are known to unwinders. */
GP_HIDDEN void gp_restorer(void);

/* Calls f(a, b) on the stack that ends at 'top', a multiple of 16. */
GP_HIDDEN void gp_on_stack(void *top, void (*f)(void *a, const void *b), void *a, const void *b);

/*
 * Starts a thread of this process that libc does not know, on the stack that ends
 * at 'top': f must not return and not use thread-local variables, which are
 * those of the caller.  Its signal mask is the caller's.  When the thread ends the kernel
 * clears '*lives', unless that is NULL, and wakes who waits for it.  The kernel's result.
 */
GP_HIDDEN long gp_thread_make(void *top, void (*f)(void), uint32_t *lives);

#endif
