/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * program.c - see program.h.
 *
 * The order of program_join() matters: counters are summed first, since a
 * record whose text was dropped counts only if its counters do; names are
 * resolved when all records have nodes; a caller for spontaneous calls is
 * looked for when all counted calls are known.
 */
#include "program.h"
#include "spots.h"

#include <stdlib.h>
#include <string.h>

#define LONGEST 2.5 /* periods that an interval between two samples lasts at most */

static void have_no_nodes(struct program *p)
{
	p->unknown = GP_NONE;
	p->rest = GP_NONE;
	p->profiler = GP_NONE;
	p->kernel_node = GP_NONE;
}

void program_init(struct program *p)
{
	memset(p, 0, sizeof *p);
	have_no_nodes(p);
}

int program_open(struct program *p, const char *binary, struct gp_error *e)
{
	program_init(p);
	if (object_open(gp_push(p->objects, p->nobjects, p->objects_room), binary, e) < 0) {
		free(p->objects);
		memset(p, 0, sizeof *p);
		return -1;
	}
	return 0;
}

static void note(struct program *p, const char *text)
{
	*gp_push(p->notes, p->nnotes, p->notes_room) = gp_strdup(text);
}

/* Opens a file if it is the one that was profiled; -1, and 'other' is set if another is
   there. */
static int open_module(struct object *o, const char *path, const struct gprof_module *m,
		       bool *other)
{
	struct gp_error ignored;

	if (object_open(o, path, &ignored) < 0)
		return -1;
	/* Without build-ids a path is all that is known of a file. */
	free(o->path);
	o->path = gp_strdup(m->path);
	o->name = gp_basename(o->path);
	if (object_is_module(o, m))
		return 0;
	*other = true;
	object_close(o);
	return -1;
}

static int seek_module(struct program *p, struct object *o, const struct gprof_module *m,
		       bool *other)
{
	const struct files usual = { 0 }, *f = p->files ? p->files : &usual;
	char *path = files_place(f, m->path), *text;
	int rc = open_module(o, path, m, other);

	if (rc < 0 && *other && p->files && p->files->symfs) {
		text = gp_format("'%s' is another build than was profiled", path);
		note(p, text);
		free(text);
	}
	free(path);
	if (rc == 0 || !p->files)
		return rc;
	path = files_by_build_id(f, m->build_id, m->build_id_size);
	if (path)
		rc = open_module(o, path, m, other);
	free(path);
	return rc;
}

/* The object a module was loaded from, opened if it is the first time. */
static uint32_t find_object(struct program *p, const struct gprof_module *m)
{
	struct gp_error error;
	struct object *o;
	bool other = false;

	for (uint32_t i = 0; i < p->nobjects; i++)
		if (object_is_module(&p->objects[i], m))
			return i;
	o = gp_push(p->objects, p->nobjects, p->objects_room);
	if (m->path[0] == '/' && seek_module(p, o, m, &other) == 0) {
		/* Of other objects names are exported or not needed: no server is asked. */
		if (p->files && o->instrumented && object_find_names(o, p->files, &error) < 0)
			note(p, error.text);
	} else {
		object_absent(o, m->path);
		o->changed = other || m->flags & GPROF_MODULE_INSTRUMENTED;
	}
	return p->nobjects - 1;
}

void program_use_files(struct program *p, const struct files *files)
{
	struct gp_error error;

	p->files = files;
	for (size_t i = 0; i < p->nobjects; i++) {
		struct object *o = &p->objects[i];

		if (o->present && object_find_names(o, files, &error) < 0)
			note(p, error.text);
	}
}

int program_add(struct program *p, struct profile *profile, struct gp_error *e)
{
	struct loaded *l = gp_push(p->loaded, p->nloaded, p->loaded_room);

	l->profile = *profile;
	memset(profile, 0, sizeof *profile);
	l->first_thread = p->nloaded < 2 ? 0 : l[-1].first_thread + l[-1].profile.nthreads;
	l->objects = gp_alloc(l->profile.nmodules, sizeof *l->objects);
	for (size_t i = 0; i < l->profile.nmodules; i++)
		l->objects[i] = find_object(p, l->profile.modules[i]);
	for (size_t i = 0; i < l->profile.nblocks; i++) {
		const struct profile_block *b = &l->profile.blocks[i];
		struct object *o = &p->objects[l->objects[b->module]];

		if (o->present && !o->instrumented)
			return object_bare(o->name, e);
		if (o->present && b->nwords != o->cg.ncounters)
			return gp_fail(e, "'%s' is damaged: it has %zu counters of '%s', not %llu",
				       l->profile.path, b->nwords, o->name,
				       (unsigned long long)o->cg.ncounters);
		if (o->present && !o->words)
			o->words = gp_alloc(o->cg.ncounters, sizeof *o->words);
	}
	return 0;
}

