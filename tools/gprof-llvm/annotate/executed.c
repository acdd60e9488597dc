/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * executed.c - how often lines were executed (executions/inlined_copies.h); see annotation.h.
 *
 * Cost: looks up the lines of each instruction of functions with block counters.
 */
#include "analysis/cost.h"
#include "analysis/measured.h"
#include "annotate/annotation.h"
#include "executions/inlined_copies.h"
#include "executions/executed_insns.h"
#include "executions/loop_headers.h"
#include "executions/marked_lines.h"
#include "executions/solution.h"

struct executing {
	struct annotation *a;
	const struct executions *x;
	struct marked_lines written; /* by place */
	struct inlined_copies copies; /* places: function and place, + 1 */
	struct inlined_entries entered;
	struct loop_headers heads;
	struct gp_map made;   /* place -> annotation.executed */
};

/* The executions of a place; made, with its row, when first needed. */
static struct annotate_executed *executed_at(struct annotation *a, const struct annotate_level *at)
{
	struct annotate_row *row = annotation_row(a, at, ROW_OWN, CLASS_X, GP_NONE);

	if (!row->executed) {
		*gp_push(a->executed, a->nexecuted, a->executed_room) = (struct annotate_executed){
			.count.how = SOLVED_EXACT, .branch = GP_NONE };
		row->executed = a->nexecuted;
	}
	return &a->executed[row->executed - 1];
}

static bool has_line(const struct annotation *a, const struct annotate_level *at)
{
	return a->places[at->place].at && !a->places[at->place].near;
}

static void add_branch(struct executing *w, const struct annotate_level *at,
		       const struct executed_insn *insn)
{
	struct annotation *a = w->a;
	struct annotate_branch branch;
	struct annotate_executed *e;

	if (!has_line(a, at) ||
	    branch_targets_source(&a->switches, insn->object, insn->address) != BRANCH_BY_NONE ||
	    !executions_branch(w->x, insn->object, insn->address, &branch.reached, &branch.taken))
		return;
	e = executed_at(a, at);
	branch.next = e->branch;
	branch.node = insn->node;
	e->branch = a->nbranches;
	*gp_push(a->branches, a->nbranches, a->branches_room) = branch;
}

/* The innermost; false: it has no line. */
static bool line_at(struct executing *w, const struct executed_insn *insn, uint64_t address,
		    struct annotate_level *at)
{
	size_t n;
	const struct annotate_level *levels = annotation_levels(w->a, insn->node, insn->object,
								address, &n);

	if (n)
		*at = *levels;
	return n && has_line(w->a, levels);
}

/* Of an instruction, for its line. */
static struct block_count count_of(struct executing *w, const struct executed_insn *insn)
{
	const struct annotate_place *places;
	struct annotate_level at, to;

	if (!insn->to || !line_at(w, insn, insn->address, &at) ||
	    !line_at(w, insn, insn->to->end - 1, &to) || at.function != to.function)
		return insn->count;
	places = w->a->places;
	if (places[at.place].file != places[to.place].file)
		return insn->count;
	return loop_headers_count(&w->heads, w->x, insn, (uint32_t)places[at.place].at,
				  (uint32_t)places[to.place].at);
}

/* Returns true if a level of an instruction's code has its executions. */
static bool has_count(struct executing *w, const struct executed_insn *insn,
		      const struct annotate_level *at)
{
	return has_line(w->a, at) && !marked_lines_has(&w->written, insn->node, at->place);
}

static void add_instruction(void *executing, const struct executed_insn *insn)
{
	struct executing *w = executing;
	struct inlined_level at[INLINE_SCOPES_MOST];
	const struct annotate_level *levels;
	struct block_count count;
	size_t n;

	if (insn->nop || insn->ours || insn->outlined)
		return;
	count = marked_lines_guess(&w->written, insn->node, count_of(w, insn));
	levels = annotation_levels(w->a, insn->node, insn->object, insn->address, &n);
	inlined_entries_next(&w->entered, insn, n, n && has_line(w->a, levels));
	for (size_t i = 0; i < n; i++) {
		uint64_t place = (uint64_t)levels[i].function << 32 | levels[i].place;

		at[i].function = levels[i].function;
		at[i].copy = levels[i].copy;
		at[i].place = has_count(w, insn, &levels[i]) ? place + 1 : 0;
		w->entered.counts[i] = marked_lines_guess(&w->written, insn->node,
							  w->entered.counts[i]);
		if (marked_lines_is_elsewhere(&w->written, &w->a->scopes, levels[i].scope,
					      insn->count))
			*(i ? &w->entered.counts[i] : &count) = marked_lines_unknown();
	}
	if (insn->deletes && n)
		at[n - 1].place = 0;
	inlined_copies_add(&w->copies, insn->node, at, n, &w->entered, count, insn->to);
	if (n)
		add_branch(w, levels, insn);
}

static void add_count(struct executing *w, const struct annotate_level *at,
		      struct block_count count)
{
	struct annotate_executed *e = executed_at(w->a, at);
	int created;

