/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * from_program.c - from the profiles of a program to names; see sum.h.
 */
#include "merge/runs.h"
#include "merge/sum.h"
#include "samples/attribution.h"

#include <stdlib.h>
#include <string.h>

struct conversion {
	struct sum *s;
	struct program *p;
	uint32_t *modules, *builds; /* of p->objects */
	uint32_t *nodes;   /* of p->graph.nodes */
	struct sum_node *keys; /* the same: what the records say of them */
};

static uint32_t build_id_string(struct sum *s, struct object *o)
{
	char hex[2 * sizeof o->elf.build_id + 1] = "";

	for (unsigned i = 0; o->present && i < o->elf.build_id_size; i++)
		snprintf(hex + 2 * i, 3, "%02x", o->elf.build_id[i]);
	if (!*hex && o->present && o->instrumented)
		snprintf(hex, sizeof hex, "%016llx",
			 (unsigned long long)object_content_hash(o));
	return sum_string(s, hex);
}

/* How many objects before this one have its name. */
static uint32_t ordinal_of(const struct program *p, size_t object, uint32_t flags)
{
	char *name = sum_module_name(p->objects[object].path, flags);
	uint32_t n = 0;

	for (size_t i = 0; i < object; i++) {
		char *other = sum_module_name(p->objects[i].path,
					      i == p->executable ? SUM_MODULE_MAIN : 0);

		n += (i == p->executable) == !!(flags & SUM_MODULE_MAIN) && !strcmp(name, other);
		free(other);
	}
	free(name);
	return n;
}

static void add_modules(struct conversion *t)
{
	struct program *p = t->p;

	for (size_t i = 0; i < p->nobjects; i++) {
		struct object *o = &p->objects[i];
		uint32_t flags = (i == p->executable ? SUM_MODULE_MAIN : 0) |
				 (o->instrumented ? SUM_MODULE_INSTRUMENTED : 0) |
				 (!o->changed ? 0 : o->uncounted ? SUM_MODULE_CHANGED
								 : SUM_MODULE_NAMELESS);

		t->modules[i] = sum_module(t->s, o->path, flags, ordinal_of(p, i, flags));
		t->builds[i] = SUM_NONE;
		if (o->instrumented || flags & SUM_MODULE_MAIN)
			t->builds[i] = sum_build(t->s, t->modules[i], build_id_string(t->s, o),
						 p->nprofiles);
	}
}

/* ------------------------------------------------------------------ */

/* The file of the definition and the file compiled distinguish static functions of one name. */
static char *identity_of(const struct object *o, const struct cg_function *f)
{
	return gp_format("%s:%s:%s", f->name, f->file ? f->file : "",
			 static_cg_source(&o->cg, f));
}

/* Those that have an identity in common with another. */
struct twins {
	struct gp_names at; /* identity -> how many there are */
	char **keys;        /* owned */
	size_t nkeys, room;
};

static void find_twins(struct twins *twins, const struct object *o)
{
	for (size_t i = 0; i < o->cg.nfunctions; i++) {
		const struct cg_function *f = &o->cg.functions[i];
		uint32_t *n;
		int created;
		char *key;

		if (!(f->flags & GPROF_FN_LOCAL))
			continue;
		key = identity_of(o, f);
		n = gp_names_put(&twins->at, key, &created);
		*n = created ? 1 : *n + 1;
		if (created)
			*gp_push(twins->keys, twins->nkeys, twins->room) = key;
		else
			free(key);
	}
}

static void twins_release(struct twins *twins)
{
	for (size_t i = 0; i < twins->nkeys; i++)
		free(twins->keys[i]);
	free(twins->keys);
	gp_names_release(&twins->at);
}

