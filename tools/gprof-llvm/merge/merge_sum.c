/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * merge_sum.c - one merged profile into another, builds of one module by the names of
 * their functions; see sum.h.
 *
 * In one build a function may have an entry count and in another none, because all
 * that call it are counted: then its entries there are the sum of its calls.
 */
#include "merge/sum.h"
#include "text/escape.h"

#include <stdlib.h>
#include <string.h>

struct adding {
	struct sum *s;
	const struct sum *from;
	uint32_t *strings, *modules, *builds, *nodes, *arcs, *contexts, *written; /* of 'from',
										     in s */
	bool *met;       /* nodes of s, as many as there were: are in 'from' too */
	size_t nbefore;  /* of these */
	bool *known;     /* modules of 'from': were in s, in another build */
};

static uint32_t mapped(const uint32_t *map, uint32_t i)
{
	return i == SUM_NONE ? SUM_NONE : map[i];
}

static bool has_build(const struct sum *s, uint32_t module, uint32_t id)
{
	for (size_t i = 0; i < s->nbuilds; i++)
		if (s->builds[i].module == module && s->builds[i].id == id)
			return true;
	return false;
}

static uint32_t ordinal_of(const struct sum *s, size_t module)
{
	char *name = sum_module_name(s->strings[s->modules[module].path],
				     s->modules[module].flags);
	uint32_t n = 0;

	for (size_t i = 0; i < module; i++) {
		char *other = sum_module_name(s->strings[s->modules[i].path],
					      s->modules[i].flags);

		n += !((s->modules[i].flags ^ s->modules[module].flags) & SUM_MODULE_MAIN) &&
		     !strcmp(name, other);
		free(other);
	}
	free(name);
	return n;
}

static void add_modules(struct adding *a)
{
	const struct sum *from = a->from;
	size_t before = a->s->nmodules;

	for (size_t i = 0; i < from->nmodules; i++)
		a->modules[i] = sum_module(a->s, from->strings[from->modules[i].path],
					   from->modules[i].flags, ordinal_of(from, i));
	for (size_t i = 0; i < from->nbuilds; i++) {
		const struct sum_build *b = &from->builds[i];
		uint32_t module = a->modules[b->module], id = a->strings[b->id];

		if (module < before && !has_build(a->s, module, id))
			a->known[b->module] = true;
		a->builds[i] = sum_build(a->s, module, id, b->profiles);
	}
}

/* ------------------------------------------------------------------ */

static uint64_t *calls_by_callee(const struct sum *s)
{
	uint64_t *calls = gp_alloc(s->nnodes, sizeof *calls);

	for (size_t i = 0; i < s->narcs; i++)
		gp_count_up(&calls[s->arcs[i].to], s->arcs[i].count);
	return calls;
}

/* Adds the counts of a function that both have; 'calls' to it before and in 'n'. */
static void add_entries(struct sum_node *to, const struct sum_node *n, uint64_t before,
			uint64_t calls)
{
	bool derived = n->flags & SUM_NODE_DERIVED, was = to->flags & SUM_NODE_DERIVED;

	if (derived == was) {
		gp_count_up(&to->entries, n->entries);
	} else if (derived) {
		gp_count_up(&to->entries, calls);
	} else {
		to->entries = before;
		gp_count_up(&to->entries, n->entries);
		to->flags &= ~SUM_NODE_DERIVED;
	}
	if (n->flags & SUM_NODE_RECORD && !(to->flags & SUM_NODE_RECORD)) {
		to->place = n->place;
		to->flags |= SUM_NODE_RECORD;
	}
	if (!(n->flags & SUM_NODE_OPAQUE))
		to->flags &= ~SUM_NODE_OPAQUE;
	to->flags |= n->flags & SUM_NODE_INSTRUMENTED;
	if (to->address != n->address)
		to->address = 0;
	if (!to->file) {
		to->file = n->file;
		to->line = n->line;
	}
}

/* The node of a function: 'known' if that is not SUM_NONE.  Static functions with equal 'where'
   have the numbers of 'from': a number that is in use is another function's. */
static uint32_t put_node(struct adding *a, struct sum_node *n, uint32_t known, bool *created)
{
	uint32_t to;

	*created = false;
	if (known != SUM_NONE)
		return known;
	to = sum_node(a->s, n, created);
	while (n->where && !*created) {
		n->ordinal++;
		to = sum_node(a->s, n, created);
	}
	return to;
}

