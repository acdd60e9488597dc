/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * keys.c - see keys.h.
 *
 * Who loses a race has taken a number in vain.  Callers that come when the table is full are folded
 * into one.
 *
 * Code that is unloaded takes its entries along, for other code may come to lie there, with frames
 * of other sizes: unload.c has them forgotten.
 *
 * A caller without a frame that counts, further out, is named by the address that malloc returns
 * to: under that address with a bit that no address of a program has (bit 47).
 *
 * Cost: a multiplication and a load; a load and two more for each frame that is left.
 */
#include "heap/keys.h"

#include <gprof-llvm/abi.h>

/* By address: a number, or from GPRT_KEYS on how to leave the frame that it returns to. */
#define CACHE_BITS 16
#define ENDS 0xffffu    /* nobody called the frame */
#define VARIES 0xfffeu  /* the unwinder has to leave it each time */
#define MOST_WORDS (GPRT_WORDS_FORGOTTEN - GPRT_KEYS) /* of a frame whose size is kept */
#define MOST_FRAMES 64u
#define ALONE (1ull << 47) /* in an address: it is its own caller */
#define NONE GPRT_WORDS_NONE

static uint64_t cached[1u << CACHE_BITS];
static struct gprt_words cache = { cached, CACHE_BITS, 0 };
struct gprt_key gprt_key_list[GPRT_KEYS];
static uint32_t nkeys = GPRT_KEY_FOLDED + 1; /* atomic */

uint32_t gprt_key_count(void)
{
	uint32_t n = __atomic_load_n(&nkeys, __ATOMIC_SEQ_CST);

	return n < GPRT_KEYS ? n : GPRT_KEYS;
}

uint32_t gprt_key_make(uintptr_t pc, uint32_t objects)
{
	uint32_t n = __atomic_load_n(&nkeys, __ATOMIC_RELAXED);
	const struct gprof_heap_service *s = gprt_service();

	do {
		if (n >= GPRT_KEYS)
			return NONE;
	} while (!__atomic_compare_exchange_n(&nkeys, &n, n + 1, false, __ATOMIC_SEQ_CST,
					      __ATOMIC_RELAXED));
	gprt_key_list[n].objects = objects;
	gprt_key_list[n].pc = pc;
	__atomic_store_n(&gprt_key_list[n].place, s ? s->place(pc) : pc, __ATOMIC_SEQ_CST);
	return n;
}

static uint32_t fold(void)
{
	gprt_key_folded();
	return GPRT_KEY_FOLDED;
}

/* The number of the caller 'pc', which the cache has under 'name'. */
static uint32_t key_named(uintptr_t pc, uint64_t name)
{
	uint32_t key = gprt_words_find(&cache, name);
	const struct gprof_heap_service *s = gprt_service();

	if (key == NONE) {
		key = gprt_key_make(pc, s ? *s->objects : 0);
		if (key != NONE)
			key = gprt_words_enter(&cache, name, key);
	}
	return key == NONE ? fold() : key;
}

/* How to leave a frame, as the cache has it. */
static uint32_t way_out(const struct gprof_heap_frame *f)
{
	if (!f->size || f->size % 8 || f->size / 8 >= MOST_WORDS)
		return VARIES;
	return GPRT_KEYS + f->size / 8;
}

/* Asks the runtime for the frames, and keeps their sizes. */
static GPRT_COLD uint32_t learn(uintptr_t pc)
{
	const struct gprof_heap_service *s = gprt_service();
	struct gprof_heap_frame frame[MOST_FRAMES];
	uint32_t n = s ? s->frames(pc, frame, MOST_FRAMES) : 0;

	if (!n)
		return key_named(pc, pc | ALONE);
	for (uint32_t i = 0; i + 1 < n; i++)
		gprt_words_enter(&cache, frame[i].pc, way_out(&frame[i]));
	if (frame[n - 1].is)
		return key_named(frame[n - 1].pc, frame[n - 1].pc);
	if (n < MOST_FRAMES)
		gprt_words_enter(&cache, frame[n - 1].pc, ENDS);
	return key_named(pc, pc | ALONE);
}

uint32_t gprt_key_way(uintptr_t pc)
{
	uint32_t known = gprt_words_find(&cache, pc);

	return known < GPRT_WAYS ? known : NONE;
}

/* The caller's number, if the cache has the way; ENDS: it has none further out; NONE: ask the
   runtime. */
static inline uint32_t walk(uintptr_t pc, uintptr_t sp)
{
	uint32_t known;

	if (GPRT_RARE(__atomic_load_n(&gprt_unloading, __ATOMIC_RELAXED)))
		return NONE;
	for (unsigned i = 0; i < MOST_FRAMES; i++) {
		known = gprt_words_find(&cache, pc);
		if (known < GPRT_KEYS || known == ENDS)
			return known;
		if (known == NONE || known == VARIES)
			return NONE;
		sp += 8ul * (known - GPRT_KEYS);
		pc = *(const uintptr_t *)(sp - 8);
	}
	return NONE;
}

uint32_t gprt_key_known(uintptr_t pc, uintptr_t sp)
{
	uint32_t known = walk(pc, sp);

	return GPRT_RARE(known == ENDS) ? gprt_words_find(&cache, pc | ALONE) : known;
}

uint32_t gprt_key_find(uintptr_t pc, uintptr_t sp)
{
	uint32_t known = walk(pc, sp);

	if (known == ENDS)
		return key_named(pc, pc | ALONE);
	return known == NONE ? learn(pc) : known;
}

void gprt_keys_forget(bool (*is_gone)(uintptr_t pc, const void *data), const void *data)
{
	gprt_words_forget(&cache, ALONE, is_gone, data);
}
