/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * frame_index.h - the sorted table of functions that the linker did not make of .eh_frame.
 *
 * Some drivers do not ask the linker for PT_GNU_EH_FRAME: gcc -static, musl-gcc.  The records are
 * there all the same, but only section headers say where.  So they are looked for in the file of
 * the executable, once, and the table is made in memory of ours.  Of shared objects it is not.
 *
 * Cost: a few reads of the file, and 8 bytes a function; 2 ms for 20,000 functions.
 */
#ifndef GPROF_RT_UNWIND_FRAME_INDEX_H
#define GPROF_RT_UNWIND_FRAME_INDEX_H

#include "base/sys.h"

#include <stdint.h>

/* A function and its record, as distances from the executable's low end. */
struct gprt_frame_entry {
	uint32_t start, fde;
};

struct gprt_frame_index {
	uintptr_t low, high; /* of the executable */
	const struct gprt_frame_entry *entry; /* by start */
	uint32_t n; /* 0: the executable has a table, or no records; so is the rest */
};

/* Of the executable of this process; leaves 'to' alone if there is none.  In constructors only. */
GPRT_HIDDEN void gprt_frame_index_make(struct gprt_frame_index *to);

#endif
