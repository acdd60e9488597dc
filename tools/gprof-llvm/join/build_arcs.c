/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * build_arcs.c - see build_arcs.h.
 *
 * Call sites come first, in the order of the records.  The call sites of a function are next to
 * each other, and most callees are found by the address of their names.  Calls of the profiler
 * (profiler_code.h), such as calls of its interface, are left out.
 */
#include "join/build_arcs.h"
#include "code/callsite.h"
#include "join/first_callers.h"
#include "program/resolve.h"

#include <stdlib.h>
#include <string.h>

#define AHEAD 4 /* functions: what they call is fetched before it is asked for */

struct joining {
	struct program *p;
	enum static_arcs arcs;
	bool sites; /* are wanted */
	bool lineless_sites;
	bool overflown; /* a profile has calls whose targets did not fit in their cell */
	struct first_callers firsts;
	struct gp_map cells; /* (address, object) -> its sites; if either is */
};

/*
 * Calls that the linker redirected because of --wrap=NAME.
 *
 * The record of a call site has the source's name.  With --wrap the linker turns a call of NAME
 * from another file into a call of __wrap_NAME, and a call of __real_NAME into a call of NAME.  The
 * option leaves no trace but the code: only the caller's instructions show a call of __wrap_NAME.
 *
 * Cost: none if the object has no symbol that begins with __wrap_; else a look at the code of each
 * function that calls a NAME with such a symbol.
 */
#define WRAP "__wrap_"
#define REAL "__real_"

/* Returns true if any symbol of the object begins so; asked once. */
static bool has_wrappers(struct object *o)
{
	if (o->wrappers == OBJECT_UNASKED) {
		o->wrappers = OBJECT_WITHOUT;
		for (size_t i = 0; i < o->elf.nsymbols; i++)
			if (gp_begins(o->elf.symbols[i].name, WRAP))
				o->wrappers = OBJECT_WITH;
	}
	return o->wrappers == OBJECT_WITH;
}

/* Returns true if an instruction of the function calls the other, directly or by its stub. */
static bool calls(struct object *o, const struct cg_function *f, const struct elf_symbol *other)
{
	uint64_t end = f->text ? elfobj_code_end(&o->elf, f->text) : 0;

	for (uint64_t at = f->text + 1; at <= end; at++) {
		struct callee to = callsite_callee(&o->elf, at);

		if (to.name ? !strcmp(to.name, other->name) : to.address == other->address)
			return true;
	}
	return false;
}

/* The name of the function that calls of 'name' reach; it lives as long as the object. */
static const char *wrapped_name(struct program *p, uint32_t object,
				const struct cg_function *f, const char *name)
{
	struct object *o = &p->objects[object];
	uint32_t wrapper;
	char *wrap;

	if (!o->present || !has_wrappers(o))
		return name;
	if (gp_begins(name, REAL))
		return elfobj_symbol_named(&o->elf, name) == GP_NONE ? name + strlen(REAL) : name;
	wrap = gp_format(WRAP "%s", name);
	wrapper = elfobj_symbol_named(&o->elf, wrap);
	free(wrap);
	if (wrapper == GP_NONE || !calls(o, f, &o->elf.symbols[wrapper]))
		return name;
	return o->elf.symbols[wrapper].name;
}

static uint32_t callee_of(struct program *p, uint32_t object, const struct cg_function *f,
			  const struct cg_site *s)
{
	if (s->flags & GPROF_SITE_BY_COUNTER)
		return program_counter(p, object, s->callee_word);
	if (!s->callee)
		return GP_NONE;
	return program_resolve(p, object, wrapped_name(p, object, f, s->callee));
}

static void add_site(struct joining *j, uint32_t arc, const struct cg_site *s, uint64_t counter,
		     uint64_t count)
{
	struct program *p = j->p;

	if (j->sites && count && (s->line || j->lineless_sites))
		*gp_push(p->sites, p->nsites, p->sites_room) = (struct call_site){
			.arc = arc, .line = s->line, .file = s->file, .inlined = s->inlined,
			.calls = gp_count(count), .counter = counter };
}

/* A call that was made, if it is a tail call. */
static void add_tail(struct program *p, const struct cg_site *s, uint32_t from, uint32_t to)
{
	if (s->flags & GPROF_SITE_TAIL)
		*gp_push(p->tails, p->ntails, p->tails_room) = (struct tail_call){ from, to };
}

