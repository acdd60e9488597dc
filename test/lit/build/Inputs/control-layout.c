/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
#include <gprof-llvm/abi.h>
#include <gprof-llvm/format.h>
#include <gprof-llvm/gprof.h>

#define SAME(a, b) _Static_assert((int)(a) == (int)(b), #a)

SAME(GPROF_START, GPROF_SNAPSHOT_START);
SAME(GPROF_STOP, GPROF_SNAPSHOT_STOP);
SAME(GPROF_RESET, GPROF_SNAPSHOT_RESET);
SAME(GPROF_DUMP, GPROF_SNAPSHOT_DUMP);
SAME(GPROF_PHASE_BEGIN, GPROF_SNAPSHOT_BEGIN);
SAME(GPROF_PHASE_END, GPROF_SNAPSHOT_END);
SAME(GPROF_CONTROL_ABI, GPROF_ABI_VERSION);
SAME(offsetof(struct gprof_controller, size), offsetof(struct gprof_runtime, size));
SAME(offsetof(struct gprof_controller, control), offsetof(struct gprof_runtime, control));
SAME(offsetof(struct gprof_controlled, runtime), offsetof(struct gprof_unit, runtime));
SAME(GPROF_PIECES, GPROF_CONTROL_PIECES);
SAME(offsetof(struct gprof_pieces, chunk), offsetof(struct gprof_heap_pieces, chunk));
SAME(sizeof(struct gprof_pieces), sizeof(struct gprof_heap_pieces));
