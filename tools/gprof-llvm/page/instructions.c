/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * instructions.c - instructions along calls: trees of calls by instructions
 * (executions/instruction_tree.h), and the instructions of functions and arcs including callees;
 * see data.h.
 */
#include "executions/exact.h"
#include "page/data.h"

#include <stdlib.h>

#define PLACES 20000   /* of a tree */
#define LEAST 0.0002   /* of all instructions, that a place has */

const struct executions *data_executions(const struct page_data *d)
{
	return d->page->instructions ? d->result->executions : NULL;
}

/* Filters choose samples by their stacks, which instructions have not. */
void data_find_paths(struct page_data *d)
{
	const struct result *r = d->result;
	const struct executions *x = data_executions(d);

	if (!x || executions_refusal(x) || r->groups || selection_is_part(&r->selection))
		return;
	d->paths = gp_alloc(1, sizeof *d->paths);
	inclusive_init(d->paths, &d->program->graph, x);
}

/* Facts about all instructions of the run. */
void data_put_executed(struct page_data *d)
{
	const struct executions *x = data_executions(d);
	struct executed_sum sum;

	if (!x || executions_refusal(x))
		return;
	sum = executed_sum(x);
	js_member(&d->json, "executed",
		  json_pack("{s:o, s:I, s:b, s:b}", "low", js_count(sum.insns.lo), "high",
			    (json_int_t)(sum.insns.hi < COUNT_UNBOUNDED ? sum.insns.hi : -1),
			    "began_inside", executions_began_inside(x), "of_some_runs",
			    executions_is_of_some(x)));
}

static bool has_threads(const struct page_data *d)
{
	const struct executions *x = data_executions(d);
	size_t n = 0;

	for (size_t i = 0; i < d->program->nprofiles; i++)
		n += d->program->profiles[i].profile.nthreads;
	return x && !executions_refusal(x) && n > 1 && n <= PAGE_THREADS;
}

void data_put_thread_executed(struct page_data *d, const struct program_profile *l, uint32_t thread,
			      json_t *to)
{
	struct executed_sum sum;
	bool open;

	if (!has_threads(d) || !program_profile_has_thread(l, thread))
		return;
	sum = executed_sum_of_thread(d->program, l, thread);
	open = sum.unknown || sum.insns.hi >= COUNT_UNBOUNDED;
	json_object_set_new(to, "executed",
			    json_pack("{s:o, s:I}", "low", js_count(sum.insns.lo), "high",
				      open ? (json_int_t)-1 : (json_int_t)sum.insns.hi));
}

void data_release_paths(struct page_data *d)
{
	if (d->paths)
		inclusive_release(d->paths);
	free(d->paths);
}

/* ------------------------------------------------------------------ functions and arcs */

static int64_t function_total(const void *data, size_t i)
{
	const struct page_data *d = data;

	return gp_whole(inclusive_total(d->paths, d->nodes[i]));
}

static int64_t function_average(const void *data, size_t i)
{
	const struct page_data *d = data;

	return inclusive_is_average(d->paths, d->nodes[i]);
}

static int64_t function_open(const void *data, size_t i)
{
	const struct page_data *d = data;

	return inclusive_is_open(d->paths, d->nodes[i]);
}

static int64_t arc_total(const void *data, size_t i)
{
	const struct page_data *d = data;

	return gp_whole(inclusive_arc(d->paths, d->arcs[i]));
}

static int64_t arc_average(const void *data, size_t i)
{
	const struct page_data *d = data;
	const struct arc *a = &d->program->graph.arcs[d->arcs[i]];

	return inclusive_arc(d->paths, d->arcs[i]) > 0 &&
	       !inclusive_arc_is_exact(d->paths, a->from, a->to);
}

static int64_t arc_open(const void *data, size_t i)
{
	const struct page_data *d = data;

	return inclusive_is_open(d->paths, d->program->graph.arcs[d->arcs[i]].to);
}

void data_put_function_paths(struct page_data *d)
{
	static const struct js_column columns[] = {
		{ "instructions_total", function_total },
		{ "instructions_average", function_average },
		{ "instructions_open", function_open },
	};

	if (!d->paths)
		return;
	JS_COLUMNS(&d->json, columns, d->n, d);
}

void data_put_arc_paths(struct page_data *d)
{
	static const struct js_column columns[] = {
		{ "instructions", arc_total },
		{ "instructions_average", arc_average },
		{ "instructions_open", arc_open },
	};

	if (!d->paths)
		return;
	JS_COLUMNS(&d->json, columns, d->narcs, d);
}

/* ------------------------------------------------------------------ trees */

struct tree {
	const struct page_data *d;
	struct instruction_tree t;
};

static const struct instruction_place *place_of(const void *tree, size_t i)
{
	return &((const struct tree *)tree)->t.items[i];
}

static int64_t place_around(const void *tree, size_t i)
{
	uint32_t around = place_of(tree, i)->around;

	return around == GP_NONE ? -1 : (int64_t)around;
}

static int64_t place_function(const void *tree, size_t i)
{
	return data_id(((const struct tree *)tree)->d, place_of(tree, i)->node);
}

static int64_t place_cycle(const void *tree, size_t i)
{
	const struct tree *x = tree;
	uint32_t node = place_of(x, i)->node;

	return node == GP_NONE || node < x->t.nnodes ? 0 : (int64_t)(node - x->t.nnodes) + 1;
}

static int64_t place_own(const void *tree, size_t i)
{
	return place_of(tree, i)->own;
}

static int64_t place_total(const void *tree, size_t i)
{
	return place_of(tree, i)->total;
}

static int64_t place_average(const void *tree, size_t i)
{
	return place_of(tree, i)->total_count.how == SOLVED_ASSUMED;
}

static int64_t place_open(const void *tree, size_t i)
{
	return place_of(tree, i)->open;
}

static int64_t place_others(const void *tree, size_t i)
{
	return place_of(tree, i)->others;
}

static int64_t place_others_total(const void *tree, size_t i)
{
	return place_of(tree, i)->others_total;
}

static void put_tree(struct page_data *d, const char *name, bool up)
{
	static const struct js_column columns[] = {
		{ "around", place_around },   { "function", place_function },
		{ "cycle", place_cycle },     { "own", place_own },
		{ "total", place_total },     { "average", place_average },
		{ "open", place_open },
		{ "others", place_others },   { "others_total", place_others_total },
	};
	struct instruction_tree_options options = { .up = up, .least = LEAST, .most = PLACES };
	struct tree x = { .d = d };

	instruction_tree_init(&x.t, &d->program->graph, d->result->executions, &options);
	js_object(&d->json, name);
	JS_COLUMNS(&d->json, columns, x.t.n, &x);
	js_object_end(&d->json);
	instruction_tree_release(&x.t);
}

void data_put_paths(struct page_data *d)
{
	if (!d->paths)
		return;
	put_tree(d, "instructions_down", false);
	put_tree(d, "instructions_up", true);
}
