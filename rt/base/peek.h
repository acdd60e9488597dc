/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * peek.h - memory of the program, read without a fault (peek.c).
 *
 * For every address that comes from a register, a stack or a table, or that the program may
 * have taken away or protected meanwhile.  Any thread, any time; no lock, no thread-local
 * variable.
 */
#ifndef GPROF_RT_PEEK_H
#define GPROF_RT_PEEK_H

#include "base/sys.h"

#include <stdbool.h>

/*
 * How memory is read in this thread, until it gives itself a seccomp filter.  PROBE: what
 * another thread takes away meanwhile must not be read.
 */
enum gprt_peek {
	GPRT_PEEK_NEW, /* not tried; never returned */
	GPRT_PEEK_CALL,
	GPRT_PEEK_PROBE,
};
GPRT_HIDDEN enum gprt_peek gprt_peek_how(void);

/* Once, at the process's start: finds out, unless a filter is there already. */
GPRT_HIDDEN void gprt_peek_init(void);

/* Copies up to 'n' bytes; how many, less than 'n' where a page is not there or not readable. */
GPRT_HIDDEN size_t gprt_peek(enum gprt_peek how, void *to, uintptr_t from, size_t n);

/*
 * Returns true if a system call has just returned to what was interrupted; whether a return address
 * is that of a signal handler.  False as well when the code cannot be read.
 */
GPRT_HIDDEN bool gprt_in_system_call(const void *context);
GPRT_HIDDEN bool gprt_returns_from_signal(uintptr_t pc);

#endif
