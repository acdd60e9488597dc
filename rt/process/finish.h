/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * finish.h - ends a profile (finish.c).
 */
#ifndef GPROF_RT_PROCESS_FINISH_H
#define GPROF_RT_PROCESS_FINISH_H

#include "base/sys.h"

/* May be called several times: the last call counts. */
GPRT_HIDDEN void gprt_finish(void);

/* The end of everything: no code of a unit that is known of will run. */
GPRT_HIDDEN void gprt_end(void);
GPRT_HIDDEN void gprt_end_pool(void);

#endif
