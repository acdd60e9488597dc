/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * counter_equations.c - the counters (words) of gprof_cnt, by the records of the functions, and the
 * equation of each: executions of all its copies together are its value.  Copies that count in
 * words of their own have equations of their own.
 *
 * Copies may be anywhere in the file (in code that has no record, in functions that are not
 * solved): each of these is an unknown of its own.
 */
#include "blocks/block_builder.h"

#include <stdlib.h>
#include <string.h>

bool counters_has_blocks(const struct static_cg *cg, const struct cg_function *f)
{
	return f->module != GP_NONE && cg->modules[f->module].flags & GPROF_MOD_BLOCKS &&
	       f->counters && f->ncounters && !(f->flags & GPROF_FN_SKIPPED);
}

uint32_t counter_at(const struct block_builder *m, uint64_t address)
{
	uint64_t word = (address - m->cg->counters) / 8;

	if (address < m->cg->counters || (address - m->cg->counters) % 8 ||
	    word >= m->cg->ncounters)
		return GP_NONE;
	return word;
}

/* ------------------------------------------------------------------ */

static void add_called(struct block_builder *m, const struct cg_site *s, uint32_t site_word)
{
	uint32_t word = s->flags & GPROF_SITE_BY_COUNTER ? counter_at(m, s->callee_word) : GP_NONE;

	if (word == GP_NONE)
		return;
	m->called[word] += m->sums[site_word];
	m->called_most[word] += m->sums_most[site_word];
}

static void read_site(struct block_builder *m, const struct cg_function *f, uint32_t i,
		      bool counted)
{
	struct cg_site s = static_cg_site(m->cg, f, i);
	bool cell = s.kind == GPROF_SITE_INDIRECT;
	uint32_t word = counter_at(m, f->counters) + s.counter;

	if ((s.kind != GPROF_SITE_DIRECT && !cell) || s.counter == GPROF_NO_COUNTER)
		return;
	if (!cell)
		add_called(m, &s, word);
	if (counted)
		m->words[word + cell] = (struct counter){
			.site = f->first_site + i, .kind = cell ? COUNTER_HITS : COUNTER_CALLS };
}

static void read_function(struct block_builder *m, uint32_t function)
{
	const struct cg_function *f = &m->cg->functions[function];
	bool counted = counters_has_blocks(m->cg, f);
	uint32_t first = f->counters ? counter_at(m, f->counters) : GP_NONE;
	int created;

	if (f->text)
		*gp_map_put(&m->record_at, f->text, 0, &created) = function;
	if (first == GP_NONE || f->ncounters > m->cg->ncounters - first)
		return;
	for (uint32_t i = 0; counted && i < f->ncounters; i++)
		m->words[first + i].kind = COUNTER_COUNT;
	for (uint32_t i = 0; i < f->nsites; i++)
		read_site(m, f, i, counted);
}

static uint64_t *add_copies(const struct static_cg *cg, const uint64_t *words)
{
	uint64_t *sums = gp_alloc(cg->ncounters, sizeof *sums);

	if (cg->ncounters)
		memcpy(sums, words, cg->ncounters * sizeof *sums);
	static_cg_add_copies(cg, sums);
	return sums;
}

void counters_read(struct block_builder *m)
{
	const struct static_cg *cg = m->cg;

	m->sums = add_copies(cg, m->counts->words);
	m->sums_most = add_copies(cg, m->counts->most);
	m->words = gp_alloc(cg->ncounters, sizeof *m->words);
	m->called = gp_alloc(cg->ncounters, sizeof *m->called);
	m->called_most = gp_alloc(cg->ncounters, sizeof *m->called_most);
	for (size_t i = 0; i < cg->nfunctions; i++)
		read_function(m, i);
	for (size_t i = 0; i < cg->ncopies; i++)
		m->words[cg->copies[i].word] = m->words[cg->copies[i].of];
}

/* ------------------------------------------------------------------ */

static int by_word(const void *x, const void *y, void *unused)
{
	const struct counter_copy *a = x, *b = y;

	(void)unused;
	if (a->word != b->word)
		return a->word < b->word ? -1 : 1;
	return a->unknown < b->unknown ? -1 : a->unknown > b->unknown;
}

/* A number that is known to lie between two. */
struct range {
	int64_t least, most;
};

/* Executions of the instructions that increment one counter; all of one stretch are one term. */
static void add_equation(struct block_builder *m, const struct counter_copy *copies, size_t n,
			 struct range sum)
{
	struct linear_system *s = &m->b->system;

	linear_between(s, s->unknowns[copies->unknown].part, sum.least, sum.most);
	for (size_t i = 0, next; i < n; i = next) {
		for (next = i + 1; next < n && copies[next].unknown == copies[i].unknown;)
			next++;
		linear_term(s, copies[i].unknown, next - i);
	}
}

static int64_t clamp(uint64_t count)
{
	return count > COUNT_UNBOUNDED ? COUNT_UNBOUNDED : (int64_t)count;
}

