/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * folded.c - sampled call stacks, one a line, as flame graph programs read them:
 *
 *	main;parse;malloc 1234
 *
 * the outermost function first, then a blank and the time in microseconds with the
 * innermost one running.  A function that is not on all of these stacks, but inferred, has a
 * mark before its name.  Lines are in the order of their names.  The times are rounded
 * such that they add up to the whole.  With a figure (profile/figures.h) a line has the function
 * that allocated, with stacks of blocks the calls around it, and bytes or blocks.  Or it has the
 * function and the file that it read or wrote.
 */
#include "analysis/names.h"
#include "analysis/memory_tree.h"
#include "base/keyed_sort.h"
#include "writer/writer.h"
#include "text/escape.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

struct folding {
	const struct filtered_tree *kept;
	FILE *out;
	char **names;           /* of nodes of the kept tree, safe; owned */
	uint32_t *rank;         /* of nodes, by name */
	uint32_t *first, *next; /* calls below a call, by name; of the same caller */
	size_t *end;            /* of calls: where their part of 'path' ends */
	char *path;
	size_t room;
	double unit;            /* of weights in one that is written */
	double so_far;          /* weights written, not rounded */
};

/* Without what separates functions, or lines. */
static char *safe_name(const char *name)
{
	char *safe = escape_text(name);

	for (char *s = safe; *s; s++)
		if (*s == ';')
			*s = ':';
	return safe;
}

static void make_names(struct folding *f, const struct program *p, enum name_form form)
{
	char **names = names_of(p, form);
	uint32_t *order = gp_alloc(f->kept->nodes, sizeof *order);

	f->names = gp_alloc(f->kept->nodes, sizeof *f->names);
	f->rank = gp_alloc(f->kept->nodes, sizeof *f->rank);
	for (uint32_t i = 0; i < f->kept->nodes; i++) {
		f->names[i] = safe_name(filtered_tree_name(f->kept, names, i));
		order[i] = i;
	}
	sort_by_name(order, f->kept->nodes, f->names);
	for (uint32_t i = 0; i < f->kept->nodes; i++)
		f->rank[order[i]] = i;
	for (size_t i = 0; i < p->graph.nnodes; i++)
		free(names[i]);
	free(names);
	free(order);
}

static int by_rank(const void *x, const void *y, void *folding)
{
	const struct folding *f = folding;
	const struct call *items = f->kept->calls.items;
	uint32_t a = f->rank[items[*(const uint32_t *)x].node];
	uint32_t b = f->rank[items[*(const uint32_t *)y].node];

	return a < b ? -1 : a > b;
}

/* Returns the outermost calls, linked by 'next'. */
static uint32_t link_calls(struct folding *f)
{
	const struct calltree *t = &f->kept->calls;
	uint32_t *order = gp_alloc(t->n, sizeof *order), outermost = GP_NONE;

	for (size_t i = 0; i < t->n; i++) {
		order[i] = i;
		f->first[i] = GP_NONE;
	}
	gp_sort(order, t->n, sizeof *order, by_rank, f);
	for (size_t i = t->n; i--;) {
		uint32_t caller = t->items[order[i]].caller;
		uint32_t *list = caller == GP_NONE ? &outermost : &f->first[caller];

		f->next[order[i]] = *list;
		*list = order[i];
	}
	free(order);
	return outermost;
}

static void write_call(struct folding *f, uint32_t call)
{
	const struct call *c = &f->kept->calls.items[call];
	size_t start = c->caller == GP_NONE ? 0 : f->end[c->caller] + 1;
	size_t mark = c->flags & CALL_INFERRED ? strlen(INFERRED_MARK) : 0;
	size_t name = strlen(f->names[c->node]), length = mark + name;
	double own = c->self.sum / f->unit, weight = rint(f->so_far + own) - rint(f->so_far);

	f->path = gp_grow(f->path, &f->room, start + length + 1, 1);
	if (start)
		f->path[start - 1] = ';';
	memcpy(f->path + start, INFERRED_MARK, mark);
	memcpy(f->path + start + mark, f->names[c->node], name);
	f->end[call] = start + length;
	f->so_far += own;
	if (weight < 1)
		return;
	fwrite(f->path, 1, f->end[call], f->out);
	fprintf(f->out, " %.0f\n", weight);
}

/* The call after this one, depth first. */
static uint32_t following(const struct folding *f, uint32_t call)
{
	if (f->first[call] != GP_NONE)
		return f->first[call];
	while (call != GP_NONE && f->next[call] == GP_NONE)
		call = f->kept->calls.items[call].caller;
	return call == GP_NONE ? GP_NONE : f->next[call];
}

/* The stack is the function, and the file that it read or wrote. */
static int fold_figures(const struct export *x, struct gp_error *e)
{
	struct export_rows rows;

	if (export_rows_collect(&rows, x, e) < 0)
		return -1;
	for (size_t i = 0; i < rows.n; i++) {
		const struct export_row *row = &rows.items[i];
		char *name = safe_name(rows.names[row->function]);
		char *file = safe_name(row->file ? row->file : "");

		if (row->figures[x->figure] > 0)
			fprintf(x->out, "%s%s%s %.0f\n", name, *file ? ";" : "", file,
				row->figures[x->figure]);
		free(name);
		free(file);
	}
	export_rows_release(&rows);
	return 0;
}

int export_folded(const struct export *x, struct gp_error *e)
{
	struct filtered_tree kept;
	struct folding f = { .kept = &kept, .out = x->out, 
			     .unit = x->figure || x->result->program->measure->whole ? 1 : 1e3 };

	if (x->figure && !export_has_block_tree(x))
		return fold_figures(x, e);
	if (x->figure)
		memory_tree_init(&kept, x->result, x->figure);
	else
		filtered_tree_init(&kept, x->result->program, &x->result->selection, x->threads);
	make_names(&f, x->result->program, x->names);
	f.first = gp_alloc(kept.calls.n, sizeof *f.first);
	f.next = gp_alloc(kept.calls.n, sizeof *f.next);
	f.end = gp_alloc(kept.calls.n, sizeof *f.end);
	for (uint32_t call = link_calls(&f); call != GP_NONE; call = following(&f, call))
		write_call(&f, call);
	for (uint32_t i = 0; i < kept.nodes; i++)
		free(f.names[i]);
	free(f.names);
	free(f.rank);
	free(f.first);
	free(f.next);
	free(f.end);
	free(f.path);
	filtered_tree_release(&kept);
	return 0;
}
