/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * solve_run.c - fills in executions: adds up the counters of each object and solves them, or reads
 * a merged profile.  See executions.h.
 *
 * Where counts begin inside functions (of a forked child, of one thread), more may leave a
 * function than entered it.
 */
#include "executions/executions.h"
#include "executions/merged_executions.h"
#include "executions/solution.h"

#include <stdlib.h>
#include <string.h>

bool executions_has_counters(const struct program *p)
{
	if (p->sum)
		return p->sum->ncounted;
	for (size_t i = 0; i < p->nobjects; i++)
		if (p->objects[i].present && blocks_has_counters(&p->objects[i].cg))
			return true;
	return false;
}

/* ------------------------------------------------------------------ */

static const char *why_not(const struct program_profile *l)
{
	const struct profile *p = &l->profile;

	if (interruptions_is_torn(p))
		return "threads of a process still ran while its counts were added to the pool";
	if (p->live)
		return "the process changed its counts while they were read";
	if (p->head.flags & (GPROF_FILE_SHARED | GPROF_FILE_FOREIGN_GS | GPROF_FILE_NO_GS) ||
	    p->head.lost[GPROF_LOSS_THREADS])
		return "some threads share their counts, of which some may be lost";
	return NULL;
}

static bool is_pool(const struct profile *p)
{
	return profile_process(p, GPROF_PROCESS_COUNT);
}

/* Returns true if control may leave functions that it was in when the counts began, or that another
   thread entered. */
static bool begins_inside(const struct program *p)
{
	for (size_t i = 0; i < p->nprofiles; i++)
		if (p->profiles[i].profile.head.fork_depth || p->profiles[i].left_out ||
		    p->profiles[i].profile.part.torn || is_pool(&p->profiles[i].profile))
			return true;
	return false;
}

static const char *refuse(const struct program *p)
{
	const char *why = NULL;

	for (size_t i = 0; i < p->nprofiles && !why; i++)
		why = why_not(&p->profiles[i]);
	return why;
}

/* ------------------------------------------------------------------ */

struct counted {
	uint64_t *words, *most;
	uint32_t *fresh, *fresh_most;
	uint64_t *others;
	struct block_counts counts;
};

/* Of a part of a run: bounds of its counts, and when they became more than 0. */
static void add_edges(struct counted *c, const struct bounded_block *b, size_t n)
{
	for (size_t k = 0; k < n; k++) {
		uint8_t began = k + 1 < n ? b->began[k + 1] : BEGAN_OUTSIDE;

		gp_count_up(&c->words[k], b->least[k]);
		gp_count_up(&c->most[k], b->most[k]);
		c->fresh[k] += began == BEGAN_INSIDE;
		c->fresh_most[k] += began != BEGAN_OUTSIDE;
	}
}

static void add_block(struct counted *c, const struct profile_block *b, size_t n)
{
	for (size_t k = 0; k < n; k++) {
		gp_count_up(&c->words[k], b->words[k]);
		gp_count_up(&c->most[k], b->words[k]);
		c->fresh[k] += b->stored[k] != 0;
		c->fresh_most[k] += b->stored[k] != 0;
	}
}

static bool has_thread(const struct executions *x, const struct program_profile *l, uint32_t thread)
{
	return program_profile_has_thread(l, thread) &&
	       (!x->of || (l == x->of && thread == x->thread));
}

static void add_blocks(struct counted *c, const struct executions *x, size_t loaded,
		       uint32_t object, size_t nwords)
{
	const struct program_profile *l = &x->p->profiles[loaded];
	const struct snapshot_bounds *edges = &x->bounds[loaded];

	for (size_t i = 0; i < l->profile.nblocks; i++) {
		const struct profile_block *b = &l->profile.blocks[i];
		size_t n = b->nwords < nwords ? b->nwords : nwords;

		if (l->objects[b->module] != object || !has_thread(x, l, b->thread))
			continue;
		if (edges->blocks)
			add_edges(c, &edges->blocks[i], n);
		else
			add_block(c, b, n);
	}
	c->counts.others_lost |= edges->torn;
}

static void add_arcs(struct counted *c, const struct executions *x, const struct program_profile *l,
		     uint32_t object, size_t nwords)
{
	for (size_t i = 0; i < l->profile.narcs; i++) {
		const struct profile_table *t = &l->profile.arcs[i];
		const struct gprof_arc *slots = t->slots;

		for (size_t k = 0; k < t->n && has_thread(x, l, t->thread); k++) {
			uint32_t module = gp_map_get(&l->profile.module_at, slots[k].module, 0);

			if (slots[k].count && slots[k].kind == GPROF_ARC_INDIRECT &&
			    module != GP_NONE && l->objects[module] == object &&
			    slots[k].from / 8 < nwords)
				c->others[slots[k].from / 8] += slots[k].count;
		}
	}
	c->counts.others_lost |= l->profile.head.lost[GPROF_LOSS_ARCS] != 0;
}

