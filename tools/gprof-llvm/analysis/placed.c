/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * placed.c - see placed.h: by the code and what debug information says of it.
 */
#include "analysis/copies.h"
#include "analysis/executed.h"
#include "analysis/merged.h"
#include "analysis/placed.h"
#include "program/scopes.h"

#include <stdlib.h>
#include <string.h>

struct placing {
	struct placed *placed;
	const struct executions *x;
	struct scopes scopes;
	struct copies copies;  /* places: lines, + 1 */
	struct gp_map line_at; /* (node, function; near, file, line) -> lines */
	uint32_t *of_scope;    /* scopes.functions -> placed.functions, + 1 */
	size_t nof_scope;
};

static uint32_t function_of(struct placing *w, uint32_t scope)
{
	const struct scope_function *f;
	struct placed *p = w->placed;

	if (scope == GP_NONE)
		return GP_NONE;
	w->of_scope = gp_grow(w->of_scope, &w->nof_scope, scope + 1, sizeof *w->of_scope);
	f = &w->scopes.functions[scope];
	if (!w->of_scope[scope]) {
		*gp_push(p->functions, p->nfunctions, p->functions_room) =
			(struct placed_function){ f->linkage, f->file, f->line };
		w->of_scope[scope] = p->nfunctions;
	}
	return w->of_scope[scope] - 1;
}

/* The line of a level; of the outermost, which is the node's own, or of one inlined. */
static uint32_t line_of(struct placing *w, uint32_t node, const struct scope_level *level,
			bool outermost)
{
	struct placed_line line = { .node = node, .line = level->line, .near = level->near };
	struct placed *p = w->placed;
	uint32_t *at;
	int created;

	line.function = outermost ? GP_NONE : function_of(w, level->function);
	line.file = line.line ? path_number(&p->files, level->file) : GP_NONE;
	line.count.how = line.insns.how = SOLVED_EXACT;
	at = gp_map_put(&w->line_at, (uint64_t)node << 32 | line.function,
			(uint64_t)line.file << 33 | (uint64_t)line.near << 32 | line.line,
			&created);
	if (created) {
		*at = p->nlines;
		*gp_push(p->lines, p->nlines, p->lines_room) = line;
	}
	return *at;
}

static void add_branch(struct placing *w, const struct executed *insn, uint32_t line)
{
	const struct placed_line *at = &w->placed->lines[line];
	struct placed_branch branch = { at->node, at->function, at->file, at->line, insn->object,
					insn->address, { 0 }, { 0 } };

	if (placed_is_line(at) && executions_branch(w->x, insn->object, insn->address,
						    &branch.reached, &branch.taken))
		*gp_push(w->placed->branches, w->placed->nbranches,
			 w->placed->branches_room) = branch;
}

static void add_instruction(void *placing, const struct executed *insn)
{
	static const struct scope_level nowhere = { .function = GP_NONE };
	struct placing *w = placing;
	struct scope_level levels[SCOPES_MOST];
	struct copies_level at[SCOPES_MOST];
	uint32_t lines[SCOPES_MOST];
	size_t n;

	if (insn->ours)
		return;
	n = scopes_at(&w->scopes, insn->object, insn->address, levels);
	if (!n)
		levels[n++] = nowhere;
	if (insn->nop) {
		levels[n - 1].near = true;
		lines[0] = line_of(w, insn->node, &levels[n - 1], true);
		blocks_add(&w->placed->lines[lines[0]].insns, insn->count, 1);
		return;
	}
	for (size_t i = 0; i < n; i++) {
		lines[i] = line_of(w, insn->node, &levels[i], i + 1 == n);
		at[i].place = placed_is_line(&w->placed->lines[lines[i]]) ? lines[i] + 1 : 0;
		at[i].function = levels[i].function;
	}
	blocks_add(&w->placed->lines[lines[n - 1]].insns, insn->count, 1);
	copies_add(&w->copies, insn->node, at, n, insn->count);
	add_branch(w, insn, lines[0]);
}

static void place(struct placed *p, const struct executions *x)
{
	struct placing w = { .placed = p, .x = x };

	scopes_init(&w.scopes, x->p);
	executed_walk_all(x, add_instruction, &w);
	for (size_t i = 0; i < w.copies.n; i++)
		blocks_add(&p->lines[w.copies.items[i].place - 1].count,
			   w.copies.items[i].count, 1);
	scopes_release(&w.scopes);
	copies_release(&w.copies);
	gp_map_release(&w.line_at);
	free(w.of_scope);
}

void placed_init(struct placed *p, const struct executions *x)
{
	memset(p, 0, sizeof *p);
	if (x->p->sum)
		merged_place(p, x);
	else
		place(p, x);
}

void placed_release(struct placed *p)
{
	path_numbers_release(&p->files);
	free(p->functions);
	free(p->lines);
	free(p->branches);
	memset(p, 0, sizeof *p);
}
