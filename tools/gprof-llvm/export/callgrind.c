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
 * With --instr each position is an instruction, by its address in the file, and its line.
 *
 * Cost: O(samples + contexts + arcs), but for sorting.
 */
#include "analysis/names.h"
#include "export/callgrind_left.h"
#include "export/export.h"
#include "export/instructions.h"
#include "export/stacks.h"
#include "text/escape.h"

#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define UNKNOWN "???" /* as callgrind has it */

struct cost {
	double ns, samples;
};

/* A line of a function: what runs there, or what it calls along an arc. */
struct row {
	uint32_t function; /* node */
	uint32_t arc;      /* position in graph.arcs, or GP_NONE: its own */
	uint32_t line;     /* 0: not known */
	uint64_t address;  /* of the instruction, with --instr; 0: not known */
	int64_t calls;
	struct cost cost;
};

struct writer {
	const struct export *x;
	const struct program *p;
	const struct graph *g;
	char **names;         /* of nodes */
	struct stacks stacks;
	struct scopes scopes;
	struct calltree tree; /* the stacks; its nodes are places */
	uint32_t *lines;      /* of places */
	uint32_t *arcs;       /* of calls of the tree; GP_NONE: from outside */
	uint32_t *on_node;    /* times a node is on the stack */
	bool *seen;           /* arcs without a count that have time */
	struct cost *outside; /* of nodes: below calls that have no count of their own */
	struct row *rows;
	size_t nrows, rows_room;
	struct gp_map row_at; /* (function, arc; line, or with --instr address) -> rows */
	struct instructions instructions;
	struct gp_names objects, files; /* numbers, by text */
	char **texts;         /* owned */
	size_t ntexts, texts_room;
	bool *defined;        /* functions */
	char *folder;         /* the current one, with a / */
	const char *file, *object; /* of the function that is being written */
	double so_far;        /* own time written, ns, not rounded */
	struct callgrind_left left;
};

/* 'address' is in the instruction; of one that is not known, the function's. */
static struct row *row_of(struct writer *w, uint32_t function, uint32_t arc, uint32_t line,
			  uint64_t address)
{
	const struct function *f = &w->p->functions[function];
	uint32_t *at;
	int created;

	if (w->x->instr)
		address = address ? instruction_at(&w->instructions, f->object, address)
				  : f->address;
	at = gp_map_put(&w->row_at, (uint64_t)function << 32 | arc, w->x->instr ? address : line,
			&created);
	if (created) {
		*at = w->nrows;
		*gp_push(w->rows, w->nrows, w->rows_room) = (struct row){
			.function = function, .arc = arc, .line = line, .address = address };
	}
	return &w->rows[*at];
}

static void add(struct cost *to, double ns, double samples)
{
	to->ns += ns;
	to->samples += samples;
}

/* ------------------------------------------------------------------ what stacks say */

/* In the function's own file. */
static uint32_t line_at(struct writer *w, const struct stack_place *place)
{
	struct scope_level levels[SCOPES_MOST];
	size_t n = stack_levels(place, &w->scopes, levels);
	const struct function *f =
		place->node < w->g->nnodes ? &w->p->functions[place->node] : NULL;

	if (!f)
		return 0;
	if (!n || !levels[n - 1].file || !f->file || strcmp(levels[n - 1].file, f->file))
		return f->line;
	return levels[n - 1].line;
}

static void plant(struct writer *w)
{
	const struct stacks *s = &w->stacks;

	w->lines = gp_alloc(s->nplaces, sizeof *w->lines);
	for (size_t i = 0; i < s->nplaces; i++)
		w->lines[i] = line_at(w, &s->places[i]);
	for (size_t i = 0; i < s->n; i++)
		*gp_push(w->tree.items, w->tree.n, w->tree.room) = (struct call){
			.caller = s->items[i].caller, .node = s->items[i].place };
	for (size_t i = 0; i < s->nsamples; i++) {
		struct weight weight = { .ns = s->samples[i].ns,
					 .samples = s->samples[i].samples };

		weight_add(&w->tree.items[s->samples[i].stack].self, &weight);
	}
	calltree_sum(&w->tree);
}

static const struct stack_place *place_of(const struct writer *w, uint32_t call)
{
	return &w->stacks.places[w->tree.items[call].node];
}

/* The function that a call is of, a row of no function included; GP_NONE: what is around stacks
   that are not whole.  What is inlined is its function's own. */
static uint32_t node_of(const struct writer *w, uint32_t call)
{
	uint32_t node = place_of(w, call)->node;

	return node < w->g->nnodes ? node : GP_NONE;
}

