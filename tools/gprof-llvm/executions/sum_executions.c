/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * sum_executions.c - see sum_executions.h.
 *
 * A function that was not solved in some runs, or was called in one that does not count it,
 * executed at least its instructions of the others.  So did each line, if some run counts nothing.
 */
#include "executions/sum_executions.h"
#include "executions/merged_executions.h"
#include "executions/solution.h"
#include "merge/sum.h"

#include <stdlib.h>
#include <string.h>

static void take_execution(struct sum *s, uint32_t node, const struct execution *e)
{
	static const struct block_count none = { .how = SOLVED_EXACT };
	bool solved = e->function->state == BLOCKS_SOLVED;

	sum_execution(s, &(struct sum_execution){
		.node = node, .why = e->function->state, .solved = solved, .open = !solved,
		.insns = sum_count(solved ? e->insns : none),
		.ours = sum_count(solved ? e->ours : none) });
}

static void take_cases(struct sum *s, const struct source_counts *p, const struct sum_positions *t,
		       const uint32_t *written)
{
	for (size_t i = 0; i < p->ncases; i++) {
		const struct case_count *c = &p->cases[i];

		sum_case(s, &(struct sum_case){
			.node = t->nodes[c->node],
			.written = c->function == GP_NONE ? SUM_NONE : written[c->function],
			.file = sum_string(s, p->files.items[c->file]), .line = c->line,
			.to = c->to, .kind = c->kind,
			.runs = !i || merged_executions_by_case(c, &c[-1], NULL) != 0 }, c->count);
	}
}

static void take_places(struct sum *s, const struct executions *x, const struct sum_positions *t)
{
	struct source_counts p;
	uint32_t *written;

	source_counts_init(&p, x);
	written = gp_alloc(p.nfunctions, sizeof *written);
	for (size_t i = 0; i < p.nfunctions; i++)
		written[i] = sum_written(s, &(struct sum_written){
			sum_string(s, p.functions[i].linkage), sum_string(s, p.functions[i].file),
			p.functions[i].line });
	for (size_t i = 0; i < p.nlines; i++) {
		const struct line_count *l = &p.lines[i];

		sum_line(s, &(struct sum_line){
			.node = t->nodes[l->node],
			.written = l->function == GP_NONE ? SUM_NONE : written[l->function],
			.file = sum_string(s, l->file == GP_NONE ? NULL : p.files.items[l->file]),
			.line = l->line, .flags = l->near ? SUM_LINE_NEAR : 0 },
			 l->count, l->insns);
	}
	for (size_t i = 0; i < p.nbranches; i++) {
		const struct branch_count *b = &p.branches[i];

		sum_branch(s, &(struct sum_branch){
			.node = t->nodes[b->node],
			.written = b->function == GP_NONE ? SUM_NONE : written[b->function],
			.file = sum_string(s, p.files.items[b->file]), .line = b->line,
			.build = t->builds[b->build], .address = b->address,
			.told = b->told },
			   b->reached, b->taken);
	}
	take_cases(s, &p, t, written);
	sum_tidy_counts(s);
	free(written);
	source_counts_release(&p);
}

/* It is known by its calls only; what other runs say of it is not all. */
static void take_uncounted(struct sum *s, uint32_t node)
{
	static const struct sum_count none = { .how = SOLVED_EXACT };

	sum_execution(s, &(struct sum_execution){ .node = node, .open = 1, .insns = none,
						  .ours = none });
}

static void take(struct sum *s, const struct program *p, const struct sum_positions *t)
{
	struct executions x;

	executions_init(&x, p);
	if (x.inside)
		s->runs[t->run].flags |= SUM_RUN_INSIDE;
	*gp_push(s->counted, s->ncounted, s->counted_room) = (struct sum_counted){
		.run = t->run, .why = sum_string(s, x.refused) };
	for (size_t i = 0; i < x.nnodes; i++) {
		const struct execution *e = executions_of(&x, i);

		if (e)
			take_execution(s, t->nodes[i], e);
		else if (!x.refused && p->functions[i].instrumented && p->graph.nodes[i].entries &&
			 s->nodes[t->nodes[i]].flags & SUM_NODE_RECORD)
			take_uncounted(s, t->nodes[i]);
	}
	if (!x.refused)
		take_places(s, &x, t);
	executions_release(&x);
}

const struct sum_solver sum_executions_solver = { executions_has_counters, take };
