/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * annotation.c - see annotation.h: functions, places, and own time.
 */
#include "annotate/annotation.h"
#include "analysis/samples.h"
#include "executions/outlined_code.h"
#include "text/demangle.h"

#include <stdlib.h>
#include <string.h>

void annotation_init(struct annotation *a, const struct program *p, const struct choice *choice,
		     bool by_instruction)
{
	memset(a, 0, sizeof *a);
	a->p = p;
	a->choice = choice;
	a->by_instruction = by_instruction;
	scopes_init(&a->scopes, p);
}

/* ------------------------------------------------------------------ */

static uint32_t place_of(struct annotation *a, uint32_t file, uint64_t at, bool near)
{
	int created;
	uint32_t *place = gp_map_put(&a->place_at, (uint64_t)near << 32 | file, at, &created);

	if (created) {
		*place = a->nplaces;
		*gp_push(a->places, a->nplaces, a->places_room) =
			(struct annotate_place){ file, at, near };
	}
	return *place;
}

/* ------------------------------------------------------------------ */

static void know(struct annotation *a, const char *linkage, uint32_t function)
{
	int created;
	uint32_t *at = gp_names_put(&a->linkages, linkage, &created);

	if (created)
		*at = function;
}

/* A name without the class or namespace around it, as line tables alone have it; to be freed. */
static char *bare_key(uint32_t file, uint32_t line, const char *base)
{
	const char *last = strrchr(base, ':');

	return gp_format("%u:%u: %s", file, line, last ? last + 1 : base);
}

/* The first of its place is found by its bare name, too. */
static void know_bare(struct annotation *a, uint32_t function, const char *base)
{
	const struct annotate_function *f = &a->functions[function];
	char *key;
	int created;
	uint32_t *at;

	if (f->file == GP_NONE || !f->line)
		return;
	key = bare_key(f->file, f->line, base);
	at = gp_names_put(&a->function_names, key, &created);
	if (!created) {
		free(key);
		return;
	}
	*gp_push(a->keys, a->nkeys, a->keys_room) = key;
	*at = function;
}

/* Instances of one template have file, line and name in common. */
static uint32_t function_of(struct annotation *a, const char *linkage, const char *path,
			    uint32_t line)
{
	uint32_t file = path_number(&a->files, path), *at, number;
	char *base = demangle_as(linkage, NAMES_BASE), *key;
	int created;

	if (file == GP_NONE || !line)
		key = gp_strdup(linkage);
	else
		key = gp_format("%u:%u:%s", file, line, base);
	at = gp_names_put(&a->function_names, key, &created);
	number = created ? a->nfunctions : *at;
	if (created) {
		*at = number;
		*gp_push(a->keys, a->nkeys, a->keys_room) = key;
		*gp_push(a->functions, a->nfunctions, a->functions_room) =
			(struct annotate_function){ .name = linkage, .file = file, .line = line,
						    .node = GP_NONE, .object = GP_NONE };
		know_bare(a, number, base);
	} else {
		free(key);
	}
	free(base);
	know(a, linkage, number);
	return number;
}

static uint32_t of_scope(struct annotation *a, uint32_t scope)
{
	const struct scope_function *f = &a->scopes.functions[scope];
	size_t n = a->nof_scope;

	a->of_scope = gp_grow(a->of_scope, &a->nof_scope, scope + 1, sizeof *a->of_scope);
	for (; n < a->nof_scope; n++)
		a->of_scope[n] = GP_NONE;
	if (a->of_scope[scope] == GP_NONE)
		a->of_scope[scope] = function_of(a, f->linkage, f->file, f->line);
	return a->of_scope[scope];
}

void annotation_add_scopes(struct annotation *a)
{
	for (size_t i = 0; i < a->scopes.nfunctions; i++)
		of_scope(a, i);
}

uint32_t annotation_source_function(struct annotation *a, const struct source_function *f)
{
	uint32_t known = gp_names_get(&a->linkages, f->linkage);
	char *key;

	if (known == GP_NONE && strncmp(f->linkage, "_Z", 2) && f->file && f->line) {
		key = bare_key(path_number(&a->files, f->file), f->line, f->linkage);
		known = gp_names_get(&a->function_names, key);
		free(key);
	}
	return known == GP_NONE ? function_of(a, f->linkage, f->file, f->line) : known;
}

uint32_t annotation_line(struct annotation *a, const char *path, uint32_t line)
{
	return place_of(a, line ? path_number(&a->files, path) : GP_NONE, path ? line : 0, false);
}