static uint32_t arc_of(const struct writer *w, uint32_t call)
{
	uint32_t caller = w->tree.items[call].caller, from, to = node_of(w, call);

	from = caller == GP_NONE ? GP_NONE : place_of(w, caller)->node;
	if (to == GP_NONE || from >= w->g->nnodes)
		return GP_NONE;
	return graph_find_arc(w->g, from, to);
}

static void enter(uint32_t call, void *writer)
{
	struct writer *w = writer;
	const struct call *c = &w->tree.items[call];
	uint32_t node = node_of(w, call), arc = w->arcs[call];
	struct row *row;

	if (node == GP_NONE)
		return;
	if (c->self.ns || c->self.samples) {
		row = row_of(w, node, GP_NONE, w->lines[c->node], place_of(w, call)->address);
		add(&row->cost, c->self.ns, c->self.samples);
	}
	if (w->on_node[node]++)
		return;
	if (arc != GP_NONE && w->g->arcs[arc].count > 0) {
		row = row_of(w, w->g->arcs[arc].from, arc,
			     w->lines[w->tree.items[c->caller].node],
			     place_of(w, c->caller)->address);
		add(&row->cost, c->total.ns, c->total.samples);
		return;
	}
	add(&w->outside[node], c->total.ns, c->total.samples);
	if (arc != GP_NONE) {
		w->left.seen += !w->seen[arc];
		w->left.ns += c->total.ns;
		w->seen[arc] = true;
	}
}

static void leave(uint32_t call, void *writer)
{
	struct writer *w = writer;
	uint32_t node = node_of(w, call);

	if (node != GP_NONE)
		w->on_node[node]--;
}

static void add_stacks(struct writer *w)
{
	stacks_collect(&w->stacks, w->p, w->x->result->choice);
	plant(w);
	w->arcs = gp_alloc(w->tree.n, sizeof *w->arcs);
	for (size_t i = 0; i < w->tree.n; i++)
		w->arcs[i] = arc_of(w, i);
	w->seen = gp_alloc(w->g->narcs, sizeof *w->seen);
	w->on_node = gp_alloc(w->g->nnodes, sizeof *w->on_node);
	calltree_walk(&w->tree, enter, leave, w);
}

/* Times divided by numbers of calls. */
static void add_shares(struct writer *w)
{
	for (size_t i = 0; i < w->g->nnodes; i++) {
		const struct node *n = &w->g->nodes[i];
		const struct function *f = &w->p->functions[i];
		double self, child;

		if (n->self)
			add(&row_of(w, i, GP_NONE, f->line, 0)->cost, n->self, f->samples);
		if (n->spontaneous > 0) {
			graph_share(w->g, i, n->spontaneous, &self, &child);
			add(&w->outside[i], self + child, 0);
		}
	}
	for (size_t i = 0; i < w->g->narcs; i++) {
		const struct arc *a = &w->g->arcs[i];

		if (a->self + a->child > 0)
			add(&row_of(w, a->from, i, 0, 0)->cost, a->self + a->child, 0);
	}
}

/* ------------------------------------------------------------------ what counts say */

/* The line of a call in a function that is inlined is one of that function; a call that has none is
   where its function begins. */
static uint32_t site_line(const struct writer *w, const struct call_site *site)
{
	if (!site->inlined && site->line)
		return site->line;
	return w->p->functions[w->g->arcs[site->arc].from].line;
}

/* One row for all of an arc: its calls and their time. */
static void join_rows(struct writer *w, struct row **rows, size_t n)
{
	struct row *most = rows[0], *dearest = rows[0];

	for (size_t i = 1; i < n; i++) {
		if (rows[i]->calls > most->calls)
			most = rows[i];
		if (rows[i]->cost.ns > dearest->cost.ns)
			dearest = rows[i];
	}
	/* Counts may not know the instruction of a call that stacks know. */
	if (w->x->instr && most->address == w->p->functions[most->function].address) {
		most->address = dearest->address;
		most->line = dearest->line;
	}
	for (size_t i = 0; i < n; i++) {
		if (rows[i] == most)
			continue;
		gp_add(&most->calls, rows[i]->calls);
		add(&most->cost, rows[i]->cost.ns, rows[i]->cost.samples);
		rows[i]->calls = 0;
		rows[i]->cost = (struct cost){ 0 };
	}
	if (!most->line)
		most->line = w->p->functions[most->function].line;
}

/* A line that has time and no calls is one of another spelling than the counted ones. */
static void settle_arc(struct writer *w, struct row **rows, size_t n)
{
	bool apart = true;

	for (size_t i = 0; i < n; i++)
		apart &= rows[i]->calls > 0 || !rows[i]->cost.ns;
	if (!apart)
		join_rows(w, rows, n);
}

