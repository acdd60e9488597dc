/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * arcs.h - a thread's arcs that have no counter of their own (arcs.c).
 */
#ifndef GPROF_RT_RECORD_ARCS_H
#define GPROF_RT_RECORD_ARCS_H

#include "base/process.h"

struct gprt_thread;
struct gprt_view;

/* A thread's arcs, and fields that only their writer needs. */
struct gprt_arcs {
	struct gprof_arcs *newest; /* NULL before the first entry */
	uint64_t used;             /* entries taken in it */
	bool full;                 /* no larger one could be had */
};

/* show: a view made known its thread's arcs; reset: forgets them all */
GPRT_HIDDEN bool gprt_arc_count(struct gprt_thread *t, enum gprof_arc_kind kind, uint32_t module,
				uint64_t from, uint64_t to);
GPRT_HIDDEN void gprt_arcs_show(struct gprt_view *v);
GPRT_HIDDEN void gprt_arcs_reset(struct gprt_thread *t);

#endif
