/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * blocks.c - see blocks.h: from an object to its functions, and from these to figures.
 */
#include "base/keyed_sort.h"
#include "blocks/block_builder.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

bool blocks_has_counters(const struct static_cg *cg)
{
	for (size_t i = 0; i < cg->nmodules; i++)
		if (cg->modules[i].flags & GPROF_MOD_BLOCKS)
			return true;
	return false;
}

/* Returns true if the processor's code can be solved. */
static bool can_solve(const struct elfobj *elf)
{
	const struct processor *processor = processor_of(elf);

	return processor && processor->flow;
}

/* ------------------------------------------------------------------ */

static void read_sites(struct block_builder *m, const struct cg_function *f)
{
	for (uint32_t i = 0; i < f->nsites; i++) {
		struct cg_site s = static_cg_site(m->cg, f, i);

		m->routine.twice |= (s.flags & GPROF_SITE_RETURNS_TWICE) != 0;
		m->routine.by_pointer |= s.kind == GPROF_SITE_INDIRECT;
	}
}

static void add_function(struct block_builder *m, uint32_t record)
{
	const struct cg_function *f = &m->cg->functions[record];
	struct blocks *b = m->b;

	/* Of records of one function the last is the one known by its address. */
	if (!counters_has_blocks(m->cg, f) || gp_map_get(&m->record_at, f->text, 0) != record)
		return;
	*gp_push(b->functions, b->nfunctions, b->functions_room) = (struct block_function){
		.start = f->text, .record = record };
}

static void make_function(struct block_builder *m, uint32_t function)
{
	const struct block_function *f = &m->b->functions[function];

	m->routine.function = function;
	m->routine.start = f->start;
	m->routine.twice = m->routine.by_pointer = false;
	read_sites(m, &m->cg->functions[f->record]);
	flow_graph_make(m);
}

static void release(struct block_builder *m)
{
	decoder_close(&m->decoder, &m->insn);
	free(m->words);
	free(m->sums);
	free(m->sums_most);
	free(m->called);
	free(m->called_most);
	gp_map_release(&m->record_at);
	gp_map_release(&m->outlined_at);
	free(m->copies);
	free(m->misses);
	free(m->entering);
	free(m->uncounted);
	free(m->labels);
	free(m->made);
	free(m->names);
	free(m->routine.insns);
	free(m->routine.marks);
	free(m->routine.pieces);
	free(m->routine.edges);
	free(m->routine.last);
	jump_table_base_release(&m->routine);
	free(m->routine.landings);
	free(m->routine.stretch);
}

static void index_stretches(struct blocks *b)
{
	struct numbered_item *order = gp_alloc(b->nstretches, sizeof *order);

	b->by_address = gp_alloc(b->nstretches, sizeof *b->by_address);
	for (size_t i = 0; i < b->nstretches; i++)
		order[i] = (struct numbered_item){ b->stretches[i].start, i };
	sort_by_number(order, b->nstretches);
	for (size_t i = 0; i < b->nstretches; i++)
		b->by_address[i] = order[i].item;
	free(order);
}

static int by_address(const void *x, const void *y, void *unused)
{
	const struct block_branch *a = x, *b = y;

	(void)unused;
	return a->address < b->address ? -1 : a->address > b->address;
}

static void mark_broken(struct blocks *b)
{
	for (size_t i = 0; i < b->nfunctions; i++)
		if (b->functions[i].n && linear_is_broken(&b->system, i))
			b->functions[i].state = BLOCKS_BROKEN;
}

void blocks_solve(struct blocks *b, struct elfobj *elf, const struct static_cg *cg,
		  const struct block_counts *counts)
{
	struct block_builder m = { .b = b, .elf = elf, .cg = cg, .counts = counts };

	memset(b, 0, sizeof *b);
	m.processor = processor_of(elf);
	if (!can_solve(elf) || !blocks_has_counters(cg) ||
	    !decoder_open(m.processor->arch, m.processor->mode, &m.decoder, &m.insn))
		return;
	counters_read(&m);
	for (size_t i = 0; i < cg->nfunctions; i++)
		add_function(&m, i);
	b->system.nparts = b->nfunctions;
	b->system.slack = counts->stopped;
	for (size_t i = 0; i < b->nfunctions; i++)
		make_function(&m, i);
	counter_equations(&m);
	entry_counts_equations(&m);
	line_marks_make(&m);
	release(&m);
	linear_solve(&b->system);
	linear_solve(&b->written);
	mark_broken(b);
	index_stretches(b);
	gp_sort(b->branches, b->nbranches, sizeof *b->branches, by_address, NULL);
	sort_numbers(b->ours, b->nours);
}

