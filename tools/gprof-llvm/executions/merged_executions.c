/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * merged_executions.c - see merged_executions.h.
 */
#include "executions/merged_executions.h"
#include "executions/solution.h"

#include <stdlib.h>
#include <string.h>

int merged_executions_by_case(const void *x, const void *y, void *unused)
{
	const struct case_count *a = x, *b = y;

	(void)unused;
	if (a->kind != b->kind)
		return a->kind < b->kind ? -1 : 1;
	if (a->node != b->node)
		return a->node < b->node ? -1 : 1;
	if (a->function != b->function)
		return a->function < b->function ? -1 : 1;
	if (a->file != b->file)
		return a->file < b->file ? -1 : 1;
	if (a->line != b->line)
		return a->line < b->line ? -1 : 1;
	return a->to < b->to ? -1 : a->to > b->to;
}

static enum block_state state_of(const struct sum_execution *e)
{
	if (e->solved)
		return BLOCKS_SOLVED;
	return e->why > BLOCKS_SOLVED && e->why <= BLOCKS_BROKEN ? e->why : BLOCKS_BROKEN;
}

/* Some runs added an unknown number. */
static struct block_count count_of(bool open, const struct sum_count *count)
{
	struct block_count c = sum_count_of(count);

	if (open) {
		c.hi = COUNT_UNBOUNDED;
		c.how = SOLVED_NOT;
		c.likely = false;
	}
	return c;
}

/* No run counts it. */
static bool is_uncounted(const struct sum_execution *e)
{
	return !e->solved && !e->why;
}

static void read_runs(struct executions *x)
{
	const struct sum *s = x->p->sum;

	x->all_runs = s->nruns;
	for (size_t i = 0; i < s->nruns; i++)
		x->inside |= (s->runs[i].flags & SUM_RUN_INSIDE) != 0;
	for (size_t i = 0; i < s->ncounted; i++) {
		if (!s->counted[i].why)
			x->runs++;
		else if (!x->left_out)
			x->left_out = s->strings[s->counted[i].why];
	}
	if (!x->runs)
		x->refused = x->left_out;
}

void merged_executions_read(struct executions *x)
{
	const struct sum *s = x->p->sum;

	read_runs(x);
	x->functions = gp_alloc(s->nexecutions, sizeof *x->functions);
	for (size_t i = 0; i < s->nexecutions && !x->refused; i++) {
		const struct sum_execution *from = &s->executions[i];
		uint32_t node = x->p->of_sum[from->node];

		if (x->of_node[node] != GP_NONE || is_uncounted(from))
			continue;
		x->functions[i].state = state_of(from);
		x->of_node[node] = x->n;
		*gp_push(x->items, x->n, x->room) = (struct execution){
			.function = &x->functions[i], .insns = count_of(from->open, &from->insns),
			.ours = count_of(from->open, &from->ours) };
	}
}

/* ------------------------------------------------------------------ */

struct reading {
	struct source_counts *placed;
	const struct executions *x;
	const struct sum *s;
	bool *open; /* nodes of the sum that some runs do not know, or may have run */
	uint32_t *solved; /* of the same: runs in their counts */
};

static uint32_t file_of(const struct reading *w, uint32_t file)
{
	return path_number(&w->placed->files, file ? w->s->strings[file] : NULL);
}

static void read_functions(const struct reading *w)
{
	struct source_counts *p = w->placed;

	for (size_t i = 0; i < w->s->nwritten; i++) {
		const struct sum_written *f = &w->s->written[i];

		*gp_push(p->functions, p->nfunctions, p->functions_room) =
			(struct source_function){ w->s->strings[f->name],
						  f->file ? w->s->strings[f->file] : NULL,
						  f->line };
	}
}

static void read_lines(const struct reading *w)
{
	struct source_counts *p = w->placed;

	for (size_t i = 0; i < w->s->nlines; i++) {
		const struct sum_line *l = &w->s->lines[i];

		*gp_push(p->lines, p->nlines, p->lines_room) = (struct line_count){
			.node = w->x->p->of_sum[l->node],
			.function = l->written == SUM_NONE ? GP_NONE : l->written,
			.file = file_of(w, l->file), .line = l->line,
			.near = l->flags & SUM_LINE_NEAR,
			.count = count_of(w->open[l->node], &w->s->counts[l->count]),
			.insns = count_of(w->open[l->node], &w->s->counts[l->insns]) };
	}
}

static enum branch_source source_of(uint32_t kind)
{
	return kind <= BRANCH_BY_CONDITION ? (enum branch_source)kind : BRANCH_BY_NONE;
}

/* A build without such a case, optimised or of another source, may have one all the same. */
static void read_cases(const struct reading *w)
{
	struct source_counts *p = w->placed;

	for (size_t i = 0; i < w->s->ncases; i++) {
		const struct sum_case *c = &w->s->cases[i];
		bool open = w->open[c->node] || c->runs < w->solved[c->node];

		if (c->file && c->line && source_of(c->kind) != BRANCH_BY_NONE)
			*gp_push(p->cases, p->ncases, p->cases_room) = (struct case_count){
				w->x->p->of_sum[c->node],
				c->written == SUM_NONE ? GP_NONE : c->written,
				file_of(w, c->file), c->line, c->to, source_of(c->kind),
				count_of(open, &w->s->counts[c->count]) };
	}
}

static void read_branches(const struct reading *w)
{
	struct source_counts *p = w->placed;

	for (size_t i = 0; i < w->s->nbranches; i++) {
		const struct sum_branch *b = &w->s->branches[i];

		if (b->file && b->line)
			*gp_push(p->branches, p->nbranches, p->branches_room) =
				(struct branch_count){
					.node = w->x->p->of_sum[b->node],
					.function = b->written == SUM_NONE ? GP_NONE : b->written,
					.file = file_of(w, b->file), .line = b->line,
					.build = b->build, .address = b->address,
					.told = source_of(b->told),
					.reached = count_of(w->open[b->node],
							    &w->s->counts[b->reached]),
					.taken = count_of(w->open[b->node],
							  &w->s->counts[b->taken]) };
	}
}

/* The order does not depend on the order in which profiles were merged. */
static int by_place(const void *x, const void *y, void *sum)
{
	const struct branch_count *a = x, *b = y;
	const struct sum *s = sum;

	if (a->node != b->node)
		return a->node < b->node ? -1 : 1;
	if (a->address != b->address)
		return a->address < b->address ? -1 : 1;
	return strcmp(s->strings[s->builds[a->build].id], s->strings[s->builds[b->build].id]);
}

void merged_executions_place(struct source_counts *p, const struct executions *x)
{
	struct reading w = { p, x, x->p->sum, gp_alloc(x->p->sum->nnodes, sizeof *w.open),
			     gp_alloc(x->p->sum->nnodes, sizeof *w.solved) };

	memset(w.open, x->runs < x->all_runs, w.s->nnodes * sizeof *w.open);
	for (size_t i = 0; i < w.s->nexecutions; i++) {
		w.open[w.s->executions[i].node] |= w.s->executions[i].open != 0;
		w.solved[w.s->executions[i].node] = w.s->executions[i].solved;
	}
	read_functions(&w);
	read_lines(&w);
	read_branches(&w);
	read_cases(&w);
	gp_sort(p->branches, p->nbranches, sizeof *p->branches, by_place, (void *)w.s);
	gp_sort(p->cases, p->ncases, sizeof *p->cases, merged_executions_by_case, NULL);
	free(w.open);
	free(w.solved);
}
