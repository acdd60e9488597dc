/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * inlined_entries.c - see inlined_entries.h.
 *
 * Within a stretch control comes from the instruction before.  To the first one it comes by ways:
 * those from other code than the copy's add up.  Code without a line (landing pads, counters on
 * edges), or with nothing but a jump, does not say where it belongs: what leads to it counts.
 */
#include "executions/inlined_entries.h"
#include "executions/solution.h"

#include <string.h>

#define MOST_STEPS 8 /* stretches that follow each other and say nothing */
#define MOST_BACK 64 /* instructions without a line at the end of one that says something */

/* A copy that an instruction belongs to: the function that is inlined at a level. */
struct copy {
	const struct inlined_entries *e;
	const struct blocks *b;
	uint32_t object;
	const struct scope_level *levels; /* of the instruction */
	size_t n, level;
};

static bool is_same(const struct scope_level *a, const struct scope_level *b)
{
	return a->function == b->function && a->copy == b->copy && a->line == b->line &&
	       a->file == b->file;
}

static bool has(const struct copy *c, const struct scope_level *levels, size_t n)
{
	size_t around = c->n - c->level;

	if (n <= around || levels[n - around - 1].function != c->levels[c->level - 1].function ||
	    levels[n - around - 1].copy != c->levels[c->level - 1].copy)
		return false;
	for (size_t i = 1; i <= around; i++)
		if (!is_same(&levels[n - i], &c->levels[c->n - i]))
			return false;
	return true;
}

static bool has_line(const struct scope_level *levels, size_t n)
{
	return n && levels->line && !levels->near;
}

/* The last instruction of a stretch before one of its instructions, but for the profiler's and
   those for alignment; *address is its own.  Returns its position; insns: there is none. */
static uint32_t last_before(const struct blocks *b, const struct block_stretch *s, uint32_t end,
			    uint64_t *address)
{
	uint32_t last = s->insns;
	uint64_t at = s->start;

	for (uint32_t i = 0; i < end; i++) {
		uint8_t insn = b->insns[s->first + i];

		if (!(insn & (BLOCK_INSN_NOP | BLOCK_INSN_OURS))) {
			last = i;
			*address = at;
		}
		at += insn & BLOCK_INSN_SIZE;
	}
	return last;
}

static bool only_jumps(const struct blocks *b, const struct block_stretch *s)
{
	uint64_t unused;
	uint32_t last = last_before(b, s, s->insns, &unused);

	return s->jumps != GP_NONE && last < s->insns &&
	       last_before(b, s, last, &unused) == s->insns;
}

/* Levels of the last instruction of a stretch that has a line; 0: it says nothing. */
static size_t end_of(const struct copy *c, const struct block_stretch *s,
		     struct scope_level levels[INLINE_SCOPES_MOST])
{
	uint32_t at = s->insns;
	uint64_t address = 0;

	if (only_jumps(c->b, s))
		return 0;
	for (unsigned steps = 0; steps < MOST_BACK; steps++) {
		size_t n;

		at = last_before(c->b, s, at, &address);
		if (at == s->insns)
			break;
		n = inline_scopes_at(c->e->scopes, c->object, address, levels);
		if (has_line(levels, n))
			return n;
	}
	return 0;
}

static struct block_count count_of(const struct copy *c, uint32_t unknown)
{
	return executions_widen_bounds(c->e->x, blocks_count(c->b, unknown));
}

/* Executions that enter a stretch. */
struct coming {
	struct block_count from, within; /* from other code than the copy's, from its own */
	bool any; /* the first has ways */
};

static void come_to(const struct copy *c, uint32_t to, unsigned steps, struct coming *all);

/* By a way, one of perhaps several on from code that says nothing. */
static void pass_on(const struct copy *c, uint32_t by, unsigned steps, struct block_count count,
		    struct coming *to)
{
	struct coming all = { { .how = SOLVED_EXACT }, { .how = SOLVED_EXACT }, false };
	struct block_count passed = count_of(c, c->b->stretches[by].unknown), part;

	come_to(c, by, steps, &all);
	part = blocks_part(all.from, all.within, passed);
	if (!all.any)
		part = (struct block_count){ .how = SOLVED_EXACT };
	else if (!all.within.hi)
		part = count;
	else if (count.how != SOLVED_EXACT || passed.how != SOLVED_EXACT ||
		 count.value != passed.value)
		part = (struct block_count){ .hi = part.hi < count.hi ? part.hi : count.hi };
	blocks_add(&to->from, part, 1);
	part = blocks_part((struct block_count){ .hi = count.hi }, part, count);
	blocks_add(&to->within, part, 1);
	to->any |= all.any;
}

static void come_to(const struct copy *c, uint32_t to, unsigned steps, struct coming *all)
{
	const struct blocks *b = c->b;
	size_t i = gp_first(k, b->nedges, b->edges[k].to < to);

	for (; i < b->nedges && b->edges[i].to == to; i++) {
		struct block_count count = count_of(c, b->edges[i].unknown);
		uint32_t by = b->edges[i].from == GP_NONE ? b->edges[i].call : b->edges[i].from;
		struct scope_level levels[INLINE_SCOPES_MOST];
		size_t n = by == GP_NONE ? 0 : end_of(c, &b->stretches[by], levels);

		if (by != GP_NONE && !n && steps) {
			pass_on(c, by, steps - 1, count, all);
		} else if (has(c, levels, n)) {
			blocks_add(&all->within, count, 1);
		} else {
			blocks_add(&all->from, count, 1);
			all->any = true;
		}
	}
}

/* Of an instruction with no line before it in its stretch.  What nothing leads to never ran. */
static void enter_by_ways(struct inlined_entries *e, struct copy *c)
{
	struct coming all = { { .how = SOLVED_EXACT }, { .how = SOLVED_EXACT }, false };
	const struct blocks *b = c->b = &e->x->blocks[c->object];
	uint32_t to = e->in - b->stretches;
	size_t way = gp_first(k, b->nedges, b->edges[k].to < to);

	come_to(c, to, MOST_STEPS, &all);
	e->counts[c->level] = blocks_part(all.from, all.within, count_of(c, e->in->unknown));
	e->enters[c->level] = all.any || way == b->nedges || b->edges[way].to != to;
}

void inlined_entries_next(struct inlined_entries *e, const struct executed_insn *insn, size_t n,
			  bool lined)
{
	struct scope_level levels[INLINE_SCOPES_MOST] = { { .function = GP_NONE } };

	if (n > 1)
		n = inline_scopes_at(e->scopes, insn->object, insn->address, levels);
	if (e->in != insn->in)
		e->n = 0;
	e->in = insn->in;
	e->enters[0] = true;
	e->counts[0] = insn->count;
	for (size_t i = 1; i < n; i++) {
		struct copy c = { e, NULL, insn->object, levels, n, i };

		e->counts[i] = insn->count;
		e->enters[i] = !e->in || !has(&c, e->levels, e->n);
		if (e->in && !e->n)
			enter_by_ways(e, &c);
	}
	if (lined) {
		memcpy(e->levels, levels, n * sizeof *levels);
		e->n = n;
	}
}
