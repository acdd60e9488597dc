/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * words.c - see words.h.
 */
#include "heap/words.h"

uint32_t gprt_words_enter(struct gprt_words *w, uint64_t name, uint32_t value)
{
	uint32_t size = 1u << w->bits;
	uint32_t at = gprt_words_slot(name, w->bits);
	uint64_t word = 0;

	if (__atomic_load_n(&w->used, __ATOMIC_RELAXED) >= size / 4 * 3)
		return GPRT_WORDS_NONE;
	while (!__atomic_compare_exchange_n(&w->word[at], &word, name << 16 | value, false,
					    __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
		if (word == (name << 16 | GPRT_WORDS_FORGOTTEN))
			continue;
		if (word >> 16 == name)
			return word & 0xffff;
		word = 0;
		at = (at + 1) & (size - 1);
	}
	if (!word)
		__atomic_fetch_add(&w->used, 1, __ATOMIC_RELAXED);
	return value;
}

void gprt_words_forget(struct gprt_words *w, uint64_t flag,
		       bool (*is_gone)(uintptr_t pc, const void *data), const void *data)
{
	for (uint32_t at = 0; at < 1u << w->bits; at++) {
		uint64_t word = __atomic_load_n(&w->word[at], __ATOMIC_ACQUIRE);

		if (word && is_gone((word >> 16) & ~flag, data))
			__atomic_compare_exchange_n(&w->word[at], &word,
						    (word & ~0xffffull) | GPRT_WORDS_FORGOTTEN,
						    false, __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
	}
}
