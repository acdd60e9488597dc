/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * block.h - link units, and where a thread counts in each (block.c).  With the lock held.
 */
#ifndef GPROF_RT_RECORD_BLOCK_H
#define GPROF_RT_RECORD_BLOCK_H

#include "record/slot.h"

/*
 * The runtime's record of a link unit; outlives the link unit itself, and is used
 * again when the same one is loaded again.
 */
struct gprt_unit {
	struct gprt_unit *next;
	uint32_t index;     /* of its module */
	bool executable;    /* counts through the base: bias must be >= 0 */
	bool carried;       /* the counts made before have been carried over */
	bool gone;          /* its destructor has run: gprof_cnt may be unmapped */
	bool unloaded;      /* it is known to be unloaded, without blocks */
	char *start, *stop; /* its gprof_cnt */
	const char *cg_start, *cg_stop; /* its gprof_cg, mapped unless 'gone' */
	uint32_t *cells;    /* its indirect sites: offsets in gprof_cnt, in bytes */
	uint32_t ncells;
	bool listed;        /* 'cells' is complete */
	bool known;         /* 'blocks' is */
	bool blocks;        /* a part of it was compiled with count=blocks */
	bool stored;        /* and in the file, which is of a pool */
	const struct gprof_unit *unit; /* mapped unless 'gone' */
	uintptr_t page;     /* start, rounded down to a page */
	size_t span;        /* bytes of whole pages it takes, 0: no counters */
	struct gprt_view *shared; /* the view of all threads when bias must be 0 */
};

/* A thread in a unit; gprof_tls.view is its address plus 1. */
struct gprt_view {
	struct gprof_view_head head; /* what the unit sees; first */
	struct gprt_view *next; /* of the same thread */
	struct gprt_thread *thread;
	struct gprt_unit *unit;
	uintptr_t block;    /* address of its pages; 0: bias 0, the section */
	uint64_t offset;    /* of the pages in the file, 0: they are not its own */
	bool placed;        /* there is a place to count; not while the unit is unloaded */
	char *image;        /* bias 0: where the section is copied to at the end */
	int64_t bias;
};

/* The view of a thread that has entered and is recorded: abi.h sets bit 0. */
static inline struct gprt_view *gprt_view_of(const struct gprof_tls *tls)
{
	return (struct gprt_view *)(tls->view - 1);
}


struct gprt_units {
	struct gprt_unit *first; /* of all */
	bool no_base;       /* the base cannot be set */
};

extern GPRT_HIDDEN struct gprt_units gprt_units;

/* Gives the view a place to count, its old one if its unit has come back; -1: there is none. */
GPRT_HIDDEN int gprt_view_place(struct gprt_view *v);

GPRT_HIDDEN int gprt_block_map(struct gprt_view *v, uintptr_t at);
GPRT_HIDDEN int gprt_share(struct gprt_view *v);

/* Threads that count in the section itself: only now does it reach the file. */
GPRT_HIDDEN void gprt_shared_store(const struct gprt_unit *u);

/* Marks that a thread has no place to count. */
GPRT_HIDDEN void gprt_counts_lost(void);

/* Bytes of the file that a thread's blocks take. */
GPRT_HIDDEN uint64_t gprt_blocks_span(void);

/* Returns true if something was counted in the section itself. */
GPRT_HIDDEN bool gprt_unit_counted(const struct gprt_unit *u);

/* Its blocks stay, and their counts with them: when it comes back it gets them again. */
GPRT_HIDDEN void gprt_unit_unloaded(uint32_t module);

#endif
