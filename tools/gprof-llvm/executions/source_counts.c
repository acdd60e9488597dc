/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * source_counts.c - see source_counts.h: from the code and its debug information.
 */
#include "executions/inlined_copies.h"
#include "executions/executed_insns.h"
#include "executions/loop_headers.h"
#include "executions/merged_executions.h"
#include "executions/source_counts.h"
#include "executions/marked_lines.h"
#include "executions/solution.h"
#include "program/inline_scopes.h"

#include <stdlib.h>
#include <string.h>

struct placing {
	struct source_counts *placed;
	const struct executions *x;
	struct inline_scopes scopes;
	struct marked_lines written; /* by file and line */
	struct inlined_copies copies;  /* places: lines, + 1 */
	struct inlined_entries entered;
	struct loop_headers heads;
	struct branch_targets switches;
	struct gp_map line_at; /* (node, function; near, file, line) -> lines */
	struct gp_names linkages; /* numbers of names */
	uint32_t nlinkages;
	struct gp_map function_at; /* (name, file) -> placed.functions */
	uint32_t *of_scope;    /* scopes.functions -> placed.functions, + 1 */
	size_t nof_scope;
};

/* The function that a file has by this name. */
static uint32_t named(struct placing *w, const char *linkage, const char *file, uint32_t line)
{
	struct source_counts *p = w->placed;
	int created;
	uint32_t *at = gp_names_put(&w->linkages, linkage, &created), number;

	if (created)
		*at = w->nlinkages++;
	number = *at;
	at = gp_map_put(&w->function_at, number, path_number(&p->files, file), &created);
	if (created) {
		*at = p->nfunctions;
		*gp_push(p->functions, p->nfunctions, p->functions_room) =
			(struct source_function){ linkage, file, line };
	}
	return *at;
}

static uint32_t function_of(struct placing *w, uint32_t scope)
{
	const struct scope_function *f;

	if (scope == GP_NONE)
		return GP_NONE;
	w->of_scope = gp_grow(w->of_scope, &w->nof_scope, scope + 1, sizeof *w->of_scope);
	f = &w->scopes.functions[scope];
	if (!w->of_scope[scope])
		w->of_scope[scope] = named(w, f->linkage, f->file, f->line) + 1;
	return w->of_scope[scope] - 1;
}

static uint32_t know_line(struct placing *w, struct line_count line)
{
	struct source_counts *p = w->placed;
	uint32_t *at;
	int created;

	line.count.how = line.insns.how = SOLVED_EXACT;
	at = gp_map_put(&w->line_at, (uint64_t)line.node << 32 | line.function,
			(uint64_t)line.file << 33 | (uint64_t)line.near << 32 | line.line,
			&created);
	if (created) {
		*at = p->nlines;
		*gp_push(p->lines, p->nlines, p->lines_room) = line;
	}
	return *at;
}

/* The line of a level; of the outermost, which is the node's own, or of one inlined. */
static uint32_t line_of(struct placing *w, uint32_t node, const struct scope_level *level,
			bool outermost)
{
	struct line_count line = { .node = node, .line = level->line, .near = level->near };
	struct source_counts *p = w->placed;

	line.function = outermost ? GP_NONE : function_of(w, level->function);
	line.file = line.line ? path_number(&p->files, level->file) : GP_NONE;
	return know_line(w, line);
}

static uint64_t number_of(const struct line_count *line)
{
	return (uint64_t)line->file << 32 | line->line;
}

static void add_branch(struct placing *w, const struct executed_insn *insn, uint32_t line)
{
	const struct line_count *at = &w->placed->lines[line];
	struct branch_count branch = { at->node, at->function, at->file, at->line, insn->object,
					insn->address, { 0 }, { 0 },
					branch_targets_source(&w->switches, insn->object,
							      insn->address) };

	if (source_counts_has_line(at) && executions_branch(w->x, insn->object, insn->address,
							    &branch.reached, &branch.taken))
		*gp_push(w->placed->branches, w->placed->nbranches,
			 w->placed->branches_room) = branch;
}

/* Returns true if a line has the executions of its instructions. */
static bool has_count(const struct placing *w, uint32_t line)
{
	const struct line_count *l = &w->placed->lines[line];

	return source_counts_has_line(l) && !marked_lines_has(&w->written, l->node, number_of(l));
}

/* Of an instruction, for its line. */
static struct block_count count_of(struct placing *w, const struct executed_insn *insn,
				   const struct scope_level *at)
{
	struct scope_level to[INLINE_SCOPES_MOST];

	if (!insn->to || !at->file ||
	    !inline_scopes_at(&w->scopes, insn->object, insn->to->end - 1, to) ||
	    to->function != at->function || to->near || !to->file || strcmp(to->file, at->file))
		return insn->count;
	return loop_headers_count(&w->heads, w->x, insn, at->line, to->line);
}

