/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * merge_set.c - entries of a table, found by their key (merge_tables.c): open addressing, with
 * slots beside the entries, which stay in the order in which they came.
 */
#include "pool/merge_set.h"

#include "base/hash.h"

#define FIRST_SLOTS 64u /* of a set */

static uint64_t slots_for(uint64_t entries)
{
	uint64_t slots = FIRST_SLOTS;

	while (slots < 2 * entries)
		slots *= 2;
	return slots;
}

struct gprt_set *gprt_set_new(struct gprt_merge *m, uint64_t limit, uint64_t first)
{
	struct gprt_set *s = gprt_merge_scratch(m, sizeof(*s));
	uint64_t slots = slots_for(limit);

	if (!s)
		return NULL;
	s->entries = gprt_merge_scratch(m, (limit + 1) * sizeof(*s->entries));
	s->slots = gprt_merge_scratch(m, slots * sizeof(*s->slots));
	s->mask = slots_for(first) - 1;
	s->most = slots - 1;
	return s->entries && s->slots ? s : NULL;
}

/* The first free slot for that hash. */
static uint32_t *free_slot(struct gprt_merge *m, const struct gprt_set *s, uint64_t at)
{
	while (s->slots[at & s->mask] && gprt_merge_step(m))
		at++;
	return &s->slots[at & s->mask];
}

/* Twice as many slots.  The memory has room for all entries that both profiles could bring, but
   with few entries each would have a page of it. */
static void widen(struct gprt_merge *m, struct gprt_set *s)
{
	gprt_clear(s->slots, (s->mask + 1) * sizeof(*s->slots));
	s->mask = s->mask * 2 + 1;
	for (uint64_t i = 0; i < s->n; i++) {
		const uint64_t *key = s->entries[i].key;

		*free_slot(m, s, gprt_hash(gprt_hash(key[0], key[1]), key[2])) = (uint32_t)i + 1;
	}
}

uint32_t gprt_set_find(struct gprt_merge *m, const struct gprt_set *s, uint64_t a, uint64_t b,
		       uint64_t c)
{
	uint64_t at = gprt_hash(gprt_hash(a, b), c);
	uint32_t n;

	for (; (n = s->slots[at & s->mask]); at++) {
		const uint64_t *key = s->entries[n - 1].key;

		if (key[0] == a && key[1] == b && key[2] == c)
			return n;
		if (!gprt_merge_step(m))
			return 0;
	}
	return 0;
}

uint32_t gprt_set_add(struct gprt_merge *m, struct gprt_set *s, uint64_t a, uint64_t b, uint64_t c)
{
	uint32_t found = gprt_set_find(m, s, a, b, c);
	struct gprt_entry *e;

	if (found || m->why)
		return found ? found - 1 : 0;
	if (s->n >= s->mask / 2 && s->mask < s->most)
		widen(m, s);
	e = &s->entries[s->n++];
	e->key[0] = a;
	e->key[1] = b;
	e->key[2] = c;
	*free_slot(m, s, gprt_hash(gprt_hash(a, b), c)) = (uint32_t)s->n;
	return (uint32_t)s->n - 1;
}
