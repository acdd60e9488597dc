/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * callgrind_rows.c - the rows of an export in callgrind's format: they are made by place, get
 * their calls, and are sorted; see callgrind.h.
 */
#include "export/callgrind.h"

#include <stdlib.h>
#include <string.h>

struct callgrind_row *callgrind_row(struct callgrind *w, uint32_t function, uint32_t arc,
				    uint32_t line, uint64_t address)
{
	const struct function *f = &w->p->functions[function];
	uint32_t *at;
	int created;

	if (w->x->addresses)
		address = address ? instruction_at(&w->instructions, f->object, address)
				  : f->address;
	at = gp_map_put(&w->row_at, (uint64_t)function << 32 | arc,
			w->x->addresses ? address : line, &created);
	if (created) {
		*at = w->nrows;
		*gp_push(w->rows, w->nrows, w->rows_room) = (struct callgrind_row){
			.function = function, .arc = arc, .line = line, .address = address };
	}
	return &w->rows[*at];
}

void callgrind_add(struct callgrind_cost *to, double weight, double samples)
{
	to->weight += weight;
	to->samples += samples;
}

uint32_t callgrind_line(struct callgrind *w, const struct stack_place *place)
{
	struct scope_level levels[INLINE_SCOPES_MOST];
	size_t n = stack_levels(place, &w->scopes, levels);
	const struct function *f =
		place->node < w->g->nnodes ? &w->p->functions[place->node] : NULL;

	if (!f)
		return 0;
	if (!n || !levels[n - 1].file || !f->file || strcmp(levels[n - 1].file, f->file))
		return f->line;
	return levels[n - 1].line;
}

/* The line of a call in a function that is inlined is one of that function; a call that has none is
   where its function begins. */
static uint32_t site_line(const struct callgrind *w, const struct call_site *site)
{
	if (!site->inlined && site->line)
		return site->line;
	return w->p->functions[w->g->arcs[site->arc].from].line;
}

/* One row for all of an arc: its calls and their time. */
static void join_rows(struct callgrind *w, struct callgrind_row **rows, size_t n)
{
	struct callgrind_row *most = rows[0], *dearest = rows[0];

	for (size_t i = 1; i < n; i++) {
		if (rows[i]->calls > most->calls)
			most = rows[i];
		if (rows[i]->cost.weight > dearest->cost.weight)
			dearest = rows[i];
	}
	/* Counts may not know the instruction of a call that stacks know. */
	if (w->x->addresses && most->address == w->p->functions[most->function].address) {
		most->address = dearest->address;
		most->line = dearest->line;
	}
	for (size_t i = 0; i < n; i++) {
		if (rows[i] == most)
			continue;
		gp_add(&most->calls, rows[i]->calls);
		callgrind_add(&most->cost, rows[i]->cost.weight, rows[i]->cost.samples);
		rows[i]->calls = 0;
		rows[i]->cost = (struct callgrind_cost){ 0 };
	}
	if (!most->line)
		most->line = w->p->functions[most->function].line;
}

/* A line that has time and no calls is one of another spelling than the counted ones. */
static void settle_arc(struct callgrind *w, struct callgrind_row **rows, size_t n)
{
	bool apart = true;

	for (size_t i = 0; i < n; i++)
		apart &= rows[i]->calls > 0 || !rows[i]->cost.weight;
	if (!apart)
		join_rows(w, rows, n);
}

static int by_function(const void *x, const void *y, void *context)
{
	const struct callgrind_row *a = *(struct callgrind_row *const *)x;
	const struct callgrind_row *b = *(struct callgrind_row *const *)y;

	(void)context;
	if (a->function != b->function)
		return a->function < b->function ? -1 : 1;
	/* The function's own come first. */
	if (a->arc != b->arc)
		return a->arc + 1 < b->arc + 1 ? -1 : 1;
	if (a->line != b->line)
		return a->line < b->line ? -1 : 1;
	return a->address < b->address ? -1 : a->address > b->address;
}

/* Not every call has a line: the others are put where the function begins. */
static void add_counts(struct callgrind *w)
{
	int64_t *calls = gp_alloc(w->g->narcs, sizeof *calls);

	for (size_t i = 0; i < w->p->nsites; i++) {
		const struct call_site *site = &w->p->sites[i];
		uint32_t from = w->g->arcs[site->arc].from;

		gp_add(&callgrind_row(w, from, site->arc, site_line(w, site),
			       site->address ? site->address - 1 : 0)->calls, site->calls);
		gp_add(&calls[site->arc], site->calls);
	}
	for (size_t i = 0; i < w->g->narcs; i++) {
		const struct arc *a = &w->g->arcs[i];

		if (a->count > 0 && a->count != calls[i])
			gp_add(&callgrind_row(w, a->from, i, w->p->functions[a->from].line,
					      0)->calls, gp_minus(a->count, calls[i]));
	}
	free(calls);
}

struct callgrind_row **callgrind_sort(struct callgrind *w)
{
	struct callgrind_row **rows;

	add_counts(w);
	rows = gp_alloc(w->nrows, sizeof *rows);
	for (size_t i = 0; i < w->nrows; i++)
		rows[i] = &w->rows[i];
	gp_sort(rows, w->nrows, sizeof *rows, by_function, NULL);
	for (size_t i = 0, n; i < w->nrows; i += n) {
		for (n = 1; i + n < w->nrows && rows[i + n]->arc == rows[i]->arc &&
			    rows[i + n]->function == rows[i]->function; n++)
			;
		if (rows[i]->arc != GP_NONE && w->g->arcs[rows[i]->arc].count > 0)
			settle_arc(w, rows + i, n);
	}
	return rows;
}
