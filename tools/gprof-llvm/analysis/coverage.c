/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * coverage.c - see coverage.h.
 */
#include "analysis/copies.h"
#include "analysis/coverage.h"
#include "analysis/executed.h"
#include "program/scopes.h"

#include <stdlib.h>
#include <string.h>

/* Who has a line: the first that was met. */
struct holder {
	const char *function;
	bool chosen;
};

struct reading {
	struct coverage *c;
	const struct result *r;
	struct scopes scopes;
	struct copies copies;     /* places: file and line */
	struct gp_map holder_at;  /* place -> holders */
	struct holder *holders;
	size_t nholders, holders_room;
	struct gp_map file_at;    /* path in memory -> files */
	struct gp_names file_names;
};

static uint32_t file_of(struct reading *w, const char *path)
{
	int created;
	uint32_t *at = gp_map_put(&w->file_at, (uintptr_t)path, 0, &created), *named;

	if (!created)
		return *at;
	named = gp_names_put(&w->file_names, path, &created);
	if (created) {
		*named = w->c->nfiles;
		*gp_push(w->c->files, w->c->nfiles, w->c->files_room) = path;
	}
	return *at = *named;
}

/* Executions of code that stands at a line near it are not the line's. */
static uint64_t place_of(struct reading *w, const struct scope_level *level)
{
	return level->file && level->line && !level->near
		       ? (uint64_t)file_of(w, level->file) << 32 | level->line : 0;
}

static void add_holder(struct reading *w, uint64_t place, uint32_t function, bool chosen)
{
	int created;
	uint32_t *at = gp_map_put(&w->holder_at, place, 0, &created);

	if (created) {
		*at = w->nholders;
		*gp_push(w->holders, w->nholders, w->holders_room) = (struct holder){
			.function = function == GP_NONE ? NULL
							: w->scopes.functions[function].linkage };
	}
	w->holders[*at].chosen |= chosen;
}

/* One of which bounds are all that is known says nothing of what it did. */
static void add_branch(struct reading *w, const struct executed *insn, uint64_t place)
{
	struct block_count reached, taken;
	struct coverage *c = w->c;

	if (!place || !executions_branch(w->r->executions, insn->object, insn->address, &reached,
					 &taken) ||
	    reached.how == SOLVED_NOT || taken.how == SOLVED_NOT)
		return;
	*gp_push(c->branches, c->nbranches, c->branches_room) = (struct coverage_branch){
		.file = place >> 32, .line = (uint32_t)place, .address = insn->address,
		.taken = taken.value, .passed = reached.value - taken.value };
}

static void add_instruction(void *reading, const struct executed *insn)
{
	struct reading *w = reading;
	struct scope_level levels[SCOPES_MOST];
	struct copies_level at[SCOPES_MOST];
	bool chosen = choice_has(w->r->choice, insn->node);
	size_t n;

	if (insn->nop || insn->ours)
		return;
	n = scopes_at(&w->scopes, insn->object, insn->address, levels);
	for (size_t i = 0; i < n; i++) {
		at[i] = (struct copies_level){ place_of(w, &levels[i]), levels[i].function };
		if (at[i].place)
			add_holder(w, at[i].place, levels[i].function, chosen);
	}
	copies_add(&w->copies, insn->node, at, n, insn->count);
	if (n)
		add_branch(w, insn, at[0].place);
}

/* ------------------------------------------------------------------ */

static int by_place(const void *x, const void *y, void *unused)
{
	const struct copy_count *a = x, *b = y;

	(void)unused;
	return a->place < b->place ? -1 : a->place > b->place;
}

static void add_line(const struct reading *w, uint64_t place, struct block_count count)
{
	const struct holder *h = &w->holders[gp_map_get(&w->holder_at, place, 0)];
	const struct coverage_line line = {
		.file = place >> 32, .line = (uint32_t)place, .count = blocks_figure(count),
		.most = count.hi, .function = h->function, .chosen = h->chosen };
	struct coverage *c = w->c;

	if (count.how == SOLVED_NOT && !count.lo && count.hi)
		*gp_push(c->open, c->nopen, c->open_room) = line;
	else
		*gp_push(c->lines, c->nlines, c->lines_room) = line;
}

static void add_lines(struct reading *w)
{
	struct copies *copies = &w->copies;

	gp_sort(copies->items, copies->n, sizeof *copies->items, by_place, NULL);
	for (size_t i = 0, k; i < copies->n; i = k) {
		struct block_count sum = { .how = SOLVED_EXACT };

		for (k = i; k < copies->n && copies->items[k].place == copies->items[i].place; k++)
			blocks_add(&sum, copies->items[k].count, 1);
		add_line(w, copies->items[i].place, sum);
	}
}

static void add_function(struct reading *w, uint32_t node)
{
	const struct function *f = &w->r->program->functions[node];
	const struct execution *e = executions_of(w->r->executions, node);
	struct coverage *c = w->c;

	if (!e || !choice_has(w->r->choice, node))
		return;
	c->unsolved += e->function->state != BLOCKS_SOLVED;
	if (!f->file || !f->line) {
		c->nameless++;
		return;
	}
	*gp_push(c->functions, c->nfunctions, c->functions_room) = (struct coverage_function){
		.file = file_of(w, f->file), .line = f->line, .node = node,
		.calls = w->r->program->graph.nodes[node].entries };
}

static int by_line(const void *x, const void *y, void *unused)
{
	const struct coverage_function *a = x, *b = y;

	(void)unused;
	if (a->file != b->file)
		return a->file < b->file ? -1 : 1;
	if (a->line != b->line)
		return a->line < b->line ? -1 : 1;
	return a->node < b->node ? -1 : a->node > b->node;
}

static int by_branch(const void *x, const void *y, void *unused)
{
	const struct coverage_branch *a = x, *b = y;

	(void)unused;
	if (a->file != b->file)
		return a->file < b->file ? -1 : 1;
	if (a->line != b->line)
		return a->line < b->line ? -1 : 1;
	return a->address < b->address ? -1 : a->address > b->address;
}

void coverage_init(struct coverage *c, const struct result *r)
{
	struct reading w = { .c = c, .r = r };

	memset(c, 0, sizeof *c);
	scopes_init(&w.scopes, r->program);
	executed_walk_all(r->executions, add_instruction, &w);
	for (size_t i = 0; i < r->program->graph.nnodes; i++)
		add_function(&w, i);
	add_lines(&w);
	gp_sort(c->functions, c->nfunctions, sizeof *c->functions, by_line, NULL);
	gp_sort(c->branches, c->nbranches, sizeof *c->branches, by_branch, NULL);
	scopes_release(&w.scopes);
	copies_release(&w.copies);
	gp_map_release(&w.holder_at);
	free(w.holders);
	gp_map_release(&w.file_at);
	gp_names_release(&w.file_names);
}

void coverage_release(struct coverage *c)
{
	free(c->files);
	free(c->lines);
	free(c->open);
	free(c->functions);
	free(c->branches);
	memset(c, 0, sizeof *c);
}
