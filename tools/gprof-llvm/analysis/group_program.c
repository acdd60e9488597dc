/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * group_program.c - see group_program.h.
 */
#include "analysis/group_program.h"
#include "program/resolve.h"

#include <stdlib.h>

/* Empties the members that refer to the other program's nodes. */
static void forget_nodes(struct program *p)
{
	p->graph = (struct graph){ .may_be_late = p->graph.may_be_late, .late = p->graph.late,
				   .entries_stay = p->graph.entries_stay,
				   .overrun = p->graph.overrun };
	p->calls = (struct calltree){ 0 };
	p->functions = NULL;
	p->nfunctions = p->functions_room = 0;
	p->sites = NULL;
	p->nsites = p->sites_room = 0;
	p->strings = NULL;
	p->nstrings = p->strings_room = 0;
	p->undefined = (struct gp_names){ 0 };
	p->contexts = (struct contexts){ 0 };
	p->resolved_samples = (struct resolved_samples){ 0 };
	p->tails = NULL;
	p->ntails = p->tails_room = 0;
	p->callbacks = NULL;
	p->ncallbacks = p->callbacks_room = 0;
	p->callers = NULL;
	p->ncallers = p->callers_room = 0;
}

static void add_nodes(struct program *to, const struct program *p, const struct groups *g)
{
	for (size_t i = 0; i < g->n; i++)
		program_node(to, g->names[i], GP_NONE, NODE_OPAQUE);
	for (size_t i = 0; i < p->graph.nnodes; i++) {
		const struct node *n = &p->graph.nodes[i];
		const struct function *f = &p->functions[i];
		struct node *group = &to->graph.nodes[g->of[i]];
		struct function *whole = &to->functions[g->of[i]];

		group->self += n->self;
		gp_add(&group->entries, n->entries);
		if (!(n->flags & NODE_OPAQUE))
			group->flags = 0;
		whole->record |= f->record;
		whole->instrumented |= f->instrumented;
		whole->samples += f->samples;
		whole->squares += f->squares;
		whole->usual += f->usual;
		whole->faults += f->faults;
	}
}

static void add_arcs(struct graph *to, const struct graph *g, const uint32_t *of)
{
	for (size_t i = 0; i < g->narcs; i++) {
		const struct arc *a = &g->arcs[i];
		const struct arc_measure *m = graph_measured(g, i);
		uint32_t from = of[a->from], callee = of[a->to];

		graph_arc(to, from, callee, a->count, a->flags);
		if (from != callee && (m->self || m->child || m->through))
			graph_measure(to, from, callee, m->self, m->child, m->through);
	}
}

static void add_calls(struct calltree *to, const struct calltree *t, const uint32_t *of)
{
	uint32_t *at = gp_alloc(t->n, sizeof *at);

	for (size_t i = 0; i < t->n; i++) {
		const struct call *c = &t->items[i];

		at[i] = calltree_flag(to, c->caller == GP_NONE ? GP_NONE : at[c->caller],
				      of[c->node], c->flags);
		calltree_add(to, at[i], &c->self);
		to->items[at[i]].truncated += c->truncated;
		to->items[at[i]].bare += c->bare;
	}
	to->whole = t->whole;
	to->truncated = t->truncated;
	to->bare = t->bare;
	calltree_sum(to);
	free(at);
}

static void move(uint32_t *node, const uint32_t *of)
{
	if (*node != GP_NONE)
		*node = of[*node];
}

void group_program_init(struct program *grouped, struct program *p, const struct groups *g)
{
	/* A function that only its calls reveal has its entries counted there. */
	graph_find_cycles(&p->graph, CLOSE_TAKEN);
	*grouped = *p;
	forget_nodes(grouped);
	grouped->joined = p;
	add_nodes(grouped, p, g);
	add_arcs(&grouped->graph, &p->graph, g->of);
	add_calls(&grouped->calls, &p->calls, g->of);
	move(&grouped->unknown, g->of);
	move(&grouped->ready, g->of);
	move(&grouped->rest, g->of);
	move(&grouped->profiler, g->of);
	move(&grouped->kernel_node, g->of);
}

void group_program_classes(struct class_sum *sum, const struct program *p, const struct groups *g)
{
	struct class_times *groups = gp_alloc(g->n, sizeof *groups);

	for (size_t i = 0; i < p->graph.nnodes; i++)
		for (int k = 0; k < CLASS_COUNT; k++)
			weight_add(&groups[g->of[i]].of[k], &sum->nodes[i].of[k]);
	free(sum->nodes);
	sum->nodes = groups;
}

void group_program_release(struct program *grouped)
{
	graph_release(&grouped->graph);
	calltree_release(&grouped->calls);
	free(grouped->functions);
	*grouped = (struct program){ 0 };
}
