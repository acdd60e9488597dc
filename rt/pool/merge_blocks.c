/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * merge_blocks.c - counts of two profiles in one (merge.c).
 *
 * The result's block of a module is the sum of the blocks of all threads, but for cells of
 * indirect sites: targets share the cell while it has room, others become arcs.  Which words are
 * cells the profiles say themselves, so that whoever merges them need not have loaded what they
 * did.
 *
 * What the first block of a module has is read to where it belongs; the others are added to it.
 */
#include "base/process.h"
#include "base/sys.h"
#include "pool/merge.h"
#include "pool/pages.h"
#include "pool/profile.h"

#include <gprof-llvm/format.h>

#define AT_ONCE 8u /* counts looked at together: most are 0 */

/* A target and its calls, to a cell: a place there, or else an arc. */
static void add_target(struct gprt_merge *m, uint32_t module, uint64_t word, uint64_t to,
		       uint64_t hits)
{
	uint64_t *cell = m->modules[module].words + word;

	for (unsigned i = 0; i < GPROF_CELL_WORDS && to; i += 2) {
		if (cell[i] && cell[i] != to)
			continue;
		cell[i] = to;
		cell[i + 1] += hits;
		gprt_merge_fill(m, &cell[i]);
		gprt_merge_fill(m, &cell[i + 1]);
		return;
	}
	gprt_merge_arc(m, GPROF_ARC_INDIRECT, module, word * 8, to, hits);
}

/* The first word from 'i' on, below 'n', where a cell begins. */
static uint64_t next_cell(const uint64_t *bits, uint64_t i, uint64_t n)
{
	uint64_t word = i / 64, left = bits[word] >> i % 64;

	if (left)
		i += (uint64_t)__builtin_ctzll(left);
	else
		for (i = ++word * 64; i < n && !bits[word]; word++)
			i += 64;
	if (!left && i < n)
		i += (uint64_t)__builtin_ctzll(bits[word]);
	return i < n ? i : n;
}

/* One bit a word: here begins a cell.  No two have a word in common, whatever a profile says. */
static uint64_t *bits_of(struct gprt_merge *m, struct gprt_merged *r, uint64_t words)
{
	const uint64_t most = GPROF_CELL_WORDS - 1;
	uint64_t *bits = gprt_merge_scratch(m, (words / 64 + 1) * 8);

	for (uint64_t i = 0; bits && i < r->ncells; i++) {
		uint64_t word = r->cells[i] / 8, end = word + GPROF_CELL_WORDS;

		if (end <= words && next_cell(bits, word > most ? word - most : 0, end) == end)
			bits[word / 64] |= 1ull << word % 64;
	}
	return bits;
}

static void add_few(struct gprt_merge *m, uint64_t *to, const uint64_t *in, uint64_t n)
{
	uint64_t any = 0;

	for (uint64_t i = 0; i < n; i++)
		any |= in[i];
	if (!any)
		return;
	for (uint64_t i = 0; i < n; i++)
		to[i] += in[i];
	gprt_merge_fill(m, &to[0]);
	gprt_merge_fill(m, &to[n - 1]);
}

/* Counts outside of cells, 'n' of them. */
static void add_plain(struct gprt_merge *m, uint64_t *to, const uint64_t *in, uint64_t n)
{
	for (; n >= AT_ONCE; n -= AT_ONCE, to += AT_ONCE, in += AT_ONCE)
		add_few(m, to, in, AT_ONCE);
	if (n)
		add_few(m, to, in, n);
}

/* Of a module's counters in a profile: words 'first' to 'end', at 'in' and after. */
struct words {
	uint64_t low, high; /* stand on pages that hold something */
	uint64_t first, end;
	const uint64_t *in;
};

/* The targets of a cell and their calls, to the cell at 'i' of the result. */
static void add_cell(struct gprt_merge *m, unsigned input, const struct gprof_area *a,
		     uint32_t module, uint64_t i, const uint64_t *cell)
{
	for (unsigned k = 0; k < GPROF_CELL_WORDS; k += 2)
		if (cell[k + 1])
			add_target(m, module, i, gprt_merge_moved(m, input, cell[k], a->epoch),
				   cell[k + 1]);
}

