/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * process.h - the base of all files of the runtime: its state, its lock, its memory.
 *
 * One process has one 'gprt'.  Shared state changes under gprt_lock, which is held only with all
 * signals blocked.  A thread alone writes its own tables and its block, without the lock.  Each
 * owner of more state has a struct of its own, in its header.
 *
 * Order of calls: attach() of the first unit initialises (process/init.c); register makes a
 * thread known in a unit (process/thread.c); then enter, indirect, call and samples record.
 * Memory is never freed: a finished thread's goes to the next.
 */
#ifndef GPROF_RT_BASE_PROCESS_H
#define GPROF_RT_BASE_PROCESS_H

#include "base/sys.h"

#include <elf.h>
#include <gprof-llvm/abi.h>
#include <gprof-llvm/format.h>
#include <stdbool.h>

#define GPRT_PATH 4096

enum gprt_state { GPRT_NEW, GPRT_ON, GPRT_OFF };

struct gprt_process {
	uint32_t lock;      /* 0 free, 1 taken, 2 taken and waited for */
	uint32_t state;     /* enum gprt_state */
	int pid;
	uint64_t pid_namespace; /* the inode of it, 0: not known (yet) */
	char exe[GPRT_PATH];  /* absolute path of the executable */
	char cwd[GPRT_PATH];  /* at the start; empty: the kernel has no path of it */
	char scratch[4 * GPRT_PATH]; /* for names and /proc files, under the lock */
};

extern GPRT_HIDDEN struct gprt_process gprt;

/* A lock's holder has all signals blocked, so handlers may take it.  lock, unlock: of 'gprt',
   and the mask.  try: without waiting, whether it was free. */
GPRT_HIDDEN void gprt_lock(uint64_t *mask);
GPRT_HIDDEN void gprt_unlock(const uint64_t *mask);
GPRT_HIDDEN void gprt_lock_word(uint32_t *lock);
GPRT_HIDDEN bool gprt_try_word(uint32_t *lock);
GPRT_HIDDEN void gprt_unlock_word(uint32_t *lock);

/* Memory, all zero, that is never given back; NULL if there is none.  With the lock held. */
GPRT_HIDDEN void *gprt_heap(size_t size);

static inline size_t gprt_round(size_t n)
{
	return (n + GPROF_PAGE - 1) & ~(size_t)(GPROF_PAGE - 1);
}

#endif
