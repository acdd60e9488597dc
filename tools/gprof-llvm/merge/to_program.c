/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * to_program.c - a merged profile as a program, as if its profiles had been gathered
 * from their files; see sum.h.
 */
#include "merge/sum.h"
#include "program/resolve.h"

#include <stdlib.h>
#include <string.h>

struct conversion {
	const struct sum *s;
	struct program *p;
	const struct join_options *options;
	uint32_t *nodes; /* of s->nodes */
};

static void fill_modules(struct conversion *f)
{
	struct program *p = f->p;

	for (size_t i = 0; i < f->s->nmodules; i++) {
		const struct sum_module *m = &f->s->modules[i];
		struct object *o = gp_push(p->objects, p->nobjects, p->objects_room);

		object_absent(o, f->s->strings[m->path], NULL);
		o->instrumented = m->flags & SUM_MODULE_INSTRUMENTED;
		o->uncounted = m->flags & SUM_MODULE_CHANGED;
		o->changed = m->flags & (SUM_MODULE_CHANGED | SUM_MODULE_NAMELESS);
	}
	for (size_t i = f->s->nmodules; i--;)
		if (f->s->modules[i].flags & SUM_MODULE_MAIN)
			p->executable = i;
}

/* Records first, in their order: so they are numbered as they are when joined. */
static int by_place(const void *x, const void *y, void *sum)
{
	const struct sum *s = sum;
	uint32_t i = *(const uint32_t *)x, k = *(const uint32_t *)y;
	const struct sum_node *a = &s->nodes[i], *b = &s->nodes[k];
	bool ra = a->flags & SUM_NODE_RECORD, rb = b->flags & SUM_NODE_RECORD;

	if (ra != rb)
		return ra ? -1 : 1;
	if (a->place != b->place)
		return a->place < b->place ? -1 : 1;
	return i < k ? -1 : i > k;
}

static void fill_node(struct conversion *f, uint32_t node)
{
	const struct sum_node *from = &f->s->nodes[node];
	struct program *p = f->p;
	uint32_t object = from->module == SUM_NONE ? GP_NONE : from->module, to;

	to = f->nodes[node] = program_node(p, f->s->strings[from->name], object,
					   (from->flags & SUM_NODE_DERIVED ? NODE_DERIVED : 0) |
					   (from->flags & SUM_NODE_OPAQUE ? NODE_OPAQUE : 0));
	p->graph.nodes[to].entries = from->entries;
	p->functions[to].file = from->file ? f->s->strings[from->file] : NULL;
	p->functions[to].line = from->line;
	p->functions[to].compiled =
		from->where ? sum_compiled(f->s->strings[from->where]) : NULL;
	p->functions[to].address = from->address;
	p->functions[to].record = from->flags & SUM_NODE_RECORD;
	p->functions[to].instrumented = from->flags & SUM_NODE_INSTRUMENTED;
	if (from->flags & SUM_NODE_ROW && object != GP_NONE)
		p->objects[object].row = to;
	else if (from->flags & SUM_NODE_ROW && !strcmp(f->s->strings[from->name], "<profiler>"))
		p->profiler = to;
	else if (from->flags & SUM_NODE_ROW && !strcmp(f->s->strings[from->name], "<ready>"))
		p->ready = to;
	else if (from->flags & SUM_NODE_ROW)
		p->unknown = to;
}

static void fill_nodes(struct conversion *f)
{
	size_t n = f->s->nnodes;
	uint32_t *order = gp_alloc(n, sizeof *order);

	f->nodes = gp_alloc(n, sizeof *f->nodes);
	for (size_t i = 0; i < n; i++)
		order[i] = i;
	gp_sort(order, n, sizeof *order, by_place, (void *)f->s);
	for (size_t i = 0; i < n; i++)
		fill_node(f, order[i]);
	free(order);
}

static uint32_t node_of(const struct conversion *f, uint32_t node)
{
	return node == SUM_NONE ? GP_NONE : f->nodes[node];
}

/* Functions whose code is inlined at a line of another's, by that and the line; where both have
   code there nothing is said. */
static struct gp_map find_inlined(const struct sum *s)
{
	struct gp_map inlined = { 0 };
	int created;

	for (size_t i = 0; i < s->nlines; i++) {
		const struct sum_line *l = &s->lines[i];
		uint32_t *at = gp_map_put(&inlined, (uint64_t)l->node << 32 | l->file, l->line,
					  &created);

		*at = created || *at == l->written ? l->written : SUM_NONE;
	}
	return inlined;
}

static const char *inlined_at(const struct sum *s, const struct gp_map *inlined,
			      const struct sum_site *site)
{
	uint32_t from = s->arcs[site->arc].from, file = site->file ? site->file
								  : s->nodes[from].file;
	uint32_t written = gp_map_get(inlined, (uint64_t)from << 32 | file, site->line);

	return written == SUM_NONE ? NULL : s->strings[s->written[written].name];
}

static void fill_arcs(struct conversion *f)
{
	struct gp_map inlined = find_inlined(f->s);
	struct program *p = f->p;
	uint32_t *arcs = gp_alloc(f->s->narcs, sizeof *arcs);

	for (size_t i = 0; i < f->s->narcs; i++) {
		const struct sum_arc *a = &f->s->arcs[i];

		/* Only what was never called has flags: one that closes no cycle has no calls. */
		if (a->count || f->options->arcs != STATIC_OFF)
			arcs[i] = graph_arc(&p->graph, f->nodes[a->from], f->nodes[a->to],
					    a->count, a->count ? 0 : a->flags & ARC_OF_TEXT);
	}
	for (size_t i = 0; i < f->s->nsites; i++) {
		const struct sum_site *site = &f->s->sites[i];

		if (f->s->arcs[site->arc].count)
			*gp_push(p->sites, p->nsites, p->sites_room) = (struct call_site){
				.arc = arcs[site->arc], .line = site->line,
				.file = site->file ? f->s->strings[site->file] : NULL,
				.inlined = inlined_at(f->s, &inlined, site),
				.calls = gp_count(site->calls) };
	}
	gp_map_release(&inlined);
	free(arcs);
}

