/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * annotation.c - see annotation.h: begin, end, and the questions that need no row to be made.
 */
#include "annotate/annotation.h"
#include "executions/outlined_code.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void annotation_init(struct annotation *a, const struct program *p,
		     const struct selection *selection, bool by_instruction)
{
	memset(a, 0, sizeof *a);
	a->p = p;
	a->selection = selection;
	a->by_instruction = by_instruction;
	inline_scopes_init(&a->scopes, p);
}

/* ------------------------------------------------------------------ */

struct weight annotation_total(const struct annotation *a, uint32_t function,
			       const struct annotate_place *place)
{
	uint32_t at = gp_map_get(&a->total_at, (uint64_t)function << 32 | place->file, place->at);

	return at == GP_NONE ? (struct weight){ 0 } : a->totals[at].weight;
}

/* A call has two places: its first byte, and its last byte for its callees. */
struct weight annotation_total_of(const struct annotation *a, const uint32_t *rows, size_t n)
{
	struct weight sum = { 0 }, one;

	for (size_t i = 0; i < n; i++) {
		const struct annotate_row *row = &a->rows[rows[i]];
		const struct annotate_place *place = &a->places[row->place];

		if (i && a->places[a->rows[rows[i - 1]].place].at == place->at)
			continue;
		one = annotation_total(a, row->function, place);
		weight_add(&sum, &one);
	}
	if (n)
		sum.sum = fmin(sum.sum, a->functions[a->rows[rows[0]].function].total);
	return sum;
}

void annotation_extent(struct annotation *a, uint32_t function, uint32_t *first, uint32_t *last)
{
	const struct annotate_function *f = &a->functions[function];

	for (size_t i = 0; i < a->scopes.nunits && f->file != GP_NONE; i++) {
		const struct scope_unit *unit = &a->scopes.units[i];

		for (size_t k = 0; k < unit->n; k++) {
			uint32_t scope = unit->items[k].function;

			if (scope < a->nof_scope && a->of_scope[scope] == function)
				inline_scopes_extent(&a->scopes, unit, k, first, last);
		}
	}
}

static void add_range(struct annotate_range **ranges, size_t *n, size_t *room, uint64_t start,
		      uint64_t end)
{
	for (size_t i = 0; i < *n; i++)
		if (start < (*ranges)[i].end && end > (*ranges)[i].start)
			return;
	if (start < end)
		*gp_push(*ranges, *n, *room) = (struct annotate_range){ start, end };
}

static int by_start(const void *x, const void *y, void *unused)
{
	const struct annotate_range *a = x, *b = y;

	(void)unused;
	return a->start < b->start ? -1 : a->start > b->start;
}

struct ranges {
	struct annotate_range *items;
	size_t n, room;
};

static void add_outlined(void *ranges, uint64_t start, uint64_t end, struct block_count unused)
{
	struct ranges *r = ranges;

	(void)unused;
	add_range(&r->items, &r->n, &r->room, start, end);
}

/* By the function's record, and where it has none, or parts of it are elsewhere, by symbol. */
struct annotate_range *annotation_ranges(const struct annotation *a, uint32_t function, size_t *n)
{
	const struct annotate_function *f = &a->functions[function];
	const struct object *o = &a->p->objects[f->object];
	struct ranges r = { 0 };
	const struct elf_symbol *s;

	for (size_t i = 0; i < o->nextents; i++)
		if (o->extents[i].node == f->node)
			add_range(&r.items, &r.n, &r.room, o->extents[i].start, o->extents[i].end);
	s = elfobj_symbol_at(&o->elf, a->p->functions[f->node].address);
	if (!r.n && s)
		add_range(&r.items, &r.n, &r.room, s->address, s->address + s->size);
	for (size_t i = 0; i < a->nrows; i++) {
		if (a->rows[i].function != function)
			continue;
		s = elfobj_symbol_at(&o->elf, a->places[a->rows[i].place].at);
		if (s)
			add_range(&r.items, &r.n, &r.room, s->address, s->address + s->size);
	}
	if (a->executions)
		outlined_walk(a->executions, f->object, f->node, add_outlined, &r);
	gp_sort(r.items, r.n, sizeof *r.items, by_start, NULL);
	*n = r.n;
	return r.items;
}

double annotation_profiler(const struct annotation *a)
{
	return a->ours + a->selection->profiler;
}

double annotation_not_sampled(const struct annotation *a)
{
	return a->selection->not_sampled;
}

void annotation_release(struct annotation *a)
{
	inline_scopes_release(&a->scopes);
	for (size_t i = 0; i < a->nkeys; i++)
		free(a->keys[i]);
	free(a->keys);
	path_numbers_release(&a->files);
	gp_names_release(&a->function_names);
	gp_names_release(&a->linkages);
	free(a->functions);
	free(a->of_node);
	free(a->of_scope);
	free(a->places);
	gp_map_release(&a->place_at);
	free(a->rows);
	gp_map_release(&a->row_at);
	free(a->totals);
	gp_map_release(&a->total_at);
	free(a->executed);
	free(a->branches);
	branch_targets_release(&a->switches);
	free(a->levels);
	free(a->frames);
	gp_map_release(&a->frame_at);
	free(a->chains);
	gp_map_release(&a->chain_at);
	free(a->chain_of);
	memset(a, 0, sizeof *a);
}
