/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * branch_targets.c - see branch_targets.h.
 *
 * A switch is code of one line: tests, or a jump by a table.  What else of the line is executed
 * between them, as in a condition of several parts, stays within the line.  A way counts
 * for the line that its first instruction is of; stretches without one (a counter on an edge,
 * the jump of a case without code) are passed.
 */
#include "executions/branch_targets.h"
#include "executions/solution.h"

#include <stdlib.h>
#include <string.h>

#define MOST_STEPS 8 /* stretches without a line that follow each other */
#define LEAST 3      /* what leads to two lines is a condition */
#define CONDITION 2

/* Lines of the first and the last instruction of a stretch. */
struct ends {
	struct inlined_level first, last; /* place 0: none */
	uint64_t branch; /* address of the last instruction */
	bool ours;       /* all are the profiler's, or for alignment, or have no line */
	bool passes;     /* but for one at most */
	bool whole;      /* all others are of one line */
	uint32_t with;   /* a stretch of the same switch, or itself */
	uint32_t next;   /* the only stretch that it leads to; GP_NONE */
	uint32_t nedges;
};

/* A way that leaves a line. */
struct leaving {
	struct branch_target to;
	uint32_t object;
	uint32_t by;     /* the stretch that ends in the switch */
	uint64_t branch;
	enum branch_source kind;
};

struct finding {
	struct branch_targets *s;
	const struct executions *x;
	branch_targets_place *place;
	void *context;
	uint32_t object;
	const struct blocks *b; /* of the object */
	struct ends *ends;      /* of its stretches; owned */
	struct leaving *edges;   /* owned */
	size_t n, room;
};

static bool is_same(const struct inlined_level *a, const struct inlined_level *b)
{
	return a->function == b->function && a->place == b->place;
}

static void read_ends(struct finding *w, uint32_t node, uint32_t stretch)
{
	const struct block_stretch *s = &w->b->stretches[stretch];
	struct ends *e = &w->ends[stretch];
	uint64_t address = s->start;

	e->ours = e->passes = true;
	e->next = GP_NONE;
	e->with = stretch;
	for (uint32_t i = 0; i < s->insns; i++) {
		uint8_t insn = w->b->insns[s->first + i];
		struct inlined_level at;

		e->branch = address;
		if (!(insn & (BLOCK_INSN_NOP | BLOCK_INSN_OURS)) &&
		    w->place(w->context, node, w->object, address, &at)) {
			e->whole = e->ours || (e->whole && is_same(&at, &e->last));
			e->first = e->ours ? at : e->first;
			e->last = at;
			e->passes = e->ours;
			e->ours = false;
		}
		address += insn & BLOCK_INSN_SIZE;
	}
}

/* The one stretch that follows another; GP_NONE: none, or several. */
static void find_next(struct finding *w, const struct block_edge *ways, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct ends *from = ways[i].from == GP_NONE ? NULL : &w->ends[ways[i].from];

		if (!from)
			continue;
		from->next = from->nedges++ ? GP_NONE : ways[i].to;
	}
}

/* Before LLVM 15 the jump by a table has no line.  Then it has the line of the range check before
   it. */
static void give_lines(struct finding *w, const struct block_edge *ways, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct ends *to = &w->ends[ways[i].to];
		bool only = (!i || ways[i - 1].to != ways[i].to) &&
			    (i + 1 == n || ways[i + 1].to != ways[i].to);

		if (!only || ways[i].from == GP_NONE || !to->ours || to->nedges < LEAST ||
		    w->ends[ways[i].from].ours)
			continue;
		to->first = to->last = w->ends[ways[i].from].last;
		to->whole = true;
		to->ours = to->passes = false;
	}
}

static uint32_t root_of(const struct finding *w, uint32_t stretch)
{
	while (w->ends[stretch].with != stretch)
		stretch = w->ends[stretch].with = w->ends[w->ends[stretch].with].with;
	return stretch;
}

