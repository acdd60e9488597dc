/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * safe_read.h - memory of the program, read without a fault (safe_read.c).
 *
 * For every address that comes from a register, a stack or a table, or that the program may
 * have taken away or protected meanwhile.  Any thread, any time; no lock, no thread-local
 * variable.
 */
#ifndef GPROF_RT_BASE_SAFE_READ_H
#define GPROF_RT_BASE_SAFE_READ_H

#include "base/sys.h"

#include <stdbool.h>

/*
 * How memory is read in this thread, until it gives itself a seccomp filter.  PROBE: the caller
 * must not read memory that another thread may unmap meanwhile.
 */
enum gprt_read_method {
	GPRT_READ_UNTRIED, /* not tried; never returned */
	GPRT_READ_CALL,
	GPRT_READ_PROBE,
};
GPRT_HIDDEN enum gprt_read_method gprt_read_method(void);

/* Once, at the process's start: finds out, unless a filter is there already. */
GPRT_HIDDEN void gprt_safe_read_init(void);

/* Copies up to 'n' bytes; how many, less than 'n' where a page is not there or not readable. */
GPRT_HIDDEN size_t gprt_safe_read(enum gprt_read_method how, void *to, uintptr_t from, size_t n);

/*
 * Returns true if a system call has just returned to the interrupted code; or if a signal handler
 * returns to that address.  False as well when the code cannot be read.
 */
GPRT_HIDDEN bool gprt_in_system_call(const void *context);
GPRT_HIDDEN bool gprt_returns_from_signal(uintptr_t pc);

#endif
