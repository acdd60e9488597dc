/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * filtered_tree.c - see filtered_tree.h.
 *
 * The program's tree is copied once for each kind of stack.  The copy, too, has callers before
 * callees.  With threads apart, each call that has samples of a thread is copied below that thread,
 * together with its callers.
 */
#include "analysis/filtered_tree.h"
#include "analysis/self_breakdown.h"

#include <stdlib.h>
#include <string.h>

enum kind { WHOLE, CUT_OFF, NO_STACK, KINDS };

struct copying {
	struct filtered_tree *kept;
	const struct program *p;
	const struct filter *filter; /* or NULL */
	double *below;   /* of the program's calls: samples of one kind at and below */
	uint32_t *at;    /* where they are in the kept tree; GP_NONE: around its outermost */
	uint8_t *met;    /* FILTER_* of them and of their callers */
};

static double self_of(const struct call *c, enum kind kind)
{
	if (kind == CUT_OFF)
		return c->truncated;
	return kind == NO_STACK ? c->bare : c->self.sum - c->truncated - c->bare;
}

/* A part of a weight has its part of the samples: which kind each is of is not kept. */
static struct weight part_of(const struct weight *w, double sum)
{
	double part = w->sum > 0 ? sum / w->sum : 0;

	return weight_made(sum, w->squares * part, w->samples * part, w->usual * part);
}

static uint8_t marks_of(const struct copying *c, uint32_t node)
{
	return c->filter && c->filter->narrowed ? c->filter->narrowing.marks[node] : 0;
}

static bool is_kept(const struct copying *c, uint8_t met)
{
	return !c->filter || !c->filter->narrowed || graph_filter_keeps(&c->filter->narrowing, met);
}

/* Returns true if functions around are to be left out until one to show from. */
static bool is_outside(const struct copying *c, uint8_t met)
{
	return c->filter && c->filter->narrowed &&
	       graph_filter_is_outside(&c->filter->narrowing, met);
}

static bool is_elsewhere(const struct copying *c, uint32_t node)
{
	return c->filter && !filter_keeps_module(c->filter, c->p, node);
}

/* The place of a call in the filtered tree, or of its nearest caller that is shown. */
static uint32_t place(struct copying *c, uint32_t node, uint32_t around, uint8_t met,
		      uint32_t flags)
{
	if (is_outside(c, met) || marks_of(c, node) & FILTER_HIDE || is_elsewhere(c, node))
		return around;
	return calltree_flag(&c->kept->calls, around, node, flags);
}

/* Time of a node at its place; what has none but 'root' is of hidden functions.  The call that has
   it then, or GP_NONE. */
static uint32_t add(struct copying *c, uint32_t node, uint32_t at, uint32_t root, uint8_t met,
		    struct weight w)
{
	if (!is_kept(c, met) || is_elsewhere(c, node) || w.sum <= 0)
		return GP_NONE;
	if (at == root)
		at = calltree_call(&c->kept->calls, root, c->filter->narrowing.hidden);
	calltree_add(&c->kept->calls, at, &w);
	c->kept->total += w.sum;
	return at;
}

static void sum_below(struct copying *c, enum kind kind)
{
	const struct calltree *t = &c->p->calls;

	for (size_t i = 0; i < t->n; i++)
		c->below[i] = self_of(&t->items[i], kind);
	for (size_t i = t->n; i--;)
		if (t->items[i].caller != GP_NONE)
			c->below[t->items[i].caller] += c->below[i];
}

/* The outermost call of the calls of this kind. */
static uint32_t root_of(struct copying *c, enum kind kind)
{
	if (kind == WHOLE)
		return GP_NONE;
	return calltree_call(&c->kept->calls, GP_NONE,
			     kind == CUT_OFF ? c->kept->cut_off : c->kept->no_stack);
}