/*
 * Returns true if calls are counted by code: the caller's counter, or in mode=call the callee,
 * which knows its caller by the address that it returns to.
 */
static bool is_counted(const struct joining *j, uint32_t object, const struct cg_function *f,
		       uint32_t from, uint32_t to, const struct cg_site *s)
{
	const struct static_cg *cg = &j->p->objects[object].cg;
	const struct function *functions = j->p->functions;

	if (f->module == GP_NONE || !(cg->modules[f->module].flags & GPROF_MOD_CALL))
		return s->counter != GPROF_NO_COUNTER;
	return functions[from].instrumented && functions[to].instrumented;
}

static void add_direct(struct joining *j, uint32_t object, const struct cg_function *f,
		       uint32_t from, const struct cg_site *s)
{
	struct object *o = &j->p->objects[object];
	uint64_t count = 0;
	uint32_t to, arc;

	if (s->kind == GPROF_SITE_DIRECT && s->counter != GPROF_NO_COUNTER && object_run(o, f))
		count = object_run(o, f)[s->counter];
	if (!count && j->arcs == STATIC_OFF)
		return;
	to = callee_of(j->p, object, f, s);
	if (to == GP_NONE && count)
		to = program_row(j->p, object);
	if (to == GP_NONE || to == j->p->profiler)
		return;
	arc = graph_arc(&j->p->graph, from, to, gp_count(count),
			is_counted(j, object, f, from, to, s) ? 0 : ARC_UNCOUNTED);
	add_site(j, arc, s, f->counters + 8 * (uint64_t)s->counter, count);
	if (count)
		add_tail(j->p, s, from, to);
}

static void add_callback(struct joining *j, uint32_t object, const struct cg_function *f,
			 const struct cg_site *s)
{
	const struct object *o = &j->p->objects[object];
	uint32_t function = callee_of(j->p, object, f, s), external;
	struct cg_site called;

	if (function == GP_NONE || s->counter == GPROF_NO_COUNTER)
		return;
	called = static_cg_site(&o->cg, f, s->counter);
	external = callee_of(j->p, object, f, &called);
	if (external == GP_NONE || external == j->p->profiler)
		return;
	*gp_push(j->p->callbacks, j->p->ncallbacks, j->p->callbacks_room) =
		(struct callback){ function, external };
	if (j->arcs == STATIC_MAY)
		graph_arc(&j->p->graph, external, function, 0, ARC_CALLBACK);
}

static void add_may(struct joining *j, uint32_t object, const struct cg_function *f,
		    uint32_t from, const struct cg_site *s)
{
	uint32_t to = j->arcs == STATIC_OFF ? GP_NONE : callee_of(j->p, object, f, s);

	if (to != GP_NONE)
		graph_arc(&j->p->graph, from, to, 0, ARC_MAY);
}

/* Targets kept in the cells of an indirect site, one per block. */
static void add_cell_words(struct joining *j, const struct program_profile *l,
			   const struct profile_block *b, uint64_t cell, uint32_t from,
			   const struct cg_site *s)
{
	uint64_t counters = j->p->objects[l->objects[b->module]].cg.counters;
	uint32_t ignored, to, arc;

	for (unsigned i = 0; i < GPROF_CELL_WORDS; i += 2) {
		if (!b->words[cell + i + 1])
			continue;
		to = program_at(j->p, l, b->stored[cell + i], b->epoch, false, &ignored);
		if (to == j->p->profiler)
			continue;
		arc = graph_arc(&j->p->graph, from, to, gp_count(b->words[cell + i + 1]), 0);
		add_site(j, arc, s, counters + 8 * cell, b->words[cell + i + 1]);
		add_tail(j->p, s, from, to);
	}
}

static void add_indirect(struct joining *j, uint32_t object, const struct cg_function *f,
			 uint32_t from, const struct cg_site *s)
{
	struct program *p = j->p;
	uint64_t cell;

	if (s->counter == GPROF_NO_COUNTER || !f->counters)
		return;
	cell = (f->counters - p->objects[object].cg.counters) / 8 + s->counter;
	for (size_t i = 0; i < p->nprofiles; i++) {
		const struct program_profile *l = &p->profiles[i];

		for (size_t k = 0; k < l->profile.nblocks; k++) {
			const struct profile_block *b = &l->profile.blocks[k];

			if (l->objects[b->module] != object ||
			    !program_profile_has_thread(l, b->thread))
				continue;
			add_cell_words(j, l, b, cell, from, s);
		}
	}
}

