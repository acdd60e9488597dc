/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * arcs.h - a thread's arcs that have no counter of their own (arcs.c).
 */
#ifndef GPROF_RT_RECORD_ARCS_H
#define GPROF_RT_RECORD_ARCS_H

#include "base/process.h"

struct gp_thread;
struct gp_view;

/* A thread's arcs, and what only their writer needs. */
struct gp_arcs {
	struct gprof_arcs *newest; /* NULL before the first entry */
	uint64_t used;             /* entries taken in it */
	bool full;                 /* no larger one could be had */
};

/* show: a view made known its thread's arcs; reset: forgets them all */
GP_HIDDEN bool gp_arc_count(struct gp_thread *t, enum gprof_arc_kind kind, uint32_t module,
			    uint64_t from, uint64_t to);
GP_HIDDEN void gp_arcs_show(struct gp_view *v);
GP_HIDDEN void gp_arcs_reset(struct gp_thread *t);

#endif