/* The number of a twin is its position in the order in which a build was linked. */
static uint32_t where_string(struct conversion *t, size_t object, const struct twins *twins,
			     const struct cg_function *f)
{
	const struct object *o = &t->p->objects[object];
	char *identity = identity_of(o, f), build[2] = { SUM_TWIN };
	bool twin = gp_names_get(&twins->at, identity) > 1;
	uint32_t build_of = t->builds[object], string;
	uint32_t id = twin && build_of != SUM_NONE ? t->s->builds[build_of].id : 0;
	char *text = gp_format("%s%s%s:%s", t->s->strings[id], twin ? build : "",
			       gp_basename(f->file ? f->file : ""), static_cg_source(&o->cg, f));

	string = sum_string(t->s, text);
	free(text);
	free(identity);
	return string;
}

/* Keys of an object's records.  Dropped records are counted too, so that numbers do not depend on
   calls. */
static void take_records(struct conversion *t, size_t object)
{
	const struct object *o = &t->p->objects[object];
	struct gp_map seen = { 0 };
	struct twins twins = { 0 };

	find_twins(&twins, o);

	for (size_t i = 0; i < o->cg.nfunctions; i++) {
		const struct cg_function *f = &o->cg.functions[i];
		uint32_t node = o->nodes[i], where = 0, ordinal = 0, *at;
		int created;

		if (f->flags & GPROF_FN_LOCAL) {
			where = where_string(t, object, &twins, f);
			at = gp_map_put(&seen, sum_string(t->s, f->name), where, &created);
			ordinal = *at = created ? 0 : *at + 1;
		}
		if (node == GP_NONE || t->keys[node].flags & SUM_NODE_RECORD)
			continue;
		t->keys[node].where = where;
		t->keys[node].ordinal = ordinal;
		t->keys[node].flags |= SUM_NODE_RECORD;
		t->keys[node].place = (uint64_t)t->modules[object] << 32 | i;
	}
	gp_map_release(&seen);
	twins_release(&twins);
}

static void take_node(struct conversion *t, uint32_t node)
{
	const struct node *n = &t->p->graph.nodes[node];
	const struct function *f = &t->p->functions[node];
	struct sum_node *key = &t->keys[node];
	bool created;

	key->name = sum_string(t->s, n->name);
	key->module = f->object == GP_NONE ? SUM_NONE : t->modules[f->object];
	key->file = sum_string(t->s, f->file);
	key->line = f->line;
	key->address = f->address;
	key->flags |= (n->flags & NODE_DERIVED ? SUM_NODE_DERIVED : 0) |
		      (n->flags & NODE_OPAQUE ? SUM_NODE_OPAQUE : 0) |
		      (f->instrumented ? SUM_NODE_INSTRUMENTED : 0) |
		      (program_is_object_row(t->p, node) || node == t->p->profiler ?
			       SUM_NODE_ROW : 0);
	t->nodes[node] = sum_node(t->s, key, &created);
	gp_count_up(&t->s->nodes[t->nodes[node]].entries, n->entries);
}

static uint32_t node_of(const struct conversion *t, uint32_t node)
{
	return node == GP_NONE ? SUM_NONE : t->nodes[node];
}

static void add_arcs(struct conversion *t)
{
	const struct program *p = t->p;
	uint32_t *arcs = gp_alloc(p->graph.narcs, sizeof *arcs);

	for (size_t i = 0; i < p->graph.narcs; i++) {
		const struct arc *a = &p->graph.arcs[i];

		arcs[i] = sum_arc(t->s, t->nodes[a->from], t->nodes[a->to], a->count, a->flags);
	}
	for (size_t i = 0; i < p->nsites; i++)
		sum_site(t->s, arcs[p->sites[i].arc], p->sites[i].line,
			 sum_string(t->s, p->sites[i].file), p->sites[i].calls);
	free(arcs);
}

/* ------------------------------------------------------------------ */

/* Callees of instructions and symbols are looked up before the nodes are added, because look-ups
   make nodes. */
struct stack_facts {
	struct sum_context *contexts; /* of p->contexts, with nodes of the program */
	uint32_t *entered;            /* of p->resolved_samples, the same */
};

