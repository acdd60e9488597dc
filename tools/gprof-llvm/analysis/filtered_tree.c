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
	uint32_t hidden; /* node of hidden callers */
	double *below;   /* of the program's calls: samples of one kind at and below */
	uint32_t *at;    /* where they are in the kept tree; GP_NONE: around its outermost */
	uint8_t *flags;  /* SELECTION_* of them */
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

/* The place of a call in the filtered tree, or of its nearest caller that is shown. */
static uint32_t place(struct copying *c, uint32_t node, uint32_t around, uint8_t selected,
		      uint32_t flags)
{
	if (!(selected & SELECTION_PLACED))
		return around;
	return calltree_flag(&c->kept->calls, around, node, flags);
}

/* Time at its place; time that has no place but 'root' is of hidden functions.  Returns the call
   that has it then, or GP_NONE. */
static uint32_t add(struct copying *c, uint32_t at, uint32_t root, uint8_t selected,
		    struct weight w)
{
	if (!(selected & SELECTION_TIMED) || w.sum <= 0)
		return GP_NONE;
	if (at == root)
		at = calltree_call(&c->kept->calls, root, c->hidden);
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
		c->at[i] = place(c, call->node, around, c->flags[i], call->flags);
		if (c->at[i] != GP_NONE && c->at[i] != around)
			calltree_deepen(&c->kept->calls, c->at[i], call->deepest);
		add(c, c->at[i], GP_NONE, c->flags[i], part_of(&call->self, self_of(call, kind)));
	}
}

/* ------------------------------------------------------------------ */

struct parting {
	struct copying *c;
	enum tree_threads threads;
	struct gp_map at;    /* (call, root) -> call in the kept tree */
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

static uint32_t place_below(struct parting *s, uint32_t call, uint32_t around)
{
	const struct call *x = &s->c->p->calls.items[call];
	uint32_t at = place(s->c, x->node, around, s->c->flags[call], x->flags);

	if (at != around)
		calltree_deepen(&s->c->kept->calls, at, x->deepest);
	return at;
}

/* The place of a call below a root; made, with its callers, when it is first needed. */
static uint32_t find_below(struct parting *s, uint32_t call, uint32_t root)
{
	const struct calltree *t = &s->c->p->calls;
	uint32_t at = GP_NONE;
	int created;

	for (s->npath = 0; call != GP_NONE; call = t->items[call].caller) {
		at = gp_map_get(&s->at, call, root);
		if (at != GP_NONE)
			break;
		*gp_push(s->path, s->npath, s->path_room) = call;
	}
	if (at == GP_NONE)
		at = root;
	while (s->npath) {
		call = s->path[--s->npath];
		at = place_below(s, call, at);
		*gp_map_put(&s->at, call, root, &created) = at;
	}
	return at;
}

static void add_part(struct parting *s, const struct self_part *part, enum kind kind, double weight)
{
	const struct program_profile *l;
	bool known = program_thread(s->c->p, part->thread, &l);
	uint32_t root, at;
	int created;

	if (weight <= 0)
		return;
	root = thread_root(s, known ? part->thread : program_threads(s->c->p), kind);
	at = add(s->c, find_below(s, part->call, root), kind == WHOLE ? root : GP_NONE,
		 s->c->flags[part->call], part_of(&part->self, weight));
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
	free(s.path);
	free(s.nodes);
}

/* ------------------------------------------------------------------ */

/* Time of a node that no sample is of. */
static void add_unsampled(struct copying *c, const struct selection *selection, uint32_t node,
			  double weight)
{
	uint8_t flags;

	if (node == GP_NONE || weight < 1)
		return;
	flags = selection_alone(selection, c->p, node);
	add(c, place(c, node, GP_NONE, flags, 0), GP_NONE, flags,
	    (struct weight){ .sum = weight });
}

void filtered_tree_init(struct filtered_tree *kept, const struct program *p,
			const struct selection *selection, enum tree_threads threads)
{
	struct copying c = { .kept = kept, .p = p, .hidden = selection->hidden };
	size_t n = p->calls.n;

	*kept = (struct filtered_tree){ .no_stack = p->graph.nnodes, .cut_off = p->graph.nnodes + 1,
				.nodes = p->graph.nnodes + 2 };
	c.below = gp_alloc(n, sizeof *c.below);
	c.at = gp_alloc(n, sizeof *c.at);
	c.flags = selection_calls(selection, p);
	for (int kind = 0; kind < KINDS && threads == THREADS_TOGETHER; kind++)
		copy(&c, kind);
	if (threads != THREADS_TOGETHER)
		copy_parts(&c, threads);
	add_unsampled(&c, selection, p->profiler, p->own);
	add_unsampled(&c, selection, p->rest, p->total - p->sampled - p->own);
	calltree_sum(&kept->calls);
	kept->left_out = p->total - kept->total >= 1e3 ? p->total - kept->total : 0;
	free(c.below);
	free(c.at);
	free(c.flags);
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