	*gp_map_put(&w->made, (uint64_t)at->function << 32 | at->place, 0, &created) =
		e - w->a->executed;
	blocks_add(&e->count, count, 1);
	gp_add(&w->a->functions[at->function].executed, count.lo);
}

/* Functions that have code come first: what was inlined may be one of them. */
static void add_nodes(struct annotation *a)
{
	for (size_t i = 0; i < a->executions->nnodes; i++)
		if (executions_of(a->executions, i))
			annotation_function(a, i);
}

static void add_written(void *executing, const struct marked_line *l)
{
	struct executing *w = executing;
	struct annotate_level at = { .function = annotation_function(w->a, l->node) };

	if (l->linkage)
		at.function = annotation_source_function(w->a, &(struct source_function){
						 l->linkage, l->file, l->defined });
	at.place = annotation_line(w->a, l->file, l->line);
	marked_lines_add(&w->written, l, at.place);
	if (!l->deletes)
		add_count(w, &at, l->count);
}

static void add_up(struct executing *w)
{
	for (size_t i = 0; i < w->copies.n; i++) {
		uint64_t place = w->copies.items[i].place - 1;
		struct annotate_level at = { place >> 32, (uint32_t)place, GP_NONE, 0, 0 };

		add_count(w, &at, w->copies.items[i].count);
	}
}

/* ------------------------------------------------------------------ lines that it leads to */

static struct annotate_executed *made_at(struct executing *w, uint32_t function, uint32_t place)
{
	uint32_t at = gp_map_get(&w->made, (uint64_t)function << 32 | place, 0);

	return at == GP_NONE ? NULL : &w->a->executed[at];
}

/* By ascending lines. */
static bool place_of(void *annotation, uint32_t node, uint32_t object, uint64_t address,
		     struct inlined_level *at)
{
	struct annotation *a = annotation;
	size_t n;
	const struct annotate_level *level = annotation_levels(a, node, object, address, &n);

	if (!n || !has_line(a, level))
		return false;
	at->function = level->function;
	at->place = a->places[level->place].at << 32 | (level->place + 1);
	return true;
}

static struct annotate_executed *left_by(struct executing *w, const struct branch_target *c)
{
	return made_at(w, (uint32_t)c->function, (uint32_t)c->from - 1);
}

/* After the cases are complete: finds the cases of each line. */
static void add_switches(struct executing *w)
{
	const struct branch_targets *s = &w->a->switches;
	struct annotate_executed *e;

	for (size_t i = 0; i < s->n; i++)
		if ((e = left_by(w, &s->cases[i])) && !e->ncases++)
			e->cases = i;
	for (size_t i = 0; i < s->nconditions; i++)
		if ((e = left_by(w, &s->conditions[i])) && !e->nconditions++)
			e->conditions = i;
}

/* ------------------------------------------------------------------ time of one execution */

static void add_times(struct executing *w)
{
	for (size_t i = 0; i < w->a->nrows; i++) {
		const struct annotate_row *row = &w->a->rows[i];
		struct annotate_executed *e = made_at(w, row->function, row->place);
		struct weight own = weight_made(row->weight, row->squares, row->samples,
						row->usual);

		if (!e || !row->weight || row->kind != ROW_OWN || row->callee != GP_NONE ||
		    row->class == CLASS_M)
			continue;
		weight_add(&e->own, &own);
	}
}

/* Samples in code that does not count blocks, such as copies of inline functions of headers. */
static void mark_beyond(struct executing *w)
{
	const struct program *p = w->a->p;

	for (size_t i = 0; i < p->resolved_samples.n; i++) {
		const struct resolved_sample *s = &p->resolved_samples.items[i];
		const struct annotate_level *levels;
		struct annotate_executed *e;
		size_t n;

		if (!s->weight || s->node == p->profiler || program_is_object_row(p, s->node) ||
		    executions_of(w->x, s->node))
			continue;
		levels = annotation_levels(w->a, s->node, s->object, s->address, &n);
		e = n ? made_at(w, levels->function, levels->place) : NULL;
		if (e)
			e->beyond = true;
	}
}

bool annotation_per_execution(const struct annotation *a, const struct annotate_executed *e,
			      struct interval *each)
{
	const struct program *p = a->p;
	struct weight all = program_samples(p);

	if (!e->own.samples || interval_rests_on_few(&e->own) || e->beyond ||
	    e->count.how == SOLVED_NOT || e->count.value <= 0 || a->selection->by_patterns ||
	    a->uneven)
		return false;
	*each = measured_interval(p, &e->own, &all);
	*each = interval_divided(each, e->count.value);
	return true;
}

static void find_each(struct annotation *a)
{
	struct interval unused;
	size_t all;

	a->uneven = cost_unsampled(a->p, &all) > 0;
	for (size_t i = 0; i < a->nexecuted && !a->each; i++)
		a->each = annotation_per_execution(a, &a->executed[i], &unused);
}

/* ------------------------------------------------------------------ */

/* By instruction nothing else is kept: the executions have each instruction's. */
static void add_functions(struct annotation *a)
{
	for (size_t i = 0; i < a->executions->nnodes; i++) {
		const struct execution *e = executions_of(a->executions, i);
		uint32_t function = e ? annotation_function(a, i) : GP_NONE; /* may move them */

		if (e)
			a->functions[function].executed = e->insns.lo;
	}
}

