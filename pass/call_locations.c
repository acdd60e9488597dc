/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* call_locations.c - see call_locations.h. */
#include "call_locations.h"
#include "array.h"

void call_locations_add(struct call_locations *p, struct call_place place)
{
	p->items = array_room_or(&p->failed, p->items, p->n, &p->room, sizeof *p->items);
	if (!p->failed)
		p->items[p->n++] = place;
}

static int by_place(const void *a, const void *b)
{
	const struct call_place *x = a, *y = b;

	if (x->copy != y->copy)
		return x->copy < y->copy ? -1 : 1;
	if (x->call != y->call)
		return x->call < y->call ? -1 : 1;
	return (x->callee > y->callee) - (x->callee < y->callee);
}

void call_locations_sort(struct call_locations *p)
{
	if (p->n)
		qsort(p->items, p->n, sizeof *p->items, by_place);
}

/* The first that does not come before a place. */
static uint32_t first_from(const struct call_locations *p, struct call_place place)
{
	uint32_t low = 0, high = p->n;

	while (low < high) {
		uint32_t middle = low + (high - low) / 2;

		if (by_place(&p->items[middle], &place) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

static bool is_at(const struct call_locations *p, uint32_t i, struct call_place place)
{
	return i < p->n && p->items[i].copy == place.copy && p->items[i].call == place.call;
}

bool call_locations_has(const struct call_locations *p, struct call_place place)
{
	struct call_place any = { place.copy, place.call, PLACES_ANY };
	uint32_t first = first_from(p, any), exact = first_from(p, place);

	if (!is_at(p, first, place))
		return false;
	return place.callee == PLACES_ANY || p->items[first].callee == PLACES_ANY ||
	       (is_at(p, exact, place) && p->items[exact].callee == place.callee);
}

void call_locations_release(struct call_locations *p)
{
	free(p->items);
}