static void fill_facts(struct conversion *f)
{
	const struct sum *s = f->s;
	struct program *p = f->p;

	for (size_t i = 0; i < s->ntails; i++)
		*gp_push(p->tails, p->ntails, p->tails_room) = (struct tail_call){
			f->nodes[s->tails[i].a], f->nodes[s->tails[i].b] };
	for (size_t i = 0; i < s->ncallbacks; i++) {
		struct callback c = { f->nodes[s->callbacks[i].a], f->nodes[s->callbacks[i].b] };

		*gp_push(p->callbacks, p->ncallbacks, p->callbacks_room) = c;
		if (f->options->arcs == STATIC_MAY)
			graph_arc(&p->graph, c.external, c.function, 0, ARC_CALLBACK);
	}
	for (size_t i = 0; i < s->ncallers; i++)
		*gp_push(p->callers, p->ncallers, p->callers_room) = (struct caller){
			f->nodes[s->callers[i].a], s->callers[i].b };
}

/* A sum made for them has no other waits; each weighs as waits do. */
static void add_lock(struct conversion *f, const struct sum_sample *x)
{
	const struct sum_sample_totals *waits = &f->s->total.sample_totals[1];
	struct sample_totals *locks = &f->p->lock_totals;

	if (x->context != GP_NONE && !(x->flags & SUM_SAMPLE_OWN))
		locks->stacked += x->samples;
	if (x->flags & SUM_SAMPLE_TREE || !(waits->weight > 0))
		return;
	locks->samples += x->samples;
	locks->weight += x->weight;
	locks->squares += waits->squares * x->weight / waits->weight;
}

static void fill_stacks(struct conversion *f)
{
	const struct sum *s = f->s;
	struct program *p = f->p;

	for (size_t i = 0; i < s->ncontexts; i++) {
		const struct sum_context *x = &s->contexts[i];

		*gp_push(p->contexts.items, p->contexts.n, p->contexts.room) = (struct context){
			.caller = x->caller, .object = GP_NONE, .node = f->nodes[x->node],
			.known = true, .callee = node_of(f, x->callee),
			.entered = node_of(f, x->entered) };
	}
	for (size_t i = 0; i < s->nsamples; i++) {
		const struct sum_sample *x = &s->samples[i];
		bool wait = x->flags & GPROF_SAMPLE_WAIT;

		if (!measure_has(f->options->time, wait))
			continue;
		*gp_push(p->resolved_samples.items, p->resolved_samples.n,
			 p->resolved_samples.room) = (struct resolved_sample) {
			.object = GP_NONE,
			.node = f->nodes[x->node],
			.context = x->context,
			.thread = GP_NONE,
			.call = GP_NONE,
			.flags = x->flags & ~(SUM_SAMPLE_OWN | SUM_SAMPLE_TREE),
			.samples = x->samples,
			.weight = x->flags & SUM_SAMPLE_TREE ? 0 : x->weight,
			.below = x->flags & SUM_SAMPLE_OWN ? 0 : x->weight,
			.known = true,
			.entered = node_of(f, x->entered)
		};
		if (f->options->time == TIME_LOCK)
			add_lock(f, x);
	}
}

static void fill_total(struct conversion *f)
{
	const struct sum_total *t = &f->s->total;
	struct program *p = f->p;

	p->uncounted = t->uncounted;
	p->ambiguous = t->ambiguous;
	p->graph.may_be_late = t->late;
	if (f->options->unsampled)
		return;
	for (int i = 0; i < 2; i++)
		p->sample_totals[i] =
			(struct sample_totals) { .samples = t->sample_totals[i].samples,
						 .stacked = t->sample_totals[i].stacked,
						 .without_stack = t->sample_totals[i].without_stack,
						 .truncated = t->sample_totals[i].truncated,
						 .weight = t->sample_totals[i].weight,
						 .kernel = t->sample_totals[i].kernel,
						 .squares = t->sample_totals[i].squares,
						 .chance = t->sample_totals[i].weight };
	strata_of_sum(&p->strata, &p->sample_totals[0], &p->sample_totals[1]);
	p->own = t->own_ns;
	for (size_t i = 0; i < f->s->nprices; i++)
		p->interrupts += f->s->prices[i].interrupts_ns;
	p->used = t->used_known ? t->used_ns : p->sample_totals[0].weight + p->own;
	p->used_least = t->used_known != SUM_USED_ALL;
}

void sum_to_program(const struct sum *s, struct program *p, const struct join_options *options)
{
	struct conversion f = { .s = s, .p = p, .options = options };

	program_init(p);
	p->sum = s;
	p->measure = join_measure(options);
	fill_modules(&f);
	fill_nodes(&f);
	fill_arcs(&f);
	fill_facts(&f);
	sum_timings(&p->timings, &s->timings, f.nodes);
	sum_blocks(&p->block_tree, &p->allocations, &s->block_tree, &s->allocations, f.nodes);
	sum_memory(&p->allocations, &s->allocations, f.nodes);
	sum_io(&p->io, &s->io, f.nodes);
	if (!options->unsampled)
		fill_stacks(&f);
	fill_total(&f);
	p->of_sum = f.nodes;
}
