/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * modules.h - the objects of the process (modules.c).  With the lock held, but for
 * gp_modules_locked, and gp_module_tables, which handlers call.
 */
#ifndef GPROF_RT_RECORD_MODULES_H
#define GPROF_RT_RECORD_MODULES_H

#include "base/process.h"

/* A loaded object, as far as its unwind tables go. */
struct gp_object {
	uintptr_t low, high; /* range of its load segments */
	uintptr_t tables;    /* its PT_GNU_EH_FRAME, 0: none */
};

/* Calls f(data) with the lock held, and libc's of the list of objects, which is taken first. */
GP_HIDDEN void gp_modules_locked(void (*f)(void *data), void *data);

/* Looks which objects have come and gone, inside of gp_modules_locked(). */
GP_HIDDEN void gp_modules_refresh(void);

/* In a forked child; 'threads': its parent had others, one of which may have had libc's lock. */
GP_HIDDEN void gp_modules_forked(bool threads);

/* An object was loaded, so libc's lock is to be had. */
GP_HIDDEN void gp_modules_loaded(void);

/* Its number; GPROF_NONE if it cannot be recorded. */
GP_HIDDEN uint32_t gp_module_of(const struct gprof_unit *unit);
GP_HIDDEN const struct gprof_module *gp_module_record(uint32_t index);

GP_HIDDEN bool gp_module_tables(uintptr_t pc, struct gp_object *o);

#endif
