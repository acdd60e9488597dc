/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * merge.c - makes one profile of two, for pools (pool.c).
 *
 * A function of two profiles in memory, which may hold anything: they are checked
 * before anything is made of them, and the time grows with their size whatever they
 * hold.  The result is the image of a file (merge_memory.c).
 *
 * Addresses.  A module of either profile goes to the module of the result that is
 * of the same file.  The first to come keeps its addresses where they are free, else
 * it gets a range above all others.  Every address moves with its module; one that
 * lies in no module becomes 0 (merge_modules.c).
 *
 * Counts.  All threads become one, whose block of a module is the sum of the blocks,
 * but for cells of indirect sites: targets share the cell while it has room, others
 * become arcs.  Which words are cells the profiles say themselves, so that whoever
 * merges them need not have loaded what they did.
 *
 * Tables are merged in merge_tables.c.  With the lock held.
 */
#include "pool/merge.h"

#include "base/process.h"
#include "base/sys.h"
#include "base/text.h"
#include "pool/pages.h"
#include "pool/profile.h"

#include <gprof-llvm/format.h>

#define STEPS (1u << 24)    /* of searches in a row, at least: some tenths of a second */

/* ------------------------------------------------------------------ */
/* Blocks */

/* A target and its calls, to a cell: a place there, or else an arc. */
static void add_target(struct gp_merge *m, uint32_t module, uint64_t word, uint64_t to,
		       uint64_t hits)
{
	uint64_t *cell = m->modules[module].words + word;

	for (unsigned i = 0; i < GPROF_CELL_WORDS && to; i += 2) {
		if (cell[i] && cell[i] != to)
			continue;
		cell[i] = to;
		cell[i + 1] += hits;
		gp_merge_fill(m, &cell[i]);
		gp_merge_fill(m, &cell[i + 1]);
		return;
	}
	gp_merge_arc(m, GPROF_ARC_INDIRECT, module, word * 8, to, hits);
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
static uint64_t *bits_of(struct gp_merge *m, struct gp_merged *r, uint64_t words)
{
	const uint64_t most = GPROF_CELL_WORDS - 1;
	uint64_t *bits = gp_merge_scratch(m, (words / 64 + 1) * 8);

	for (uint64_t i = 0; bits && i < r->ncells; i++) {
		uint64_t word = r->cells[i] / 8, end = word + GPROF_CELL_WORDS;

		if (end <= words && next_cell(bits, word > most ? word - most : 0, end) == end)
			bits[word / 64] |= 1ull << word % 64;
	}
	return bits;
}

/* Counts that are no cells, 'n' of them.  Most are 0, so four are looked at at once. */
static void add_plain(struct gp_merge *m, uint64_t *to, const uint64_t *in, uint64_t n)
{
	uint64_t i = 0;

	while (i < n) {
		if (n - i >= 4 && !(in[i] | in[i + 1] | in[i + 2] | in[i + 3])) {
			i += 4;
			continue;
		}
		if (in[i]) {
			to[i] += in[i];
			gp_merge_fill(m, &to[i]);
		}
		i++;
	}
}

/* Of a module's counters in a profile: words 'first' to 'end', at 'in' and behind. */
struct words {
	uint64_t low, high; /* stand on pages that hold something */
	uint64_t first, end;
	const uint64_t *in;
};

/* Adds words from 'i' on, at least to the one before 'end'; a cell that begins there to its end.
   Returns the first that was not. */
static uint64_t add_run(struct gp_merge *m, unsigned input, const struct gprof_area *a,
			uint32_t module, uint64_t i, uint64_t end, const struct words *w)
{
	const struct gp_merged *r = &m->modules[module];
	uint64_t cell;

	for (; i < end; i += GPROF_CELL_WORDS) {
		cell = next_cell(r->bits, i, end);
		add_plain(m, &r->words[i], &w->in[i - w->first], cell - i);
		i = cell;
		if (i == end)
			break;
		for (const uint64_t *pair = &w->in[i - w->first];
		     pair < &w->in[i + GPROF_CELL_WORDS - w->first]; pair += 2)
			if (pair[1])
				add_target(m, module, i,
					   gp_merge_moved(m, input, pair[0], a->epoch), pair[1]);
	}
	return i;
}

/* Words from 'i' to w->end; those on other pages are 0, and reading one would make the page. */
static bool read_piece(struct gp_merge *m, const struct gp_profile *p, uint64_t begin, uint64_t i,
		       const struct words *w)
{
	uint64_t from = i < w->low ? w->low : i, to = w->end < w->high ? w->end : w->high;
	uint64_t *piece = (uint64_t *)m->piece;
	size_t size = (to - from) * 8;

	gp_clear(piece, (from - i) * 8);
	gp_clear(piece + (to - i), (w->end - to) * 8);
	return sys_pread(p->fd, piece + (from - i), size, begin + from * 8) == (long)size;
}

/* Words from 'i' on, as many up to 'end' as there is room for. */
static bool read_words(struct gp_merge *m, unsigned input, uint64_t begin, uint64_t i, uint64_t end,
		       struct words *w)
{
	const struct gp_profile *p = &m->from[input].profile;
	const uint64_t most = GP_MERGE_PIECE / 8;

	w->first = p->apart ? i : 0;
	w->end = p->apart && end - i > most ? i + most : end;
	w->in = (const uint64_t *)(p->at + begin);
	if (!p->apart)
		return true;
	if (!m->piece)
		m->piece = gp_merge_scratch(m, GP_MERGE_PIECE);
	w->in = (const uint64_t *)m->piece;
	if (m->piece && read_piece(m, p, begin, i, w))
		return true;
	gp_merge_fail(m, 2, "it cannot be read");
	return false;
}

/* Words from 'i' to 'end', widened by the cells that begin on the page before, or end on the one
   behind.  What is below 'done' has been added. */
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
static void add_words(struct gp_merge *m, unsigned input, const struct gprof_area *a,
		      uint32_t module, uint64_t n)
{
	const uint64_t begin = a->offset + a->skip, *bits = m->modules[module].bits;
	uint64_t from, to = begin, i, end, done = 0;
	struct words w;

	while (gp_pages_next(m->from[input].profile.pages, 0, begin + n * 8, &from, &to)) {
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

/* Room for a module's counters in the result, and its cells; false if there is none. */
static bool begin_words(struct gp_merge *m, uint32_t module, uint64_t n)
{
	struct gp_merged *r = &m->modules[module];

	if (!r->bits)
		r->bits = bits_of(m, r, n);
	if (!r->words) {
		r->words = gp_merge_area(m, GPROF_AREA_BLOCK, n * 8, module);
		gp_merge_blank(m, r->words, n * 8);
	}
	return r->bits && r->words && m->blank;
}

static void add_block(struct gp_merge *m, unsigned input, const struct gprof_area *a)
{
	const struct gp_map *map = gp_merge_map(m, input, a->module);
	uint64_t bytes = map ? map->from->cnt_stop - map->from->cnt_start : 0;
	struct gp_merged *r = map ? &m->modules[map->index] : NULL;

	if (!map || bytes % 8 || !gprof_is_block(a, bytes)) {
		m->damaged = !m->why;
		gp_merge_fail(m, input, "it is damaged");
		return;
	}
	if (!bytes)
		return;
	if (r->record->cnt_stop - r->record->cnt_start != bytes)
		gp_merge_fail(m, input, "it has a module with other counters");
	else if (!r->cells)
		gp_merge_fail(m, input, "it lacks the places of its indirect calls");
	else if (begin_words(m, map->index, bytes / 8))
		add_words(m, input, a, map->index, bytes / 8);
}

/* For whoever merges the result. */
static void write_cells(struct gp_merge *m)
{
	for (uint32_t i = 0; i < m->nmodules; i++) {
		const struct gp_merged *r = &m->modules[i];
		size_t size = r->ncells * sizeof(*r->cells);
		void *to = r->cells ? gp_merge_area(m, GPROF_AREA_CELLS, size, i) : NULL;

		if (to)
			gp_copy(to, r->cells, size);
	}
}

/* ------------------------------------------------------------------ */
/* The rest */

static void write_thread(struct gp_merge *m)
{
	struct gprof_thread *out = gp_merge_area(m, GPROF_AREA_THREAD, sizeof(*out), GPROF_NONE);
	const struct gprof_area *a;
	struct gprof_check walk;

	for (unsigned i = 0; i < 2 && out; i++) {
		gp_profile_begin(&m->from[i].profile, &walk);
		while ((a = gp_profile_next(&walk, GPROF_AREA_THREAD))) {
			const struct gprof_thread *t = gp_profile_at(&m->from[i].profile, a);

			out->threads += t->threads;
			out->flags |= t->flags;
			out->cpu_ns += t->cpu_ns;
			out->handler_ns += t->handler_ns;
			out->samples += t->samples;
		}
	}
}

/* 0: it has no such key. */
static uint64_t number_in(const struct gp_profile *p, const char *key)
{
	const char *s = gp_profile_value(p, key);

	return s ? gp_number(s) : 0;
}

static uint64_t processes_in(const struct gp_profile *p)
{
	return gp_profile_value(p, GPROF_PROCESS_COUNT "=") ?
		       number_in(p, GPROF_PROCESS_COUNT "=") : 1;
}

/* What a sum of processes says of their edges; see the keys. */
struct edges {
	uint64_t stopped, left, torn;
};

static void add_thread(struct edges *to, const struct gprof_file_header *h,
		       const struct gprof_thread *t)
{
	to->stopped += (t->flags & GPROF_THREAD_FORKED) != 0;
	if (h->end_ns) {
		to->stopped += (t->flags & GPROF_THREAD_RUNNING) != 0;
		to->torn |= (t->flags & GPROF_THREAD_RUNNING) != 0;
	} else if (t->flags & GPROF_THREAD_LEFT) {
		to->left++;
	} else {
		to->stopped++;
	}
}

static void add_edges(struct edges *to, const struct gp_profile *p)
{
	const struct gprof_area *a;
	struct gprof_check walk;
	const char *torn = gp_profile_value(p, GPROF_PROCESS_TORN "=");

	if (gp_profile_value(p, GPROF_PROCESS_COUNT "=")) {
		to->stopped += number_in(p, GPROF_PROCESS_STOPPED "=");
		to->left += number_in(p, GPROF_PROCESS_LEFT "=");
		to->torn |= !torn || gp_number(torn); /* an older version says nothing */
		return;
	}
	gp_profile_begin(p, &walk);
	while ((a = gp_profile_next(&walk, GPROF_AREA_THREAD)))
		add_thread(to, gp_profile_head(p), gp_profile_at(p, a));
}

static void put_string(struct gp_text *t, const char *key, const char *value)
{
	gp_put(t, key);
	gp_put(t, value);
	if (t->end - t->at >= 2)
		*++t->at = 0;
}

static void put_count(struct gp_text *t, const char *key, uint64_t n)
{
	char digits[24];
	struct gp_text number = gp_text(digits, sizeof(digits));

	gp_put_number(&number, n);
	put_string(t, key, digits);
}

static void write_process(struct gp_merge *m)
{
	static const char *const kept[] = { "exe=", "cwd=", "host=", "cmdline=" };
	struct gp_text t = gp_text(gp.scratch, sizeof(gp.scratch));
	const struct gp_profile *a = &m->from[0].profile, *b = &m->from[1].profile;
	struct edges edges = { 0, 0, 0 };
	char *out;

	for (unsigned i = 0; i < sizeof(kept) / sizeof(*kept); i++) {
		const char *value = gp_profile_value(a, kept[i]);

		put_string(&t, kept[i], value ? value : "");
	}
	add_edges(&edges, a);
	add_edges(&edges, b);
	put_count(&t, GPROF_PROCESS_COUNT "=", processes_in(a) + processes_in(b));
	put_string(&t, GPROF_PROCESS_MERGED "=", m->name);
	put_count(&t, GPROF_PROCESS_LOOKED "=", m->looked);
	put_count(&t, GPROF_PROCESS_STOPPED "=", edges.stopped);
	put_count(&t, GPROF_PROCESS_LEFT "=", edges.left);
	put_count(&t, GPROF_PROCESS_TORN "=", edges.torn);
	out = gp_merge_area(m, GPROF_AREA_PROCESS, (size_t)(t.at - gp.scratch), GPROF_NONE);
	if (out)
		gp_copy(out, gp.scratch, (size_t)(t.at - gp.scratch));
}

/* CPU time; of a process that was killed, what its samples say. */
static uint64_t user_time(const struct gp_profile *p)
{
	const struct gprof_file_header *h = gp_profile_head(p);
	const struct gprof_area *a;
	struct gprof_check walk;
	uint64_t sum = 0;

	if (h->end_ns)
		return h->user_ns;
	gp_profile_begin(p, &walk);
	while ((a = gp_profile_next(&walk, GPROF_AREA_THREAD)))
		sum += ((const struct gprof_thread *)gp_profile_at(p, a))->cpu_ns;
	return sum;
}

static void write_header(struct gp_merge *m)
{
	const struct gprof_file_header *a = gp_profile_head(&m->from[0].profile);
	const struct gprof_file_header *b = gp_profile_head(&m->from[1].profile);
	struct gprof_file_header *h = (struct gprof_file_header *)m->image;

	gp_copy(h, a, sizeof(*h));
	h->flags = a->flags | b->flags;
	h->file_end = gp_round(m->used);
	h->pid = h->ppid = h->fork_depth = 0;
	h->clock = a->clock > b->clock ? a->clock : b->clock;
	h->start_ns = a->start_ns < b->start_ns ? a->start_ns : b->start_ns;
	h->end_ns = a->end_ns > b->end_ns ? a->end_ns : b->end_ns;
	if (!h->end_ns)
		h->end_ns = h->start_ns;
	h->user_ns = user_time(&m->from[0].profile) + user_time(&m->from[1].profile);
	h->system_ns = a->system_ns + b->system_ns;
	h->monotonic_ns = 0;
	if (b->last_period_ns > h->last_period_ns)
		h->last_period_ns = b->last_period_ns;
	h->interrupts_ns = a->interrupts_ns + b->interrupts_ns;
	for (unsigned i = 0; i < GPROF_LOSS_N; i++)
		h->lost[i] = a->lost[i] + b->lost[i];
}

static void add_all(struct gp_merge *m, enum gprof_area_type type,
		    void (*one)(struct gp_merge *m, unsigned input, const struct gprof_area *a))
{
	const struct gprof_area *a;
	struct gprof_check walk;

	for (unsigned i = 0; i < 2 && !m->why; i++) {
		gp_profile_begin(&m->from[i].profile, &walk);
		while (!m->why && (a = gp_profile_next(&walk, type)))
			one(m, i, a);
	}
}

/* Snapshots say of which counts a report is to be; that cannot be added up. */
static void check(struct gp_merge *m)
{
	for (unsigned i = 0; i < 2; i++) {
		const struct gp_profile *p = &m->from[i].profile;

		if (!gp_profile_sound(p)) {
			m->damaged = !m->why;
			gp_merge_fail(m, i, "it is damaged");
		} else if (gp_profile_head(p)->snapshots) {
			gp_merge_fail(m, i, "it has snapshots");
		}
	}
}

static void add_contents(struct gp_merge *m)
{
	add_all(m, GPROF_AREA_BLOCK, add_block);
	add_all(m, GPROF_AREA_ARCS, gp_merge_arcs);
	add_all(m, GPROF_AREA_SAMPLES, gp_merge_samples);
}

int gp_merge(struct gp_merge *m)
{
	static void (*const parts[])(struct gp_merge *m) = {
		check, gp_merge_reserve, write_process, gp_merge_modules, gp_merge_sets,
		add_contents, write_thread, gp_merge_tables, write_cells, write_header,
	};

	m->steps = STEPS + (m->from[0].profile.size + m->from[1].profile.size) / 4;
	for (unsigned i = 0; i < sizeof(parts) / sizeof(*parts) && !m->why; i++)
		parts[i](m);
	if (!m->why)
		return 0;
	gp_merge_release(m);
	return -1;
}
