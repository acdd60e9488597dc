/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * unload.h - what is kept of objects that go (unload.c).  With the lock held.
 */
#ifndef GPROF_RT_RECORD_UNLOAD_H
#define GPROF_RT_RECORD_UNLOAD_H

#include "base/process.h"

struct gprt_unit;

GPRT_HIDDEN void gprt_module_unload(const struct gprof_module *m);
GPRT_HIDDEN void gprt_module_reload(const struct gprof_module *m);

/* Where the unit has cells of indirect sites: in memory, and in the file of a pool. */
GPRT_HIDDEN void gprt_cells_list(struct gprt_unit *u);
GPRT_HIDDEN void gprt_cells_store(struct gprt_unit *u);
GPRT_HIDDEN void gprt_cells_forked(void);

/* Returns true if any unit counts blocks. */
GPRT_HIDDEN bool gprt_units_count_blocks(void);

#endif
