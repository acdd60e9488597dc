/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * heap.c - see heap.h.  A binary heap: no item comes before the one at half its position.
 */
#include "base/heap.h"
#include "base/util.h"

#include <string.h>

static void *at(const struct heap *h, size_t i)
{
	return (char *)h->items + i * h->size;
}

void heap_put(struct heap *h, const void *item)
{
	size_t i = h->n++;

	h->items = gp_grow(h->items, &h->room, h->n, h->size);
	for (; i && h->before(item, at(h, (i - 1) / 2)); i = (i - 1) / 2)
		memcpy(at(h, i), at(h, (i - 1) / 2), h->size);
	memcpy(at(h, i), item, h->size);
}

void heap_pop(struct heap *h, void *item)
{
	const void *last = at(h, --h->n);
	size_t i = 0, below;

	memcpy(item, h->items, h->size);
	while ((below = 2 * i + 1) < h->n) {
		below += below + 1 < h->n && h->before(at(h, below + 1), at(h, below));
		if (!h->before(at(h, below), last))
			break;
		memcpy(at(h, i), at(h, below), h->size);
		i = below;
	}
	memmove(at(h, i), last, h->size);
}
