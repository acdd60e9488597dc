/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * callgrind.c - functions and calls in the format of callgrind, for KCachegrind and
 * callgrind_annotate: exact numbers of calls, and the time in them as the stacks measured it.
 *
 * A sample counts once for each function on its stack, however often recursion has put it there:
 * for the outermost call of it.  So what readers add up over the calls of a function is its total
 * in the report.  Where few samples have a stack, times are those divided by numbers of calls, and
 * the file says so.
 *
 * Lines are of the function's own file: a reader takes code of another file for another
 * function.  Numbers are decimal and absolute, and every function is defined once, since some
 * readers know nothing else.  A call without a count would be read as the function's own cost, so
 * arcs that only stacks have seen are left out.
 *
 * With --measure=instructions there is a further event, Ir: what was executed, by line and exact;
 * along arcs it is an average (executions/inclusive.h).
 *
 * With --addresses each position is an instruction, by its address in the file, and its line.
 *
 * Cost: O(samples + contexts + arcs), but for sorting.
 */
#include "analysis/names.h"
#include "export/callgrind.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void plant(struct callgrind *w)
{
	const struct stacks *s = &w->stacks;

	w->lines = gp_alloc(s->nplaces, sizeof *w->lines);
	for (size_t i = 0; i < s->nplaces; i++)
		w->lines[i] = callgrind_line(w, &s->places[i]);
	for (size_t i = 0; i < s->n; i++)
		*gp_push(w->tree.items, w->tree.n, w->tree.room) = (struct call){
			.caller = s->items[i].caller, .node = s->items[i].place };
	for (size_t i = 0; i < s->nsamples; i++) {
		struct weight weight = { .sum = s->samples[i].weight,
					 .samples = s->samples[i].samples };

		weight_add(&w->tree.items[s->samples[i].stack].self, &weight);
	}
	calltree_sum(&w->tree);
}

static const struct stack_place *place_of(const struct callgrind *w, uint32_t call)
{
	return &w->stacks.places[w->tree.items[call].node];
}

/* The function that a call is of, a row of no function included; GP_NONE: what is around stacks
   that are not whole.  What is inlined is its function's own. */
static uint32_t node_of(const struct callgrind *w, uint32_t call)
{
	uint32_t node = place_of(w, call)->node;

	return node < w->g->nnodes ? node : GP_NONE;
}

static uint32_t arc_of(const struct callgrind *w, uint32_t call)
{
	uint32_t caller = w->tree.items[call].caller, from, to = node_of(w, call);

	from = caller == GP_NONE ? GP_NONE : place_of(w, caller)->node;
	if (to == GP_NONE || from >= w->g->nnodes)
		return GP_NONE;
	return graph_find_arc(w->g, from, to);
}

static void enter(uint32_t call, void *writer)
{
	struct callgrind *w = writer;
	const struct call *c = &w->tree.items[call];
	uint32_t node = node_of(w, call), arc = w->arcs[call];
	struct callgrind_row *row;

	if (node == GP_NONE)
		return;
	if (c->self.sum || c->self.samples) {
		row = callgrind_row(w, node, GP_NONE, w->lines[c->node],
				    place_of(w, call)->address);
		callgrind_add(&row->cost, c->self.sum, c->self.samples);
	}
	if (w->on_node[node]++)
		return;
	if (arc != GP_NONE && w->g->arcs[arc].count > 0) {
		row = callgrind_row(w, w->g->arcs[arc].from, arc,
			     w->lines[w->tree.items[c->caller].node],
			     place_of(w, c->caller)->address);
		callgrind_add(&row->cost, c->total.sum, c->total.samples);
		return;
	}
	callgrind_add(&w->outside[node], c->total.sum, c->total.samples);
	if (arc != GP_NONE) {
		w->left.seen += !w->seen[arc];
		w->seen[arc] = true;
	}
}

static void leave(uint32_t call, void *writer)
{
	struct callgrind *w = writer;
	uint32_t node = node_of(w, call);

	if (node != GP_NONE)
		w->on_node[node]--;
}

static void add_stacks(struct callgrind *w)
{
	stacks_collect(&w->stacks, w->p, &w->x->result->selection);
	plant(w);
	w->arcs = gp_alloc(w->tree.n, sizeof *w->arcs);
	for (size_t i = 0; i < w->tree.n; i++)
		w->arcs[i] = arc_of(w, i);
	w->seen = gp_alloc(w->g->narcs, sizeof *w->seen);
	w->on_node = gp_alloc(w->g->nnodes, sizeof *w->on_node);
	calltree_walk(&w->tree, enter, leave, w);
}

/* Times divided by numbers of calls. */
static void add_shares(struct callgrind *w)
{
	for (size_t i = 0; i < w->g->nnodes; i++) {
		const struct node *n = &w->g->nodes[i];
		const struct function *f = &w->p->functions[i];
		double self, child;

		if (n->self)
			callgrind_add(&callgrind_row(w, i, GP_NONE, f->line, 0)->cost, n->self,
				      f->samples);
		if (n->spontaneous > 0) {
			graph_share(w->g, i, n->spontaneous, &self, &child);
			callgrind_add(&w->outside[i], self + child, 0);
		}
	}
	for (size_t i = 0; i < w->g->narcs; i++) {
		const struct arc *a = &w->g->arcs[i];

		if (a->self + a->child > 0)
			callgrind_add(&callgrind_row(w, a->from, i, 0, 0)->cost,
				      a->self + a->child, 0);
	}
}

static char *current_folder(void)
{
	char path[PATH_MAX + 1];

	/* Of the root, or of none, no file is said to be in it. */
	return gp_strdup(getcwd(path, PATH_MAX) && path[1] ? strcat(path, "/") : "//");
}

static void release(struct callgrind *w)
{
	names_release(w->names, w->g->nnodes);
	names_release(w->texts, w->ntexts);
	stacks_release(&w->stacks);
	inline_scopes_release(&w->scopes);
	instructions_release(&w->instructions);
	calltree_release(&w->tree);
	gp_map_release(&w->row_at);
	gp_names_release(&w->objects);
	gp_names_release(&w->files);
	free(w->lines);
	free(w->arcs);
	free(w->seen);
	free(w->on_node);
	free(w->outside);
	free(w->rows);
	free(w->defined);
	free(w->folder);
}

static int export_times(const struct export *x, struct gp_error *e)
{
	struct callgrind w = { .x = x, .p = x->result->program, .g = &x->result->program->graph };
	struct callgrind_row **rows;
	struct inclusive paths;

	if (x->instructions) {
		if (export_paths(x, &paths, e) < 0)
			return -1;
		w.paths = &paths;
	}
	w.times = !w.paths || w.p->samples;
	w.names = names_of(w.p, x->names);
	inline_scopes_init(&w.scopes, w.p);
	instructions_init(&w.instructions, w.p);
	w.folder = current_folder();
	w.outside = gp_alloc(w.g->nnodes, sizeof *w.outside);
	w.defined = gp_alloc(w.g->nnodes, sizeof *w.defined);
	if (x->result->measured)
		add_stacks(&w);
	else if (w.times)
		add_shares(&w);
	if (w.paths)
		callgrind_execute(&w);
	rows = callgrind_sort(&w);
	if (w.paths)
		callgrind_share(&w, rows);
	callgrind_write(&w, rows);
	callgrind_print_losses(x, &w.left);
	free(rows);
	if (w.paths)
		inclusive_release(w.paths);
	release(&w);
	return 0;
}

int export_callgrind(const struct export *x, struct gp_error *e)
{
	return x->figure ? callgrind_counted(x, e) : export_times(x, e);
}
