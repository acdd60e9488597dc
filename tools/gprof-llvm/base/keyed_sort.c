/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * keyed_sort.c - see keyed_sort.h.
 *
 * Names are sorted by eight bytes at a time, as in multikey quicksort (Bentley and
 * Sedgewick 1997): runs that are equal so far are sorted again by the next eight.  The
 * runs to be looked at are kept on a list: no recursion, however long the names.
 */
#include "base/keyed_sort.h"
#include "base/util.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#define FEW 32 /* items sorted by insertion rather than by their bytes */

static void sort_by_insertion(struct numbered_item *items, size_t n)
{
	for (size_t i = 1; i < n; i++) {
		struct numbered_item item = items[i];
		size_t k = i;

		for (; k && items[k - 1].number > item.number; k--)
			items[k] = items[k - 1];
		items[k] = item;
	}
}

/* Counting sort by the byte at 'shift'. */
static void sort_by_byte(const struct numbered_item *from, struct numbered_item *to, size_t n,
			 int shift)
{
	size_t at[256] = { 0 }, sum = 0;

	for (size_t i = 0; i < n; i++)
		at[from[i].number >> shift & 255]++;
	for (int byte = 0; byte < 256; byte++) {
		size_t here = at[byte];

		at[byte] = sum;
		sum += here;
	}
	for (size_t i = 0; i < n; i++)
		to[at[from[i].number >> shift & 255]++] = from[i];
}

/* Bytes that all numbers have in common are passed over. */
static void sort_by_bytes(struct numbered_item *items, size_t n, uint64_t differing)
{
	struct numbered_item *spare = gp_alloc(n, sizeof *spare), *from = items, *to = spare;

	for (int shift = 0; shift < 64; shift += 8) {
		struct numbered_item *sorted = to;

		if (!(differing >> shift & 255))
			continue;
		sort_by_byte(from, to, n, shift);
		to = from;
		from = sorted;
	}
	if (from != items)
		memcpy(items, from, n * sizeof *items);
	free(spare);
}

void sort_by_number(struct numbered_item *items, size_t n)
{
	uint64_t differing = 0;
	bool sorted = true;

	for (size_t i = 1; i < n; i++) {
		differing |= items[i].number ^ items[0].number;
		sorted &= items[i - 1].number <= items[i].number;
	}
	if (sorted)
		return;
	if (n <= FEW)
		sort_by_insertion(items, n);
	else
		sort_by_bytes(items, n, differing);
}

static int ascending(const void *x, const void *y, void *unused)
{
	const uint64_t *a = x, *b = y;

	(void)unused;
	return *a < *b ? -1 : *a > *b;
}

void sort_numbers(uint64_t *numbers, size_t n)
{
	gp_sort(numbers, n, sizeof *numbers, ascending, NULL);
}

/* ------------------------------------------------------------------ */

/* Numbers in the order of doubles, the largest first; 0 and -0 are equal. */
static uint64_t number_of_double(double value)
{
	uint64_t bits;

	value += 0.0;
	memcpy(&bits, &value, sizeof bits);
	return bits >> 63 ? bits : ~bits & INT64_MAX;
}

static uint64_t number_of_integer(int64_t value)
{
	return (uint64_t)INT64_MAX - (uint64_t)value;
}

/* Positions of keys, the largest key first, equal ones in order. */
static struct numbered_item *positions(const struct sort_key *keys, size_t n)
{
	struct numbered_item *at = gp_alloc(n, sizeof *at);

	for (size_t i = 0; i < n; i++)
		at[i] = (struct numbered_item){ number_of_integer(keys[i].third), i };
	sort_by_number(at, n);
	for (size_t i = 0; i < n; i++)
		at[i].number = number_of_integer(keys[at[i].item].second);
	sort_by_number(at, n);
	for (size_t i = 0; i < n; i++)
		at[i].number = number_of_double(keys[at[i].item].first);
	sort_by_number(at, n);
	return at;
}

void sort_by_key(uint32_t *items, size_t n,
		 struct sort_key (*key)(uint32_t item, const void *context),
		 const void *context)
{
	struct sort_key *keys = gp_alloc(n, sizeof *keys);
	struct numbered_item *at;

	for (size_t i = 0; i < n; i++)
		keys[i] = key(items[i], context);
	at = positions(keys, n);
	for (size_t i = 0; i < n; i++)
		at[i].number = items[at[i].item];
	for (size_t i = 0; i < n; i++)
		items[i] = at[i].number;
	free(at);
	free(keys);
}

/* ------------------------------------------------------------------ */

struct run {
	size_t from, to; /* positions: equal in all bytes before 'depth' */
	size_t depth;
};

/* Eight bytes of a name, the first one highest; 0 after its end. */
static uint64_t chunk_at(const char *name)
{
	uint64_t bytes = 0;

	for (int i = 0; i < 8; i++) {
		bytes = bytes << 8 | (unsigned char)*name;
		name += *name != 0;
	}
	return bytes;
}

struct sorting {
	struct numbered_item *items; /* the number is of eight bytes of the name */
	char *const *names;
	struct run *runs;
	size_t nruns, room;
};

/* Sorts a run by its next eight bytes, and lists the runs that are equal in them. */
static void sort_run(struct sorting *s, struct run r)
{
	struct numbered_item *x = s->items;

	for (size_t i = r.from; i < r.to; i++)
		x[i].number = chunk_at(s->names[x[i].item] + r.depth);
	sort_by_number(x + r.from, r.to - r.from);
	for (size_t i = r.from, end; i < r.to; i = end) {
		for (end = i + 1; end < r.to && x[end].number == x[i].number;)
			end++;
		if (end > i + 1 && x[i].number & 255)
			*gp_push(s->runs, s->nruns, s->room) = (struct run){ i, end, r.depth + 8 };
	}
}

void sort_by_name(uint32_t *items, size_t n, char *const *names)
{
	struct sorting s = { .names = names };

	s.items = gp_alloc(n, sizeof *s.items);
	for (size_t i = 0; i < n; i++)
		s.items[i].item = items[i];
	sort_run(&s, (struct run){ 0, n, 0 });
	while (s.nruns)
		sort_run(&s, s.runs[--s.nruns]);
	for (size_t i = 0; i < n; i++)
		items[i] = s.items[i].item;
	free(s.items);
	free(s.runs);
}

uint32_t *sorted_by_name(size_t n, const char *(*name)(uint32_t item, const void *context),
			 const void *context)
{
	uint32_t *items = gp_alloc(n, sizeof *items);
	const char **names = gp_alloc(n, sizeof *names);

	for (size_t i = 0; i < n; i++) {
		items[i] = i;
		names[i] = name(i, context);
	}
	sort_by_name(items, n, (char *const *)names);
	free(names);
	return items;
}