/* ------------------------------------------------------------------ */

static void sum_blocks(struct program *p, const struct loaded *l)
{
	for (size_t i = 0; i < l->profile.nblocks; i++) {
		const struct profile_block *b = &l->profile.blocks[i];
		struct object *o = &p->objects[l->objects[b->module]];

		if (!loaded_has_thread(l, b->thread))
			continue;
		if (!o->present) {
			p->uncounted++;
			continue;
		}
		for (size_t k = 0; k < b->nwords; k++)
			o->words[k] += b->words[k];
	}
}

/* NULL: nothing was counted. */
static uint64_t *run_of(const struct object *o, const struct cg_function *f)
{
	return f->counters && o->words ? o->words + (f->counters - o->cg.counters) / 8 : NULL;
}

/* Whether the linker left the function out of the program. */
static bool is_dropped(const struct object *o, const struct cg_function *f)
{
	const uint64_t *run = run_of(o, f);

	if (f->text)
		return false;
	for (uint32_t i = 0; run && i < f->ncounters; i++)
		if (run[i])
			return false;
	return true;
}

static uint32_t node_flags(const struct cg_function *f)
{
	if (f->flags & GPROF_FN_SKIPPED)
		return NODE_OPAQUE | NODE_DERIVED;
	return f->flags & GPROF_FN_DERIVED ? NODE_DERIVED : 0;
}

/* The node of a record: a new one, or that of another copy of the function. */
static uint32_t record_node(struct program *p, uint32_t object, const struct cg_function *f)
{
	struct object *o = &p->objects[object];
	struct gp_names *names = f->flags & GPROF_FN_LOCAL ? &o->local_names : &o->by_name;
	int created;
	uint32_t *at = gp_names_put(names, f->name, &created), node;

	if (!created && f->flags & GPROF_FN_LINKONCE)
		return *at;
	if (!created && names == &o->by_name) /* what the name meant so far */
		gp_map_release(&o->resolved_at);
	node = *at = program_node(p, f->name, object, node_flags(f));
	p->functions[node].file = f->file;
	p->functions[node].line = f->line;
	p->functions[node].record = true;
	p->functions[node].instrumented = !(f->flags & GPROF_FN_SKIPPED);
	if (names == &o->by_name)
		program_resolves(p, object, f->name, node);
	return node;
}

static void add_counter(struct object *o, uint64_t address, uint32_t node)
{
	*gp_push(o->counters, o->ncounters, o->counters_room) = (struct numbered){ address, node };
}

static void add_record(struct program *p, uint32_t object, uint32_t function)
{
	struct object *o = &p->objects[object];
	struct cg_function *f = &o->cg.functions[function];
	uint32_t node, symbol;

	if (!o->cg.has_fn) {
		symbol = elfobj_symbol_named(&o->elf, f->name);
		f->text = symbol == GP_NONE ? 0 : o->elf.symbols[symbol].address;
	}
	o->nodes[function] = GP_NONE;
	if (is_dropped(o, f))
		return;
	node = o->nodes[function] = record_node(p, object, f);
	if (!p->functions[node].address)
		p->functions[node].address = f->text;
	if (f->counters)
		add_counter(o, f->counters, node);
	if (run_of(o, f) && f->ncounters && !(p->graph.nodes[node].flags & NODE_DERIVED))
		p->graph.nodes[node].entries += *run_of(o, f);
	if (f->text) {
		*gp_push(o->extents, o->nextents, o->extents_room) =
			(struct extent){ .start = f->text, .node = node };
	}
}

static int by_start(const void *x, const void *y, void *unused)
{
	const struct extent *a = x, *b = y;

	(void)unused;
	return a->start < b->start ? -1 : a->start > b->start;
}

static uint64_t section_end(const struct object *o, uint64_t address)
{
	const struct elf_section *s = elfobj_section_at(&o->elf, address);

	return s ? s->address + s->size : address;
}