static void add_nodes(struct adding *a)
{
	uint64_t *before = calls_by_callee(a->s), *calls = calls_by_callee(a->from);
	uint32_t *known = sum_match(a->s, a->from, a->modules);

	for (size_t i = 0; i < a->from->nnodes; i++) {
		struct sum_node n = a->from->nodes[i];
		uint32_t to;
		bool created;

		n.name = a->strings[n.name];
		n.where = a->strings[n.where];
		n.file = a->strings[n.file];
		n.module = mapped(a->modules, n.module);
		if (n.module != SUM_NONE)
			n.place = (uint64_t)n.module << 32 | (uint32_t)n.place;
		to = a->nodes[i] = put_node(a, &n, known[i], &created);
		if (created)
			continue;
		if (to < a->nbefore)
			a->met[to] = true;
		add_entries(&a->s->nodes[to], &n, to < a->nbefore ? before[to] : 0, calls[i]);
	}
	free(before);
	free(calls);
	free(known);
}

static void add_arcs(struct adding *a)
{
	const struct sum *from = a->from;

	for (size_t i = 0; i < from->narcs; i++)
		a->arcs[i] = sum_arc(a->s, a->nodes[from->arcs[i].from],
				     a->nodes[from->arcs[i].to], from->arcs[i].count,
				     from->arcs[i].flags);
	for (size_t i = 0; i < from->nsites; i++)
		sum_site(a->s, a->arcs[from->sites[i].arc], from->sites[i].line,
			 a->strings[from->sites[i].file], from->sites[i].calls);
}

static void add_stacks(struct adding *a)
{
	const struct sum *from = a->from;

	for (size_t i = 0; i < from->ncontexts; i++) {
		struct sum_context x = from->contexts[i];

		x.caller = mapped(a->contexts, x.caller);
		x.node = a->nodes[x.node];
		x.callee = mapped(a->nodes, x.callee);
		x.entered = mapped(a->nodes, x.entered);
		a->contexts[i] = sum_context(a->s, &x);
	}
	for (size_t i = 0; i < from->nsamples; i++) {
		struct sum_sample x = from->samples[i];

		x.context = mapped(a->contexts, x.context);
		x.node = a->nodes[x.node];
		x.entered = mapped(a->nodes, x.entered);
		sum_sample(a->s, &x);
	}
}

static void add_executed(struct adding *a)
{
	for (size_t i = 0; i < a->from->nexecutions; i++) {
		struct sum_execution x = a->from->executions[i];

		x.node = a->nodes[x.node];
		sum_execution(a->s, &x);
	}
	for (size_t i = 0; i < a->from->nwritten; i++) {
		const struct sum_written *w = &a->from->written[i];

		a->written[i] = sum_written(a->s, &(struct sum_written){
			a->strings[w->name], a->strings[w->file], w->line });
	}
}

static void add_places(struct adding *a)
{
	for (size_t i = 0; i < a->from->nlines; i++) {
		struct sum_line x = a->from->lines[i];

		x.node = a->nodes[x.node];
		x.written = mapped(a->written, x.written);
		x.file = a->strings[x.file];
		sum_line(a->s, &x, sum_count_of(&a->from->counts[x.count]),
			 sum_count_of(&a->from->counts[x.insns]));
	}
	for (size_t i = 0; i < a->from->nbranches; i++) {
		struct sum_branch x = a->from->branches[i];

		x.node = a->nodes[x.node];
		x.written = mapped(a->written, x.written);
		x.file = a->strings[x.file];
		x.build = a->builds[x.build];
		sum_branch(a->s, &x, sum_count_of(&a->from->counts[x.reached]),
			   sum_count_of(&a->from->counts[x.taken]));
	}
	for (size_t i = 0; i < a->from->ncases; i++) {
		struct sum_case x = a->from->cases[i];

		x.node = a->nodes[x.node];
		x.written = mapped(a->written, x.written);
		x.file = a->strings[x.file];
		sum_case(a->s, &x, sum_count_of(&a->from->counts[x.count]));
	}
	sum_tidy_counts(a->s);
}

static void add_facts(struct adding *a)
{
	const struct sum *from = a->from;

	for (size_t i = 0; i < from->ntails; i++)
		sum_tail(a->s, a->nodes[from->tails[i].a], a->nodes[from->tails[i].b]);
	for (size_t i = 0; i < from->ncallbacks; i++)
		sum_callback(a->s, a->nodes[from->callbacks[i].a],
			     a->nodes[from->callbacks[i].b]);
	for (size_t i = 0; i < from->ncallers; i++)
		sum_caller(a->s, a->nodes[from->callers[i].a],
			   mapped(a->modules, from->callers[i].b));
}

