/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * merge.h - makes one profile of two; see merge.c.
 */
#ifndef GPROF_RT_MERGE_H
#define GPROF_RT_MERGE_H

#include "pool/profile.h"

/* Where a module of a profile went. */
struct gprt_map {
	const struct gprof_module *from;
	uint32_t index;   /* in the result */
	uint64_t delta;   /* added to its addresses */
};

/* A module of the result. */
struct gprt_merged {
	struct gprof_module *record;
	uint64_t *words;  /* its counters; NULL: none yet */
	const uint32_t *cells; /* where in them cells begin, in bytes; NULL: not known */
	uint64_t ncells;
	uint64_t *bits;   /* one a word: here begins a cell; NULL: not made yet */
};

#define GPRT_MERGE_PIECE 65536u

/* The state of a page of the result. */
enum gprt_merge_state {
	GPRT_MERGE_FILLED,
	GPRT_MERGE_ADDED, /* the second profile has something there: no earlier result has it */
	GPRT_MERGE_BLANK, /* without a count */
};

struct gprt_set; /* entries of a table, found by their key (merge_set.h) */

/* A table of the first profile that the result has as it is, but for counts that are added. */
struct gprt_kept {
	const void *slots;
	uint64_t capacity, n; /* slots; the first of them are used */
};

/* One of the two. */
struct gprt_input {
	struct gprt_profile profile;
	struct gprt_map *maps;    /* its modules, by ascending address */
	uint64_t *reach;        /* of each: how far it and those before it reach at most */
	uint32_t nmaps;
	uint32_t *by_index;     /* number of a module -> position in 'maps' plus 1 */
	uint32_t nindex;
	uint32_t last;          /* position in 'maps' that an address was found at last */
	struct gprof_frames *frames; /* its tables of frames; known: id in the result */
	uint64_t nframes;
};

struct gprt_merge {
	struct gprt_input from[2]; /* the first gives the address space */
	const char *name;        /* of the second's file */
	uint64_t looked;         /* GPROF_PROCESS_LOOKED of the result */
	/* Where cells begin in a module's counters, as gprt_merged has it; may be NULL. */
	const uint32_t *(*known_cells)(const struct gprof_module *r, uint64_t *n);

	char *image;         /* the result, 'used' bytes of it; NULL: not made */
	size_t used;
	char *piece;         /* room for GPRT_MERGE_PIECE bytes of counters; NULL: not yet */
	unsigned char *states; /* of the image's pages; NULL: all are filled */
	const char *why;     /* it was not made; NULL: it was */
	unsigned culprit;    /* which of the two is why, 2: neither */
	bool damaged;        /* the culprit is not a sound profile */

	/* while it is made */
	enum gprt_merge_state filling; /* the state of the pages being filled */
	size_t limit;        /* bytes reserved for the image */
	char *scratch, *scratch_end; /* free part of the rest */
	size_t reserved;     /* bytes mapped, image and scratch */
	uint64_t steps;      /* of searches in a row that may be made yet */
	struct gprof_directory *directory;
	uint32_t entries;    /* taken in it */
	struct gprt_merged *modules; /* of the result, by index */
	uint32_t nmodules;
	struct gprt_set *arcs, *samples, *frames; /* what is not in a table that is kept */
	struct gprt_kept kept_arcs, kept_samples, kept_frames;
	struct gprof_frame_place *path; /* room for all frames of one profile */
};

/* Returns 0 and the image, or -1 and why.  Called with from[].profile, name, looked and
   known_cells set, the rest 0. */
GPRT_HIDDEN int gprt_merge(struct gprt_merge *m);
GPRT_HIDDEN void gprt_merge_release(struct gprt_merge *m);

/* merge_memory.c: the image and the work; zero.  Without any the merge has failed. */
GPRT_HIDDEN void gprt_merge_reserve(struct gprt_merge *m);
GPRT_HIDDEN void *gprt_merge_scratch(struct gprt_merge *m, size_t size);
GPRT_HIDDEN void *gprt_merge_put(struct gprt_merge *m, size_t size, uint64_t *offset);

/* Copies what a profile has to the image; what was in the profile is lost, if that is faster. */
GPRT_HIDDEN void gprt_merge_move(struct gprt_merge *m, char *to, const char *from, size_t size);

/* Functions that the parts share. */
GPRT_HIDDEN void *gprt_merge_area(struct gprt_merge *m, enum gprof_area_type type, size_t size,
				  uint32_t module);
/* A part of the image holds nothing yet. */
GPRT_HIDDEN void gprt_merge_blank(struct gprt_merge *m, const void *part, size_t size);
GPRT_HIDDEN uint64_t gprt_merge_bytes(const struct gprt_input *in, enum gprof_area_type type);

/* merge_blocks.c: adds a block of counters; where cells are, for whoever merges the result. */
GPRT_HIDDEN void gprt_merge_block(struct gprt_merge *m, unsigned input, const struct gprof_area *a);
GPRT_HIDDEN void gprt_merge_cells(struct gprt_merge *m);

/* merge_modules.c: modules of both and where addresses went. */
GPRT_HIDDEN void gprt_merge_modules(struct gprt_merge *m);
GPRT_HIDDEN const struct gprt_map *gprt_merge_map(const struct gprt_merge *m, unsigned input,
						  uint32_t index);
GPRT_HIDDEN uint64_t gprt_merge_moved(struct gprt_merge *m, unsigned input, uint64_t address,
				      uint32_t epoch);

/* merge_tables.c: before anything is added; what is added; at the end. */
GPRT_HIDDEN void gprt_merge_sets(struct gprt_merge *m);
GPRT_HIDDEN void gprt_merge_arc(struct gprt_merge *m, uint32_t kind, uint32_t module, uint64_t from,
				uint64_t to, uint64_t count);
GPRT_HIDDEN void gprt_merge_arcs(struct gprt_merge *m, unsigned input, const struct gprof_area *a);
GPRT_HIDDEN void gprt_merge_samples(struct gprt_merge *m, unsigned input,
				    const struct gprof_area *a);
GPRT_HIDDEN void gprt_merge_frames(struct gprt_merge *m, unsigned input);
GPRT_HIDDEN void gprt_merge_tables(struct gprt_merge *m);

/* merge_times.c: lengths of calls. */
GPRT_HIDDEN void gprt_merge_times(struct gprt_merge *m);

/* merge_kept.c: whether tables of the first profile are kept; called with the other entries in the
   sets.  If not, their entries come there too. */
GPRT_HIDDEN bool gprt_merge_keep(struct gprt_merge *m);

/* A word of such a part holds something. */
static inline void gprt_merge_fill(struct gprt_merge *m, const uint64_t *word)
{
	m->states[(uint64_t)((const char *)word - m->image) / GPROF_PAGE] =
		(unsigned char)m->filling;
}

/* The first reason is the one. */
static inline void gprt_merge_fail(struct gprt_merge *m, unsigned culprit, const char *why)
{
	if (m->why)
		return;
	m->why = why;
	m->culprit = culprit;
}

/* Returns true if a search may go on. */
static inline bool gprt_merge_step(struct gprt_merge *m)
{
	if (m->steps && !m->why) {
		m->steps--;
		return true;
	}
	gprt_merge_fail(m, 2, "it takes too long");
	return false;
}

#endif
