/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * begin.h - begins a profile's file (begin.c).  With the lock held.
 */
#ifndef GPROF_RT_PROCESS_BEGIN_H
#define GPROF_RT_PROCESS_BEGIN_H

#include "base/sys.h"

/* The state becomes GPRT_ON or GPRT_OFF.  A run_id of 0: a new one.  blocks: bytes of those that
   the thread will have. */
GPRT_HIDDEN void gprt_start_file(uint64_t run_id, uint32_t depth, uint64_t blocks);

#endif
