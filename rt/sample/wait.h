/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * wait.h - the thread that samples waiting threads (wait.c).  With the lock held.
 *
 * docs/design/kernel-time.md has the reasons.
 */
#ifndef GPROF_RT_SAMPLE_WAIT_H
#define GPROF_RT_SAMPLE_WAIT_H

#include "base/sys.h"

GPRT_HIDDEN void gprt_wait_start(void);

/* It stayed in the parent. */
GPRT_HIDDEN void gprt_wait_in_child(void);

#endif