/* Adds words from 'i' on, at least to the one before 'end'; a cell that begins there to its end.
   Returns the first that was not. */
static uint64_t add_run(struct gprt_merge *m, unsigned input, const struct gprof_area *a,
			uint32_t module, uint64_t i, uint64_t end, const struct words *w)
{
	const struct gprt_merged *r = &m->modules[module];
	uint64_t cell;

	for (; i < end; i += GPROF_CELL_WORDS) {
		cell = next_cell(r->bits, i, end);
		add_plain(m, &r->words[i], &w->in[i - w->first], cell - i);
		i = cell;
		if (i == end)
			break;
		add_cell(m, input, a, module, i, &w->in[i - w->first]);
	}
	return i;
}

/* Words from 'i' to w->end; those on other pages are 0, and reading one would make the page. */
static bool read_piece(struct gprt_merge *m, const struct gprt_profile *p, uint64_t begin,
		       uint64_t i, const struct words *w)
{
	uint64_t from = i < w->low ? w->low : i, to = w->end < w->high ? w->end : w->high;
	uint64_t *piece = (uint64_t *)m->piece;
	size_t size = (to - from) * 8;

	gprt_clear(piece, (from - i) * 8);
	gprt_clear(piece + (to - i), (w->end - to) * 8);
	return sys_pread(p->fd, piece + (from - i), size, begin + from * 8) == (long)size;
}

/* Words from 'i' on, as many up to 'end' as there is room for. */
static bool read_words(struct gprt_merge *m, unsigned input, uint64_t begin, uint64_t i,
		       uint64_t end, struct words *w)
{
	const struct gprt_profile *p = &m->from[input].profile;
	const uint64_t most = GPRT_MERGE_PIECE / 8;

	w->first = p->apart ? i : 0;
	w->end = p->apart && end - i > most ? i + most : end;
	w->in = (const uint64_t *)(p->at + begin);
	if (!p->apart)
		return true;
	if (!m->piece)
		m->piece = gprt_merge_scratch(m, GPRT_MERGE_PIECE);
	w->in = (const uint64_t *)m->piece;
	if (m->piece && read_piece(m, p, begin, i, w))
		return true;
	gprt_merge_fail(m, 2, "it cannot be read");
	return false;
}

/* Words from 'i' to 'end', widened by the cells that begin on the page before, or end on the one
   after.  What is below 'done' has been added. */
static void widen(const uint64_t *bits, uint64_t done, uint64_t *i, uint64_t *end)
{
	const uint64_t most = GPROF_CELL_WORDS - 1;
	uint64_t low = *i > most ? *i - most : 0, last = *end > most ? *end - most : 0;

	low = next_cell(bits, low > done ? low : done, *i);
	*i = low > done ? low : done;
	last = next_cell(bits, last, *end);
	if (last < *end)
		*end = last + GPROF_CELL_WORDS;
}

/* Of a block only the pages that hold something. */
static void add_words(struct gprt_merge *m, unsigned input, const struct gprof_area *a,
		      uint32_t module, uint64_t n)
{
	const uint64_t begin = a->offset + a->skip, *bits = m->modules[module].bits;
	uint64_t from, to = begin, i, end, done = 0;
	struct words w;

	while (gprt_pages_next(m->from[input].profile.pages, 0, begin + n * 8, &from, &to)) {
		w.low = i = (from - begin) / 8;
		w.high = end = (to - begin) / 8;
		for (widen(bits, done, &i, &end); i < end; i = done) {
			if (!read_words(m, input, begin, i, end, &w))
				return;
			/* A cell that is not all there is for the next piece. */
			if (w.end < end)
				w.end -= GPROF_CELL_WORDS - 1;
			done = add_run(m, input, a, module, i, w.end, &w);
		}
	}
}