/* Where functions end: by symbol, else by unwind table, else at the next. */
static void end_extents(struct object *o)
{
	gp_sort(o->extents, o->nextents, sizeof *o->extents, by_start, NULL);
	for (size_t i = 0; i < o->nextents; i++) {
		struct extent *x = &o->extents[i];
		uint64_t limit = i + 1 < o->nextents ? x[1].start : section_end(o, x->start);
		const struct elf_symbol *s = elfobj_symbol_at(&o->elf, x->start);

		if (s && s->address == x->start && s->size)
			x->end = x->start + s->size;
		else
			x->end = elfobj_code_end(&o->elf, x->start);
		if (x->end <= x->start)
			x->end = limit;
	}
}

static void add_cells(struct object *o)
{
	for (size_t i = 0; i < o->cg.nfunctions; i++) {
		const struct cg_function *f = &o->cg.functions[i];

		for (uint32_t k = 0; f->counters && k < f->nsites; k++) {
			const struct cg_site *s = &o->cg.sites[f->first_site + k];

			if (s->kind == GPROF_SITE_INDIRECT && s->counter != GPROF_NO_COUNTER)
				add_counter(o, f->counters + 8 * (uint64_t)s->counter, o->nodes[i]);
		}
	}
}

static void add_records(struct program *p, uint32_t object)
{
	struct object *o = &p->objects[object];

	o->extents = gp_reserve(o->extents, &o->extents_room, o->cg.nfunctions,
				sizeof *o->extents);
	gp_names_reserve(&o->by_name, o->cg.nfunctions);
	o->counters = gp_reserve(o->counters, &o->counters_room, o->cg.nfunctions,
				 sizeof *o->counters);
	gp_map_reserve(&o->resolved_at, o->cg.nfunctions);
	for (size_t i = 0; i < o->cg.nfunctions; i++)
		add_record(p, object, i);
	add_cells(o);
	order_by_number(o->counters, o->ncounters);
	end_extents(o);
}

/* ------------------------------------------------------------------ */

#define AHEAD 16 /* call sites: what they call is fetched before it is asked for */

struct joining {
	struct program *p;
	enum static_arcs arcs;
	bool sites; /* are wanted */
	bool bare_sites;
	struct gp_map cells; /* (address, object) -> its sites; if they are wanted */
};

static uint32_t callee_of(struct program *p, uint32_t object, const struct cg_site *s)
{
	if (s->flags & GPROF_SITE_BY_COUNTER)
		return program_counter(p, object, s->callee_word);
	return s->callee ? program_resolve(p, object, s->callee) : GP_NONE;
}

static void add_site(struct joining *j, uint32_t arc, const struct cg_site *s, uint64_t counter,
		     uint64_t count)
{
	struct program *p = j->p;

	if (j->sites && count && (s->line || j->bare_sites))
		*gp_push(p->sites, p->nsites, p->sites_room) = (struct call_site){
			.arc = arc, .line = s->line, .file = s->file, .inlined = s->inlined,
			.calls = count, .counter = counter };
}

static void add_direct(struct joining *j, uint32_t object, const struct cg_function *f,
		       uint32_t from, const struct cg_site *s)
{
	struct object *o = &j->p->objects[object];
	uint64_t count = 0;
	uint32_t to, arc;

	if (s->kind == GPROF_SITE_DIRECT && s->counter != GPROF_NO_COUNTER && run_of(o, f))
		count = run_of(o, f)[s->counter];
	if (!count && j->arcs == STATIC_OFF)
		return;
	to = callee_of(j->p, object, s);
	if (to == GP_NONE && count)
		to = program_row(j->p, object);
	if (to == GP_NONE)
		return;
	arc = graph_arc(&j->p->graph, from, to, count, 0);
	add_site(j, arc, s, f->counters + 8 * (uint64_t)s->counter, count);
	if (count && s->flags & GPROF_SITE_TAIL)
		*gp_push(j->p->tails, j->p->ntails, j->p->tails_room) =
			(struct tail_call){ from, to };
}