static void copy(struct copying *c, enum kind kind)
{
	const struct calltree *t = &c->p->calls;

	sum_below(c, kind);
	for (size_t i = 0; i < t->n; i++) {
		const struct call *call = &t->items[i];
		uint32_t around;

		if (c->below[i] <= 0)
			continue;
		around = call->caller == GP_NONE ? root_of(c, kind) : c->at[call->caller];
		c->met[i] = marks_of(c, call->node) |
			    (call->caller == GP_NONE ? 0 : c->met[call->caller]);
		c->at[i] = place(c, call->node, around, c->met[i], call->flags);
		if (c->at[i] != GP_NONE && c->at[i] != around)
			calltree_deepen(&c->kept->calls, c->at[i], call->deepest);
		add(c, call->node, c->at[i], GP_NONE, c->met[i],
		    part_of(&call->self, self_of(call, kind)));
	}
}

/* ------------------------------------------------------------------ */

/* A call below a thread. */
struct below {
	uint32_t at;      /* in the kept tree; GP_NONE: not there */
	uint8_t met;
};

struct parting {
	struct copying *c;
	enum tree_threads threads;
	struct gp_map at;    /* (call, root) -> belows */
	struct below *belows;
	size_t nbelows, belows_room;
	uint32_t *path;      /* calls that are not there yet, the innermost first */
	size_t npath, path_room;
	uint32_t *nodes;     /* of threads by number, and of those not known: in the kept tree */
};

/* The call that is a thread, or the root of a kind of stacks below it. */
static uint32_t thread_root(struct parting *s, uint32_t thread, enum kind kind)
{
	struct filtered_tree *kept = s->c->kept;
	uint32_t root = calltree_call(&kept->calls, GP_NONE, s->nodes[thread]);

	if (kind == WHOLE)
		return root;
	return calltree_call(&kept->calls, root, kind == CUT_OFF ? kept->cut_off : kept->no_stack);
}

static struct below place_below(struct parting *s, uint32_t call, const struct below *around)
{
	const struct call *x = &s->c->p->calls.items[call];
	struct below b = { .met = marks_of(s->c, x->node) | around->met };

	b.at = place(s->c, x->node, around->at, b.met, x->flags);
	if (b.at != around->at)
		calltree_deepen(&s->c->kept->calls, b.at, x->deepest);
	return b;
}

/* The place of a call below a root; made, with its callers, when it is first needed. */
static struct below find_below(struct parting *s, uint32_t call, uint32_t root)
{
	const struct calltree *t = &s->c->p->calls;
	struct below b = { root, 0 };
	int created;

	for (s->npath = 0; call != GP_NONE; call = t->items[call].caller) {
		uint32_t at = gp_map_get(&s->at, call, root);

		if (at != GP_NONE) {
			b = s->belows[at];
			break;
		}
		*gp_push(s->path, s->npath, s->path_room) = call;
	}
	while (s->npath) {
		call = s->path[--s->npath];
		b = place_below(s, call, &b);
		*gp_map_put(&s->at, call, root, &created) = s->nbelows;
		*gp_push(s->belows, s->nbelows, s->belows_room) = b;
	}
	return b;
}

static void add_part(struct parting *s, const struct self_part *part, enum kind kind, double weight)
{
	const struct program_profile *l;
	bool known = program_thread(s->c->p, part->thread, &l);
	uint32_t node = s->c->p->calls.items[part->call].node, root, at;
	struct below b;
	int created;

	if (weight <= 0)
		return;
	root = thread_root(s, known ? part->thread : program_threads(s->c->p), kind);
	b = find_below(s, part->call, root);
	at = add(s->c, node, b.at, kind == WHOLE ? root : GP_NONE, b.met,
		 part_of(&part->self, weight));
	if (at != GP_NONE)
		*gp_map_put(&s->c->kept->parts, (uint64_t)kind << 32 | part->call, part->thread,
			    &created) = at;
}

uint32_t filtered_tree_find(const struct filtered_tree *kept, const struct resolved_sample *sample)
{
	enum kind kind = sample->context == GP_NONE ? NO_STACK
			 : sample->flags & GPROF_SAMPLE_TRUNCATED ? CUT_OFF : WHOLE;

	return gp_map_get(&kept->parts, (uint64_t)kind << 32 | sample->call, sample->thread);
}

