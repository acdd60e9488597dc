/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * coverage.c - see coverage.h.
 */
#include "analysis/coverage.h"
#include "executions/source_counts.h"

#include <stdlib.h>
#include <string.h>

struct reading {
	struct coverage *c;
	const struct result *r;
	struct source_counts placed;
};

/* A branch with bounds only says nothing. */
static void add_branches(struct reading *w)
{
	struct coverage *c = w->c;

	for (size_t i = 0; i < w->placed.nbranches; i++) {
		const struct branch_count *b = &w->placed.branches[i];

		if (!blocks_has_value(b->reached) || !blocks_has_value(b->taken))
			continue;
		*gp_push(c->branches, c->nbranches, c->branches_room) = (struct coverage_branch){
			.file = b->file, .line = b->line, .address = b->address,
			.taken = b->taken.value,
			.passed = gp_minus(b->reached.value, b->taken.value),
			.told = b->told == BRANCH_BY_CASE };
	}
}

static void add_cases(struct reading *w)
{
	struct coverage *c = w->c;

	for (size_t i = 0; i < w->placed.ncases; i++) {
		const struct case_count *from = &w->placed.cases[i];

		if (!blocks_has_value(from->count) || from->kind != BRANCH_BY_CASE)
			continue;
		*gp_push(c->cases, c->ncases, c->cases_room) = (struct coverage_case){
			.file = from->file, .line = from->line, .to = from->to,
			.owner = (uint64_t)from->node << 32 | from->function,
			.count = from->count.value };
	}
}

/* ------------------------------------------------------------------ */

/* Of one line as they were met. */
static int by_place(const void *x, const void *y, void *placed)
{
	uint32_t i = *(const uint32_t *)x, k = *(const uint32_t *)y;
	const struct source_counts *p = placed;
	const struct line_count *a = &p->lines[i], *b = &p->lines[k];

	if (a->file != b->file)
		return a->file < b->file ? -1 : 1;
	if (a->line != b->line)
		return a->line < b->line ? -1 : 1;
	return i < k ? -1 : i > k;
}

static const char *function_of(const struct reading *w, const struct line_count *l)
{
	return l->function == GP_NONE ? w->r->program->graph.nodes[l->node].name
				      : w->placed.functions[l->function].linkage;
}

/* Returns true if a function begins at the line. */
static bool begins(const struct reading *w, const struct line_count *l)
{
	uint32_t line = l->function == GP_NONE ? w->r->program->functions[l->node].line
					       : w->placed.functions[l->function].line;

	return line == l->line;
}

static int64_t figure_of(struct block_count count)
{
	return count.likely ? count.value : blocks_figure(count);
}

/* A function that begins at a line, such as a lambda, does not execute the statement around it
   there: the line has the greater of both. */
static struct block_count count_of(const struct reading *w, const uint32_t *parts, size_t n,
				   int64_t *begins_there)
{
	struct block_count within = { .how = SOLVED_EXACT }, begun = within;

	for (size_t i = 0; i < n; i++) {
		const struct line_count *l = &w->placed.lines[parts[i]];

		blocks_add(begins(w, l) ? &begun : &within, l->count, 1);
	}
	*begins_there = figure_of(begun);
	return blocks_most(within, begun);
}

/* A line by all code that has it. */
static void add_line(const struct reading *w, const uint32_t *parts, size_t n)
{
	const struct line_count *first = &w->placed.lines[parts[0]];
	struct coverage_line line = { .file = first->file, .line = first->line,
				      .function = function_of(w, first) };
	struct block_count sum = count_of(w, parts, n, &line.begun);
	struct coverage *c = w->c;

	for (size_t i = 0; i < n; i++)
		line.chosen |= selection_keeps(&w->r->selection, w->placed.lines[parts[i]].node);
	line.count = figure_of(sum);
	line.most = sum.likely ? sum.value : sum.hi;
	if (!blocks_has_value(sum) && !sum.lo && sum.hi)
		*gp_push(c->open, c->nopen, c->open_room) = line;
	else
		*gp_push(c->lines, c->nlines, c->lines_room) = line;
}

static void add_lines(struct reading *w)
{
	struct source_counts *p = &w->placed;
	uint32_t *order = gp_alloc(p->nlines, sizeof *order);
	size_t n = 0;

	for (size_t i = 0; i < p->nlines; i++)
		if (source_counts_has_line(&p->lines[i]))
			order[n++] = i;
	gp_sort(order, n, sizeof *order, by_place, p);
	for (size_t i = 0, k; i < n; i = k) {
		const struct line_count *l = &p->lines[order[i]];

		for (k = i + 1; k < n && p->lines[order[k]].file == l->file &&
				p->lines[order[k]].line == l->line;)
			k++;
		add_line(w, order + i, k - i);
	}
	free(order);
}

