/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * counts.h - each thread's counts by caller, in the profile, and the peak (counts.c).
 *
 * A thread has chunks of entries, by the number of the caller.  It alone writes them.  The peak is
 * known exactly, without a copy of anything: before an entry changes for the first time after a
 * peak, it keeps its bytes (struct gprof_allocations).
 */
#ifndef GPROF_RT_HEAP_COUNTS_H
#define GPROF_RT_HEAP_COUNTS_H

#include "heap/keys.h"
#include "heap/tag.h"

#define GPRT_CHUNK_BITS 6
#define GPRT_CHUNK (1u << GPRT_CHUNK_BITS) /* entries */
#define GPRT_CHUNKS (GPRT_KEYS / GPRT_CHUNK)
#define GPRT_OWING 1024u /* a thread owes the sum at most the peak divided by this */

#define GPRT_SITES 1024u /* a power of two */
#define GPRT_MOST_FRAMES 256u /* of a stack */

struct gprt_heap_sums {
	struct gprof_heap *heap;  /* in the profile, or 'own' */
	uint32_t several;         /* 1 once a second thread counts */
	uint64_t generation;      /* of forks, at most GPRT_MOST_GENERATIONS: of the tags made;
				     where a tag has it */
	struct gprof_heap own;
};

extern GPRT_HIDDEN struct gprt_heap_sums gprt_heap_sums;

struct gprt_heap_thread {
	uint64_t age;       /* as tags have it, and something that no other thread has; the low bits
			       are 0 */
	int64_t owed;       /* bytes that the sum lacks */
	uint64_t site[GPRT_SITES]; /* a return address, and in the low bits the key of that caller,
				      which has an entry, or the way out of its frame (keys.h); 0:
				      none */
	struct gprt_heap_thread *next;
	uint32_t taken;     /* 1: it is a thread's; atomic */
	uint32_t own;       /* 1: some chunks are in memory of the library's own */
	struct gprof_allocations *chunk[GPRT_CHUNKS]; /* NULL: not yet */
	struct gprof_allocations *entry[GPRT_KEY_MASK + 1]; /* in them; NULL: not yet */
	/* The others belong to stacks.c. */
	uint32_t walking; /* 1: a walk is under way, which a handler may have interrupted */
	uint32_t gap;     /* blocks to the next one whose stack is wanted */
	uint64_t walks;
	uint64_t random;
	uintptr_t stack[GPRT_MOST_FRAMES + 1];
	struct gprof_heap_frame frame[GPRT_MOST_FRAMES];
};

/* Never NULL: of a thread that has not begun it is gprt_heap_nobody, which has no entry. */
extern GPRT_HIDDEN __thread struct gprt_heap_thread *gprt_heap_self
	__attribute__((tls_model("initial-exec")));
extern GPRT_HIDDEN struct gprt_heap_thread gprt_heap_nobody;

/* NULL: no memory. */
GPRT_HIDDEN struct gprt_heap_thread *gprt_heap_thread_begin(void);

/* Called for a thread that is about to end, before its counts are another's; NULL: nothing is. */
extern GPRT_HIDDEN void (*gprt_heap_ending)(struct gprt_heap_thread *t);

/* The entry, made if it is not there; or of folded callers; NULL: no memory. */
GPRT_HIDDEN struct gprof_allocations *gprt_heap_entry(struct gprt_heap_thread *t, uint32_t *key);

/* So many bytes are there: perhaps a new peak. */
GPRT_HIDDEN void gprt_heap_reach(struct gprof_heap *h, uint64_t sum);

/* Adds the bytes that the thread owes. */
GPRT_HIDDEN void gprt_heap_settle(struct gprt_heap_thread *t);

/* The calling thread's counts move to the profile.  Signals are blocked. */
GPRT_HIDDEN void gprt_counts_move(void);

/* Once, in a constructor. */
GPRT_HIDDEN void gprt_counts_init(void);

/* In a forked child: nothing is counted yet. */
GPRT_HIDDEN void gprt_counts_forked(void);

/* The caller of malloc, by a longer way; sp: the stack pointer of the frame that 'pc' returns
   to. */
GPRT_HIDDEN uint32_t gprt_caller_find(uintptr_t pc, uintptr_t sp);

/* Entries of the number say whose they are. */
GPRT_HIDDEN void gprt_key_name(uint32_t key);

/* Blocks allocated so far, by all threads. */
GPRT_HIDDEN uint64_t gprt_counts_blocks(void);

/* Of all threads, as gprt_sites_forget(). */
GPRT_HIDDEN void gprt_heap_sites_forget(bool (*is_gone)(uintptr_t pc, const void *data),
					const void *data);

/* A return address at its site: a key, from GPRT_KEYS on a way out of the frame, or above
   GPRT_KEY_MASK nothing. */
static inline uint64_t gprt_site_known(const struct gprt_heap_thread *t, uintptr_t pc)
{
	return t->site[pc & (GPRT_SITES - 1)] ^ (uint64_t)pc << GPRT_KEY_BITS;
}

/* Keeps it.  One store: a handler sees the site before it or this one. */
static inline void gprt_site_keep(struct gprt_heap_thread *t, uintptr_t pc, uint32_t known)
{
	__atomic_store_n(&t->site[pc & (GPRT_SITES - 1)], (uint64_t)pc << GPRT_KEY_BITS | known,
			 __ATOMIC_RELAXED);
}

/* The entry of a key, NULL: it has to be made. */
static inline struct gprof_allocations *gprt_entry_known(const struct gprt_heap_thread *t,
							 uint32_t key)
{
	return t->entry[key];
}

/* Before an entry changes. */
static inline void gprt_entry_keep(struct gprof_allocations *a, const struct gprof_heap *h)
{
	if (a->epoch == h->epoch)
		return;
	a->at_peak = a->bytes - a->freed;
	__atomic_signal_fence(__ATOMIC_SEQ_CST);
	a->epoch = h->epoch;
}

/* The heap has become larger or smaller, and there is one thread. */
static inline void gprt_heap_grow(struct gprof_heap *h, uint64_t by)
{
	uint64_t live = h->live += by;

	if (live > h->peak) {
		h->peak = live;
		h->epoch++;
	}
}

/* The same where there are several.  True: the thread owes too much. */
static inline bool gprt_heap_owes(struct gprt_heap_thread *t, int64_t by)
{
	uint64_t most = gprt_heap_sums.heap->peak / GPRT_OWING;

	t->owed += by;
	return (uint64_t)t->owed + most > 2 * most;
}

static inline void gprt_heap_owe(struct gprt_heap_thread *t, int64_t by)
{
	if (GPRT_RARE(gprt_heap_owes(t, by)))
		gprt_heap_settle(t);
}

#endif