/* Returns true if a stretch, as far as it has a line, is all of one. */
static bool is_of_line(const struct finding *w, uint32_t stretch, const struct inlined_level *line)
{
	const struct ends *e = stretch == GP_NONE ? NULL : &w->ends[stretch];

	return !e || e->ours || (is_same(line, &e->first) && is_same(line, &e->last));
}

/* Returns true if control comes to a stretch by several ways, and from another line by one of them,
   with a counter between or without. */
static bool comes_back(const struct finding *w, const struct block_edge *ways, size_t n,
		       uint32_t stretch)
{
	const struct inlined_level *line = &w->ends[stretch].first;
	size_t first = gp_first(k, n, ways[k].to < stretch);
	bool only = first + 1 >= n || ways[first + 1].to != stretch;

	for (size_t i = first; !only && i < n && ways[i].to == stretch; i++) {
		uint32_t by = ways[i].from;

		if (!is_of_line(w, by, line))
			return true;
		if (by == GP_NONE || !w->ends[by].passes)
			continue;
		for (size_t k = gp_first(j, n, ways[j].to < by); k < n && ways[k].to == by; k++)
			if (!is_of_line(w, ways[k].from, line))
				return true;
	}
	return false;
}

/* Tests of one switch follow each other; what is on other lines in between (conditions of several
   lines) is none of it, nor is where these come back to the line. */
static void join(struct finding *w, const struct block_edge *ways, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const struct ends *to = &w->ends[ways[i].to];
		uint32_t from = ways[i].from;

		if (from != GP_NONE && !w->ends[from].ours && to->whole &&
		    is_same(&to->first, &w->ends[from].last) &&
		    !comes_back(w, ways, n, ways[i].to))
			w->ends[root_of(w, ways[i].to)].with = root_of(w, from);
	}
}

/* Where a stretch leads; place 0: nobody knows. */
static struct inlined_level begin_of(const struct finding *w, uint32_t stretch)
{
	for (unsigned steps = 0; w->ends[stretch].ours && steps < MOST_STEPS; steps++) {
		if (w->ends[stretch].next == GP_NONE)
			break;
		stretch = w->ends[stretch].next;
	}
	return w->ends[stretch].first;
}

static struct block_count count_of(const struct finding *w, uint32_t unknown)
{
	return executions_widen_bounds(w->x, blocks_count(w->b, unknown));
}

/* The executions of a stretch by some edges: their sum, or the rest when the others are taken away,
   if that is known better. */
static struct block_count sum_of(const struct finding *w, const struct block_edge *ways, size_t n,
				 uint32_t by)
{
	struct block_count sum = { .how = SOLVED_EXACT }, others = sum;
	struct block_count all = count_of(w, w->b->stretches[ways->to].unknown);

	for (size_t i = 0; i < n; i++) {
		bool mine = ways[i].from != GP_NONE && root_of(w, ways[i].from) == root_of(w, by);

		blocks_add(mine ? &sum : &others, count_of(w, ways[i].unknown), 1);
	}
	return blocks_part(sum, others, all);
}

static void leave(struct finding *w, uint32_t stretch, const struct inlined_level *to,
		  struct block_count count)
{
	const struct ends *from = &w->ends[stretch];

	*gp_push(w->edges, w->n, w->room) = (struct leaving){
		.to = { from->last.function, from->last.place,
			to->function == from->last.function ? to->place : 0, count },
		.object = w->object, .by = root_of(w, stretch), .branch = from->branch };
}

/* A way to a counter on an edge, whose jump has the line: the next way leaves it. */
static void pass(struct finding *w, uint32_t from, uint32_t stretch)
{
	const struct ends *e = &w->ends[stretch];
	struct inlined_level to;

	if (!e->passes || e->next == GP_NONE)
		return;
	to = begin_of(w, e->next);
	if (!is_same(&to, &w->ends[from].last))
		leave(w, from, &to, (struct block_count){ .how = SOLVED_EXACT });
}

