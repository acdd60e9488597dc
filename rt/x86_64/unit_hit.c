/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * unit_hit.c - indirect calls whose arc is in the thread's table already, x86-64.
 *
 * The functions save the registers they use (an attribute that compilers have for
 * this processor), so the stubs need not: about 3 ns a call.  They run anywhere, as
 * the rest of the unit does.
 */
#include "../hash.h"
#include "unit_hit.h"

#include <gprof-llvm/format.h>

/* 'offset' is that of the cell in gprof_cnt. */
static inline __attribute__((always_inline)) void hit(uint64_t offset, struct unit_call *call)
{
	uintptr_t view = __gprof_thread.view, target = call->target;
	struct gprof_arcs *arcs;
	struct gprof_arc *e;
	uint64_t at;

	if (view <= GPROF_VIEW_OFF)
		return;
	/* One load of the table: a signal handler may exchange it. */
	arcs = *(struct gprof_arcs *volatile *)&((struct gprof_view_head *)(view - 1))->arcs;
	e = (struct gprof_arc *)((char *)arcs->entry + (gp_arc_first(offset) & arcs->mask));
	for (at = gp_arc_second(offset, target); e->kind; at += sizeof(*e)) {
		if (__atomic_load_n(&e->to, __ATOMIC_ACQUIRE) == target && e->from == offset &&
		    e->kind == GPROF_ARC_INDIRECT && e->module == __gprof_unit.index) {
			__asm__ volatile("incq %0" : "+m"(e->count) : : "cc");
			call->done = 1;
			return;
		}
		e = (struct gprof_arc *)((char *)arcs->entry + (at & arcs->mask));
	}
}

void __gprof_unit_hit(uint64_t *cell, struct unit_call *call)
{
	hit((uint64_t)((char *)cell - __gprof_thread.bias - __gprof_unit.cnt_start), call);
}

void __gprof_unit_hit_gs(uint64_t *cell, struct unit_call *call)
{
	hit((uint64_t)((char *)cell - __gprof_unit.cnt_start), call);
}
