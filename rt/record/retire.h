/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * retire.h - what is kept of objects that go (retire.c).  With the lock held.
 */
#ifndef GPROF_RT_RECORD_RETIRE_H
#define GPROF_RT_RECORD_RETIRE_H

#include "base/process.h"

struct gp_unit;

GP_HIDDEN void gp_retire(const struct gprof_module *m);
GP_HIDDEN void gp_revive(const struct gprof_module *m);

/* Where the unit has cells of indirect sites: in memory, and in the file of a pool. */
GP_HIDDEN void gp_cells_list(struct gp_unit *u);
GP_HIDDEN void gp_cells_store(struct gp_unit *u);
GP_HIDDEN void gp_cells_forked(void);

/* Returns true if any unit counts blocks. */
GP_HIDDEN bool gp_units_count_blocks(void);

#endif
