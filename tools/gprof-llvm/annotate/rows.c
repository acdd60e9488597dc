/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * rows.c - the functions, places and rows of an annotation, each made when it is first met; see
 * annotation.h.
 */
#include "annotate/annotation.h"
#include "text/demangle.h"

#include <stdlib.h>
#include <string.h>

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
	struct scope_level levels[INLINE_SCOPES_MOST];
	const struct scope_function *written;
	size_t n = 0;

	if (a->by_instruction)
		return function_of(a, name, f->file, f->line);
	if (f->address)
		n = inline_scopes_at(&a->scopes, f->object, f->address, levels);
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
	struct scope_level levels[INLINE_SCOPES_MOST];
	size_t n = a->by_instruction ? 0 : inline_scopes_at(&a->scopes, object, address, levels);

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