static void add_instruction(void *placing, const struct executed_insn *insn)
{
	static const struct scope_level nowhere = { .function = GP_NONE };
	struct placing *w = placing;
	struct scope_level levels[INLINE_SCOPES_MOST];
	struct inlined_level at[INLINE_SCOPES_MOST];
	uint32_t lines[INLINE_SCOPES_MOST];
	struct block_count count;
	size_t n;

	if (insn->ours)
		return;
	n = insn->outlined ? 0 : inline_scopes_at(&w->scopes, insn->object, insn->address, levels);
	if (!n)
		levels[n++] = nowhere;
	if (insn->nop || insn->outlined) {
		levels[n - 1].near = true;
		lines[0] = line_of(w, insn->node, &levels[n - 1], true);
		blocks_add(&w->placed->lines[lines[0]].insns, insn->count, 1);
		return;
	}
	inlined_entries_next(&w->entered, insn, n, levels->line && !levels->near);
	levels[n - 1].near |= insn->deletes;
	count = marked_lines_guess(&w->written, insn->node, count_of(w, insn, levels));
	for (size_t i = 0; i < n; i++) {
		lines[i] = line_of(w, insn->node, &levels[i], i + 1 == n);
		at[i].place = has_count(w, lines[i]) ? lines[i] + 1 : 0;
		at[i].function = levels[i].function;
		at[i].copy = levels[i].copy;
		w->entered.counts[i] = marked_lines_guess(&w->written, insn->node,
							  w->entered.counts[i]);
		if (marked_lines_is_elsewhere(&w->written, &w->scopes, levels[i].function,
					      insn->count))
			*(i ? &w->entered.counts[i] : &count) = marked_lines_unknown();
	}
	blocks_add(&w->placed->lines[lines[n - 1]].insns, insn->count, 1);
	inlined_copies_add(&w->copies, insn->node, at, n, &w->entered, count, insn->to);
	add_branch(w, insn, lines[0]);
}

static void add_written(void *placing, const struct marked_line *l)
{
	struct placing *w = placing;
	struct line_count line = { .node = l->node, .line = l->line };
	uint32_t at;

	line.function = l->linkage ? named(w, l->linkage, l->file, l->defined) : GP_NONE;
	line.file = path_number(&w->placed->files, l->file);
	marked_lines_add(&w->written, l, number_of(&line));
	if (l->deletes)
		return;
	at = know_line(w, line);
	blocks_add(&w->placed->lines[at].count, l->count, 1);
}

/* The innermost; by ascending lines. */
static bool place_of(void *placing, uint32_t node, uint32_t object, uint64_t address,
		     struct inlined_level *at)
{
	struct placing *w = placing;
	struct scope_level levels[INLINE_SCOPES_MOST];
	size_t n = inline_scopes_at(&w->scopes, object, address, levels);
	const struct line_count *l;
	uint32_t line;

	if (!n)
		return false;
	line = line_of(w, node, levels, n == 1);
	l = &w->placed->lines[line];
	if (!source_counts_has_line(l))
		return false;
	at->function = (uint64_t)l->node << 32 | l->function;
	at->place = (uint64_t)l->line << 32 | (line + 1);
	return true;
}

static void add_cases(struct source_counts *p, const struct branch_target *cases, size_t n,
		      enum branch_source kind)
{
	for (size_t i = 0; i < n; i++) {
		const struct line_count *from = &p->lines[(uint32_t)cases[i].from - 1];

		*gp_push(p->cases, p->ncases, p->cases_room) = (struct case_count){
			from->node, from->function, from->file, from->line, cases[i].to >> 32,
			kind, cases[i].count };
	}
}

static void place(struct source_counts *p, const struct executions *x)
{
	struct placing w = { .placed = p, .x = x, .entered.x = x };

	w.entered.scopes = &w.scopes;
	inline_scopes_init(&w.scopes, x->p);
	branch_targets_find(&w.switches, x, place_of, &w);
	add_cases(p, w.switches.cases, w.switches.n, BRANCH_BY_CASE);
	add_cases(p, w.switches.conditions, w.switches.nconditions, BRANCH_BY_CONDITION);
	marked_lines_walk(x, &w.written, add_written, &w);
	executed_walk_all(x, add_instruction, &w);
	for (size_t i = 0; i < w.copies.n; i++)
		blocks_add(&p->lines[w.copies.items[i].place - 1].count,
			   w.copies.items[i].count, 1);
	inline_scopes_release(&w.scopes);
	inlined_copies_release(&w.copies);
	loop_headers_release(&w.heads);
	branch_targets_release(&w.switches);
	gp_map_release(&w.line_at);
	free(w.of_scope);
	marked_lines_release(&w.written);
	gp_names_release(&w.linkages);
	gp_map_release(&w.function_at);
}

void source_counts_init(struct source_counts *p, const struct executions *x)
{
	memset(p, 0, sizeof *p);
	if (x->p->sum)
		merged_executions_place(p, x);
	else
		place(p, x);
}

void source_counts_release(struct source_counts *p)
{
	path_numbers_release(&p->files);
	free(p->functions);
	free(p->lines);
	free(p->branches);
	free(p->cases);
	memset(p, 0, sizeof *p);
}
