/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * modules.h - the objects of the process (modules.c).  With the lock held, but for
 * gprt_modules_locked, and gprt_module_tables, which handlers call.
 */
#ifndef GPROF_RT_RECORD_MODULES_H
#define GPROF_RT_RECORD_MODULES_H

#include "base/process.h"

/* A loaded object, as far as its unwind tables go. */
struct gprt_object {
	uintptr_t low, high; /* range of its load segments */
	uintptr_t tables;    /* its PT_GNU_EH_FRAME, 0: none */
};

/* Calls f(data) with the lock held, and libc's of the list of objects, which is taken first. */
GPRT_HIDDEN void gprt_modules_locked(void (*f)(void *data), void *data);

/* Looks which objects have come and gone, inside of gprt_modules_locked(). */
GPRT_HIDDEN void gprt_modules_refresh(void);

/* In a forked child; 'threads': its parent had others, one of which may have had libc's lock. */
GPRT_HIDDEN void gprt_modules_forked(bool threads);

/* An object was loaded, so libc's lock is to be had. */
GPRT_HIDDEN void gprt_modules_loaded(void);

/* Its number; GPROF_NONE if it cannot be recorded. */
GPRT_HIDDEN uint32_t gprt_module_of(const struct gprof_unit *unit);
GPRT_HIDDEN const struct gprof_module *gprt_module_record(uint32_t index);

/* Returns true if a loaded object has the address; for handlers as well. */
GPRT_HIDDEN bool gprt_module_has(uintptr_t address);

/* See struct gprof_heap_service; pc: where a call returns to, maybe the end of the object. */
GPRT_HIDDEN uint64_t gprt_module_place(uintptr_t pc);

GPRT_HIDDEN bool gprt_module_tables(uintptr_t pc, struct gprt_object *o);

#endif
