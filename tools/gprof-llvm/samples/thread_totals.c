/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * thread_totals.c - see thread_totals.h.
 */
#include "samples/thread_totals.h"
#include "program/resolve.h"

#include <stdlib.h>
#include <string.h>

/* Kinds of counter words; the word of a target of a call by pointer has none. */
#define WORD_COUNT 1u /* one instruction a time */
#define WORD_CALL 2u  /* a function was entered */
#define WORD_HIT 4u   /* a call by pointer */

/* Returns true if calls of a node are its only entry counts. */
static bool is_derived(const struct program *p, uint32_t node)
{
	return node != GP_NONE && p->functions[node].instrumented &&
	       p->graph.nodes[node].flags & NODE_DERIVED;
}

/* A name that was not resolved in joining was never called. */
static uint32_t callee_of(const struct program *p, uint32_t object, const struct cg_site *s)
{
	if (s->flags & GPROF_SITE_BY_COUNTER)
		return program_counter(p, object, s->callee_word);
	return s->callee ? program_resolved(p, object, s->callee) : GP_NONE;
}

static void mark_site(const struct thread_totals *t, uint32_t object, const struct cg_site *s,
		      uint8_t *run)
{
	const struct program *p = t->program;

	if (s->counter == GPROF_NO_COUNTER)
		return;
	if (s->kind == GPROF_SITE_DIRECT)
		run[s->counter] = t->calls && is_derived(p, callee_of(p, object, s))
					  ? WORD_COUNT | WORD_CALL : WORD_COUNT;
	else if (s->kind == GPROF_SITE_INDIRECT)
		for (unsigned i = 1; i < GPROF_CELL_WORDS; i += 2)
			run[s->counter + i] = WORD_HIT;
}

static void mark_function(const struct thread_totals *t, uint32_t object, uint32_t function)
{
	const struct program *p = t->program;
	const struct object *o = &p->objects[object];
	const struct cg_function *f = &o->cg.functions[function];
	uint8_t *run;

	if (!f->counters || !f->ncounters || o->nodes[function] == GP_NONE)
		return;
	run = t->words[object] + (f->counters - o->cg.counters) / 8;
	if (!(p->graph.nodes[o->nodes[function]].flags & NODE_DERIVED))
		run[0] = WORD_COUNT | WORD_CALL;
	for (uint32_t i = 0; i < f->nsites; i++) {
		struct cg_site s = static_cg_site(&o->cg, f, i);

		mark_site(t, object, &s, run);
	}
}

static void mark_copies(const struct static_cg *cg, uint8_t *words)
{
	for (size_t i = 0; i < cg->ncopies; i++)
		words[cg->copies[i].word] = words[cg->copies[i].of];
}

void thread_totals_init(struct thread_totals *t, const struct program *p, bool calls)
{
	p = program_joined(p);
	t->program = p;
	t->calls = calls;
	t->words = gp_alloc(p->nobjects, sizeof *t->words);
	for (size_t i = 0; i < p->nobjects; i++) {
		if (!p->objects[i].words)
			continue;
		t->words[i] = gp_alloc(p->objects[i].cg.ncounters, 1);
		for (size_t k = 0; k < p->objects[i].cg.nfunctions; k++) {
			mark_function(t, i, k);
			object_passed(&p->objects[i], k);
		}
		mark_copies(&p->objects[i].cg, t->words[i]);
	}
}

static void add_block(struct thread_total *t, const struct profile_block *b, const uint8_t *words)
{
	for (size_t i = 0; i < b->nwords; i++) {
		if (words[i] & WORD_COUNT)
			gp_count_up(&t->counts, b->words[i]);
		if (words[i] & WORD_CALL)
			gp_count_up(&t->calls, b->words[i]);
		if (words[i] & WORD_HIT)
			gp_count_up(&t->hits, b->words[i]);
	}
}

static void add_arcs(struct thread_total *t, const struct profile_table *table)
{
	const struct gprof_arc *a = table->slots;

	for (size_t i = 0; i < table->n; i++) {
		if (a[i].kind == GPROF_ARC_INDIRECT)
			gp_count_up(&t->table, a[i].count);
		if (a[i].kind == GPROF_ARC_CALL) {
			gp_count_up(&t->monitored, a[i].count);
			gp_count_up(&t->calls, a[i].count);
		}
	}
}

static void add_samples(struct thread_total *t, const struct profile_table *table)
{
	const struct gprof_sample *s = table->slots;

	for (size_t i = 0; i < table->n; i++) {
		if (!s[i].count)
			continue;
		if (s[i].flags & GPROF_SAMPLE_WAIT) {
			t->wait += s[i].weight;
		} else {
			t->samples += s[i].count;
			t->cpu += s[i].weight;
		}
	}
}

struct thread_total *thread_totals_sum(const struct thread_totals *t,
				       const struct program_profile *l)
{
	const struct profile *p = &l->profile;
	struct thread_total *all = gp_alloc(p->nthreads + 1, sizeof *all);
	size_t none = p->nthreads;

	for (size_t i = 0; i < p->nblocks; i++) {
		const struct profile_block *b = &p->blocks[i];

		if (t->program->objects[l->objects[b->module]].present)
			add_block(&all[b->thread == GP_NONE ? none : b->thread], b,
				  t->words[l->objects[b->module]]);
	}
	for (size_t i = 0; i < p->narcs; i++)
		add_arcs(&all[p->arcs[i].thread == GP_NONE ? none : p->arcs[i].thread],
			 &p->arcs[i]);
	for (size_t i = 0; i < p->nsamples; i++)
		add_samples(&all[p->samples[i].thread == GP_NONE ? none : p->samples[i].thread],
			    &p->samples[i]);
	return all;
}

void thread_total_add(struct thread_total *sum, const struct thread_total *t)
{
	gp_count_up(&sum->calls, t->calls);
	gp_count_up(&sum->counts, t->counts);
	gp_count_up(&sum->hits, t->hits);
	gp_count_up(&sum->table, t->table);
	gp_count_up(&sum->monitored, t->monitored);
	sum->samples += t->samples;
	sum->cpu += t->cpu;
	sum->wait += t->wait;
}

void thread_totals_release(struct thread_totals *t)
{
	for (size_t i = 0; i < t->program->nobjects; i++)
		free(t->words[i]);
	free(t->words);
	memset(t, 0, sizeof *t);
}