static void add_function(struct reading *w, uint32_t node)
{
	const struct function *f = &w->r->program->functions[node];
	const struct execution *e = executions_of(w->r->executions, node);
	struct coverage *c = w->c;

	if (!e || !selection_keeps(&w->r->selection, node))
		return;
	c->unsolved += e->function->state != BLOCKS_SOLVED;
	if (!f->file || !f->line) {
		c->nameless++;
		return;
	}
	*gp_push(c->functions, c->nfunctions, c->functions_room) = (struct coverage_function){
		.file = path_number(&w->placed.files, f->file), .line = f->line, .node = node,
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
	if (a->address != b->address)
		return a->address < b->address ? -1 : 1;
	/* Of several builds. */
	if (a->taken != b->taken)
		return a->taken < b->taken ? -1 : 1;
	return a->passed < b->passed ? -1 : a->passed > b->passed;
}

static int by_case(const void *x, const void *y, void *unused)
{
	const struct coverage_case *a = x, *b = y;

	(void)unused;
	if (a->file != b->file)
		return a->file < b->file ? -1 : 1;
	if (a->line != b->line)
		return a->line < b->line ? -1 : 1;
	if (a->owner != b->owner)
		return a->owner < b->owner ? -1 : 1;
	return a->to < b->to ? -1 : a->to > b->to;
}

/* The first line with executions at a place or after it; it may be of another file. */
static const struct coverage_line *line_from(const struct coverage *c, uint32_t file, uint32_t line)
{
	size_t at = gp_first(k, c->nlines, c->lines[k].file < file ||
			     (c->lines[k].file == file && c->lines[k].line < line));

	return at < c->nlines ? &c->lines[at] : NULL;
}

/* Where those that are defined at one line end. */
static size_t definitions_end(const struct coverage *c, size_t at)
{
	const struct coverage_function *f = &c->functions[at];

	while (at < c->nfunctions && c->functions[at].file == f->file &&
	       c->functions[at].line == f->line)
		at++;
	return at;
}

/* The first line of functions that are defined at one, or NULL: no executions of it are known.  Of
   those that were called the first that ran: what is before may be left out. */
static const struct coverage_line *first_line(const struct coverage *c, size_t at, size_t end,
					      bool called)
{
	const struct coverage_function *f = &c->functions[at];
	const struct coverage_line *first = line_from(c, f->file, f->line);
	const struct coverage_line *behind = end < c->nfunctions &&
			c->functions[end].file == f->file ?
			line_from(c, f->file, c->functions[end].line) :
			line_from(c, f->file + 1, 0);

	behind = behind ? behind : c->lines + c->nlines;
	if (!first || first >= behind)
		return NULL;
	for (const struct coverage_line *l = first; called && l < behind; l++)
		if (l->count)
			return l;
	return first;
}

/* How often functions ran at their line that were called nowhere: inlined. */
static int64_t inlined(const struct coverage_function *f, const struct coverage_line *first)
{
	return first->line == f->line ? first->begun : first->count;
}

/* Functions begin at lines that have executions, and ran if these were executed. */
static void settle_functions(struct coverage *c)
{
	size_t n = 0;

	for (size_t i = 0, end; i < c->nfunctions; i = end) {
		struct coverage_function *f = &c->functions[i];
		const struct coverage_line *first;
		int64_t calls = 0;

		end = definitions_end(c, i);
		for (size_t k = i; k < end; k++)
			calls = gp_plus(calls, c->functions[k].calls);
		first = first_line(c, i, end, calls);
		if (first && first->count && !calls)
			f->calls = calls = inlined(f, first);
		c->lineless += first ? 0 : end - i;
		c->beside += first && first->count && !calls ? end - i : 0;
		for (; i < end && first && (calls || !first->count); i++) {
			c->functions[i].line = first->line;
			c->functions[n++] = c->functions[i];
		}
	}
	c->nfunctions = n;
}

void coverage_init(struct coverage *c, const struct result *r)
{
	struct reading w = { .c = c, .r = r };

	memset(c, 0, sizeof *c);
	source_counts_init(&w.placed, r->executions);
	for (size_t i = 0; i < r->program->graph.nnodes; i++)
		add_function(&w, i);
	add_lines(&w);
	add_branches(&w);
	add_cases(&w);
	gp_sort(c->functions, c->nfunctions, sizeof *c->functions, by_line, NULL);
	settle_functions(c);
	gp_sort(c->branches, c->nbranches, sizeof *c->branches, by_branch, NULL);
	gp_sort(c->cases, c->ncases, sizeof *c->cases, by_case, NULL);
	c->files = w.placed.files;
	w.placed.files = (struct path_numbers){ 0 };
	source_counts_release(&w.placed);
}

const char *coverage_why_none(const struct program *p)
{
	for (size_t i = 0; i < p->nobjects; i++) {
		const char *why = p->objects[i].instrumented && p->objects[i].debug
					  ? debug_why_no_lines(p->objects[i].debug) : NULL;

		if (why)
			return why;
	}
	return "compile it with -g";
}

void coverage_release(struct coverage *c)
{
	path_numbers_release(&c->files);
	free(c->lines);
	free(c->open);
	free(c->functions);
	free(c->branches);
	free(c->cases);
	memset(c, 0, sizeof *c);
}
