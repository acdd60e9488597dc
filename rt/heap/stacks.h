/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * stacks.h - whole stacks that allocate, by number, with memory=stacks (stacks.c).
 *
 *	gprt_stacks_init() once; then, of each block, gprt_stack_is_due(), gprt_stack_find(), and
 *	gprt_stack_key() where that finds none
 *
 * A stack begins with the caller (keys.h), and its number is one of a caller: a reader that does
 * not know stacks still has the right counts by caller.  At first each block has its stack.  Once
 * walks have taken too much of the process's CPU time, one small block in PERIOD has it, under
 * a number of its own for each class of sizes; the others count for their caller alone.  Later the
 * same may become of large blocks.
 */
#ifndef GPROF_RT_HEAP_STACKS_H
#define GPROF_RT_HEAP_STACKS_H

#include "heap/counts.h"

enum gprt_stack_mode {
	GPRT_STACKS_OFF = 0,
	GPRT_STACKS_SPARE, /* as long as walks take little */
	GPRT_STACKS_ALL,
};

/* enum gprt_stack_mode; it is set once, before the first block. */
extern GPRT_HIDDEN uint32_t gprt_stacks_mode;

/* False: without memory for them the mode stays OFF. */
GPRT_HIDDEN bool gprt_stacks_init(enum gprt_stack_mode mode);

/* 1: walks have become too dear; 2: of large blocks too; atomic */
extern GPRT_HIDDEN uint32_t gprt_stacks_sampled;
GPRT_HIDDEN bool gprt_stack_is_sampled(struct gprt_heap_thread *t, size_t size, uint32_t *sampled);

/* The class of a sampled block's size: blocks within a factor of two have the same, which is not
   0. */
static inline uint32_t gprt_stack_class(size_t size)
{
	return 1 + (uint32_t)(60 - __builtin_clzl(size | 15));
}

/* Returns true if a block's stack is wanted; sampled: not 0 if other blocks are shared out as it
   is, and then its class. */
static inline bool gprt_stack_is_due(struct gprt_heap_thread *t, size_t size, uint32_t *sampled)
{
	*sampled = 0;
	if (!__atomic_load_n(&gprt_stacks_sampled, __ATOMIC_RELAXED))
		return true;
	return gprt_stack_is_sampled(t, size, sampled);
}

/* The number of the stack; GPRT_WORDS_NONE: it, or the size of a frame, is not known.  sp: the
   stack pointer of the frame that 'pc' returns to. */
GPRT_HIDDEN uint32_t gprt_stack_find(struct gprt_heap_thread *t, uintptr_t pc, uintptr_t sp,
				     uint32_t sampled);

/* The same, made if it is not there; or the number of the caller, where it cannot be. */
GPRT_HIDDEN uint32_t gprt_stack_key(struct gprt_heap_thread *t, uintptr_t pc, uintptr_t sp,
				    uint32_t sampled);

/* In a forked child: its profile has no stacks yet. */
GPRT_HIDDEN void gprt_stacks_forked(void);

#endif
