/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * process.c - the base of all files of the runtime: its state, its lock, its memory.
 *
 * The lock is a futex, held only with all signals blocked, so that handlers may take it.
 * Memory comes from the kernel and is never given back: what a finished thread had goes to
 * the next one.
 */
#include "base/process.h"

#include "base/sys.h"

#define HEAP (64u * 1024) /* bytes taken from the kernel at once */

struct gprt_process gprt;
static char *heap, *heap_end; /* what is free of it */

/* A futex lock.  Its holder has all signals blocked, so handlers may take it. */
void gprt_lock_word(uint32_t *lock)
{
	if (gprt_try_word(lock))
		return;
	while (__atomic_exchange_n(lock, 2, __ATOMIC_ACQUIRE) != 0)
		sys_futex(lock, FUTEX_WAIT | FUTEX_PRIVATE_FLAG, 2);
}

/* The same without waiting: whether it was free. */
bool gprt_try_word(uint32_t *lock)
{
	uint32_t free = 0;

	return __atomic_compare_exchange_n(lock, &free, 1, false, __ATOMIC_ACQUIRE,
					   __ATOMIC_RELAXED);
}

void gprt_unlock_word(uint32_t *lock)
{
	if (__atomic_exchange_n(lock, 0, __ATOMIC_RELEASE) == 2)
		sys_futex(lock, FUTEX_WAKE | FUTEX_PRIVATE_FLAG, 1);
}

void gprt_lock(uint64_t *mask)
{
	sys_block(mask);
	gprt_lock_word(&gprt.lock);
}

void gprt_unlock(const uint64_t *mask)
{
	gprt_unlock_word(&gprt.lock);
	sys_unblock(mask);
}

/* Memory, all zero; with the lock held. */
void *gprt_heap(size_t size)
{
	char *p;
	long at;

	size_t more = size > HEAP ? gprt_round(size) : HEAP;

	size = (size + 15) & ~(size_t)15;
	if ((size_t)(heap_end - heap) < size) {
		at = sys_mmap(0, more, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
		if (sys_failed(at))
			return NULL;
		heap = (char *)at;
		heap_end = heap + more;
	}
	p = heap;
	heap += size;
	return p;
}
