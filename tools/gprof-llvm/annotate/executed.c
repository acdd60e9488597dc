/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * executed.c - how often lines were executed (analysis/copies.h); see annotation.h.
 *
 * Cost: decodes all functions with block counters, and looks up each instruction.
 */
#include "analysis/copies.h"
#include "analysis/executed.h"
#include "annotate/annotation.h"

struct executing {
	struct annotation *a;
	const struct executions *x;
	struct copies copies; /* places: function and place, + 1 */
};

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

static void add_branch(struct executing *w, const struct annotate_level *at,
		       const struct executed *insn)
{
	struct annotation *a = w->a;
	struct annotate_branch branch;
	struct annotate_executed *e;

	if (!has_line(a, at) ||
	    !executions_branch(w->x, insn->object, insn->address, &branch.reached, &branch.taken))
		return;
	e = executed_at(a, at);
	branch.next = e->branch;
	e->branch = a->nbranches;
	*gp_push(a->branches, a->nbranches, a->branches_room) = branch;
}

static void add_instruction(void *executing, const struct executed *insn)
{
	struct executing *w = executing;
	struct copies_level at[SCOPES_MOST];
	const struct annotate_level *levels;
	size_t n;

	if (insn->nop || insn->ours)
		return;
	levels = annotation_levels(w->a, insn->node, insn->object, insn->address, &n);
	for (size_t i = 0; i < n; i++) {
		uint64_t place = (uint64_t)levels[i].function << 32 | levels[i].place;

		at[i].function = levels[i].function;
		at[i].place = has_line(w->a, &levels[i]) ? place + 1 : 0;
	}
	copies_add(&w->copies, insn->node, at, n, insn->count);
	if (n)
		add_branch(w, levels, insn);
}

static void add_up(struct executing *w)
{
	for (size_t i = 0; i < w->copies.n; i++) {
		uint64_t place = w->copies.items[i].place - 1;
		struct annotate_level at = { place >> 32, (uint32_t)place };
		struct annotate_executed *e = executed_at(w->a, &at);

		blocks_add(&e->count, w->copies.items[i].count, 1);
		gp_add(&w->a->functions[at.function].executed, w->copies.items[i].count.lo);
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

	a->executions = x && !x->refused && !x->p->sum ? x : NULL;
	if (!a->executions)
		return;
	if (a->by_instruction) {
		add_functions(a);
		return;
	}
	executed_walk_all(x, add_instruction, &w);
	add_up(&w);
	copies_release(&w.copies);
}