/* Edges to one stretch: all edges from one line are counted with the first of them. */
static void add_ways(struct finding *w, const struct block_edge *ways, size_t n)
{
	struct inlined_level to = begin_of(w, ways->to);
	size_t first = w->n;

	for (size_t i = 0; i < n; i++) {
		const struct ends *from = ways[i].from == GP_NONE ? NULL : &w->ends[ways[i].from];
		bool counted = false;

		if (!from || from->ours)
			continue;
		if (is_same(&to, &from->last)) {
			pass(w, ways[i].from, ways->to);
			continue;
		}
		for (size_t k = first; k < w->n; k++)
			counted |= w->edges[k].by == root_of(w, ways[i].from);
		leave(w, ways[i].from, &to, counted ? (struct block_count){ .how = SOLVED_EXACT }
					    : sum_of(w, ways, n, ways[i].from));
	}
}

static bool is_as_written(const struct finding *w, const struct block_function *f)
{
	return f->state == BLOCKS_SOLVED &&
	       !w->x->p->objects[w->object].cg.functions[f->record].lines;
}

static int by_switch(const void *x, const void *y, void *unused)
{
	const struct leaving *a = x, *b = y;

	(void)unused;
	if (a->by != b->by)
		return a->by < b->by ? -1 : 1;
	return a->to.to < b->to.to ? -1 : a->to.to > b->to.to;
}

/* Of a line with two lines after it: whether it chooses one.  A call that an exception may leave
   has two ways as well. */
static bool is_condition(const struct finding *w, size_t from, size_t to)
{
	struct block_count unused;

	for (size_t i = from; i < to; i++)
		if (executions_branch(w->x, w->object, w->edges[i].branch, &unused, &unused))
			return true;
	return false;
}

static enum branch_source kind_of(const struct finding *w, size_t from, size_t to)
{
	size_t lines = 1;

	for (size_t i = from + 1; i < to; i++)
		lines += w->edges[i].to.to != w->edges[i - 1].to.to;
	if (lines >= LEAST)
		return BRANCH_BY_CASE;
	return lines == CONDITION && is_condition(w, from,
						  to) ? BRANCH_BY_CONDITION : BRANCH_BY_NONE;
}

/* Fills in the lines that control leaves from several stretches which were not joined, each -> 1.
   The ways of one such stretch are only a part of the line's. */
static void find_split(const struct finding *w, size_t first, struct gp_map *split)
{
	struct gp_map by = { 0 };
	int created;

	for (size_t i = first; i < w->n; i++) {
		uint32_t *root = gp_map_put(&by, w->edges[i].to.from, 0, &created);

		if (created)
			*root = w->edges[i].by;
		if (*root != w->edges[i].by)
			*gp_map_put(split, w->edges[i].to.from, 0, &created) = 1;
	}
	gp_map_release(&by);
}

/* Sorts a function's cases, from a position on, and drops the lines that lead to one other line
   only. */
static void keep_choices(struct finding *w, size_t first)
{
	struct gp_map split = { 0 };
	size_t n = first;

	find_split(w, first, &split);
	gp_sort(w->edges + first, w->n - first, sizeof *w->edges, by_switch, NULL);
	for (size_t i = first, k = first; i < w->n; i = k) {
		enum branch_source kind;

		while (k < w->n && w->edges[k].by == w->edges[i].by)
			k++;
		kind = kind_of(w, i, k);
		if (kind == BRANCH_BY_CONDITION &&
		    gp_map_get(&split, w->edges[i].to.from, 0) != GP_NONE)
			kind = BRANCH_BY_NONE;
		for (size_t at = i; kind != BRANCH_BY_NONE && at < k; at++) {
			w->edges[n] = w->edges[at];
			w->edges[n++].kind = kind;
		}
	}
	w->n = n;
	gp_map_release(&split);
}