/* ------------------------------------------------------------------ */

const struct block_stretch *blocks_at(const struct blocks *b, uint64_t address)
{
	size_t i = gp_first(k, b->nstretches, b->stretches[b->by_address[k]].start <= address);
	const struct block_stretch *s = i ? &b->stretches[b->by_address[i - 1]] : NULL;

	return s && address < s->end ? s : NULL;
}

const struct block_branch *blocks_branch_at(const struct blocks *b, uint64_t address)
{
	size_t i = gp_first(k, b->nbranches, b->branches[k].address < address);

	return i < b->nbranches && b->branches[i].address == address ? &b->branches[i] : NULL;
}

bool blocks_is_ours(const struct blocks *b, uint64_t address)
{
	size_t i = gp_first(k, b->nours, b->ours[k] < address);

	return i < b->nours && b->ours[i] == address;
}

struct block_count blocks_count(const struct blocks *b, uint32_t unknown)
{
	const struct unknown *u = &b->system.unknowns[unknown];

	return (struct block_count){ u->lo, u->hi, u->value, u->how, false };
}

static bool same_stretch(const struct block_line *a, const struct block_line *b)
{
	return a->record == b->record && a->function == b->function && a->line == b->line &&
	       a->number == b->number;
}

static struct block_count count_of_line(const struct blocks *b, const struct block_line *l)
{
	const struct unknown *u = &b->written.unknowns[l->unknown];

	if (l->perhaps && u->hi > 0)
		return (struct block_count){ .hi = u->hi, .how = SOLVED_NOT };
	return (struct block_count){ u->lo, u->hi, u->value, u->how, false };
}

uint32_t blocks_begun(const struct blocks *b, size_t at, struct block_count *count)
{
	const struct block_line *end = b->lines + b->nlines, *first = &b->lines[at], *l = first;
	uint32_t copies = 0;

	while (l < end && l->record == first->record && l->function == first->function &&
	       l->number)
		l++;
	*count = (struct block_count){ .how = SOLVED_EXACT };
	if (l == end || l->record != first->record || l->function != first->function)
		return 0;
	for (first = l; l < end && same_stretch(l, first); l++, copies++)
		blocks_add(count, count_of_line(b, l), 1);
	return copies;
}

bool blocks_line(const struct blocks *b, size_t *at, uint32_t copies, struct block_count *count,
		 bool *all)
{
	const struct block_line *l = &b->lines[*at], *end = b->lines + b->nlines, *next = l;
	struct block_count sum;
	uint32_t marks = 0, seen = 0, n = 0;

	*count = (struct block_count){ .how = SOLVED_EXACT };
	*all = true;
	for (uint32_t number = ~l->number; next < end && next->record == l->record &&
	     next->function == l->function && next->line == l->line; next++, n++) {
		if (next == l || next->number != number) {
			sum = (struct block_count){ .how = SOLVED_EXACT };
			n = 0;
		}
		number = next->number;
		marks = next->marks > marks ? next->marks : marks;
		blocks_add(&sum, count_of_line(b, next), 1);
		if (next + 1 < end && same_stretch(next, next + 1))
			continue;
		*count = blocks_most(*count, sum);
		*all &= n + 1 >= copies;
		seen++;
	}
	*at = next - b->lines;
	*all &= seen == marks;
	return !linear_is_broken(&b->written, l->record);
}

static int64_t add_bounded(int64_t sum, int64_t count, int64_t times)
{
	int64_t product;

	if (__builtin_mul_overflow(count, times, &product))
		return COUNT_UNBOUNDED;
	sum = gp_plus(sum, product);
	return sum > COUNT_UNBOUNDED ? COUNT_UNBOUNDED : sum;
}