uint32_t annotation_address(struct annotation *a, uint32_t object, uint64_t address)
{
	return place_of(a, object, address, false);
}

static uint32_t make_function(struct annotation *a, uint32_t node)
{
	const struct function *f = &a->p->functions[node];
	const char *name = a->p->graph.nodes[node].name;
	struct scope_level levels[SCOPES_MOST];
	const struct scope_function *written;
	size_t n = 0;

	if (a->by_instruction)
		return function_of(a, name, f->file, f->line);
	if (f->address)
		n = scopes_at(&a->scopes, f->object, f->address, levels);
	if (!n || levels[n - 1].function == GP_NONE)
		return function_of(a, name, f->file, f->line);
	written = &a->scopes.functions[levels[n - 1].function];
	if (strcmp(written->linkage, name))
		return function_of(a, name, written->file ? written->file : f->file,
				   written->line ? written->line : f->line);
	return of_scope(a, levels[n - 1].function);
}

uint32_t annotation_find_function(const struct annotation *a, uint32_t node)
{
	return node < a->nnodes ? a->of_node[node] : GP_NONE;
}

static void take_in_nodes(struct annotation *a)
{
	size_t n = a->p->graph.nnodes;
	uint32_t *of_node = gp_alloc(n, sizeof *of_node);

	for (size_t i = 0; i < n; i++)
		of_node[i] = annotation_find_function(a, i);
	free(a->of_node);
	a->of_node = of_node;
	a->nnodes = n;
}

uint32_t annotation_function(struct annotation *a, uint32_t node)
{
	struct annotate_function *f;

	if (node >= a->nnodes)
		take_in_nodes(a);
	if (a->of_node[node] != GP_NONE)
		return a->of_node[node];
	if (a->by_instruction) {
		const struct function *g = &a->p->functions[node];

		a->of_node[node] = a->nfunctions;
		*gp_push(a->functions, a->nfunctions, a->functions_room) =
			(struct annotate_function){ .name = a->p->graph.nodes[node].name,
						    .file = path_number(&a->files, g->file),
						    .line = g->line,
						    .node = GP_NONE, .object = GP_NONE };
	} else {
		a->of_node[node] = make_function(a, node);
	}
	f = &a->functions[a->of_node[node]];
	if (!f->instances++) {
		f->node = node;
		f->object = a->p->functions[node].object;
	}
	return a->of_node[node];
}

/* ------------------------------------------------------------------ */

static void add_level(struct annotation *a, struct annotate_level level)
{
	*gp_push(a->levels, a->nlevels, a->levels_room) = level;
}

static void add_levels(struct annotation *a, uint32_t node, uint32_t object, uint64_t address)
{
	uint32_t outermost = annotation_function(a, node);
	struct scope_level levels[SCOPES_MOST];
	size_t n = a->by_instruction ? 0 : scopes_at(&a->scopes, object, address, levels);

	if (a->by_instruction)
		add_level(a, (struct annotate_level){
			  outermost, place_of(a, object, address, false), GP_NONE, 0, 0 });
	else if (!n)
		add_level(a, (struct annotate_level){
			  outermost, annotation_line(a, NULL, 0), GP_NONE, 0, 0 });
	for (size_t i = 0; i < n; i++) {
		bool last = i + 1 == n || levels[i].function == GP_NONE;
		uint32_t function = last ? outermost : of_scope(a, levels[i].function), place;

		if (a->functions[function].object == GP_NONE)
			a->functions[function].object = object;
		place = levels[i].near ? place_of(a, path_number(&a->files, levels[i].file),
						  levels[i].line, true)
				       : annotation_line(a, levels[i].file, levels[i].line);
		add_level(a, (struct annotate_level){
			  function, place, levels[i].function, levels[i].copy, 0 });
		if (last)
			break;
	}
}

const struct annotate_level *annotation_levels(struct annotation *a, uint32_t node,
					       uint32_t object, uint64_t address, size_t *n)
{
	int created;
	uint32_t *at = gp_map_put(&a->frame_at, (uint64_t)object << 32 | node, address, &created);
	uint32_t frame = *at, first = a->nlevels;

	if (created) {
		frame = *at = a->nframes;
		gp_push(a->frames, a->nframes, a->frames_room);
		add_levels(a, node, object, address);
		a->frames[frame].first = first;
		a->frames[frame].n = a->nlevels - first;
	}
	*n = a->frames[frame].n;
	return a->levels + a->frames[frame].first;
}

