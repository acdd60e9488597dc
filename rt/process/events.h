/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * events.h - what instrumented code reports of its calls (events.c, abi.h).
 */
#ifndef GPROF_RT_PROCESS_EVENTS_H
#define GPROF_RT_PROCESS_EVENTS_H

#include "base/process.h"

GPRT_HIDDEN void gprt_process(struct gprof_unit *unit, struct gprof_tls *tls, uint32_t event,
			      uint32_t flags);

#endif