static void add_runs(struct adding *a)
{
	struct sum *s = a->s;
	uint32_t first = s->nruns;

	for (size_t i = 0; i < a->from->nruns; i++) {
		struct sum_run *r = gp_push(s->runs, s->nruns, s->runs_room);

		*r = a->from->runs[i];
		r->path = a->strings[r->path];
		r->exe = a->strings[r->exe];
		r->host = a->strings[r->host];
		r->command = a->strings[r->command];
		r->build_id = a->strings[r->build_id];
	}
	for (size_t i = 0; i < a->from->nprices; i++) {
		struct sum_price *price = gp_push(s->prices, s->nprices, s->prices_room);

		*price = a->from->prices[i];
		price->run += first;
	}
	for (size_t i = 0; i < a->from->ncounted; i++)
		*gp_push(s->counted, s->ncounted, s->counted_room) = (struct sum_counted){
			.run = first + a->from->counted[i].run,
			.why = a->strings[a->from->counted[i].why] };
	for (size_t i = 0; i < a->from->nthreads; i++) {
		struct sum_thread *t = gp_push(s->threads, s->nthreads, s->threads_room);

		*t = a->from->threads[i];
		t->run += first;
		t->name = a->strings[t->name];
	}
}

/* ------------------------------------------------------------------ */

struct unmatched {
	uint64_t functions, calls;
};

static void count(struct unmatched *u, const struct sum_node *n, uint64_t calls)
{
	uint64_t entries = n->flags & SUM_NODE_DERIVED ? calls : n->entries;

	if (!(n->flags & SUM_NODE_RECORD) || !(n->flags & SUM_NODE_INSTRUMENTED))
		return;
	u->functions++;
	gp_count_up(&u->calls, entries);
}

/* Notes the functions that only one build of a module has; the sum has them too. */
static void print_build(const struct adding *a, uint32_t module, const uint64_t *calls, FILE *notes)
{
	const struct sum *s = a->s;
	struct unmatched before = { 0 }, now = { 0 };
	uint32_t to = a->modules[module];

	for (size_t i = 0; i < a->nbefore; i++)
		if (s->nodes[i].module == to && !a->met[i])
			count(&before, &s->nodes[i], calls[i]);
	for (size_t i = a->nbefore; i < s->nnodes; i++)
		if (s->nodes[i].module == to)
			count(&now, &s->nodes[i], calls[i]);
	gprintf(notes, "'%s' has several builds: %llu function%s with %llu calls exist only in the "
		"new one, %llu with %llu calls only in earlier ones\n",
		gp_basename(s->strings[s->modules[to].path]), (unsigned long long)now.functions,
		now.functions == 1 ? "" : "s", (unsigned long long)now.calls,
		(unsigned long long)before.functions, (unsigned long long)before.calls);
}

static void print_builds(const struct adding *a, FILE *notes)
{
	uint64_t *calls = calls_by_callee(a->s);

	for (size_t i = 0; i < a->from->nmodules; i++)
		if (a->known[i])
			print_build(a, i, calls, notes);
	free(calls);
}

void sum_merge(struct sum *s, const struct sum *from, FILE *notes)
{
	struct adding a = { .s = s, .from = from, .nbefore = s->nnodes };

	a.strings = gp_alloc(from->nstrings, sizeof *a.strings);
	a.modules = gp_alloc(from->nmodules, sizeof *a.modules);
	a.builds = gp_alloc(from->nbuilds, sizeof *a.builds);
	a.written = gp_alloc(from->nwritten, sizeof *a.written);
	a.known = gp_alloc(from->nmodules, sizeof *a.known);
	a.nodes = gp_alloc(from->nnodes, sizeof *a.nodes);
	a.met = gp_alloc(s->nnodes, sizeof *a.met);
	a.arcs = gp_alloc(from->narcs, sizeof *a.arcs);
	a.contexts = gp_alloc(from->ncontexts, sizeof *a.contexts);
	for (size_t i = 0; i < from->nstrings; i++)
		a.strings[i] = sum_string(s, from->strings[i]);
	add_modules(&a);
	add_nodes(&a);
	add_arcs(&a);
	add_stacks(&a);
	add_facts(&a);
	sum_timings(&s->timings, &from->timings, a.nodes);
	sum_blocks(&s->block_tree, &s->allocations, &from->block_tree, &from->allocations, a.nodes);
	sum_memory(&s->allocations, &from->allocations, a.nodes);
	sum_io(&s->io, &from->io, a.nodes);
	add_executed(&a);
	add_places(&a);
	add_runs(&a);
	sum_total(&s->total, &from->total);
	print_builds(&a, notes);
	free(a.strings);
	free(a.modules);
	free(a.builds);
	free(a.written);
	free(a.known);
	free(a.nodes);
	free(a.met);
	free(a.arcs);
	free(a.contexts);
}