static uint64_t row_key(enum row_kind kind, enum code_class class, uint32_t callee)
{
	return (uint64_t)kind << 40 | (uint64_t)class << 32 | callee;
}

uint32_t annotation_find_row(const struct annotation *a, const struct annotate_level *at,
			     enum row_kind kind, enum code_class class, uint32_t callee)
{
	return gp_map_get(&a->row_at, (uint64_t)at->function << 32 | at->place,
			  row_key(kind, class, callee));
}

struct annotate_row *annotation_row(struct annotation *a, const struct annotate_level *at,
				    enum row_kind kind, enum code_class class, uint32_t callee)
{
	int created;
	uint32_t *row = gp_map_put(&a->row_at, (uint64_t)at->function << 32 | at->place,
				   row_key(kind, class, callee), &created);

	if (created) {
		*row = a->nrows;
		*gp_push(a->rows, a->nrows, a->rows_room) = (struct annotate_row){
			.function = at->function, .place = at->place, .callee = callee,
			.kind = kind, .class = class };
	}
	return &a->rows[*row];
}

/* ------------------------------------------------------------------ */

static void add(struct annotate_row *row, const struct program *p, const struct spot *spot)
{
	struct weight w = spot_weight(p, spot, spot->weight);

	row->weight += spot->weight;
	row->samples += spot->samples;
	row->squares += w.squares;
	row->usual += w.usual;
}

static void add_to_function(struct annotation *a, const struct annotate_row *row,
			    const struct spot *spot, bool elsewhere)
{
	struct annotate_function *f = &a->functions[row->function];

	f->by_class[row->class] += spot->weight;
	f->samples_by_class[row->class] += spot->samples;
	if (row->kind == ROW_INLINED) {
		f->inlined += spot->weight;
		return;
	}
	f->own += spot->weight;
	f->own_samples += spot->samples;
	f->elsewhere += elsewhere ? spot->weight : 0;
	if (a->places[row->place].at)
		a->lines += spot->weight;
	else
		a->no_lines += spot->weight;
}

/* What a call of a library's led to: as the instruction says, else as the stack does. */
static uint32_t library_callee(struct annotation *a, const struct spot *spot,
			       const struct class_place *at)
{
	const struct program *p = a->p;
	uint32_t x = spot->context, callee, entry = GP_NONE;

	while (x != GP_NONE && p->contexts.items[x].node != at->node) {
		entry = x;
		x = p->contexts.items[x].caller;
	}
	callee = x == GP_NONE ? GP_NONE : p->contexts.items[x].callee;
	if (callee == GP_NONE)
		callee = charge_called(p, at->node, spot,
				       entry == GP_NONE ? NULL : &p->contexts.items[entry]);
	return callee == GP_NONE ? spot->node : callee;
}

void annotation_want_chains(struct annotation *a)
{
	a->chain_of = gp_alloc(a->p->spots.n, sizeof *a->chain_of);
	for (size_t i = 0; i < a->p->spots.n; i++)
		a->chain_of[i] = GP_NONE;
}

/* The chain of rows, the innermost first. */
static uint32_t chain_of(struct annotation *a, const uint32_t *rows, size_t n)
{
	uint32_t chain = GP_NONE, *at;
	int created;

	while (n--) {
		at = gp_map_put(&a->chain_at, chain, rows[n], &created);
		if (created) {
			*at = a->nchains;
			*gp_push(a->chains, a->nchains, a->chains_room) =
				(struct annotate_inline_chain){ rows[n], chain };
		}
		chain = *at;
	}
	return chain;
}

static void add_spot(struct annotation *a, struct classes *classes, const struct spot *spot)
{
	struct class_place at;
	enum code_class class = classes_of_spot(classes, spot, &at);
	const struct annotate_level *levels;
	uint32_t callee = GP_NONE, rows[SCOPES_MOST];
	size_t n, first;

	if (at.node == a->p->profiler) {
		a->ours += spot->weight;
		return;
	}
	if (program_is_object_row(a->p, at.node)) {
		a->outside += spot->weight;
		return;
	}
	if (at.below && class != CLASS_M)
		callee = library_callee(a, spot, &at);
	levels = annotation_levels(a, at.node, at.object, at.address, &n);
	first = levels - a->levels;
	for (size_t i = 0; i < n; i++) {
		struct annotate_level level = a->levels[first + i];
		struct annotate_row *row;

		if (i)
			callee = a->levels[first + i - 1].function;
		row = annotation_row(a, &level, i ? ROW_INLINED : ROW_OWN, class, callee);
		rows[i] = row - a->rows;
		add(row, a->p, spot);
		add_to_function(a, row, spot, n > 1);
	}
	if (a->chain_of)
		a->chain_of[spot - a->p->spots.items] = chain_of(a, rows, n);
}

