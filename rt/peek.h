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

#include "sys.h"

#include <stdbool.h>

/* Copies up to 'n' bytes; how many, less than 'n' where a page is not there or not readable. */
GP_HIDDEN size_t gp_peek(void *to, uintptr_t from, size_t n);

/* Whether what another thread takes away meanwhile can be read, too. */
GP_HIDDEN bool gp_peek_holds(void);

/* Whether a system call has just returned to 'pc'; false as well when that cannot be read. */
GP_HIDDEN bool gp_in_system_call(uintptr_t pc);

/* Whether a return address is that of a signal handler; false as above. */
GP_HIDDEN bool gp_returns_from_signal(uintptr_t pc);

#endif
