/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * keys.c - see keys.h.
 *
 * Entries are only added, each by one compare-and-swap, so readers and handlers need no lock.  Who
 * loses a race has taken a number in vain.  At most three quarters of the table are used; callers
 * that come later are folded into one.
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

#define FULL (GPRT_CACHE / 4 * 3)
#define ENDS 0xffffu    /* nobody called the frame */
#define VARIES 0xfffeu  /* the unwinder has to leave it each time */
#define FORGOTTEN 0xfffdu /* the code that was there has been unloaded */
#define MOST_WORDS (FORGOTTEN - GPRT_KEYS) /* of a frame whose size is kept */
#define MOST_FRAMES 64u
#define ALONE (1ull << 47) /* in an address: it is its own caller */
#define NONE UINT32_MAX

uint64_t gprt_key_cache[GPRT_CACHE];
struct gprt_key gprt_key_list[GPRT_KEYS];
static uint32_t nkeys = GPRT_KEY_FOLDED + 1; /* atomic */
static uint32_t used;                        /* entries of the cache; atomic */

uint32_t gprt_key_count(void)
{
	uint32_t n = __atomic_load_n(&nkeys, __ATOMIC_SEQ_CST);

	return n < GPRT_KEYS ? n : GPRT_KEYS;
}

/* The cache's value of an address, or NONE. */
static uint32_t look_up(uint64_t pc)
{
	uint32_t at = gprt_key_slot(pc);
	uint64_t word;

	while ((word = __atomic_load_n(&gprt_key_cache[at], __ATOMIC_ACQUIRE))) {
		if (word >> 16 == pc)
			return (word & 0xffff) == FORGOTTEN ? NONE : word & 0xffff;
		at = (at + 1) & (GPRT_CACHE - 1);
	}
	return NONE;
}

/* Returns the cache's value then: an earlier one stays.  NONE: it is full. */
static uint32_t enter(uint64_t pc, uint32_t value)
{
	uint32_t at = gprt_key_slot(pc);
	uint64_t word = 0;

	if (__atomic_load_n(&used, __ATOMIC_RELAXED) >= FULL)
		return NONE;
	while (!__atomic_compare_exchange_n(&gprt_key_cache[at], &word, pc << 16 | value, false,
					    __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE)) {
		if (word == (pc << 16 | FORGOTTEN))
			continue;
		if (word >> 16 == pc)
			return word & 0xffff;
		word = 0;
		at = (at + 1) & (GPRT_CACHE - 1);
	}
	if (!word)
		__atomic_fetch_add(&used, 1, __ATOMIC_RELAXED);
	return value;
}

/* A number for an address. */
static uint32_t number(uintptr_t pc, uint32_t objects)
{
	uint32_t n = __atomic_load_n(&nkeys, __ATOMIC_RELAXED);

	do {
		if (n >= GPRT_KEYS)
			return NONE;
	} while (!__atomic_compare_exchange_n(&nkeys, &n, n + 1, false, __ATOMIC_SEQ_CST,
					      __ATOMIC_RELAXED));
	gprt_key_list[n].objects = objects;
	__atomic_store_n(&gprt_key_list[n].pc, pc, __ATOMIC_SEQ_CST);
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
	uint32_t key = look_up(name);
	const struct gprof_heap_service *s = gprt_service();

	if (key == NONE) {
		key = number(pc, s ? *s->objects : 0);
		if (key != NONE)
			key = enter(name, key);
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
		enter(frame[i].pc, way_out(&frame[i]));
	if (frame[n - 1].counts)
		return key_named(frame[n - 1].pc, frame[n - 1].pc);
	if (n < MOST_FRAMES)
		enter(frame[n - 1].pc, ENDS);
	return key_named(pc, pc | ALONE);
}

uint32_t gprt_key_find(uintptr_t pc, uintptr_t sp)
{
	uintptr_t at = pc;
	uint32_t known;

	for (unsigned i = 0; i < MOST_FRAMES; i++) {
		known = look_up(at);
		if (known < GPRT_KEYS)
			return known;
		if (known == ENDS)
			return key_named(pc, pc | ALONE);
		if (known == NONE || known == VARIES)
			return learn(pc);
		sp += 8ul * (known - GPRT_KEYS);
		at = *(const uintptr_t *)(sp - 8);
	}
	return learn(pc);
}

void gprt_keys_forget(bool (*is_gone)(uintptr_t pc, const void *data), const void *data)
{
	for (uint32_t at = 0; at < GPRT_CACHE; at++) {
		uint64_t word = __atomic_load_n(&gprt_key_cache[at], __ATOMIC_ACQUIRE);

		if (word && is_gone((word >> 16) & ~ALONE, data))
			__atomic_compare_exchange_n(&gprt_key_cache[at], &word,
						    (word & ~0xffffull) | FORGOTTEN, false,
						    __ATOMIC_ACQ_REL, __ATOMIC_RELAXED);
	}
}
