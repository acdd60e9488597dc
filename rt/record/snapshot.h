/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * snapshot.h - the counts at a moment, beside those at the end (snapshot.c).
 *
 * docs/design/snapshots.md has the reasons.
 */
#ifndef GPROF_RT_RECORD_SNAPSHOT_H
#define GPROF_RT_RECORD_SNAPSHOT_H

#include "base/process.h"

/* A mapping that can be enlarged; 'at' is NULL before the first time. */
struct gprt_memory {
	char *at;
	size_t size; /* bytes */
};

struct gprt_snapshots {
	uint32_t lock;            /* taken before the lock of 'gprt' */
	struct gprt_memory image;   /* the profile file, to be read */
	struct gprt_memory shadow;  /* the counts of 'base', each at its file offset */
	struct gprt_memory content; /* of the snapshot being made */
	uint64_t base;            /* file offset of our last snapshot, 0: none */
};

extern GPRT_HIDDEN struct gprt_snapshots gprt_snapshots;

GPRT_HIDDEN int gprt_snapshot(uint32_t kind, const char *name);
GPRT_HIDDEN bool gprt_snapshot_try(void);
GPRT_HIDDEN void gprt_snapshot_first(void);
GPRT_HIDDEN bool gprt_snapshot_stopped(void);
GPRT_HIDDEN void gprt_snapshot_forked(void);

#endif
