/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * entry_counts.c - entries of functions that are counted by their calls alone, after link-time
 * optimisation.  There a function may have been inlined into some of its callers, so what calls
 * are counted are not the entries of its own code: those are the calls that the code has.
 *
 * The address of such a function is not taken.  So its entries are the executions of all calls and
 * jumps to it, if all that is in functions that are solved; whatever else leads there is found by
 * the bytes at every address.
 */
#include "blocks/block_builder.h"

void entry_counts_add_edge(struct block_builder *m, const struct flow_insn *insn, uint32_t unknown)
{
	if (insn->target && gp_map_get(&m->record_at, insn->target, 0) != GP_NONE)
		*gp_push(m->entering, m->nentering, m->entering_room) = (struct entry_edge){
			insn->target, insn->address + insn->size, unknown };
}

void entry_counts_add_function(struct block_builder *m, uint64_t start, uint32_t unknown)
{
	*gp_push(m->uncounted, m->nuncounted, m->uncounted_room) =
		(struct uncounted_function){ .start = start, .entries = unknown };
}

static int by_end(const void *x, const void *y, void *unused)
{
	const struct entry_edge *a = x, *b = y;

	(void)unused;
	if (a->to != b->to)
		return a->to < b->to ? -1 : 1;
	return a->end < b->end ? -1 : a->end > b->end;
}

static int by_start(const void *x, const void *y, void *unused)
{
	const struct uncounted_function *a = x, *b = y;

	(void)unused;
	return a->start < b->start ? -1 : a->start > b->start;
}

static struct uncounted_function *uncounted_at(struct block_builder *m, uint64_t start)
{
	size_t i = gp_first(k, m->nuncounted, m->uncounted[k].start < start);

	return i < m->nuncounted && m->uncounted[i].start == start ? &m->uncounted[i] : NULL;
}

/* The first of those that lead to an address and end at another one or after that. */
static size_t entering_at(const struct block_builder *m, uint64_t to, uint64_t end)
{
	return gp_first(k, m->nentering, m->entering[k].to < to ||
					 (m->entering[k].to == to && m->entering[k].end < end));
}

static void find_beyond(struct block_builder *m, const struct elf_section *section)
{
	struct code at = { section->address, section->bytes, section->bytes_size };

	for (; at.n; at.address++, at.bytes++, at.n--) {
		uint64_t to, end;
		size_t size = m->processor->leads(&at, &to), i;
		struct uncounted_function *f = size ? uncounted_at(m, to) : NULL;

		if (!f)
			continue;
		end = at.address + size;
		i = entering_at(m, to, end);
		if (i == m->nentering || m->entering[i].to != to || m->entering[i].end != end)
			f->beyond = true;
	}
}

static void equate(struct block_builder *m, const struct uncounted_function *f)
{
	struct linear_system *s = &m->b->system;

	linear_equation(s, 0);
	linear_term(s, f->entries, -1);
	for (size_t i = entering_at(m, f->start, 0);
	     i < m->nentering && m->entering[i].to == f->start; i++)
		linear_term(s, m->entering[i].unknown, 1);
}

void entry_counts_equations(struct block_builder *m)
{
	if (!m->nuncounted || !m->processor->leads)
		return;
	gp_sort(m->entering, m->nentering, sizeof *m->entering, by_end, NULL);
	gp_sort(m->uncounted, m->nuncounted, sizeof *m->uncounted, by_start, NULL);
	for (size_t i = 0; i < m->elf->nsections; i++)
		if (m->elf->sections[i].executable && m->elf->sections[i].bytes)
			find_beyond(m, &m->elf->sections[i]);
	for (size_t i = 0; i < m->nuncounted; i++)
		if (!m->uncounted[i].beyond)
			equate(m, &m->uncounted[i]);
}