static char *name_thread(const struct program *p, uint32_t number, enum tree_threads threads)
{
	const struct program_profile *l;
	const struct gprof_thread *t = program_thread(p, number, &l);

	if (!t)
		return gp_strdup("<unknown thread>");
	if (threads == THREADS_BY_NAME)
		return gp_strdup(t->name);
	if (t->threads > 1)
		return gp_format("%s [%u threads, the last tid %u]", t->name, t->threads, t->tid);
	return gp_format("%s [tid %u]", t->name, t->tid);
}

/* Gives the threads numbers after the tree's other nodes; equal names share a number. */
static void number_threads(struct parting *s)
{
	struct filtered_tree *kept = s->c->kept;
	struct gp_names seen = { 0 };
	uint32_t n = program_threads(s->c->p) + 1;
	int created;

	s->nodes = gp_alloc(n, sizeof *s->nodes);
	for (uint32_t i = 0; i < n; i++) {
		char *name = name_thread(s->c->p, i, s->threads);
		uint32_t *node = gp_names_put(&seen, name, &created);

		if (created) {
			*node = kept->nodes++;
			*gp_push(kept->threads, kept->nthreads, kept->threads_room) = name;
		}
		s->nodes[i] = *node;
		if (!created)
			free(name);
	}
	gp_names_release(&seen);
}

static void copy_parts(struct copying *c, enum tree_threads threads)
{
	struct parting s = { .c = c, .threads = threads };
	struct self_breakdown parts;

	self_breakdown_collect(&parts, c->p, NULL, NULL);
	number_threads(&s);
	for (size_t i = 0; i < parts.n; i++) {
		const struct self_part *x = &parts.items[i];

		add_part(&s, x, WHOLE, x->self.sum - x->truncated - x->bare);
		add_part(&s, x, CUT_OFF, x->truncated);
		add_part(&s, x, NO_STACK, x->bare);
	}
	self_breakdown_release(&parts);
	gp_map_release(&s.at);
	free(s.belows);
	free(s.path);
	free(s.nodes);
}

/* ------------------------------------------------------------------ */

/* Time of a node that no sample is of. */
static void add_unsampled(struct copying *c, uint32_t node, double weight)
{
	uint8_t met;

	if (node == GP_NONE || weight < 1)
		return;
	met = marks_of(c, node);
	add(c, node, place(c, node, GP_NONE, met, 0), GP_NONE, met,
	    (struct weight){ .sum = weight });
}

void filtered_tree_init(struct filtered_tree *kept, const struct program *p,
			const struct filter *filter, enum tree_threads threads)
{
	struct copying c = { .kept = kept, .p = p, .filter = filter };
	size_t n = p->calls.n;

	*kept = (struct filtered_tree){ .no_stack = p->graph.nnodes, .cut_off = p->graph.nnodes + 1,
				.nodes = p->graph.nnodes + 2 };
	c.below = gp_alloc(n, sizeof *c.below);
	c.at = gp_alloc(n, sizeof *c.at);
	c.met = gp_alloc(n, sizeof *c.met);
	for (int kind = 0; kind < KINDS && threads == THREADS_TOGETHER; kind++)
		copy(&c, kind);
	if (threads != THREADS_TOGETHER)
		copy_parts(&c, threads);
	add_unsampled(&c, p->profiler, p->own);
	add_unsampled(&c, p->rest, p->total - p->sampled - p->own);
	calltree_sum(&kept->calls);
	kept->left_out = p->total - kept->total >= 1e3 ? p->total - kept->total : 0;
	free(c.below);
	free(c.at);
	free(c.met);
}

const char *filtered_tree_name(const struct filtered_tree *kept, char *const *names, uint32_t node)
{
	if (node == kept->no_stack)
		return "<no stack>";
	if (node > kept->cut_off)
		return kept->threads[node - kept->cut_off - 1];
	return node == kept->cut_off ? "<truncated stack>" : names[node];
}

void filtered_tree_release(struct filtered_tree *kept)
{
	calltree_release(&kept->calls);
	for (size_t i = 0; i < kept->nthreads; i++)
		free(kept->threads[i]);
	free(kept->threads);
	gp_map_release(&kept->parts);
	memset(kept, 0, sizeof *kept);
}