static void add_any(struct joining *j, uint32_t object, const struct cg_function *f,
		    uint32_t from, const struct cg_site *s)
{
	if (s->kind == GPROF_SITE_DIRECT || s->kind == GPROF_SITE_ASM)
		add_direct(j, object, f, from, s);
	else if (s->kind == GPROF_SITE_INDIRECT)
		add_indirect(j, object, f, from, s);
	else if (s->kind == GPROF_SITE_CALLBACK)
		add_callback(j, object, f, s);
	else if (s->kind == GPROF_SITE_MAY)
		add_may(j, object, f, from, s);
}

/* A function's callees are anywhere in a large table. */
static void expect_callees(const struct object *o, size_t function)
{
	const struct cg_function *f = &o->cg.functions[function];

	if (function >= o->cg.nfunctions)
		return;
	for (uint32_t i = 0; i < f->nsites; i++)
		gp_map_expect(&o->resolved_at,
			      (uintptr_t)static_cg_site(&o->cg, f, i).callee, 0);
}

static void add_sites(struct joining *j, uint32_t object, uint32_t function)
{
	const struct object *o = &j->p->objects[object];
	const struct cg_function *f = &o->cg.functions[function];
	uint32_t from = o->nodes[function];

	if (from == GP_NONE)
		return;
	expect_callees(o, function + AHEAD);
	for (uint32_t i = 0; i < f->nsites; i++) {
		struct cg_site s = static_cg_site(&o->cg, f, i);

		add_any(j, object, f, from, &s);
	}
}

/* ------------------------------------------------------------------ */

/* Sites by their cell, for calls whose targets did not fit in it. */
static void index_cells(struct joining *j, uint32_t object)
{
	const struct static_cg *cg = &j->p->objects[object].cg;
	int created;

	for (size_t i = 0; (j->sites || j->overflown) && i < cg->nfunctions; i++) {
		const struct cg_function *f = &cg->functions[i];

		for (uint32_t k = 0; f->counters && k < f->nsites; k++) {
			struct cg_site s = static_cg_site(cg, f, k);

			if (s.kind == GPROF_SITE_INDIRECT && s.counter != GPROF_NO_COUNTER)
				*gp_map_put(&j->cells, f->counters + 8 * (uint64_t)s.counter,
					    object, &created) = f->first_site + k;
		}
		object_passed(&j->p->objects[object], i);
	}
}

/* A call that is known by where it returns to. */
static void add_returned(struct joining *j, uint32_t arc, const struct program_profile *l,
			 const struct gprof_arc *a, uint32_t epoch)
{
	uint32_t module = profile_module_of(&l->profile, a->from - 1, epoch);
	struct program *p = j->p;

	if (j->lineless_sites)
		*gp_push(p->sites, p->nsites, p->sites_room) = (struct call_site){
			.arc = arc, .calls = gp_count(a->count),
			.address = profile_file_address(&l->profile, module, a->from) };
}

/* mode=call: both ends are addresses. */
static void add_call(struct joining *j, const struct program_profile *l, const struct gprof_arc *a,
		     uint32_t epoch)
{
	struct program *p = j->p;
	uint32_t object, from, to;

	to = program_at(p, l, a->to, epoch, false, &object);
	if (to == p->profiler)
		return;
	if (!(p->graph.nodes[to].flags & NODE_DERIVED))
		gp_add(&p->graph.nodes[to].entries, gp_count(a->count));
	from = program_at(p, l, a->from - 1, epoch, false, &object);
	if (p->functions[from].instrumented)
		add_returned(j, graph_arc(&p->graph, from, to, gp_count(a->count), 0), l, a, epoch);
	else if (object != GP_NONE)
		first_callers_add(&j->firsts, to, object);
}

