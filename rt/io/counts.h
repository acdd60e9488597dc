/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * counts.h - each thread's counts by caller, file and kind, in the profile (counts.c).
 *
 * A thread alone writes its entries.  A small cache in front of its index finds an entry by where
 * the hook returns to.
 *
 *	gprt_io_counts_init()	once, in a constructor
 *	gprt_io_entry()		for each call that the cache does not know
 *	gprt_io_counts_forked()	in a child
 */
#ifndef GPROF_RT_IO_COUNTS_H
#define GPROF_RT_IO_COUNTS_H

#include "heap/keys.h"

#define GPRT_IO_SITES 512u   /* a power of two */
#define GPRT_IO_INDEX 4096u  /* a power of two */
#define GPRT_IO_CHUNK 32u    /* entries of an area */
#define GPRT_IO_CHUNKS 96u

struct gprt_io_thread {
	struct gprof_io *site[GPRT_IO_SITES]; /* the cache: the last entry of its place, or NULL */
	uint16_t index[GPRT_IO_INDEX]; /* numbers of entries, from 1; 0: free */
	struct gprof_io *chunk[GPRT_IO_CHUNKS];
	uint32_t n;     /* entries that were begun */
	uint32_t taken; /* 1: it is a thread's; atomic */
	struct gprt_io_thread *next;
};

/* Never NULL: of a thread that has not begun it is gprt_io_nobody, which has no entry. */
extern GPRT_HIDDEN __thread struct gprt_io_thread *gprt_io_self
	__attribute__((tls_model("initial-exec")));
extern GPRT_HIDDEN struct gprt_io_thread gprt_io_nobody;

/* Sums of the process, in the profile; if it had no room, in memory of the library. */
extern GPRT_HIDDEN struct gprof_io_process *gprt_io_process;

GPRT_HIDDEN void gprt_io_counts_init(void);
GPRT_HIDDEN void gprt_io_counts_begin(void);
GPRT_HIDDEN void gprt_io_counts_forked(void);

static inline struct gprof_io **gprt_io_site(struct gprt_io_thread *t, uintptr_t pc, uint32_t file)
{
	return &t->site[((pc ^ pc >> 9) + file) & (GPRT_IO_SITES - 1)];
}

/* The entry that the cache has, or NULL. */
static inline struct gprof_io *gprt_io_known(uint32_t file, enum gprof_io_kind kind, uintptr_t pc)
{
	struct gprof_io *e = *gprt_io_site(gprt_io_self, pc, file);

	if (e && gprt_key_list[e->key].pc == pc && e->file == file && e->kind == (uint32_t)kind)
		return e;
	return NULL;
}

/* The entry of a call that returns to 'pc', made if it is not there; NULL: no room.  sp: the stack
   pointer of the frame that 'pc' returns to. */
GPRT_HIDDEN struct gprof_io *gprt_io_entry(uint32_t file, enum gprof_io_kind kind, uintptr_t pc,
					   uintptr_t sp);

/* The class of a size (gprof_io.size). */
static inline unsigned gprt_io_class(uint64_t n)
{
	if (__builtin_expect(n <= 10240, 1))
		return (n > 100) + (n > 1024);
	return 3 + (n > 102400) + (n > 1048576) + (n > 4194304) + (n > 10485760) +
	       (n > 104857600) + (n > 1073741824);
}

#endif
