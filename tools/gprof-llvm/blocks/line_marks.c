/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * line_marks.c - lines as they were written, from the records of the compiler plugin for each
 * function: the flow between the stretches of its code before machine code was made of it, which
 * edges of that are counted, and the lines that each stretch was written at (docs/format.md).
 *
 * These equations hold whatever becomes of the code later, since a count goes where its code goes:
 * counts of copies made at link time are added up.  So they are a system of their own, with a part
 * for each record.
 *
 * Nothing in the bytes is believed: a function whose bytes make no sense has no lines.
 */
#include "blocks/block_builder.h"

#include <stdlib.h>

#define MOST_LINES 64 /* for a byte, with the bytes of copies: no compiler writes more */

/* An edge to a block. */
struct arrival {
	uint32_t block, unknown;
};

/* The lines of the first mark of a number. */
struct first_mark {
	size_t first, n; /* in blocks.lines */
};

struct reading {
	struct block_builder *m;
	struct linear_system *s;
	const struct cg_function *f;
	uint32_t record;
	struct cg_lines w;
	size_t at;          /* byte */
	bool failed;
	bool twice;         /* it calls what may return twice */
	uint32_t word;      /* the last that was read */
	uint32_t nblocks;
	uint32_t *stretches; /* unknowns */
	size_t nstretches, stretches_room;
	uint32_t *first, *last, *lost; /* of blocks: unknowns, GP_NONE: none; owned */
	struct gp_map first_mark; /* (function, number) -> firsts */
	struct first_mark *firsts;
	size_t nfirsts, firsts_room;
	size_t nlines;      /* so far */
	struct arrival *arrivals;
	size_t narrivals, arrivals_room;
};

static uint32_t get(struct reading *r)
{
	uint32_t value = 0;

	for (unsigned shift = 0; shift < 32; shift += 7) {
		uint8_t byte;

		if (r->at >= r->w.nbytes)
			break;
		byte = r->w.bytes[r->at++];
		value |= (uint32_t)(byte & 127) << shift;
		if (byte < 128)
			return value;
	}
	r->failed = true;
	return 0;
}

static uint32_t unzigzag(uint32_t value, uint32_t last)
{
	return last + (value >> 1 ^ -(value & 1));
}

static uint32_t unknown(struct reading *r)
{
	return linear_unknown(r->s, r->record, 0, COUNT_UNBOUNDED);
}

/* The counter of an unknown; 0: none. */
static void count(struct reading *r, uint32_t code, uint32_t counted)
{
	bool cell = --code & 1, derived;
	uint32_t word, first = counter_at(r->m, r->f->counters);

	if (code == UINT32_MAX)
		return;
	word = r->word = unzigzag(code >> 1, r->word);
	if (first == GP_NONE || word >= r->f->ncounters ||
	    (cell && GPROF_CELL_WORDS > r->f->ncounters - word)) {
		r->failed = true;
		return;
	}
	derived = !word && r->f->flags & GPROF_FN_DERIVED;
	if (derived)
		linear_between(r->s, r->record, r->m->called[first], r->m->called_most[first]);
	else if (!counter_equation(r->m, r->s, r->record, first + word, cell))
		return;
	linear_term(r->s, counted, 1);
}

static uint32_t lose(struct reading *r)
{
	bool inside = r->m->counts->inside;
	uint32_t lost = linear_unknown(r->s, r->record, r->twice || inside ? -COUNT_UNBOUNDED : 0,
				       COUNT_UNBOUNDED);

	r->s->unknowns[lost].lost = !inside;
	return lost;
}

/* A stretch that ends at a call goes on in the next one, or is lost. */
static void read_stretches(struct reading *r, uint32_t block)
{
	uint32_t at = unknown(r), next, lost, head;

	r->first[block] = at;
	do {
		*gp_push(r->stretches, r->nstretches, r->stretches_room) = at;
		head = get(r);
		count(r, head >> 2, at);
		if (!(head & 1))
			break;
		next = unknown(r);
		count(r, get(r), next);
		lost = lose(r);
		linear_equation(r->s, 0);
		linear_term(r->s, at, 1);
		linear_term(r->s, next, -1);
		linear_term(r->s, lost, -1);
		at = next;
	} while (!r->failed);
	r->last[block] = at;
	r->lost[block] = head & 2 ? lose(r) : GP_NONE;
}

/* The counts of edges are equations of their own: they come before the equation of their sum. */
static void read_edges(struct reading *r, uint32_t block)
{
	uint32_t n = get(r), leaves = GP_NONE;
	size_t from = r->narrivals;

	if (!n) {
		leaves = unknown(r);
		count(r, get(r), leaves);
	}
	for (uint32_t i = 0; i < n && !r->failed; i++) {
		uint32_t head = get(r);
		struct arrival to = { unzigzag(head >> 1, block), unknown(r) };

		if (head & 1)
			count(r, get(r), to.unknown);
		r->failed |= to.block >= r->nblocks;
		*gp_push(r->arrivals, r->narrivals, r->arrivals_room) = to;
	}
	linear_equation(r->s, 0);
	linear_term(r->s, r->last[block], -1);
	if (r->lost[block] != GP_NONE)
		linear_term(r->s, r->lost[block], 1);
	if (leaves != GP_NONE)
		linear_term(r->s, leaves, 1);
	for (size_t i = from; i < r->narrivals; i++)
		linear_term(r->s, r->arrivals[i].unknown, 1);
}

static int by_block(const void *x, const void *y, void *unused)
{
	const struct arrival *a = x, *b = y;

	(void)unused;
	return a->block < b->block ? -1 : a->block > b->block;
}

