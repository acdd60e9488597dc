/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * words.h - a table of small numbers by name, without a lock (words.c).
 *
 * Open addressing.  An entry is one word: a name of 48 bits, which is not 0, and a value of 16
 * bits; 0: free.  Entries are only added, each by one compare-and-swap, so readers and handlers
 * need no lock.  At most three quarters of a table are used.
 *
 * Cost: a multiplication and a load.
 */
#ifndef GPROF_RT_HEAP_WORDS_H
#define GPROF_RT_HEAP_WORDS_H

#include "heap/real.h"

#define GPRT_WORDS_NONE UINT32_MAX
#define GPRT_WORDS_FORGOTTEN 0xfffdu /* no value: the code that the name stood for has gone */

struct gprt_words {
	uint64_t *word;
	uint32_t bits; /* of the number of words */
	uint32_t used; /* words; atomic */
};

/* Where a name is, if no other one has its place. */
static inline uint32_t gprt_words_slot(uint64_t name, uint32_t bits)
{
	return (uint32_t)((name * 0x9e3779b97f4a7c15u) >> (64 - bits));
}

/* The value of a name, or GPRT_WORDS_NONE. */
static inline uint32_t gprt_words_find(const struct gprt_words *w, uint64_t name)
{
	uint32_t at = gprt_words_slot(name, w->bits);
	uint64_t word;

	while ((word = __atomic_load_n(&w->word[at], __ATOMIC_ACQUIRE))) {
		if (word >> 16 == name)
			return (word & 0xffff) == GPRT_WORDS_FORGOTTEN ? GPRT_WORDS_NONE
									: word & 0xffff;
		at = (at + 1) & ((1u << w->bits) - 1);
	}
	return GPRT_WORDS_NONE;
}

/* Returns the name's value then: an earlier one stays.  GPRT_WORDS_NONE: the table is full. */
GPRT_HIDDEN uint32_t gprt_words_enter(struct gprt_words *w, uint64_t name, uint32_t value);

/* Names that are addresses, with 'flag' or without, of code that has gone. */
GPRT_HIDDEN void gprt_words_forget(struct gprt_words *w, uint64_t flag,
				   bool (*is_gone)(uintptr_t pc, const void *data),
				   const void *data);

#endif
