/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * function_names.c - see function_names.h.
 */
#include "diff/function_names.h"
#include "merge/match_statics.h"
#include "merge/sum.h"
#include "text/plain_symbol.h"

#include <stdlib.h>
#include <string.h>

/* The functions of one module and name: with code of their own, and inlined ones. */
struct namesakes {
	uint32_t *own, *inlined; /* positions in names */
	size_t nown, ninlined, own_room, inlined_room;
};

struct naming {
	const struct result *r;
	struct diff_name *names;
	bool *inlined; /* by name: of inlined code */
	size_t n;
	char **keys;
	struct namesakes *groups;
	size_t ngroups, groups_room;
};

void function_names_release(struct diff_name *names, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		free((char *)names[i].module);
		free(names[i].name);
	}
	free(names);
}

static char *module_name(const struct program *p, uint32_t object)
{
	if (object == GP_NONE)
		return gp_strdup(DIFF_NO_MODULE);
	return object == p->executable ? gp_strdup(DIFF_PROGRAM)
				       : sum_module_name(p->objects[object].path, 0);
}

static const char *suffix_of(const char *file)
{
	const char *dot = file ? strrchr(file, '.') : NULL;

	return dot ? dot : "";
}

/* A source of an object whose sources are all of one language, or NULL. */
static const char *only_language(const struct object *o)
{
	const char *first = NULL;

	for (size_t i = 0; i < o->cg.nmodules; i++) {
		const char *source = o->cg.modules[i].source;

		if (first && strcmp(suffix_of(source), suffix_of(first)))
			return NULL;
		first = source;
	}
	return first;
}

/* A file whose name says in which language the function was compiled, or NULL. */
static const char *language_of(const struct program *p, uint32_t object, const char *file,
			       const char *compiled)
{
	if (compiled && *compiled)
		return compiled;
	if (object == GP_NONE || strcmp(suffix_of(file), ".h"))
		return file;
	return only_language(&p->objects[object]);
}

static void name_node(struct naming *a, uint32_t node, int side)
{
	const struct program *p = a->r->program;
	const struct function *f = &p->functions[node];
	const char *language = language_of(p, f->object, f->file, f->compiled);

	a->inlined[node] = f->places;
	a->names[node] = (struct diff_name){
		.module = module_name(p, f->object),
		.name = plain_symbol(p->graph.nodes[node].name, language),
		.file = f->file, .compiled = f->compiled,
		.chosen = selection_keeps(&a->r->selection, node),
		/* An inlined function is not gone; samples do not always meet it. */
		.instrumented = f->instrumented || (f->places && side == DIFF_AFTER) };
}

static void name_inlined(struct naming *a, size_t at, const struct inlined_function *f)
{
	const struct program *p = a->r->program;
	const char *language = language_of(p, f->object, f->file, NULL);

	a->inlined[at] = true;
	a->names[at] = (struct diff_name){
		.module = module_name(p, f->object), .name = plain_symbol(f->name, language),
		.file = f->file, .chosen = true, .instrumented = true };
}

/* ------------------------------------------------------------------ */

static struct namesakes *group_of(struct naming *a, struct gp_names *at, size_t i)
{
	int created;
	uint32_t *group;

	a->keys[i] = gp_format("%s\1%s", a->names[i].module, a->names[i].name);
	group = gp_names_put(at, a->keys[i], &created);
	if (created) {
		*group = a->ngroups;
		*gp_push(a->groups, a->ngroups, a->groups_room) = (struct namesakes){ 0 };
	}
	return &a->groups[*group];
}

static void group_names(struct naming *a)
{
	struct gp_names at = { 0 };

	a->keys = gp_alloc(a->n, sizeof *a->keys);
	for (size_t i = 0; i < a->n; i++) {
		struct namesakes *g = group_of(a, &at, i);

		if (a->inlined[i])
			*gp_push(g->inlined, g->ninlined, g->inlined_room) = i;
		else
			*gp_push(g->own, g->nown, g->own_room) = i;
	}
	gp_names_release(&at);
	for (size_t i = 0; i < a->n; i++)
		free(a->keys[i]);
	free(a->keys);
}

static struct static_place place_of(const struct diff_name *f)
{
	return (struct static_place){ .file = f->file ? f->file : "",
				      .compiled = f->compiled ? f->compiled : "" };
}

static void take_files(struct diff_name *inlined, const struct diff_name *own)
{
	inlined->file = own->file;
	inlined->compiled = own->compiled;
}

/* Returns true if all inlined functions of a name are of one file. */
static bool is_of_one_file(const struct naming *a, const struct namesakes *g)
{
	for (size_t i = 1; i < g->ninlined; i++)
		if (strcmp(place_of(&a->names[g->inlined[i]]).file,
			   place_of(&a->names[g->inlined[0]]).file))
			return false;
	return true;
}

/* Of several functions with the name an inlined one is the function of its file. */
static void join_namesakes(struct naming *a, const struct namesakes *g)
{
	struct static_place *own = gp_alloc(g->nown, sizeof *own);
	bool only = g->nown == 1 && is_of_one_file(a, g);

	for (size_t i = 0; i < g->nown; i++)
		own[i] = place_of(&a->names[g->own[i]]);
	for (size_t i = 0; i < g->ninlined && g->nown; i++) {
		struct static_place place = place_of(&a->names[g->inlined[i]]);
		uint32_t found = 0;

		if (!only)
			match_statics(own, g->nown, &place, 1, &found);
		if (found != GP_NONE)
			take_files(&a->names[g->inlined[i]], &a->names[g->own[found]]);
	}
	free(own);
}

static void join_inlined(struct naming *a)
{
	group_names(a);
	for (size_t i = 0; i < a->ngroups; i++) {
		join_namesakes(a, &a->groups[i]);
		free(a->groups[i].own);
		free(a->groups[i].inlined);
	}
	free(a->groups);
}

uint32_t *function_rows(struct diff *d, int side, const struct result *r,
			const struct written_functions *written)
{
	size_t n = r->program->graph.nnodes;
	struct naming a = { .r = r, .n = n + written->n };
	uint32_t *rows;

	a.names = gp_alloc(a.n, sizeof *a.names);
	a.inlined = gp_alloc(a.n, sizeof *a.inlined);
	for (size_t i = 0; i < n; i++)
		name_node(&a, i, side);
	for (size_t i = 0; i < written->n; i++)
		name_inlined(&a, n + i, &written->inlined[i]);
	if (r->request->join.inlines)
		join_inlined(&a);
	rows = diff_rows(d, side, a.names, a.n);
	function_names_release(a.names, a.n);
	free(a.inlined);
	return rows;
}