static int by_function(const void *x, const void *y, void *context)
{
	const struct row *a = *(struct row *const *)x, *b = *(struct row *const *)y;

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
static void add_counts(struct writer *w)
{
	int64_t *calls = gp_alloc(w->g->narcs, sizeof *calls);

	for (size_t i = 0; i < w->p->nsites; i++) {
		const struct call_site *site = &w->p->sites[i];
		uint32_t from = w->g->arcs[site->arc].from;

		gp_add(&row_of(w, from, site->arc, site_line(w, site),
			       site->address ? site->address - 1 : 0)->calls, site->calls);
		gp_add(&calls[site->arc], site->calls);
	}
	for (size_t i = 0; i < w->g->narcs; i++) {
		const struct arc *a = &w->g->arcs[i];

		if (a->count > 0 && a->count != calls[i])
			gp_add(&row_of(w, a->from, i, w->p->functions[a->from].line, 0)->calls,
			       gp_minus(a->count, calls[i]));
	}
	free(calls);
}

/* Rows as they are written, calls settled; to be freed. */
static struct row **sort_rows(struct writer *w)
{
	struct row **rows;

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

/* ------------------------------------------------------------------ text */

/* "(ID) TEXT" the first time, then "(ID)". */
static void put_name(struct writer *w, const char *key, struct gp_names *numbers,
		     const char *text)
{
	char *safe = escape_text(text);
	int created;
	uint32_t *at = gp_names_put(numbers, safe, &created);

	if (!created) {
		gprintf(w->x->out, "%s=(%u)\n", key, *at);
		free(safe);
		return;
	}
	*at = numbers->n;
	*gp_push(w->texts, w->ntexts, w->texts_room) = safe;
	gprintf(w->x->out, "%s=(%u) %s\n", key, *at, safe);
}

/* callgrind_annotate drops the current folder from the files of functions, but not of those that
   are called: it must not be there. */
static const char *file_of(const struct writer *w, uint32_t node)
{
	const char *file = w->p->functions[node].file;
	size_t n = strlen(w->folder);

	if (!file || !*file)
		return UNKNOWN;
	return strncmp(file, w->folder, n) || !file[n] ? file : file + n;
}

static void put_place(struct writer *w, const char *object, const char *file)
{
	put_name(w, "ob", &w->objects, object);
	put_name(w, "fl", &w->files, file);
	w->object = object;
	w->file = file;
}

/* Of a function that is called, only what is not its caller's. */
static void put_called_place(struct writer *w, const char *object, const char *file)
{
	if (strcmp(object, w->object))
		put_name(w, "cob", &w->objects, object);
	if (strcmp(file, w->file))
		put_name(w, "cfi", &w->files, file);
}

static void put_function(struct writer *w, uint32_t node, bool called)
{
	uint32_t object = w->p->functions[node].object;
	const char *path = object == GP_NONE ? UNKNOWN : w->p->objects[object].path;

	if (called)
		put_called_place(w, path, file_of(w, node));
	else
		put_place(w, path, file_of(w, node));
	gprintf(w->x->out, "%s=(%u)", called ? "cfn" : "fn", node + 1);
	if (!w->defined[node])
		gprintf(w->x->out, " %s", w->names[node]);
	gprintf(w->x->out, "\n");
	w->defined[node] = true;
}

/* The position of a cost, or of a function that is called. */
static void put_position(struct writer *w, uint64_t address, uint32_t line)
{
	if (w->x->instr)
		gprintf(w->x->out, "0x%" PRIx64 " ", address);
	gprintf(w->x->out, "%u", line);
}

static void put_cost(struct writer *w, uint64_t address, uint32_t line, double ns, double samples)
{
	put_position(w, address, line);
	gprintf(w->x->out, " %.0f %.0f\n", ns, rint(samples));
}

/* Where the calls lead that the costs below them are of. */
static void put_calls(struct writer *w, int64_t calls, uint32_t to)
{
	gprintf(w->x->out, "calls=%" PRId64 " ", calls);
	put_position(w, w->p->functions[to].address, w->p->functions[to].line);
	gprintf(w->x->out, "\n");
}

static void put_call(struct writer *w, const struct row *row)
{
	uint32_t to = w->g->arcs[row->arc].to;

	if (row->calls <= 0)
		return;
	put_function(w, to, true);
	put_calls(w, row->calls, to);
	put_cost(w, row->address, row->line, rint(row->cost.ns), row->cost.samples);
}

/* Times of functions are rounded such that their sum is that of the times. */
static void put_row(struct writer *w, const struct row *row)
{
	double before = rint(w->so_far);

	if (row->arc != GP_NONE) {
		put_call(w, row);
		return;
	}
	w->so_far += row->cost.ns;
	put_cost(w, row->address, row->line, rint(w->so_far) - before, row->cost.samples);
}

static void put_rows(struct writer *w, struct row *const *rows)
{
	for (size_t i = 0; i < w->nrows; i++) {
		if (!i || rows[i]->function != rows[i - 1]->function) {
			gprintf(w->x->out, "\n");
			put_function(w, rows[i]->function, false);
		}
		put_row(w, rows[i]);
	}
}

/* How many calls of a function are written as those of a row of no function. */
static int64_t calls_from(struct writer *w, uint32_t node, bool counted)
{
	const struct node *n = &w->g->nodes[node];

	if (counted || n->spontaneous > 0)
		return counted && n->spontaneous > 0 ? n->spontaneous : 0;
	if (!n->called || w->outside[node].ns < 1)
		return 0;
	w->left.entered++;
	w->left.below += w->outside[node].ns;
	return 1;
}

static void put_outside(struct writer *w, const char *name, bool counted)
{
	bool any = false;

	for (size_t i = 0; i < w->g->nnodes; i++) {
		int64_t calls = calls_from(w, i, counted);

		if (!calls)
			continue;
		if (!any) {
			gprintf(w->x->out, "\n");
			put_place(w, UNKNOWN, UNKNOWN);
			gprintf(w->x->out, "fn=(%zu) %s\n", w->g->nnodes + 2 - counted, name);
			any = true;
		}
		put_function(w, i, true);
		put_calls(w, calls, i);
		put_cost(w, 0, 0, rint(w->outside[i].ns), w->outside[i].samples);
	}
}

static char *current_folder(void)
{
	char path[PATH_MAX + 1];

	/* Of the root, or of none, no file is said to be in it. */
	return gp_strdup(getcwd(path, PATH_MAX) && path[1] ? strcat(path, "/") : "//");
}

static void put_head(const struct writer *w)
{
	static const char *const kinds[] = { [TIME_CPU] = "CPU time", [TIME_WAIT] = "waiting",
					     [TIME_WALL] = "elapsed time" };
	const struct runs *runs = w->x->runs;
	FILE *out = w->x->out;

	gprintf(out, "# callgrind format\nversion: 1\ncreator: %s\n", w->x->producer);
	if (runs->n == 1 && runs->items[0].processes == 1)
		gprintf(out, "pid: %u\n", runs->items[0].pid);
	if (runs->n)
		gprintf(out, "cmd: %s\n", runs->items[0].command);
	gprintf(out, "part: 1\ndesc: Calls: exact\ndesc: Inclusive: %s\n",
		w->x->result->measured ? "measured by call stacks"
				       : "divided by numbers of calls");
	gprintf(out, "positions: %sline\nevent: ns : %s (ns)\nevent: samples : Samples\n"
		"events: ns samples\n", w->x->instr ? "instr " : "",
		kinds[w->x->result->request->join.time]);
}

static void put_totals(struct writer *w, struct row *const *rows, const char *key)
{
	struct cost all = { 0 };

	for (size_t i = 0; i < w->nrows; i++)
		if (rows[i]->arc == GP_NONE)
			add(&all, rows[i]->cost.ns, rint(rows[i]->cost.samples));
	gprintf(w->x->out, "%s: %.0f %.0f\n", key, rint(all.ns), all.samples);
}

static void release(struct writer *w)
{
	names_release(w->names, w->g->nnodes);
	names_release(w->texts, w->ntexts);
	stacks_release(&w->stacks);
	scopes_release(&w->scopes);
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
	struct writer w = { .x = x, .p = x->result->program, .g = &x->result->program->graph };
	struct row **rows;

	(void)e;
	w.names = names_of(w.p, x->names);
	scopes_init(&w.scopes, w.p);
	instructions_init(&w.instructions, w.p);
	w.folder = current_folder();
	w.outside = gp_alloc(w.g->nnodes, sizeof *w.outside);
	w.defined = gp_alloc(w.g->nnodes, sizeof *w.defined);
	if (x->result->measured)
		add_stacks(&w);
	else
		add_shares(&w);
	rows = sort_rows(&w);
	put_head(&w);
	put_totals(&w, rows, "summary");
	put_rows(&w, rows);
	/* Calls by code that was not compiled for counting, and time of calls that have no count:
	   readers know a function's time by its calls. */
	put_outside(&w, "<spontaneous>", true);
	put_outside(&w, "<unknown caller>", false);
	gprintf(x->out, "\n");
	put_totals(&w, rows, "totals");
	callgrind_tell(x, &w.left);
	free(rows);
	release(&w);
	return 0;
}