void annotation_collect(struct annotation *a)
{
	struct classes classes;

	classes_init(&classes, a->p);
	for (size_t i = 0; i < a->p->spots.n; i++)
		if (a->p->spots.items[i].weight)
			add_spot(a, &classes, &a->p->spots.items[i]);
	classes_release(&classes);
	annotation_stacks(a);
}

/* ------------------------------------------------------------------ */

void annotation_extent(struct annotation *a, uint32_t function, uint32_t *first, uint32_t *last)
{
	const struct annotate_function *f = &a->functions[function];

	for (size_t i = 0; i < a->scopes.nunits && f->file != GP_NONE; i++) {
		const struct scope_unit *unit = &a->scopes.units[i];

		for (size_t k = 0; k < unit->n; k++) {
			uint32_t scope = unit->items[k].function;

			if (scope < a->nof_scope && a->of_scope[scope] == function)
				scopes_extent(&a->scopes, unit, k, first, last);
		}
	}
}

static void add_range(struct annotate_range **ranges, size_t *n, size_t *room, uint64_t start,
		      uint64_t end)
{
	for (size_t i = 0; i < *n; i++)
		if (start < (*ranges)[i].end && end > (*ranges)[i].start)
			return;
	if (start < end)
		*gp_push(*ranges, *n, *room) = (struct annotate_range){ start, end };
}

static int by_start(const void *x, const void *y, void *unused)
{
	const struct annotate_range *a = x, *b = y;

	(void)unused;
	return a->start < b->start ? -1 : a->start > b->start;
}

struct ranges {
	struct annotate_range *items;
	size_t n, room;
};

static void add_outlined(void *ranges, uint64_t start, uint64_t end, struct block_count unused)
{
	struct ranges *r = ranges;

	(void)unused;
	add_range(&r->items, &r->n, &r->room, start, end);
}

/* By the function's record, and where it has none, or parts of it are elsewhere, by symbol. */
struct annotate_range *annotation_ranges(const struct annotation *a, uint32_t function, size_t *n)
{
	const struct annotate_function *f = &a->functions[function];
	const struct object *o = &a->p->objects[f->object];
	struct ranges r = { 0 };
	const struct elf_symbol *s;

	for (size_t i = 0; i < o->nextents; i++)
		if (o->extents[i].node == f->node)
			add_range(&r.items, &r.n, &r.room, o->extents[i].start, o->extents[i].end);
	s = elfobj_symbol_at(&o->elf, a->p->functions[f->node].address);
	if (!r.n && s)
		add_range(&r.items, &r.n, &r.room, s->address, s->address + s->size);
	for (size_t i = 0; i < a->nrows; i++) {
		if (a->rows[i].function != function)
			continue;
		s = elfobj_symbol_at(&o->elf, a->places[a->rows[i].place].at);
		if (s)
			add_range(&r.items, &r.n, &r.room, s->address, s->address + s->size);
	}
	if (a->executions)
		outlined_walk(a->executions, f->object, f->node, add_outlined, &r);
	gp_sort(r.items, r.n, sizeof *r.items, by_start, NULL);
	*n = r.n;
	return r.items;
}

double annotation_profiler(const struct annotation *a)
{
	return a->ours + choice_unsampled(a->choice, a->p, a->p->profiler, a->p->own);
}

double annotation_not_sampled(const struct annotation *a)
{
	return choice_unsampled(a->choice, a->p, a->p->rest,
				a->p->total - a->p->own - a->p->sampled);
}

void annotation_release(struct annotation *a)
{
	scopes_release(&a->scopes);
	for (size_t i = 0; i < a->nkeys; i++)
		free(a->keys[i]);
	free(a->keys);
	path_numbers_release(&a->files);
	gp_names_release(&a->function_names);
	gp_names_release(&a->linkages);
	free(a->functions);
	free(a->of_node);
	free(a->of_scope);
	free(a->places);
	gp_map_release(&a->place_at);
	free(a->rows);
	gp_map_release(&a->row_at);
	free(a->totals);
	gp_map_release(&a->total_at);
	free(a->executed);
	free(a->branches);
	branch_targets_release(&a->switches);
	free(a->levels);
	free(a->frames);
	gp_map_release(&a->frame_at);
	free(a->chains);
	gp_map_release(&a->chain_at);
	free(a->chain_of);
	memset(a, 0, sizeof *a);
}
