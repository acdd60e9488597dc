/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * fork.h - children of fork and their like (fork.c).
 */
#ifndef GPROF_RT_PROCESS_FORK_H
#define GPROF_RT_PROCESS_FORK_H

#include "base/sys.h"

#include <stdbool.h>

GPRT_HIDDEN void gprt_fork_init(void);

/* Whatever made this process ran no handlers: it becomes a child now. */
GPRT_HIDDEN void gprt_fork_notice(void);

/* Returns true in such a process as long as it is not one.  A handler may be about to do it. */
GPRT_HIDDEN bool gprt_fork_is_unnoticed(void);

#endif