/* mode=call: what was around the first call by code that is not instrumented. */
static void add_outer(struct joining *j, const struct program_profile *l, const struct gprof_arc *a,
		      uint32_t epoch)
{
	uint32_t object;
	uint32_t node = program_at(j->p, l, a->from & GPROF_OUTER_FROM, epoch, false, &object);

	if (node != j->p->profiler)
		first_callers_add_outer(&j->firsts, j->p, l, node, a, epoch);
}

/* An arc whose 'from' is an offset in the counters of a module. */
static void add_cell(struct joining *j, const struct program_profile *l, const struct gprof_arc *a,
		     uint32_t epoch)
{
	struct program *p = j->p;
	uint32_t module = gp_map_get(&l->profile.module_at, a->module, 0);
	uint32_t object = module == GP_NONE ? GP_NONE : l->objects[module];
	uint32_t node, number, arc, at, to;
	struct cg_site site;
	uint64_t address;

	if (object == GP_NONE || !p->objects[object].present)
		return;
	address = p->objects[object].cg.counters +
		  (a->kind == GPROF_ARC_OUTER ? a->from & GPROF_OUTER_FROM : a->from);
	node = program_counter(p, object, address);
	if (a->kind == GPROF_ARC_INDIRECT) {
		if (node == GP_NONE)
			node = program_row(p, object);
		to = program_at(p, l, a->to, epoch, false, &at);
		if (to == p->profiler)
			return;
		arc = graph_arc(&p->graph, node, to, gp_count(a->count), 0);
		number = gp_map_get(&j->cells, address, object);
		if (number == GP_NONE)
			return;
		site = static_cg_site_numbered(&p->objects[object].cg, number);
		add_site(j, arc, &site, address, a->count);
		add_tail(p, &site, node, to);
		return;
	}
	if (node == GP_NONE)
		return;
	if (a->kind == GPROF_ARC_OUTER) {
		first_callers_add_outer(&j->firsts, p, l, node, a, epoch);
		return;
	}
	to = program_at(p, l, a->to - 1, epoch, false, &at);
	first_callers_add(&j->firsts, node, p->functions[to].instrumented ? GP_NONE : at);
}

static void add_arcs(struct joining *j, const struct program_profile *l)
{
	for (size_t i = 0; i < l->profile.narcs; i++) {
		const struct profile_table *t = &l->profile.arcs[i];
		const struct gprof_arc *slots = t->slots;

		for (size_t k = 0; k < t->n && program_profile_has_thread(l, t->thread); k++) {
			if (!slots[k].count)
				continue;
			if (slots[k].kind == GPROF_ARC_CALL)
				add_call(j, l, &slots[k], t->epoch);
			else if (slots[k].kind == GPROF_ARC_OUTER &&
				 slots[k].module == GPROF_NONE)
				add_outer(j, l, &slots[k], t->epoch);
			else if (slots[k].kind == GPROF_ARC_INDIRECT ||
				 slots[k].kind == GPROF_ARC_CALLER ||
				 slots[k].kind == GPROF_ARC_OUTER)
				add_cell(j, l, &slots[k], t->epoch);
		}
	}
}

/* Returns true if an indirect call had more targets than its cell has room for. */
static bool has_overflown(const struct program_profile *l)
{
	for (size_t i = 0; i < l->profile.narcs; i++) {
		const struct gprof_arc *slots = l->profile.arcs[i].slots;

		for (size_t k = 0; k < l->profile.arcs[i].n; k++)
			if (slots[k].count && slots[k].kind == GPROF_ARC_INDIRECT)
				return true;
	}
	return false;
}

void build_arcs(struct program *p, const struct join_options *options)
{
	struct joining j = { .p = p, .arcs = options->arcs, .sites = options->sites,
			     .lineless_sites = options->lineless_sites };

	for (size_t i = 0; i < p->nprofiles; i++)
		j.overflown |= has_overflown(&p->profiles[i]);
	for (size_t i = 0; i < p->nobjects; i++) {
		for (size_t k = 0; k < p->objects[i].cg.nfunctions; k++) {
			add_sites(&j, i, k);
			object_passed(&p->objects[i], k);
		}
		index_cells(&j, i);
	}
	for (size_t i = 0; i < p->nprofiles; i++)
		add_arcs(&j, &p->profiles[i]);
	first_callers_end(&j.firsts, p);
	gp_map_release(&j.cells);
}