static void ask_stacks(struct program *p, struct stack_facts *f)
{
	f->contexts = gp_alloc(p->contexts.n, sizeof *f->contexts);
	f->entered = gp_alloc(p->resolved_samples.n, sizeof *f->entered);
	for (size_t i = 0; i < p->contexts.n; i++) {
		struct context *x = &p->contexts.items[i];
		bool row = program_is_object_row(p, x->node);

		f->contexts[i] = (struct sum_context){
			.caller = x->caller, .node = x->node,
			.callee = row ? GP_NONE : context_callee(p, x),
			.entered = row ? program_entered_at(p, x->object, x->address - 1) : GP_NONE,
		};
	}
	for (size_t i = 0; i < p->resolved_samples.n; i++) {
		const struct resolved_sample *sample = &p->resolved_samples.items[i];

		f->entered[i] = program_is_object_row(p, sample->node)
					? program_entered_at(p, sample->object, sample->address)
					: GP_NONE;
	}
}

/* A sample, or two where its weight in the tree of calls is another. */
static void put_sample(struct conversion *t, struct sum_sample *sample, double below)
{
	if (sample->weight == below) {
		if (sample->weight)
			sum_sample(t->s, sample);
		return;
	}
	sample->flags |= SUM_SAMPLE_OWN;
	sum_sample(t->s, sample);
	if (!below)
		return;
	sample->flags ^= SUM_SAMPLE_OWN | SUM_SAMPLE_TREE;
	sample->weight = below;
	sum_sample(t->s, sample);
}

static void take_stacks(struct conversion *t, const struct stack_facts *f)
{
	const struct program *p = t->p;
	uint32_t *contexts = gp_alloc(p->contexts.n, sizeof *contexts);

	for (size_t i = 0; i < p->contexts.n; i++) {
		const struct sum_context *x = &f->contexts[i];
		struct sum_context key = {
			.caller = x->caller == GP_NONE ? SUM_NONE : contexts[x->caller],
			.node = t->nodes[x->node], .callee = node_of(t, x->callee),
			.entered = node_of(t, x->entered),
		};

		contexts[i] = sum_context(t->s, &key);
	}
	for (size_t i = 0; i < p->resolved_samples.n; i++) {
		const struct resolved_sample *x = &p->resolved_samples.items[i];
		struct sum_sample sample = {
			.context = x->context == GP_NONE ? SUM_NONE : contexts[x->context],
			.node = t->nodes[x->node], .entered = node_of(t, f->entered[i]),
			.flags = x->flags & (GPROF_SAMPLE_KERNEL | GPROF_SAMPLE_WAIT |
					  GPROF_SAMPLE_TRUNCATED | GPROF_SAMPLE_ENDED_BITS |
					  GPROF_SAMPLE_FAULT |
					  ~0u << GPROF_SAMPLE_OCTAVE_SHIFT),
			.samples = x->samples, .weight = x->weight,
		};

		put_sample(t, &sample, x->below);
	}
	free(contexts);
}

static void take_facts(struct conversion *t)
{
	const struct program *p = t->p;

	for (size_t i = 0; i < p->ntails; i++)
		sum_tail(t->s, t->nodes[p->tails[i].from], t->nodes[p->tails[i].to]);
	for (size_t i = 0; i < p->ncallbacks; i++)
		sum_callback(t->s, t->nodes[p->callbacks[i].function],
			     t->nodes[p->callbacks[i].external]);
	for (size_t i = 0; i < p->ncallers; i++)
		sum_caller(t->s, t->nodes[p->callers[i].function],
			   p->callers[i].object == GP_NONE ? SUM_NONE
							   : t->modules[p->callers[i].object]);
}

/* ------------------------------------------------------------------ */