static void add_threads(struct counted *c, const struct program_profile *l)
{
	for (uint32_t i = 0; i < l->profile.nthreads; i++)
		c->counts.threads += l->profile.threads[i]->threads;
	c->counts.threads += interruptions_processes(&l->profile);
	c->counts.pooled |= is_pool(&l->profile);
}

static void solve(struct executions *x, uint32_t object)
{
	struct object *o = &((struct program *)x->p)->objects[object];
	size_t n = o->cg.ncounters;
	struct counted c = { .words = gp_alloc(n, 8), .most = gp_alloc(n, 8),
			     .others = gp_alloc(n, 8) };

	c.fresh = gp_alloc(n, sizeof *c.fresh);
	c.fresh_most = gp_alloc(n, sizeof *c.fresh_most);
	c.counts.words = c.words;
	c.counts.most = c.most;
	c.counts.inside = x->inside;
	c.counts.stopped = gp_plus(x->interruptions.times, x->interruptions.ended);
	c.counts.fresh = c.fresh;
	c.counts.fresh_most = c.fresh_most;
	c.counts.others = c.others;
	for (size_t i = 0; i < x->p->nprofiles; i++) {
		add_blocks(&c, x, i, object, n);
		add_arcs(&c, x, &x->p->profiles[i], object, n);
		add_threads(&c, &x->p->profiles[i]);
	}
	blocks_solve(&x->blocks[object], &o->elf, &o->cg, &c.counts);
	free(c.words);
	free(c.most);
	free(c.fresh);
	free(c.fresh_most);
	free(c.others);
}

static uint32_t outlined_insns(const struct blocks *b, const struct block_stretch *s)
{
	return s->outlined == GP_NONE ? 0 : b->outlined[s->outlined].insns;
}

static void add_function(struct executions *x, uint32_t object, uint32_t function)
{
	const struct blocks *b = &x->blocks[object];
	const struct block_function *f = &b->functions[function];
	uint32_t node = x->p->objects[object].nodes[f->record];
	struct execution *e;

	if (node == GP_NONE)
		return;
	if (x->of_node[node] == GP_NONE) {
		x->of_node[node] = x->n;
		e = gp_push(x->items, x->n, x->room);
		e->function = f;
		e->insns.how = e->ours.how = SOLVED_EXACT;
	}
	e = &x->items[x->of_node[node]];
	if (f->state != BLOCKS_SOLVED) {
		e->function = f;
		e->insns = (struct block_count){ .hi = COUNT_UNBOUNDED };
		return;
	}
	for (uint32_t i = 0; i < f->n; i++) {
		const struct block_stretch *s = &b->stretches[f->first + i];
		struct block_count count = executions_widen_bounds(x, blocks_count(b, s->unknown));

		blocks_add(&e->insns, count, s->insns - s->ours + outlined_insns(b, s));
		blocks_add(&e->ours, count, s->ours);
	}
}

static void solve_objects(struct executions *x)
{
	for (size_t i = 0; i < x->nblocks; i++) {
		const struct object *o = &x->p->objects[i];

		blocks_release(&x->blocks[i]);
		if (o->present && o->words && blocks_has_counters(&o->cg))
			solve(x, i);
	}
}

/* Solves twice if handlers left code in the middle, which their own executions show. */
static void solve_all(struct executions *x)
{
	struct handlers handlers;
	int64_t left;

	handlers_init(&handlers, x->p);
	x->interruptions = interruptions_of(x->p, x->bounds, &handlers);
	solve_objects(x);
	left = handlers_left(&handlers, x->p, x->blocks);
	if (left) {
		interruptions_add_handlers(&x->interruptions, x->p, left);
		solve_objects(x);
	}
	handlers_release(&handlers);
}

static void read_edges(struct executions *x)
{
	struct gp_error e;

	x->bounds = gp_alloc(x->p->nprofiles, sizeof *x->bounds);
	for (size_t i = 0; i < x->p->nprofiles && !x->refused; i++)
		if (x->p->profiles[i].profile.part.partial &&
		    snapshot_bounds_read(&x->bounds[i], &x->p->profiles[i].profile, &e) < 0)
			x->refused = "its snapshots are damaged";
}

void executions_init(struct executions *x, const struct program *p)
{
	executions_init_thread(x, p, NULL, GP_NONE);
}

void executions_init_thread(struct executions *x, const struct program *p,
			    const struct program_profile *of, uint32_t thread)
{
	memset(x, 0, sizeof *x);
	x->p = p;
	x->of = of;
	x->thread = thread;
	x->refused = refuse(p);
	x->inside = of || begins_inside(p);
	read_edges(x);
	x->nblocks = p->nobjects;
	x->blocks = gp_alloc(p->nobjects, sizeof *x->blocks);
	x->nnodes = p->graph.nnodes;
	x->of_node = gp_alloc(x->nnodes, sizeof *x->of_node);
	memset(x->of_node, 0xff, x->nnodes * sizeof *x->of_node);
	if (p->sum)
		merged_executions_read(x);
	if (x->refused)
		return;
	solve_all(x);
	for (size_t i = 0; i < x->nblocks; i++)
		for (size_t k = 0; k < x->blocks[i].nfunctions; k++)
			add_function(x, i, k);
}
