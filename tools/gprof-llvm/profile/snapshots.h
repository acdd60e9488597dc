/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * snapshots.h - the snapshots of a profile: their list, and the sums of their contents
 * (docs/format.md 2, Snapshots).
 *
 *	snapshots_read()   by profile_parse(); oldest first
 *	snapshots_sum()    any number of times
 *
 * Cost: each snapshot is decoded once, whatever is asked.
 */
#ifndef GPROF_PROFILE_SNAPSHOTS_H
#define GPROF_PROFILE_SNAPSHOTS_H

#include "base/error.h"
#include "base/util.h"

#include <gprof-llvm/format.h>

struct snapshot {
	uint64_t offset; /* in the file */
	uint64_t base;   /* offset of the one its values are relative to, or 0 */
	uint32_t kind;   /* enum gprof_snapshot_kind */
	uint32_t others; /* as in the file */
	uint64_t monotonic_ns;
	uint64_t cpu_ns; /* of the process so far, 0 unknown */
	const char *name;
	const uint8_t *content;
	size_t content_size;
};

struct snapshots {
	struct snapshot *list; /* oldest first */
	size_t n, room;
};

/* Reads the list that begins at 'newest'; the error does not name the file. */
int snapshots_read(struct snapshots *s, const void *memory, uint64_t end, uint64_t newest,
		   struct gp_error *e);
void snapshots_release(struct snapshots *s);

/* Where a count goes: 'words' as the area's, or NULL when it is not wanted. */
struct snapshot_area {
	const struct gprof_area *area;
	uint64_t *words;
};

/* Of a count: position of its area, number of the word in it, difference to the base, modulo
   2^64. */
typedef void snapshot_visit(void *context, size_t area, uint64_t word, uint64_t difference);

/* Calls 'visit' for every count in the content of a snapshot; 'by_offset' has the positions of
   the areas by their offsets. */
int snapshots_each(const struct snapshot *s, const struct snapshot_area *areas,
		   const struct gp_map *by_offset, snapshot_visit *visit, void *context,
		   struct gp_error *e);

/* Position of the snapshot that each is relative to; GP_NONE: to zeros.  To be freed, or NULL
   with an error. */
uint32_t *snapshots_bases(const struct snapshots *s, struct gp_error *e);

/* As snapshots_each() wants it. */
void snapshots_index(struct gp_map *by_offset, const struct snapshot_area *areas, size_t nareas);

/*
 * Adds to the words of the areas the values that the counts had at each snapshot,
 * times its factor.  'areas' are looked up by offset.  Sums are modulo 2^64.
 */
int snapshots_sum(const struct snapshots *s, const int64_t *factors,
		  const struct snapshot_area *areas, size_t nareas, struct gp_error *e);

#endif