static void add_total(struct sum *s, const struct program *p)
{
	struct sum_total total = {
		.own_ns = p->own, .used_ns = p->used,
		.used_known = p->used_least ? SUM_USED_LEAST : SUM_USED_ALL,
		.late = p->graph.may_be_late, .uncounted = p->uncounted,
		.ambiguous = p->ambiguous,
	};

	for (int i = 0; i < 2; i++)
		total.sample_totals[i] = (struct sum_sample_totals) {
			.samples = p->sample_totals[i].samples,
			.stacked = p->sample_totals[i].stacked,
			.without_stack = p->sample_totals[i].without_stack,
			.truncated = p->sample_totals[i].truncated,
			.weight = p->sample_totals[i].weight,
			.kernel = p->sample_totals[i].kernel,
			.squares = p->sample_totals[i].squares,
		};
	sum_total(&s->total, &total);
}

static void take_run(struct sum *s, const struct run *r)
{
	struct sum_run *to = gp_push(s->runs, s->nruns, s->runs_room);

	*to = (struct sum_run){
		.path = sum_string(s, r->path), .exe = sum_string(s, r->exe),
		.host = sum_string(s, r->host), .command = sum_string(s, r->command),
		.build_id = sum_string(s, r->build_id), .pid = r->pid, .ppid = r->ppid,
		.processes = r->processes, .threads = r->threads, .clock = r->clock,
		.flags = r->flags, .part = r->part, .run_id = r->run_id,
		.start_ns = r->start_ns, .end_ns = r->end_ns, .user_ns = r->user_ns,
		.system_ns = r->system_ns, .period_ns = r->period_ns, .calls = r->calls,
		.samples = r->samples, .cpu_ns = r->cpu,
	};
	memcpy(to->lost, r->lost, sizeof to->lost);
	if (r->last_period_ns || r->interrupts_ns)
		*gp_push(s->prices, s->nprices, s->prices_room) = (struct sum_price){
			.run = s->nruns - 1, .last_period_ns = r->last_period_ns,
			.interrupts_ns = r->interrupts_ns };
}

static void add_runs(struct sum *s, const struct program *p)
{
	struct runs runs = { 0 };
	uint32_t first = s->nruns;

	runs_collect(&runs, p);
	for (size_t i = 0; i < runs.n; i++)
		take_run(s, &runs.items[i]);
	for (size_t i = 0; i < runs.nthreads; i++) {
		const struct run_thread *t = &runs.threads[i];

		*gp_push(s->threads, s->nthreads, s->threads_room) = (struct sum_thread){
			.run = first + t->run, .name = sum_string(s, t->name), .tid = t->tid,
			.threads = t->threads, .calls = t->calls, .samples = t->samples,
			.cpu_ns = t->cpu,
		};
	}
	runs_release(&runs);
}

void sum_add_program(struct sum *s, struct program *p, const struct sum_solver *solver)
{
	struct conversion t = { .s = s, .p = p };
	struct stack_facts facts;

	ask_stacks(p, &facts);
	t.modules = gp_alloc(p->nobjects, sizeof *t.modules);
	t.builds = gp_alloc(p->nobjects, sizeof *t.builds);
	t.nodes = gp_alloc(p->graph.nnodes, sizeof *t.nodes);
	t.keys = gp_alloc(p->graph.nnodes, sizeof *t.keys);
	add_modules(&t);
	for (size_t i = 0; i < p->nobjects; i++)
		take_records(&t, i);
	for (size_t i = 0; i < p->graph.nnodes; i++)
		take_node(&t, i);
	add_arcs(&t);
	take_stacks(&t, &facts);
	take_facts(&t);
	sum_timings(&s->timings, &p->timings, t.nodes);
	sum_blocks(&s->block_tree, &s->allocations, &p->block_tree, &p->allocations, t.nodes);
	sum_memory(&s->allocations, &p->allocations, t.nodes);
	sum_io(&s->io, &p->io, t.nodes);
	add_total(s, p);
	add_runs(s, p);
	if (solver && solver->counts_blocks(p))
		solver->add(s, p, &(struct sum_positions){ .nodes = t.nodes, .builds = t.builds,
							.run = s->nruns - 1 });
	free(t.modules);
	free(t.builds);
	free(t.nodes);
	free(t.keys);
	free(facts.contexts);
	free(facts.entered);
}
