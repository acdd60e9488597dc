/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * listing.c - see listing.h.
 */
#include "annotate/listing.h"

#include <stdlib.h>
#include <string.h>

static int by_place(const void *x, const void *y, void *annotation)
{
	const struct annotation *a = annotation;
	const struct annotate_row *r = &a->rows[*(const uint32_t *)x];
	const struct annotate_row *s = &a->rows[*(const uint32_t *)y];
	const struct annotate_place *p = &a->places[r->place], *q = &a->places[s->place];
	uint32_t main = a->functions[r->function].file;
	bool below_r = r->callee != GP_NONE, below_s = s->callee != GP_NONE;

	if (r->function != s->function)
		return r->function < s->function ? -1 : 1;
	if (p->file != q->file && !a->by_instruction && (p->file == main || q->file == main))
		return p->file == main ? -1 : 1;
	if (p->file != q->file)
		return p->file < q->file ? -1 : 1;
	if (p->at != q->at)
		return p->at < q->at ? -1 : 1;
	if (below_r != below_s)
		return below_r ? 1 : -1;
	if (below_r && (r->callee != s->callee || r->kind != s->kind))
		return r->kind % 2 != s->kind % 2 ? (r->kind % 2 ? -1 : 1) :
		       r->callee != s->callee ? (r->callee < s->callee ? -1 : 1) :
		       r->kind < s->kind ? -1 : 1;
	if (p->near != q->near)
		return p->near ? 1 : -1;
	return r->class < s->class ? -1 : r->class > s->class;
}

void listing_init(struct listing *l, struct annotation *a)
{
	memset(l, 0, sizeof *l);
	l->first = gp_alloc(a->nfunctions + 1, sizeof *l->first);
	for (size_t i = 0; i < a->nrows; i++) {
		const struct annotate_row *row = &a->rows[i];

		if (!a->functions[row->function].chosen ||
		    (row->weight < 1 && !row->calls && !row->executed))
			continue;
		*gp_push(l->all.items, l->all.n, l->all.room) = i;
		l->first[row->function + 1]++;
	}
	gp_sort(l->all.items, l->all.n, sizeof *l->all.items, by_place, a);
	for (size_t i = 0; i < a->nfunctions; i++)
		l->first[i + 1] += l->first[i];
}

struct annotate_rows listing_rows(const struct listing *l, uint32_t function)
{
	return (struct annotate_rows){ .items = l->all.items + l->first[function],
				       .n = l->first[function + 1] - l->first[function] };
}

void listing_release(struct listing *l)
{
	free(l->all.items);
	free(l->first);
}

int64_t listing_entries(const struct annotation *a, uint32_t function)
{
	int64_t entries = 0;

	for (size_t i = 0; i < a->p->graph.nnodes; i++)
		if (annotation_find_function(a, i) == function)
			gp_add(&entries, a->p->graph.nodes[i].entries);
	return entries;
}

struct listing_executed listing_executed(const struct annotation *a, uint32_t function)
{
	struct listing_executed l = { .sum.insns.how = SOLVED_EXACT,
				      .sum.ours.how = SOLVED_EXACT };

	for (size_t i = 0; a->executions && i < a->nnodes; i++) {
		const struct execution *e = annotation_find_function(a, i) == function
						    ? executions_of(a->executions, i) : NULL;

		if (!e)
			continue;
		if (e->function->state != BLOCKS_SOLVED) {
			l.sum.unknown++;
			l.why = e->function->state;
			continue;
		}
		l.solved++;
		blocks_add(&l.sum.insns, e->insns, 1);
		blocks_add(&l.sum.ours, e->ours, 1);
	}
	return l;
}
