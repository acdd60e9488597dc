/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * merge.h - makes one profile of two; see merge.c.
 */
#ifndef GPROF_RT_MERGE_H
#define GPROF_RT_MERGE_H

#include "profile.h"

/* Where a module of one profile went. */
struct gp_map {
	struct gp_map *next;
	const struct gprof_module *from;
	uint32_t index;   /* in the result */
	uint64_t delta;   /* added to its addresses */
};

struct gp_set; /* entries of a table, found by their key */

struct gp_merge {
	struct gp_profile from[2]; /* the first gives the address space */
	const char *name;          /* of the second's file */

	char *image;         /* the result, 'used' bytes of it; NULL: not made */
	size_t used;

	/* while it is made */
	size_t limit;        /* bytes reserved for the image */
	char *scratch, *scratch_end; /* free part of the rest */
	size_t reserved;     /* bytes mapped, image and scratch */
	struct gprof_directory *directory;
	uint32_t entries;    /* taken in it */
	struct gprof_module **modules; /* of the result, by index */
	uint32_t nmodules;
	uint64_t **words;    /* their counters */
	struct gp_map *maps[2];
	struct gp_set *arcs, *samples, *frames;
	bool failed;         /* out of room, or the two cannot be merged */
};

/* Returns 0 and the image, or -1.  Called with from and name set, the rest 0. */
GP_HIDDEN int gp_merge(struct gp_merge *m);
GP_HIDDEN void gp_merge_release(struct gp_merge *m);

/* What the parts share.  Memory is zero; without any the merge has failed. */
GP_HIDDEN void *gp_merge_scratch(struct gp_merge *m, size_t size);
GP_HIDDEN void *gp_merge_area(struct gp_merge *m, enum gprof_area_type type, size_t size,
			      uint32_t module);
GP_HIDDEN uint64_t gp_merge_bytes(const struct gp_merge *m, enum gprof_area_type type);
GP_HIDDEN const struct gp_map *gp_merge_map(const struct gp_merge *m, unsigned input,
					    uint32_t index);
GP_HIDDEN uint64_t gp_merge_moved(const struct gp_merge *m, unsigned input, uint64_t address,
				  uint32_t epoch);

/* merge_tables.c: before anything is added; what is added; at the end. */
GP_HIDDEN void gp_merge_sets(struct gp_merge *m);
GP_HIDDEN void gp_merge_arc(struct gp_merge *m, uint32_t kind, uint32_t module, uint64_t from,
			    uint64_t to, uint64_t count);
GP_HIDDEN void gp_merge_arcs(struct gp_merge *m, unsigned input, const struct gprof_area *a);
GP_HIDDEN void gp_merge_samples(struct gp_merge *m, unsigned input, const struct gprof_area *a);
GP_HIDDEN void gp_merge_tables(struct gp_merge *m);

#endif
