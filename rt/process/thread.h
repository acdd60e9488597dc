/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * thread.h - makes threads known (thread.c).
 */
#ifndef GPROF_RT_PROCESS_THREAD_H
#define GPROF_RT_PROCESS_THREAD_H

#include "base/process.h"

/* A forked child has been noticed before (fork.h). */
GPRT_HIDDEN void gprt_register(struct gprof_unit *unit, struct gprof_tls *tls);

#endif
