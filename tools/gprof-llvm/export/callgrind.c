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

/* 'address' is in the instruction; of one that is not known, the function's. */
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

static void add(struct callgrind_cost *to, double weight, double samples)
{
	to->weight += weight;
	to->samples += samples;
}

/* ------------------------------------------------------------------ what stacks say */

/* In the function's own file. */
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
		add(&row->cost, c->self.sum, c->self.samples);
	}
	if (w->on_node[node]++)
		return;
	if (arc != GP_NONE && w->g->arcs[arc].count > 0) {
		row = callgrind_row(w, w->g->arcs[arc].from, arc,
			     w->lines[w->tree.items[c->caller].node],
			     place_of(w, c->caller)->address);
		add(&row->cost, c->total.sum, c->total.samples);
		return;
	}
	add(&w->outside[node], c->total.sum, c->total.samples);
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
	stacks_collect(&w->stacks, w->p, w->x->result->filter);
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
			add(&callgrind_row(w, i, GP_NONE, f->line, 0)->cost, n->self, f->samples);
		if (n->spontaneous > 0) {
			graph_share(w->g, i, n->spontaneous, &self, &child);
			add(&w->outside[i], self + child, 0);
		}
	}
	for (size_t i = 0; i < w->g->narcs; i++) {
		const struct arc *a = &w->g->arcs[i];

		if (a->self + a->child > 0)
			add(&callgrind_row(w, a->from, i, 0, 0)->cost, a->self + a->child, 0);
	}
}

/* ------------------------------------------------------------------ what counts say */

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
		add(&most->cost, rows[i]->cost.weight, rows[i]->cost.samples);
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

/* Rows as they are written, calls settled; to be freed. */
static struct callgrind_row **sort_rows(struct callgrind *w)
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

int export_callgrind(const struct export *x, struct gp_error *e)
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
	rows = sort_rows(&w);
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
