/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* places.c - see places.h. */
#include "places.h"
#include "array.h"

static uint64_t key_of(uint32_t copy, uint32_t place)
{
	return (uint64_t)copy << 32 | place;
}

void places_add(struct places *p, uint32_t copy, uint32_t place)
{
	p->items = array_room_or(&p->failed, p->items, p->n, &p->room, sizeof *p->items);
	if (!p->failed)
		p->items[p->n++] = key_of(copy, place);
}

static int ascending(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

void places_sort(struct places *p)
{
	if (p->n)
		qsort(p->items, p->n, sizeof *p->items, ascending);
}

bool places_have(const struct places *p, uint32_t copy, uint32_t place)
{
	uint64_t key = key_of(copy, place);

	return p->n && bsearch(&key, p->items, p->n, sizeof key, ascending);
}

void places_release(struct places *p)
{
	free(p->items);
}
