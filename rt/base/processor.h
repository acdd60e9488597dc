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
GPRT_HIDDEN void gprt_base_init(void);
GPRT_HIDDEN int gprt_base_get(uintptr_t *base);
GPRT_HIDDEN int gprt_base_set(uintptr_t base);

/* Returns from a signal handler; the bytes are known to unwinders. */
GPRT_HIDDEN void gprt_restorer(void);

/* Calls f(a, b) on the stack that ends at 'top', a multiple of 16. */
GPRT_HIDDEN void gprt_on_stack(void *top, void (*f)(void *a, const void *b), void *a,
			       const void *b);

/*
 * Starts a thread of this process that libc does not know, on the stack that ends
 * at 'top': f must not return and not use thread-local variables, which belong to the caller.  Its
 * signal mask is the caller's.  When the thread ends the kernel clears '*lives', unless that is
 * NULL, and wakes the thread that waits for it.  The kernel's result.
 */
GPRT_HIDDEN long gprt_thread_make(void *top, void (*f)(void), uint32_t *lives);

#endif
