/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * interval_nesting.c - see interval_nesting.h.
 */
#include "base/interval_nesting.h"
#include "base/util.h"

static struct nested_interval *item(const void *items, size_t size, size_t i)
{
	return (struct nested_interval *)((char *)items + i * size);
}

static int by_low(const void *x, const void *y, void *unused)
{
	const struct nested_interval *a = x, *b = y;

	(void)unused;
	if (a->low != b->low)
		return a->low < b->low ? -1 : 1;
	return a->depth < b->depth ? -1 : a->depth > b->depth;
}

void nesting_sort(void *items, size_t n, size_t size)
{
	uint32_t top = GP_NONE;

	gp_sort(items, n, size, by_low, NULL);
	for (size_t i = 0; i < n; i++) {
		struct nested_interval *piece = item(items, size, i);

		while (top != GP_NONE && item(items, size, top)->high <= piece->low)
			top = item(items, size, top)->around;
		piece->around = top;
		top = i;
	}
}

uint32_t nesting_find(const void *items, size_t n, size_t size, uint64_t address)
{
	size_t low = gp_first(i, n, item(items, size, i)->low <= address);
	uint32_t at = low ? low - 1 : GP_NONE;

	while (at != GP_NONE && address >= item(items, size, at)->high)
		at = item(items, size, at)->around;
	return at;
}
