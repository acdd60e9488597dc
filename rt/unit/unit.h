/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * unit.h - what the parts of the unit share (see unit.c).
 *
 * All of it is hidden: every link unit has its own.  The names are reserved to
 * the implementation because they are in the program's objects.
 */
#ifndef GPROF_RT_UNIT_H
#define GPROF_RT_UNIT_H

#include <gprof-llvm/abi.h>

#define UNIT_HIDDEN __attribute__((visibility("hidden")))

extern UNIT_HIDDEN __thread struct gprof_tls __gprof_thread;
extern UNIT_HIDDEN struct gprof_unit __gprof_unit;

extern UNIT_HIDDEN const char __gprof_unit_name[]; /* GPROF_NOTE_NAME */
/* The runtime that is linked with the program under the name __gprof_runtime, or NULL. */
extern UNIT_HIDDEN const struct gprof_runtime *const __gprof_unit_runtime;
UNIT_HIDDEN struct gprof_tls *__gprof_unit_tls(void);

/* Constructor and destructor; the pass enters them in the module's lists. */
UNIT_HIDDEN void __gprof_unit_init(void);
UNIT_HIDDEN void __gprof_unit_fini(void);

/* The functions that the stubs call, registers saved; instrumented code jumps to the stubs. */
UNIT_HIDDEN void __gprof_unit_enter(uint64_t *entry, uintptr_t caller);
UNIT_HIDDEN void __gprof_unit_indirect(uint64_t *cell, uintptr_t target);
UNIT_HIDDEN void __gprof_unit_call(uintptr_t self, uintptr_t from);

/* An ordinary call, around functions that make or replace a process (abi.h). */
UNIT_HIDDEN void __gprof_unit_process(uint32_t event, uint32_t flags);

/* Ordinary calls, of functions whose calls are measured (abi.h). */
UNIT_HIDDEN uint32_t __gprof_unit_time_enter(struct gprof_timed *f, uintptr_t caller,
					     uintptr_t frame);
UNIT_HIDDEN void __gprof_unit_time_leave(struct gprof_timed *f, uintptr_t frame,
					 uint32_t returned);

/* The stubs: not callable from C. */
UNIT_HIDDEN void __gprof_enter(void);
UNIT_HIDDEN void __gprof_indirect(void);
void __fentry__(void);

#endif
