/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * hot_code.c - see hot_code.h.
 */
#include "analysis/hot_code.h"
#include "code/disasm.h"
#include "executions/solution.h"
#include "executions/source_counts.h"
#include "program/inline_scopes.h"

#include <stdlib.h>
#include <string.h>

struct finding {
	struct hot_code *h;
	const struct result *r;
	const struct blocks *b; /* of the object */
	uint32_t object;
	struct inline_scopes scopes;
	size_t blocks_room, branches_room;
};

static uint32_t node_of(const struct finding *f, const struct block_stretch *s)
{
	const struct block_function *function = &f->b->functions[s->function];
	uint32_t node = f->r->program->objects[f->object].nodes[function->record];

	return function->state == BLOCKS_SOLVED && node != GP_NONE &&
	       selection_keeps(&f->r->selection, node) ? node : GP_NONE;
}

static void add_block(struct finding *f, const struct block_stretch *s)
{
	struct hot_block block = { .at = { node_of(f, s), f->object, s->start, NULL, 0, 0 },
				   .insns = s->insns - s->ours };

	if (block.at.node == GP_NONE ||
	    !executions_at(f->r->executions, f->object, s->start, &block.count) ||
	    __builtin_mul_overflow(blocks_figure(block.count), block.insns, &block.executed) ||
	    block.executed <= 0)
		return;
	*gp_push(f->h->blocks, f->h->nblocks, f->blocks_room) = block;
}

static void put_branch(struct finding *f, const struct hot_place *at, struct block_count reached,
		       struct block_count taken)
{
	if (reached.how != SOLVED_NOT && taken.how != SOLVED_NOT && taken.value &&
	    taken.value < reached.value)
		*gp_push(f->h->branches, f->h->nbranches, f->branches_room) = (struct hot_branch){
			.at = *at, .taken = taken.value, .reached = reached.value };
}

static void add_branch(struct finding *f, const struct block_branch *b)
{
	struct block_count reached, taken;
	struct hot_place at = { node_of(f, &f->b->stretches[b->stretch]), f->object, b->address,
				NULL, 0, 0 };

	if (at.node != GP_NONE && !blocks_is_ours(f->b, b->address) &&
	    executions_branch(f->r->executions, f->object, b->address, &reached, &taken))
		put_branch(f, &at, reached, taken);
}

/* Of a merged profile, which has no code. */
static void add_places(struct finding *f)
{
	struct source_counts p;

	source_counts_init(&p, f->r->executions);
	for (size_t i = 0; i < p.nbranches; i++) {
		const struct branch_count *b = &p.branches[i];
		struct hot_place at = { b->node, b->build, b->address, NULL, b->line, b->line };
		size_t n = f->h->nbranches;

		if (selection_keeps(&f->r->selection, b->node))
			put_branch(f, &at, b->reached, b->taken);
		if (n < f->h->nbranches)
			f->h->branches[n].at.file = gp_strdup(p.files.items[b->file]);
	}
	source_counts_release(&p);
}

/* ------------------------------------------------------------------ order */

static int by_address(const struct hot_place *a, const struct hot_place *b)
{
	if (a->object != b->object)
		return a->object < b->object ? -1 : 1;
	return a->address < b->address ? -1 : a->address > b->address;
}

static int by_executed(const void *x, const void *y, void *unused)
{
	const struct hot_block *a = x, *b = y;

	(void)unused;
	if (a->executed != b->executed)
		return a->executed > b->executed ? -1 : 1;
	return by_address(&a->at, &b->at);
}

static int64_t rarer(const struct hot_branch *b)
{
	return b->taken < b->reached - b->taken ? b->taken : b->reached - b->taken;
}

static int by_rarer(const void *x, const void *y, void *unused)
{
	const struct hot_branch *a = x, *b = y;

	(void)unused;
	if (rarer(a) != rarer(b))
		return rarer(a) > rarer(b) ? -1 : 1;
	/* Of several builds, whose order depends on the order of the profiles. */
	if (a->reached != b->reached)
		return a->reached > b->reached ? -1 : 1;
	if (a->at.first != b->at.first)
		return a->at.first < b->at.first ? -1 : 1;
	return by_address(&a->at, &b->at);
}

/* ------------------------------------------------------------------ lines */

/* In the file of the first one. */
static void take_line(struct finding *f, struct hot_place *at, uint64_t address)
{
	struct scope_level levels[INLINE_SCOPES_MOST];

	if (!inline_scopes_at(&f->scopes, at->object, address, levels) || !levels->file ||
	    !levels->line || levels->near)
		return;
	if (!at->file) {
		at->file = gp_strdup(levels->file);
		at->first = at->last = levels->line;
	} else if (!strcmp(at->file, levels->file)) {
		at->first = levels->line < at->first ? levels->line : at->first;
		at->last = levels->line > at->last ? levels->line : at->last;
	}
}

static void take_lines(struct finding *f, struct hot_block *block)
{
	const struct object *o = &f->r->program->objects[block->at.object];
	const struct blocks *b = &f->r->executions->blocks[block->at.object];
	const struct block_stretch *s = blocks_at(b, block->at.address);
	struct disasm_insn insn;
	struct disasm d;

	if (!s || disasm_open(&d, &o->elf, false) < 0)
		return;
	disasm_seek(&d, s->start, s->end);
	while (disasm_next(&d, &insn))
		if (!blocks_is_ours(b, insn.address))
			take_line(f, &block->at, insn.address);
	disasm_close(&d);
}

/* ------------------------------------------------------------------ */

static void collect(struct finding *f)
{
	const struct executions *x = f->r->executions;

	for (f->object = 0; f->object < x->nblocks; f->object++) {
		f->b = &x->blocks[f->object];
		for (size_t i = 0; i < f->b->nstretches; i++)
			add_block(f, &f->b->stretches[i]);
		for (size_t i = 0; i < f->b->nbranches; i++)
			add_branch(f, &f->b->branches[i]);
	}
}

void hot_code_init(struct hot_code *h, const struct result *r, size_t most)
{
	struct finding f = { .h = h, .r = r };

	memset(h, 0, sizeof *h);
	if (r->executions->p->sum)
		add_places(&f);
	else
		collect(&f);
	gp_sort(h->blocks, h->nblocks, sizeof *h->blocks, by_executed, NULL);
	gp_sort(h->branches, h->nbranches, sizeof *h->branches, by_rarer, NULL);
	if (most && h->nblocks > most) {
		h->more = h->nblocks - most;
		h->nblocks = most;
	}
	while (most && h->nbranches > most)
		free(h->branches[--h->nbranches].at.file);
	inline_scopes_init(&f.scopes, r->program);
	for (size_t i = 0; i < h->nblocks; i++)
		take_lines(&f, &h->blocks[i]);
	for (size_t i = 0; i < h->nbranches && !r->executions->p->sum; i++)
		take_line(&f, &h->branches[i].at, h->branches[i].at.address);
	inline_scopes_release(&f.scopes);
}

void hot_code_release(struct hot_code *h)
{
	for (size_t i = 0; i < h->nblocks; i++)
		free(h->blocks[i].at.file);
	for (size_t i = 0; i < h->nbranches; i++)
		free(h->branches[i].at.file);
	free(h->blocks);
	free(h->branches);
	memset(h, 0, sizeof *h);
}
