/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * merged.c - see merged.h.
 *
 * A function that was not solved in some runs executed at least what it did in the others.
 */
#include "analysis/merged.h"

#include <stdlib.h>

static void take_execution(struct sum *s, uint32_t node, const struct execution *e)
{
	static const struct block_count none = { .how = SOLVED_EXACT };
	bool solved = e->function->state == BLOCKS_SOLVED;

	sum_execution(s, &(struct sum_execution){
		.node = node, .why = e->function->state, .solved = solved, .open = !solved,
		.insns = sum_count(solved ? e->insns : none),
		.ours = sum_count(solved ? e->ours : none) });
}

static void take(struct sum *s, const struct program *p, const struct sum_taken *t)
{
	struct executions x;

	executions_init(&x, p);
	*gp_push(s->counted, s->ncounted, s->counted_room) = (struct sum_counted){
		.run = t->run, .why = sum_string(s, x.refused) };
	for (size_t i = 0; i < x.nnodes; i++) {
		const struct execution *e = executions_of(&x, i);

		if (e)
			take_execution(s, t->nodes[i], e);
	}
	executions_release(&x);
}

const struct sum_solver merged_solver = { executions_any, take };

/* ------------------------------------------------------------------ */

static enum block_state state_of(const struct sum_execution *e)
{
	if (e->solved)
		return BLOCKS_SOLVED;
	return e->why > BLOCKS_SOLVED && e->why <= BLOCKS_BROKEN ? e->why : BLOCKS_BROKEN;
}

/* Nothing is known of what some runs added. */
static struct block_count count_of(const struct sum_execution *e, const struct sum_count *count)
{
	struct block_count c = sum_count_of(count);

	if (e->open) {
		c.hi = SYSTEM_MOST;
		c.how = SOLVED_NOT;
	}
	return c;
}

static void read_runs(struct executions *x)
{
	const struct sum *s = x->p->sum;

	x->all_runs = s->nruns;
	for (size_t i = 0; i < s->ncounted; i++) {
		if (!s->counted[i].why)
			x->runs++;
		else if (!x->left_out)
			x->left_out = s->strings[s->counted[i].why];
	}
	if (!x->runs)
		x->refused = x->left_out;
}

void merged_read(struct executions *x)
{
	const struct sum *s = x->p->sum;

	read_runs(x);
	x->functions = gp_alloc(s->nexecutions, sizeof *x->functions);
	for (size_t i = 0; i < s->nexecutions && !x->refused; i++) {
		const struct sum_execution *from = &s->executions[i];
		uint32_t node = x->p->of_sum[from->node];

		if (x->of_node[node] != GP_NONE)
			continue;
		x->functions[i].state = state_of(from);
		x->of_node[node] = x->n;
		*gp_push(x->items, x->n, x->room) = (struct execution){
			.function = &x->functions[i], .insns = count_of(from, &from->insns),
			.ours = count_of(from, &from->ours) };
	}
}