static void equate(struct block_builder *m, struct counter_copy *copies, size_t n,
		   bool (*all)(const struct block_builder *m, uint32_t word),
		   struct range (*sum)(const struct block_builder *m, uint32_t word))
{
	gp_sort(copies, n, sizeof *copies, by_word, NULL);
	for (size_t i = 0, next; i < n; i = next) {
		for (next = i + 1; next < n && copies[next].word == copies[i].word;)
			next++;
		if (all(m, copies[i].word))
			add_equation(m, copies + i, next - i, sum(m, copies[i].word));
	}
}

static bool is_counted(const struct block_builder *m, uint32_t word)
{
	return m->words[word].kind != COUNTER_NONE &&
	       !(m->counts->pooled && m->words[word].kind == COUNTER_HITS);
}

/* Ways to the runtime are known only in functions that are solved. */
static bool all_miss_here(const struct block_builder *m, uint32_t word)
{
	return !m->words[word].stray && !m->counts->others_lost;
}

/* The first call of a thread stores the target: it is a hit that was no hit yet. */
static struct range count_of(const struct block_builder *m, uint32_t word)
{
	const struct block_counts *c = m->counts;
	struct range r = { clamp(c->words[word]), clamp(c->most[word]) };

	if (m->words[word].kind != COUNTER_HITS)
		return r;
	return (struct range){ r.least - c->fresh_most[word - 1], r.most - c->fresh[word - 1] };
}

/* All calls of a site, by whichever way. */
static struct range calls_of(const struct block_builder *m, uint32_t hits)
{
	uint32_t cell = hits - 1;
	struct range r = { clamp(m->counts->others[cell]), clamp(m->counts->others[cell]) };

	for (unsigned i = 1; i < GPROF_CELL_WORDS; i += 2) {
		r.least += clamp(m->counts->words[cell + i]);
		r.most += clamp(m->counts->most[cell + i]);
	}
	return r;
}

/* The equation is left out if the sum is not known; its one term follows. */
bool counter_equation(struct block_builder *m, struct linear_system *s, uint32_t part,
		      uint32_t word, bool cell)
{
	struct range r;

	if (cell && m->counts->others_lost)
		return false;
	r = cell ? calls_of(m, word + 1)
		 : (struct range){ clamp(m->sums[word]), clamp(m->sums_most[word]) };
	linear_between(s, part, r.least, r.most);
	return true;
}

static struct range misses_of(const struct block_builder *m, uint32_t hits)
{
	uint32_t cell = hits - 1;
	int64_t sum = clamp(m->counts->others[cell]);

	for (unsigned i = 3; i < GPROF_CELL_WORDS; i += 2)
		sum += clamp(m->counts->words[cell + i]);
	return (struct range){ sum + m->counts->fresh[cell], sum + m->counts->fresh_most[cell] };
}

/* ------------------------------------------------------------------ */

static int by_place(const void *x, const void *y, void *unused)
{
	const struct counter_copy *a = x, *b = y;

	(void)unused;
	return a->address < b->address ? -1 : a->address > b->address;
}

static bool is_known(const struct counter_copy *copies, size_t n, uint64_t address)
{
	size_t i = gp_first(k, n, copies[k].address < address);

	return i < n && copies[i].address == address;
}

/* Counts in code that is in no function solved. */
static void find_strays(struct block_builder *m, const struct elf_section *section)
{
	struct code at = { section->address, section->bytes, section->bytes_size };
	struct linear_system *s = &m->b->system;
	size_t known = m->ncopies;
	uint64_t refers;

	gp_sort(m->copies, known, sizeof *m->copies, by_place, NULL);
	for (; at.n; at.address++, at.bytes++, at.n--) {
		uint32_t word = m->processor->counts(&at, &refers) ? counter_at(m, refers)
								   : GP_NONE;

		if (word == GP_NONE || is_known(m->copies, known, at.address))
			continue;
		m->words[word].stray = true;
		*gp_push(m->copies, m->ncopies, m->copies_room) = (struct counter_copy){
			at.address, word, linear_unknown(s, s->nparts, 0, COUNT_UNBOUNDED) };
	}
}

/* In a pool only the sum of both ways of a call is known. */
static void equate_calls(struct block_builder *m)
{
	for (size_t i = 0; i < m->ncopies; i++)
		if (m->words[m->copies[i].word].kind == COUNTER_HITS)
			*gp_push(m->misses, m->nmisses, m->misses_room) = m->copies[i];
	equate(m, m->misses, m->nmisses, all_miss_here, calls_of);
}

void counter_equations(struct block_builder *m)
{
	for (size_t i = 0; i < m->elf->nsections; i++)
		if (m->elf->sections[i].executable && m->elf->sections[i].bytes)
			find_strays(m, &m->elf->sections[i]);
	equate(m, m->copies, m->ncopies, is_counted, count_of);
	if (m->counts->pooled)
		equate_calls(m);
	else
		equate(m, m->misses, m->nmisses, all_miss_here, misses_of);
}