/* The entry has no edge to it but the call. */
static void arrive(struct reading *r)
{
	const struct arrival *a = r->arrivals;
	size_t at = 0;

	gp_sort(r->arrivals, r->narrivals, sizeof *r->arrivals, by_block, NULL);
	for (uint32_t block = 0; block < r->nblocks; block++) {
		if (!block)
			continue;
		linear_equation(r->s, 0);
		linear_term(r->s, r->first[block], -1);
		while (at < r->narrivals && a[at].block == block)
			linear_term(r->s, a[at++].unknown, 1);
	}
}

static void add_line(struct reading *r, const struct block_line *l)
{
	struct blocks *b = r->m->b;

	if (++r->nlines / MOST_LINES > r->w.nbytes) {
		r->failed = true;
		return;
	}
	*gp_push(b->lines, b->nlines, b->lines_room) = *l;
}

/* A copy of a mark has the lines of the first. */
static void copy_lines(struct reading *r, const struct block_line *l)
{
	uint32_t at = gp_map_get(&r->first_mark, l->function, l->number);
	struct first_mark first = at == GP_NONE ? (struct first_mark){ 0 } : r->firsts[at];

	for (size_t i = 0; i < first.n && !r->failed; i++) {
		struct block_line line = r->m->b->lines[first.first + i];

		line.unknown = l->unknown;
		line.perhaps = l->perhaps;
		add_line(r, &line);
	}
}

static void read_lines(struct reading *r, struct block_line *l, uint32_t n)
{
	size_t first = r->m->b->nlines;
	int created;

	for (uint32_t i = 0; i < n && !r->failed; i++) {
		uint32_t head = get(r);

		l->line = unzigzag(head >> 1, l->line);
		l->marks = head & 1 ? get(r) : 1;
		add_line(r, l);
	}
	if (!n) {
		copy_lines(r, l);
		return;
	}
	*gp_map_put(&r->first_mark, l->function, l->number, &created) = r->nfirsts;
	*gp_push(r->firsts, r->nfirsts, r->firsts_room) =
		(struct first_mark){ first, r->m->b->nlines - first };
}

static void read_marks(struct reading *r)
{
	struct block_line l = { .record = r->record, .number = UINT32_MAX };
	uint32_t n = get(r), stretch = 0;

	for (; n && !r->failed; n--) {
		uint32_t head = get(r), on = head >> 1 & 3;

		stretch = on < 2 ? stretch + on : unzigzag(get(r), stretch);
		if (!(head & 1))
			l.function = get(r);
		l.number = head & 1 ? l.number + 1 : unzigzag(get(r), l.number);
		l.perhaps = on == 3;
		r->failed |= stretch >= r->nstretches || l.function >= r->w.nfunctions;
		if (r->failed)
			break;
		l.unknown = r->stretches[stretch];
		read_lines(r, &l, head >> 3);
	}
}

static void read_flow(struct reading *r)
{
	r->nblocks = get(r);
	if (r->nblocks > r->w.nbytes)
		r->failed = true;
	if (r->failed)
		return;
	r->first = gp_alloc(3 * (size_t)r->nblocks, sizeof *r->first);
	r->last = r->first + r->nblocks;
	r->lost = r->last + r->nblocks;
	for (uint32_t i = 0; i < r->nblocks && !r->failed; i++)
		read_stretches(r, i);
	for (uint32_t i = 0; i < r->nblocks && !r->failed; i++)
		read_edges(r, i);
	if (!r->failed)
		arrive(r);
	if (!r->failed)
		read_marks(r);
}

static bool returns_twice(const struct block_builder *m, const struct cg_function *f)
{
	for (uint32_t i = 0; i < f->nsites; i++)
		if (static_cg_site(m->cg, f, i).flags & GPROF_SITE_RETURNS_TWICE)
			return true;
	return false;
}

bool blocks_has_line_marks(const struct static_cg *cg, const struct cg_function *f)
{
	return static_cg_lines(f).nfunctions && counters_has_blocks(cg, f);
}

/* Equations that were read before a mistake remain: they make nothing wrong that is asked for. */
static void read_function(struct block_builder *m, uint32_t record)
{
	struct reading r = { .m = m, .s = &m->b->written, .record = record };
	size_t lines = m->b->nlines;

	r.f = &m->cg->functions[record];
	r.w = static_cg_lines(r.f);
	if (!blocks_has_line_marks(m->cg, r.f))
		return;
	r.twice = returns_twice(m, r.f);
	read_flow(&r);
	if (r.failed)
		m->b->nlines = lines;
	free(r.first);
	gp_map_release(&r.first_mark);
	free(r.firsts);
	free(r.stretches);
	free(r.arrivals);
}

static int by_line(const void *x, const void *y, void *unused)
{
	const struct block_line *a = x, *b = y;

	(void)unused;
	if (a->record != b->record)
		return a->record < b->record ? -1 : 1;
	if (a->function != b->function)
		return a->function < b->function ? -1 : 1;
	if (a->line != b->line)
		return a->line < b->line ? -1 : 1;
	return a->number < b->number ? -1 : a->number > b->number;
}

void line_marks_make(struct block_builder *m)
{
	struct blocks *b = m->b;

	b->written.nparts = m->cg->nfunctions;
	b->written.slack = m->counts->stopped;
	for (uint32_t i = 0; i < m->cg->nfunctions; i++)
		read_function(m, i);
	gp_sort(b->lines, b->nlines, sizeof *b->lines, by_line, NULL);
}
