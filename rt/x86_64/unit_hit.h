/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * unit_hit.h - what the unit has beside unit.h on x86-64: the GS form, and the hits
 * of indirect calls (see unit_hit.c).
 */
#ifndef GPROF_RT_X86_64_UNIT_HIT_H
#define GPROF_RT_X86_64_UNIT_HIT_H

#include "../unit.h"

/*
 * Counts an indirect call whose arc is in the thread's table already, and sets
 * 'done' if it did.  Saves the registers it uses, so that the stubs need not; a
 * return value would be among them where clang does not optimise.
 */
struct unit_call {
	uintptr_t target; /* of the call */
	uintptr_t done;   /* 0 before, 1 when counted */
};
#define UNIT_SAVES_ALL __attribute__((no_caller_saved_registers))
UNIT_HIDDEN UNIT_SAVES_ALL void __gprof_unit_hit(uint64_t *cell, struct unit_call *call);
UNIT_HIDDEN UNIT_SAVES_ALL void __gprof_unit_hit_gs(uint64_t *cell, struct unit_call *call);

/* The stubs of the GS form: not callable from C. */
UNIT_HIDDEN void __gprof_enter_gs(void);
UNIT_HIDDEN void __gprof_indirect_gs(void);

#endif
