/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * heap.h - items that are taken in their order while others are still put in.
 *
 *	struct heap h = { .size = sizeof(struct thing), .before = is_before };
 *	heap_put(), heap_pop(), reads of items; free(h.items)
 *
 * O(log n) each.
 */
#ifndef GPROF_BASE_HEAP_H
#define GPROF_BASE_HEAP_H

#include <stdbool.h>
#include <stddef.h>

struct heap {
	void *items; /* the first is taken next; the others in no order that is of use; owned */
	size_t n, room;
	size_t size; /* of an item, bytes */
	bool (*before)(const void *a, const void *b);
};

/* Copies an item. */
void heap_put(struct heap *h, const void *item);

/* Moves the first item to 'item'; the heap is not empty. */
void heap_pop(struct heap *h, void *item);

#endif