static void add_callback(struct joining *j, uint32_t object, const struct cg_function *f,
			 const struct cg_site *s)
{
	const struct object *o = &j->p->objects[object];
	uint32_t function = callee_of(j->p, object, s), external;

	if (function == GP_NONE || s->counter == GPROF_NO_COUNTER)
		return;
	external = callee_of(j->p, object, &o->cg.sites[f->first_site + s->counter]);
	if (external == GP_NONE)
		return;
	*gp_push(j->p->callbacks, j->p->ncallbacks, j->p->callbacks_room) =
		(struct callback){ function, external };
	if (j->arcs == STATIC_MAY)
		graph_arc(&j->p->graph, external, function, 0, ARC_CALLBACK);
}

static void add_may(struct joining *j, uint32_t object, uint32_t from, const struct cg_site *s)
{
	uint32_t to = j->arcs == STATIC_OFF ? GP_NONE : callee_of(j->p, object, s);

	if (to != GP_NONE)
		graph_arc(&j->p->graph, from, to, 0, ARC_MAY);
}

/* Targets kept in the cells of an indirect site, one per block. */
static void add_cell_words(struct joining *j, const struct loaded *l,
			   const struct profile_block *b, uint64_t cell, uint32_t from,
			   const struct cg_site *s)
{
	uint64_t counters = j->p->objects[l->objects[b->module]].cg.counters;
	uint32_t ignored, to, arc;

	for (unsigned i = 0; i < GPROF_CELL_WORDS; i += 2) {
		if (!b->words[cell + i + 1])
			continue;
		to = program_at(j->p, l, b->stored[cell + i], b->epoch, false, &ignored);
		arc = graph_arc(&j->p->graph, from, to, b->words[cell + i + 1], 0);
		add_site(j, arc, s, counters + 8 * cell, b->words[cell + i + 1]);
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
	for (size_t i = 0; i < p->nloaded; i++) {
		const struct loaded *l = &p->loaded[i];

		for (size_t k = 0; k < l->profile.nblocks; k++) {
			const struct profile_block *b = &l->profile.blocks[k];

			if (l->objects[b->module] != object || !loaded_has_thread(l, b->thread))
				continue;
			add_cell_words(j, l, b, cell, from, s);
		}
	}
}

static void add_sites(struct joining *j, uint32_t object, uint32_t function)
{
	const struct object *o = &j->p->objects[object];
	const struct cg_function *f = &o->cg.functions[function];
	uint32_t from = o->nodes[function];

	if (from == GP_NONE)
		return;
	for (uint32_t i = 0; i < f->nsites; i++) {
		const struct cg_site *s = &o->cg.sites[f->first_site + i];

		if (f->first_site + i + AHEAD < o->cg.nsites)
			gp_map_expect(&o->resolved_at, (uintptr_t)s[AHEAD].callee, 0);
		if (s->kind == GPROF_SITE_DIRECT || s->kind == GPROF_SITE_ASM)
			add_direct(j, object, f, from, s);
		else if (s->kind == GPROF_SITE_INDIRECT)
			add_indirect(j, object, f, from, s);
		else if (s->kind == GPROF_SITE_CALLBACK)
			add_callback(j, object, f, s);
		else if (s->kind == GPROF_SITE_MAY)
			add_may(j, object, from, s);
	}
}

/* ------------------------------------------------------------------ */

/* Sites by their cell, for calls whose targets did not fit in it. */
static void index_cells(struct joining *j, uint32_t object)
{
	const struct static_cg *cg = &j->p->objects[object].cg;
	int created;

	for (size_t i = 0; j->sites && i < cg->nfunctions; i++) {
		const struct cg_function *f = &cg->functions[i];

		for (uint32_t k = 0; f->counters && k < f->nsites; k++) {
			const struct cg_site *s = &cg->sites[f->first_site + k];

			if (s->kind == GPROF_SITE_INDIRECT && s->counter != GPROF_NO_COUNTER)
				*gp_map_put(&j->cells, f->counters + 8 * (uint64_t)s->counter,
					    object, &created) = f->first_site + k;
		}
	}
}

static void add_caller(struct joining *j, uint32_t function, uint32_t object)
{
	*gp_push(j->p->callers, j->p->ncallers, j->p->callers_room) =
		(struct caller){ function, object };
}

/* A call that is known by where it returns to. */
static void add_returned(struct joining *j, uint32_t arc, const struct loaded *l,
			 const struct gprof_arc *a, uint32_t epoch)
{
	uint32_t module = profile_module_of(&l->profile, a->from - 1, epoch);
	struct program *p = j->p;

	if (j->bare_sites)
		*gp_push(p->sites, p->nsites, p->sites_room) = (struct call_site){
			.arc = arc, .calls = a->count,
			.address = profile_file_address(&l->profile, module, a->from) };
}

/* mode=call: both ends are addresses. */
static void add_call(struct joining *j, const struct loaded *l, const struct gprof_arc *a,
		     uint32_t epoch)
{
	struct program *p = j->p;
	uint32_t object, from, to;

	to = program_at(p, l, a->to, epoch, false, &object);
	if (!(p->graph.nodes[to].flags & NODE_DERIVED))
		p->graph.nodes[to].entries += a->count;
	from = program_at(p, l, a->from - 1, epoch, false, &object);
	if (p->functions[from].instrumented)
		add_returned(j, graph_arc(&p->graph, from, to, a->count, 0), l, a, epoch);
	else if (object != GP_NONE)
		add_caller(j, to, object);
}

/* An arc whose 'from' is an offset in the counters of a module. */
static void add_cell(struct joining *j, const struct loaded *l, const struct gprof_arc *a,
		     uint32_t epoch)
{
	struct program *p = j->p;
	uint32_t module = gp_map_get(&l->profile.module_at, a->module, 0);
	uint32_t object = module == GP_NONE ? GP_NONE : l->objects[module], node, site, arc, at;
	uint64_t address;

	if (object == GP_NONE || !p->objects[object].present)
		return;
	address = p->objects[object].cg.counters + a->from;
	node = program_counter(p, object, address);
	if (a->kind == GPROF_ARC_INDIRECT) {
		if (node == GP_NONE)
			node = program_row(p, object);
		arc = graph_arc(&p->graph, node, program_at(p, l, a->to, epoch, false, &at),
				a->count, 0);
		site = gp_map_get(&j->cells, address, object);
		if (site != GP_NONE)
			add_site(j, arc, &p->objects[object].cg.sites[site], address, a->count);
		return;
	}
	program_at(p, l, a->to - 1, epoch, false, &at);
	if (node != GP_NONE)
		add_caller(j, node, at);
}

static void add_arcs(struct joining *j, const struct loaded *l)
{
	for (size_t i = 0; i < l->profile.narcs; i++) {
		const struct profile_table *t = &l->profile.arcs[i];
		const struct gprof_arc *slots = t->slots;

		for (size_t k = 0; k < t->n && loaded_has_thread(l, t->thread); k++) {
			if (!slots[k].count)
				continue;
			if (slots[k].kind == GPROF_ARC_CALL)
				add_call(j, l, &slots[k], t->epoch);
			else if (slots[k].kind == GPROF_ARC_INDIRECT ||
				 slots[k].kind == GPROF_ARC_CALLER)
				add_cell(j, l, &slots[k], t->epoch);
		}
	}
}

/* The time that taking samples took is in no sample: a row of its own.  How much of
   it is of a part of a run is not known; it is a part of the rest then. */
static void gather_own(struct program *p)
{
	for (size_t i = 0; i < p->nloaded; i++) {
		const struct loaded *l = &p->loaded[i];

		for (size_t k = 0; k < l->profile.nthreads && !l->profile.part.cut; k++)
			if (loaded_has_thread(l, k))
				p->own += l->profile.threads[k]->handler_ns;
	}
}

/* Of all threads of a profile, together. */
static double after_last(const struct profile *profile)
{
	double threads = 0;

	for (size_t i = 0; i < profile->nthreads; i++)
		threads += profile->threads[i]->threads;
	return LONGEST * profile->head.period_ns * threads;
}

static void gather_used(struct program *p)
{
	p->used_known = true;
	for (size_t i = 0; i < p->nloaded; i++) {
		const struct gprof_file_header *h = &p->loaded[i].profile.head;
		const struct profile_part *part = &p->loaded[i].profile.part;

		if ((part->cut ? !part->timed : !h->end_ns) || p->loaded[i].left_out)
			p->used_known = false;
		p->after_last += after_last(&p->loaded[i].profile);
		p->used += part->cut ? (double)part->cpu_ns
				     : (double)h->user_ns + (double)h->system_ns;
	}
}

/* ------------------------------------------------------------------ */

/*
 * Threads that may have been between the count of a call and that of its entry.  Of a part
 * that has no beginning of its own nothing is: what arrived in it and was called before is
 * in it too, and sums over parts are exact as long as neither is made up for.
 */
static int64_t may_be_late(const struct profile *p)
{
	int64_t n = 0;

	if (p->part.torn)
		return 0;
	if (p->live)
		return INT64_MAX / 2;
	for (size_t i = 0; i < p->nthreads; i++)
		n += profile_process(p, GPROF_PROCESS_COUNT) ? p->threads[i]->threads : 1;
	return p->head.end_ns && n ? n - 1 : n;
}

/* What is asked for is a guess that need not hold; memory that is not used costs nothing. */
static void reserve(struct program *p)
{
	size_t nodes = 1024, arcs = 1024;

	for (size_t i = 0; i < p->nobjects; i++) {
		nodes += p->objects[i].cg.nfunctions + p->objects[i].cg.nfunctions / 4;
		arcs += p->objects[i].cg.nsites;
	}
	graph_reserve(&p->graph, nodes, arcs);
	p->functions = gp_reserve(p->functions, &p->functions_room, nodes, sizeof *p->functions);
}

/* The executable among the objects; without profiles the first. */
static uint32_t find_executable(const struct program *p)
{
	for (size_t i = 0; i < p->nloaded; i++) {
		const struct loaded *l = &p->loaded[i];

		for (size_t k = 0; k < l->profile.nmodules; k++)
			if (l->profile.modules[k]->flags & GPROF_MODULE_MAIN)
				return l->objects[k];
	}
	return 0;
}

static void add_late(struct program *p, const struct profile *profile)
{
	int64_t late = may_be_late(profile);

	if (late > INT64_MAX / 4 || p->graph.may_be_late > INT64_MAX / 4)
		p->graph.may_be_late = INT64_MAX / 2;
	else
		p->graph.may_be_late += late;
}

void program_gather(struct program *p, const struct join_options *options)
{
	struct joining j = { .p = p, .arcs = options->arcs, .sites = options->sites,
			     .bare_sites = options->bare_sites };

	for (size_t i = 0; i < p->nloaded; i++) {
		sum_blocks(p, &p->loaded[i]);
		add_late(p, &p->loaded[i].profile);
	}
	reserve(p);
	for (size_t i = 0; i < p->nobjects; i++)
		if (p->objects[i].instrumented)
			add_records(p, i);
	for (size_t i = 0; i < p->nobjects; i++) {
		for (size_t k = 0; k < p->objects[i].cg.nfunctions; k++)
			add_sites(&j, i, k);
		index_cells(&j, i);
	}
	for (size_t i = 0; i < p->nloaded; i++) {
		add_arcs(&j, &p->loaded[i]);
		contexts_add(&p->contexts, p, &p->loaded[i]);
	}
	for (size_t i = 0; i < p->nloaded; i++)
		spots_read(&p->spots, p, &p->loaded[i], options);
	gather_own(p);
	gather_used(p);
	p->executable = find_executable(p);
	gp_map_release(&j.cells);
}

void program_forget(struct program *p)
{
	struct program kept = { .files = p->files, .notes = p->notes, .nnotes = p->nnotes };

	kept.notes_room = p->notes_room;
	kept.objects = p->objects;
	kept.nobjects = p->nobjects;
	kept.objects_room = p->objects_room;
	for (size_t i = 0; i < p->nloaded; i++) {
		profile_release(&p->loaded[i].profile);
		free(p->loaded[i].objects);
		free(p->loaded[i].contexts);
		free(p->loaded[i].left_out);
	}
	for (size_t i = 0; i < p->nobjects; i++)
		object_forget(&p->objects[i]);
	for (size_t i = 0; i < p->nstrings; i++)
		free(p->strings[i]);
	graph_release(&p->graph);
	gp_names_release(&p->undefined);
	contexts_release(&p->contexts);
	calltree_release(&p->calls);
	free(p->tails);
	free(p->sites);
	free(p->callbacks);
	free(p->callers);
	spots_release(&p->spots);
	free(p->loaded);
	free(p->functions);
	free(p->strings);
	*p = kept;
	have_no_nodes(p);
}

void program_close(struct program *p)
{
	program_forget(p);
	for (size_t i = 0; i < p->nobjects; i++)
		object_close(&p->objects[i]);
	for (size_t i = 0; i < p->nnotes; i++)
		free(p->notes[i]);
	free(p->notes);
	free(p->objects);
	memset(p, 0, sizeof *p);
}