void blocks_add(struct block_count *sum, struct block_count count, int64_t times)
{
	if (!times)
		return;
	sum->lo = add_bounded(sum->lo, count.lo, times);
	sum->hi = add_bounded(sum->hi, count.hi, times);
	if (sum->how == SOLVED_NOT || count.how == SOLVED_NOT) {
		sum->likely = blocks_has_value(*sum) && blocks_has_value(count);
		sum->value = sum->likely ? add_bounded(sum->value, count.value, times) : 0;
		sum->how = SOLVED_NOT;
		return;
	}
	sum->value = add_bounded(sum->value, count.value, times);
	if (count.how == SOLVED_ASSUMED)
		sum->how = SOLVED_ASSUMED;
	if (sum->value >= COUNT_UNBOUNDED) {
		sum->hi = COUNT_UNBOUNDED;
		sum->how = SOLVED_NOT;
	}
}

const char *blocks_why(enum block_state state)
{
	static const char *const why[] = {
		[BLOCKS_SOLVED] = "",
		[BLOCKS_NO_CODE] = "its code is not in the file, or cannot be decoded",
		[BLOCKS_JUMP] = "a jump in it has unknown targets",
		[BLOCKS_INSIDE] = "code in it jumps into an instruction, or calls a part of it",
		[BLOCKS_COUNT] = "the counter of a count in it is unknown",
		[BLOCKS_PADS] = "its table of landing pads cannot be read",
		[BLOCKS_BROKEN] = "its counts contradict each other",
	};

	return why[state];
}

struct block_count blocks_most(struct block_count a, struct block_count b)
{
	struct block_count most = { .how = SOLVED_NOT };

	if (a.how == SOLVED_EXACT && a.value >= b.hi)
		return a;
	if (b.how == SOLVED_EXACT && b.value >= a.hi)
		return b;
	most.lo = a.lo > b.lo ? a.lo : b.lo;
	most.hi = a.hi > b.hi ? a.hi : b.hi;
	if (a.how != SOLVED_NOT && b.how != SOLVED_NOT)
		most.how = SOLVED_ASSUMED;
	else
		most.likely = blocks_has_value(a) && blocks_has_value(b);
	if (blocks_has_value(most))
		most.value = a.value > b.value ? a.value : b.value;
	return most;
}

struct block_count blocks_part(struct block_count part, struct block_count rest,
			       struct block_count all)
{
	if (part.how != SOLVED_EXACT && all.how == SOLVED_EXACT && rest.how == SOLVED_EXACT)
		part = (struct block_count){ .value = gp_minus(all.value, rest.value),
					     .how = SOLVED_EXACT };
	if (!blocks_has_value(part) && blocks_has_value(all) && blocks_has_value(rest) &&
	    all.value >= rest.value) {
		part.value = gp_minus(all.value, rest.value);
		part.likely = true;
	}
	if (part.how == SOLVED_EXACT)
		part.lo = part.hi = part.value;
	else if (part.how == SOLVED_NOT && all.hi < part.hi)
		part.hi = all.hi;
	return part;
}

int64_t blocks_figure(struct block_count count)
{
	return count.how == SOLVED_NOT ? count.lo : count.value;
}

char *blocks_text(struct block_count count)
{
	if (count.how != SOLVED_NOT)
		return gp_format("%s%" PRId64, count.how == SOLVED_ASSUMED ? "~" : "",
				 count.value);
	if (count.hi >= COUNT_UNBOUNDED)
		return gp_format(">=%" PRId64, count.lo);
	return count.lo == count.hi ? gp_format("%" PRId64, count.lo)
				     : gp_format("%" PRId64 "..%" PRId64, count.lo, count.hi);
}

void blocks_release(struct blocks *b)
{
	free(b->functions);
	free(b->stretches);
	free(b->branches);
	free(b->edges);
	free(b->exits);
	free(b->outlined);
	free(b->by_address);
	free(b->insns);
	free(b->ours);
	free(b->lines);
	linear_release(&b->system);
	linear_release(&b->written);
	memset(b, 0, sizeof *b);
}
