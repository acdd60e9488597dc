/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * claim.h - work that one thread does while the others wait: noticing a fork, making the areas.
 *
 * The work ends when 'progress' changes.  A handler that interrupts the thread at work does not
 * wait for it.  The others wait for some ms at most: the thread may need a lock of theirs.
 */
#ifndef GPROF_RT_HEAP_CLAIM_H
#define GPROF_RT_HEAP_CLAIM_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/syscall.h>
#include <unistd.h>

#define GPRT_CLAIM_ROUNDS 10000 /* of waiting */

/* True: the caller does it.  owner: 0 before, then the thread's number; progress: 'from' until the
   work is done; both are atomic. */
static inline bool gprt_claim(uint32_t *owner, const uint32_t *progress, uint32_t from)
{
	uint32_t self = (uint32_t)syscall(SYS_gettid), other = 0;

	if (__atomic_compare_exchange_n(owner, &other, self, false, __ATOMIC_ACQ_REL,
					__ATOMIC_ACQUIRE))
		return true;
	for (int i = 0; other != self && i < GPRT_CLAIM_ROUNDS; i++) {
		if (__atomic_load_n(progress, __ATOMIC_ACQUIRE) != from)
			break;
		syscall(SYS_sched_yield);
	}
	return false;
}

#endif