/* Of the ways of a function those to one stretch; returns where they end. */
static size_t ways_to(const struct blocks *b, size_t first)
{
	size_t end = first + 1;

	while (end < b->nedges && b->edges[end].to == b->edges[first].to)
		end++;
	return end;
}

static void add_function(struct finding *w, const struct block_function *f)
{
	uint32_t node = w->x->p->objects[w->object].nodes[f->record];
	const struct blocks *b = w->b;
	size_t first = gp_first(k, b->nedges, b->edges[k].to < f->first), end, next;
	size_t before = w->n;

	if (node == GP_NONE || !is_as_written(w, f))
		return;
	for (uint32_t k = 0; k < f->n; k++)
		read_ends(w, node, f->first + k);
	end = gp_first(k, b->nedges, b->edges[k].to < f->first + f->n);
	find_next(w, b->edges + first, end - first);
	give_lines(w, b->edges + first, end - first);
	join(w, b->edges + first, end - first);
	for (; first < end; first = next) {
		next = ways_to(b, first);
		add_ways(w, b->edges + first, next - first);
	}
	keep_choices(w, before);
}

/* ------------------------------------------------------------------ */

static int by_places(const void *x, const void *y, void *unused)
{
	const struct branch_target *a = x, *b = y;

	(void)unused;
	if (a->function != b->function)
		return a->function < b->function ? -1 : 1;
	if (a->from != b->from)
		return a->from < b->from ? -1 : 1;
	return a->to < b->to ? -1 : a->to > b->to;
}

/* Returns how many are left. */
static size_t add_up(struct branch_target *cases, size_t n)
{
	size_t kept = 0;

	gp_sort(cases, n, sizeof *cases, by_places, NULL);
	for (size_t i = 0; i < n; i++)
		if (kept && !by_places(&cases[kept - 1], &cases[i], NULL))
			blocks_add(&cases[kept - 1].count, cases[i].count, 1);
		else
			cases[kept++] = cases[i];
	return kept;
}

void branch_targets_add(struct branch_targets *s, enum branch_source kind,
			const struct branch_target *c)
{
	if (kind == BRANCH_BY_CASE)
		*gp_push(s->cases, s->n, s->room) = *c;
	else
		*gp_push(s->conditions, s->nconditions, s->conditions_room) = *c;
}

void branch_targets_sort(struct branch_targets *s)
{
	s->n = add_up(s->cases, s->n);
	s->nconditions = add_up(s->conditions, s->nconditions);
}

static void add_cases(struct finding *w)
{
	int created;

	for (size_t i = 0; i < w->n; i++) {
		const struct leaving *way = &w->edges[i];

		branch_targets_add(w->s, way->kind, &way->to);
		*gp_map_put(&w->s->told, way->object, way->branch, &created) = way->kind;
	}
	branch_targets_sort(w->s);
}

void branch_targets_find(struct branch_targets *s, const struct executions *x,
			 branch_targets_place *place,
			 void *context)
{
	struct finding w = { .s = s, .x = x, .place = place, .context = context };

	memset(s, 0, sizeof *s);
	for (; w.object < x->nblocks; w.object++) {
		w.b = &x->blocks[w.object];
		w.ends = gp_alloc(w.b->nstretches, sizeof *w.ends);
		for (size_t i = 0; i < w.b->nfunctions; i++)
			add_function(&w, &w.b->functions[i]);
		free(w.ends);
	}
	add_cases(&w);
	free(w.edges);
}

enum branch_source branch_targets_source(const struct branch_targets *s, uint32_t object,
					 uint64_t address)
{
	uint32_t kind = gp_map_get(&s->told, object, address);

	return kind == GP_NONE ? BRANCH_BY_NONE : (enum branch_source)kind;
}

void branch_targets_release(struct branch_targets *s)
{
	free(s->cases);
	free(s->conditions);
	gp_map_release(&s->told);
	memset(s, 0, sizeof *s);
}
