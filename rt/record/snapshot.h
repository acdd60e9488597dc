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
struct gp_memory {
	char *at;
	size_t size; /* bytes */
};

struct gp_snapshots {
	uint32_t lock;            /* taken before that of 'gp' */
	struct gp_memory image;   /* the profile file, to be read */
	struct gp_memory shadow;  /* the counts of 'base', each at its file offset */
	struct gp_memory content; /* of the snapshot being made */
	uint64_t base;            /* file offset of our last snapshot, 0: none */
};

extern GP_HIDDEN struct gp_snapshots gp_snapshots;

GP_HIDDEN int gp_snapshot(uint32_t kind, const char *name);
GP_HIDDEN bool gp_snapshot_try(void);
GP_HIDDEN void gp_snapshot_first(void);
GP_HIDDEN bool gp_snapshot_stopped(void);
GP_HIDDEN void gp_snapshot_forked(void);

#endif