/* The row of an instruction's own time, whatever its class; without any, one of in-line code. */
static struct annotate_row *own_row(struct annotation *a, const struct annotate_level *at)
{
	for (int class = 0; class < CLASS_COUNT; class++) {
		uint32_t row = annotation_find_row(a, at, ROW_OWN, class, GP_NONE);

		if (row != GP_NONE)
			return &a->rows[row];
	}
	return annotation_row(a, at, ROW_OWN, CLASS_X, GP_NONE);
}

static void know_instruction(void *annotation, const struct executed_insn *insn)
{
	struct annotation *a = annotation;
	struct annotate_level at = { .function = annotation_find_function(a, insn->node),
				     .scope = GP_NONE };
	struct annotate_row *row;

	if (at.function == GP_NONE || !a->functions[at.function].chosen)
		return;
	at.place = annotation_address(a, insn->object, insn->address);
	row = own_row(a, &at);
	if (row->executed) { /* outlined code has several callers in a function */
		blocks_add(&a->executed[row->executed - 1].count, insn->count, 1);
		return;
	}
	*gp_push(a->executed, a->nexecuted, a->executed_room) = (struct annotate_executed){
		.count = insn->count, .branch = GP_NONE };
	row->executed = a->nexecuted;
}

void annotation_instructions(struct annotation *a)
{
	if (a->executions)
		executed_walk(a->executions, know_instruction, a);
}

/* ------------------------------------------------------------------ a merged profile */

static struct annotate_level level_of(struct annotation *a, const struct source_counts *p,
				      uint32_t node,
				      uint32_t function, uint32_t file, uint32_t line)
{
	struct annotate_level at = { .function = annotation_function(a, node),
				     .place = annotation_line(a, p->files.items[file], line) };
	uint32_t object = a->functions[at.function].object;

	if (function != GP_NONE)
		at.function = annotation_source_function(a, &p->functions[function]);
	if (a->functions[at.function].object == GP_NONE)
		a->functions[at.function].object = object;
	return at;
}

static void add_placed_line(struct executing *w, const struct source_counts *p,
			    const struct line_count *l)
{
	struct annotate_level at = level_of(w->a, p, l->node, l->function, l->file, l->line);

	add_count(w, &at, l->count);
}

static void add_placed_branch(struct annotation *a, const struct source_counts *p,
			      const struct branch_count *b)
{
	struct annotate_level at;
	struct annotate_executed *e;

	if (b->told != BRANCH_BY_NONE)
		return;
	at = level_of(a, p, b->node, b->function, b->file, b->line);
	e = executed_at(a, &at);
	*gp_push(a->branches, a->nbranches, a->branches_room) =
		(struct annotate_branch){ e->branch, b->node, b->reached, b->taken };
	e->branch = a->nbranches - 1;
}

static void add_placed_case(struct annotation *a, const struct source_counts *p,
			    const struct case_count *c)
{
	struct annotate_level at = level_of(a, p, c->node, c->function, c->file, c->line);

	branch_targets_add(&a->switches, c->kind, &(struct branch_target){
		at.function, (uint64_t)c->line << 32 | (at.place + 1), (uint64_t)c->to << 32,
		c->count });
}

/* The functions that have code come first: what was inlined may be one of them. */
static void add_places(struct executing *w)
{
	struct annotation *a = w->a;
	struct source_counts p;

	source_counts_init(&p, a->executions);
	for (size_t i = 0; i < p.nlines; i++)
		annotation_function(a, p.lines[i].node);
	for (size_t i = 0; i < p.nlines; i++)
		if (source_counts_has_line(&p.lines[i]))
			add_placed_line(w, &p, &p.lines[i]);
	for (size_t i = 0; i < p.nbranches; i++)
		add_placed_branch(a, &p, &p.branches[i]);
	for (size_t i = 0; i < p.ncases; i++)
		add_placed_case(a, &p, &p.cases[i]);
	branch_targets_sort(&a->switches);
	add_switches(w);
	source_counts_release(&p);
}

void annotation_execute(struct annotation *a, const struct executions *x)
{
	struct executing w = { .a = a, .x = x, .entered = { .x = x, .scopes = &a->scopes } };

	a->executions = x && !x->refused ? x : NULL;
	if (!a->executions)
		return;
	if (a->by_instruction) {
		add_functions(a);
		return;
	}
	if (x->p->sum) {
		add_places(&w);
		gp_map_release(&w.made);
		return;
	}
	add_nodes(a);
	branch_targets_find(&a->switches, x, place_of, a);
	marked_lines_walk(x, &w.written, add_written, &w);
	executed_walk_all(x, add_instruction, &w);
	add_up(&w);
	add_switches(&w);
	add_times(&w);
	mark_beyond(&w);
	find_each(a);
	inlined_copies_release(&w.copies);
	loop_headers_release(&w.heads);
	marked_lines_release(&w.written);
	gp_map_release(&w.made);
}
