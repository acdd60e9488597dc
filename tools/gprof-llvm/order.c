/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * order.c - see order.h.
 *
 * Names are sorted by eight bytes at a time, as in multikey quicksort (Bentley and
 * Sedgewick 1997): runs that are equal so far are sorted again by the next eight.  The
 * runs to be looked at are kept on a list: no recursion, however long the names.
 */
#include "order.h"
#include "util.h"

#include <stdlib.h>
#include <string.h>

struct keyed {
	struct order_key key;
	uint32_t item;
};

struct by_key {
	int (*compare)(uint32_t a, uint32_t b, const void *context);
	const void *context;
};

static int compare_keys(const void *x, const void *y, void *context)
{
	const struct keyed *a = x, *b = y;
	const struct by_key *by = context;

	if (a->key.first != b->key.first)
		return a->key.first > b->key.first ? -1 : 1;
	if (a->key.second != b->key.second)
		return a->key.second > b->key.second ? -1 : 1;
	return by->compare(a->item, b->item, by->context);
}

void order_by_key(uint32_t *items, size_t n,
		  struct order_key (*key)(uint32_t item, const void *context),
		  int (*compare)(uint32_t a, uint32_t b, const void *context),
		  const void *context)
{
	struct by_key by = { compare, context };
	struct keyed *all = gp_alloc(n, sizeof *all);

	for (size_t i = 0; i < n; i++)
		all[i] = (struct keyed){ key(items[i], context), items[i] };
	gp_sort(all, n, sizeof *all, compare_keys, &by);
	for (size_t i = 0; i < n; i++)
		items[i] = all[i].item;
	free(all);
}

/* ------------------------------------------------------------------ */

struct chunk {
	uint64_t bytes; /* eight of the name, the first one highest; 0 after its end */
	uint32_t item;
};

struct run {
	size_t from, to; /* positions: equal in all bytes before 'depth' */
	size_t depth;
};

static uint64_t chunk_at(const char *name)
{
	uint64_t bytes = 0;

	for (int i = 0; i < 8; i++) {
		bytes = bytes << 8 | (unsigned char)*name;
		name += *name != 0;
	}
	return bytes;
}

static int by_chunk(const void *x, const void *y, void *unused)
{
	const struct chunk *a = x, *b = y;

	(void)unused;
	if (a->bytes != b->bytes)
		return a->bytes < b->bytes ? -1 : 1;
	return a->item < b->item ? -1 : a->item > b->item;
}

struct sorting {
	struct chunk *chunks;
	char *const *names;
	struct run *runs;
	size_t nruns, room;
};

/* Sorts a run by its next eight bytes, and lists the runs that are equal in them. */
static void sort_run(struct sorting *s, struct run r)
{
	for (size_t i = r.from; i < r.to; i++)
		s->chunks[i].bytes = chunk_at(s->names[s->chunks[i].item] + r.depth);
	gp_sort(s->chunks + r.from, r.to - r.from, sizeof *s->chunks, by_chunk, NULL);
	for (size_t i = r.from, end; i < r.to; i = end) {
		for (end = i + 1; end < r.to && s->chunks[end].bytes == s->chunks[i].bytes;)
			end++;
		if (end > i + 1 && s->chunks[i].bytes & 255)
			*gp_push(s->runs, s->nruns, s->room) = (struct run){ i, end, r.depth + 8 };
	}
}

void order_by_name(uint32_t *items, size_t n, char *const *names)
{
	struct sorting s = { .names = names };

	s.chunks = gp_alloc(n, sizeof *s.chunks);
	for (size_t i = 0; i < n; i++)
		s.chunks[i].item = items[i];
	sort_run(&s, (struct run){ 0, n, 0 });
	while (s.nruns)
		sort_run(&s, s.runs[--s.nruns]);
	for (size_t i = 0; i < n; i++)
		items[i] = s.chunks[i].item;
	free(s.chunks);
	free(s.runs);
}