/* Cells that were read to their places: their targets have the result's addresses. */
static void settle_cells(struct gprt_merge *m, unsigned input, const struct gprof_area *a,
			 uint32_t module, uint64_t n)
{
	const struct gprt_merged *r = &m->modules[module];
	uint64_t cell[GPROF_CELL_WORDS];

	for (uint64_t i = next_cell(r->bits, 0, n); i < n;
	     i = next_cell(r->bits, i + GPROF_CELL_WORDS, n)) {
		gprt_copy(cell, &r->words[i], sizeof(cell));
		gprt_clear(&r->words[i], sizeof(cell));
		add_cell(m, input, a, module, i, cell);
	}
}

/* The first block of a module. */
static void read_block(struct gprt_merge *m, unsigned input, const struct gprof_area *a,
		       uint32_t module, uint64_t n)
{
	const struct gprt_profile *p = &m->from[input].profile;
	const uint64_t begin = a->offset + a->skip;
	uint64_t from, to = begin;
	char *words = (char *)m->modules[module].words, *at;

	while (gprt_pages_next(p->pages, 0, begin + n * 8, &from, &to)) {
		at = words + (from - begin);
		gprt_pages_make(at, to - from);
		if (sys_pread(p->fd, at, to - from, from) != (long)(to - from)) {
			gprt_merge_fail(m, 2, "it cannot be read");
			return;
		}
		for (char *page = at; page < at + (to - from); page += GPROF_PAGE)
			gprt_merge_fill(m, (uint64_t *)page);
		gprt_merge_fill(m, (uint64_t *)(at + (to - from)) - 1);
	}
	settle_cells(m, input, a, module, n);
}

/* Room for a module's counters in the result. */
static void make_words(struct gprt_merge *m, uint32_t module, uint64_t n)
{
	struct gprt_merged *r = &m->modules[module];

	r->words = gprt_merge_area(m, GPROF_AREA_BLOCK, n * 8, module);
	gprt_merge_blank(m, r->words, n * 8);
}

static void add_counters(struct gprt_merge *m, unsigned input, const struct gprof_area *a,
			 uint32_t module, uint64_t n)
{
	struct gprt_merged *r = &m->modules[module];
	bool first = !r->words;

	if (first)
		make_words(m, module, n);
	if (!r->bits)
		r->bits = bits_of(m, r, n);
	if (!r->words || !r->bits || !m->states)
		return;
	m->filling = input ? GPRT_MERGE_ADDED : GPRT_MERGE_FILLED;
	if (first && m->from[input].profile.apart)
		read_block(m, input, a, module, n);
	else
		add_words(m, input, a, module, n);
}

void gprt_merge_block(struct gprt_merge *m, unsigned input, const struct gprof_area *a)
{
	const struct gprt_map *map = gprt_merge_map(m, input, a->module);
	uint64_t bytes = map ? map->from->cnt_stop - map->from->cnt_start : 0;
	struct gprt_merged *r = map ? &m->modules[map->index] : NULL;

	if (!map || bytes % 8 || !gprof_is_block(a, bytes)) {
		m->damaged = !m->why;
		gprt_merge_fail(m, input, "it is damaged");
		return;
	}
	if (!bytes)
		return;
	if (r->record->cnt_stop - r->record->cnt_start != bytes)
		gprt_merge_fail(m, input, "it has a module with other counters");
	else if (!r->cells)
		gprt_merge_fail(m, input, "it lacks the places of its indirect calls");
	else
		add_counters(m, input, a, map->index, bytes / 8);
}

/* For whoever merges the result. */
void gprt_merge_cells(struct gprt_merge *m)
{
	for (uint32_t i = 0; i < m->nmodules; i++) {
		const struct gprt_merged *r = &m->modules[i];
		size_t size = r->ncells * sizeof(*r->cells);
		void *to = r->cells ? gprt_merge_area(m, GPROF_AREA_CELLS, size, i) : NULL;

		if (to)
			gprt_copy(to, r->cells, size);
	}
}
