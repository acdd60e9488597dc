/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * executed.c - how often lines were executed, by the executions of the instructions that they
 * were compiled to; see annotation.h.
 *
 * In one copy of a function (out of line, or inlined at one place) a line was executed as often
 * as its most frequent instruction; copies add up.  A line that stands further out, at the
 * call of something inlined, was executed as often as that code.  Code that has no line of its
 * own says nothing of the line whose time it shares.
 *
 * Cost: decodes all functions with block counters, and looks up each instruction.
 */
#include "annotate/annotation.h"
#include "code/disasm.h"

#include <stdlib.h>
#include <string.h>

/* A line in one copy of its function. */
struct copied {
	struct annotate_level at;
	struct block_count count;
};

struct executing {
	struct annotation *a;
	const struct executions *x;
	uint32_t object;
	struct disasm d;
	struct copied *copies;
	size_t ncopies, copies_room;
	struct gp_map copy_at; /* (level, what is around it) -> copies */
};

static void add_copy(struct executing *w, const struct annotate_level *at, uint64_t around,
		     struct block_count count)
{
	int created;
	uint32_t *copy = gp_map_put(&w->copy_at, (uint64_t)at->function << 32 | at->place, around,
				    &created);

	if (created) {
		*copy = w->ncopies;
		*gp_push(w->copies, w->ncopies, w->copies_room) = (struct copied){ *at, count };
	} else {
		w->copies[*copy].count = blocks_most(w->copies[*copy].count, count);
	}
}

/* What is known of a place; made when first asked for, with its row. */
static struct annotate_executed *executed_at(struct annotation *a, const struct annotate_level *at)
{
	struct annotate_row *row = annotation_row(a, at, ROW_OWN, CLASS_X, GP_NONE);

	if (!row->executed) {
		*gp_push(a->executed, a->nexecuted, a->executed_room) = (struct annotate_executed){
			.count.how = SOLVED_EXACT, .branch = GP_NONE };
		row->executed = a->nexecuted;
	}
	return &a->executed[row->executed - 1];
}

static bool has_line(const struct annotation *a, const struct annotate_level *at)
{
	return a->places[at->place].at && !a->places[at->place].near;
}

static void add_branch(struct executing *w, const struct annotate_level *at, uint64_t address)
{
	struct annotation *a = w->a;
	struct annotate_branch branch;
	struct annotate_executed *e;

	if (!has_line(a, at) ||
	    !executions_branch(w->x, w->object, address, &branch.reached, &branch.taken))
		return;
	e = executed_at(a, at);
	branch.next = e->branch;
	e->branch = a->nbranches;
	*gp_push(a->branches, a->nbranches, a->branches_room) = branch;
}

static void add_instruction(struct executing *w, uint32_t node, uint64_t address,
			    struct block_count count)
{
	uint64_t around = node;
	size_t n;
	const struct annotate_level *levels =
		annotation_levels(w->a, node, w->object, address, &n);

	for (size_t i = n; i--;) {
		if (has_line(w->a, &levels[i]))
			add_copy(w, &levels[i], around, count);
		around = gp_hash(around, &levels[i], sizeof *levels);
	}
	if (n)
		add_branch(w, levels, address);
}

static void add_stretch(struct executing *w, uint32_t node, const struct block_stretch *s)
{
	struct disasm_insn insn;
	struct block_count count;

	if (s->ours == s->insns || !executions_at(w->x, w->object, s->start, &count))
		return;
	disasm_seek(&w->d, s->start, s->end);
	while (disasm_next(&w->d, &insn))
		if (strncmp(insn.mnemonic, "nop", 3))
			add_instruction(w, node, insn.address, count);
}

static void add_object(struct executing *w)
{
	const struct blocks *b = &w->x->blocks[w->object];
	const struct object *o = &w->a->p->objects[w->object];

	if (!b->nstretches || disasm_open(&w->d, &o->elf, false) < 0)
		return;
	for (size_t i = 0; i < b->nstretches; i++) {
		const struct block_function *f = &b->functions[b->stretches[i].function];

		if (f->state == BLOCKS_SOLVED && o->nodes[f->record] != GP_NONE)
			add_stretch(w, o->nodes[f->record], &b->stretches[i]);
	}
	disasm_close(&w->d);
}

static void add_up(struct executing *w)
{
	for (size_t i = 0; i < w->ncopies; i++) {
		const struct copied *c = &w->copies[i];

		struct annotate_executed *e = executed_at(w->a, &c->at);

		blocks_add(&e->count, c->count, 1);
		gp_add(&w->a->functions[c->at.function].executed, c->count.lo);
	}
}

/* By instruction nothing else is kept: the executions have each instruction's. */
static void add_functions(struct annotation *a)
{
	for (size_t i = 0; i < a->executions->nnodes; i++) {
		const struct execution *e = executions_of(a->executions, i);
		uint32_t function = e ? annotation_function(a, i) : GP_NONE; /* may move them */

		if (e)
			a->functions[function].executed = e->insns.lo;
	}
}

void annotation_execute(struct annotation *a, const struct executions *x)
{
	struct executing w = { .a = a, .x = x };

	a->executions = x && !x->refused ? x : NULL;
	if (!a->executions)
		return;
	if (a->by_instruction) {
		add_functions(a);
		return;
	}
	for (w.object = 0; w.object < x->nblocks; w.object++)
		add_object(&w);
	add_up(&w);
	free(w.copies);
	gp_map_release(&w.copy_at);
}
