/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * selection.c - which functions are annotated: those that are named, or the ones that
 * most of the time went into; see selection.h.
 */
#include "annotate/selection.h"

#include <stdlib.h>
#include <string.h>

#define SHARE 0.9 /* of the time, that the functions shown by default make up */

struct choosing {
	struct annotation *a;
	const struct annotate_selection *choice;
	struct pattern *patterns;
};

/* Returns true if a name, of a function in a file, is meant by any pattern. */
static bool is_named(struct choosing *c, const char *name, const char *file, uint32_t node)
{
	struct pattern_subject s;
	bool yes = false;

	pattern_subject_of_name(&s, name, file, node);
	for (size_t i = 0; i < c->choice->n; i++)
		yes |= pattern_matches(&c->patterns[i], &s);
	pattern_subject_release(&s);
	return yes;
}

static bool is_code(const struct program *p, uint32_t node)
{
	const struct function *f = &p->functions[node];

	return f->object != GP_NONE && p->objects[f->object].row != node && !f->places;
}

static bool is_in_module(const struct choosing *c, uint32_t object)
{
	return !c->choice->module || program_is_module(c->a->p, object, c->choice->module);
}

/* Functions of the graph; they need no samples. */
static void choose_nodes(struct choosing *c)
{
	const struct program *p = c->a->p;

	for (size_t i = 0; i < p->graph.nnodes; i++) {
		uint32_t function;

		if (!is_code(p, i) || !is_in_module(c, p->functions[i].object) ||
		    !is_named(c, p->graph.nodes[i].name, p->functions[i].file, i))
			continue;
		function = annotation_function(c->a, i); /* may move them */
		c->a->functions[function].chosen = true;
	}
}

/* Functions that were inlined everywhere; those with calls only are known by these. */
static void choose_inlined(struct choosing *c)
{
	struct annotation *a = c->a;
	struct scope_level levels[INLINE_SCOPES_MOST];
	struct gp_names asked = { 0 };
	int created;

	for (size_t i = 0; i < a->p->nsites; i++) {
		const struct call_site *s = &a->p->sites[i];
		const struct function *f = &a->p->functions[a->p->graph.arcs[s->arc].from];

		if (!s->inlined || gp_names_get(&a->linkages, s->inlined) != GP_NONE)
			continue;
		*gp_names_put(&asked, s->inlined, &created) = 0;
		if (created && is_named(c, s->inlined, s->file, PATTERN_NO_NODE))
			inline_scopes_at(&a->scopes, f->object, f->address, levels);
	}
	gp_names_release(&asked);
	annotation_add_scopes(a);
	for (size_t i = 0; i < a->nfunctions; i++) {
		struct annotate_function *f = &a->functions[i];
		const char *file = f->file == GP_NONE ? NULL : a->files.items[f->file];

		if (!f->chosen && f->node == GP_NONE && is_in_module(c, f->object))
			f->chosen = is_named(c, f->name, file, PATTERN_NO_NODE);
	}
}

/* Functions with code of a file that no function is defined in: a grammar, or what it includes. */
static void choose_with_lines(struct choosing *c)
{
	struct annotation *a = c->a;
	bool *found = gp_alloc(c->choice->n, sizeof *found);

	for (size_t i = 0; i < c->choice->n; i++)
		found[i] = c->patterns[i].found;
	for (size_t i = 0; i < a->nrows; i++) {
		const struct annotate_place *place = &a->places[a->rows[i].place];
		struct annotate_function *f = &a->functions[a->rows[i].function];

		if (a->rows[i].kind != ROW_OWN || place->file == GP_NONE ||
		    !is_in_module(c, f->object))
			continue;
		for (size_t k = 0; k < c->choice->n; k++)
			f->chosen |= !found[k] &&
				     pattern_has_place(&c->patterns[k],
						       a->files.items[place->file], place->at);
	}
	free(found);
}

static void choose_matching(struct choosing *c)
{
	choose_nodes(c);
	if (c->a->by_instruction)
		return;
	choose_inlined(c);
	choose_with_lines(c);
}

/* The pattern may be a part of a name; that is proposed only if there is such a name. */
static int fail_unknown(struct choosing *c, size_t i, struct gp_error *e)
{
	const char *text = c->choice->texts[i];
	char *longer = gp_format("*%s*", text);
	struct gp_error ignored;
	bool found;

	pattern_release(&c->patterns[i]);
	found = pattern_parse(&c->patterns[i], longer, &ignored) == 0;
	if (found)
		choose_matching(c);
	if (found && c->patterns[i].found)
		gp_fail(e,
			"no function, source file or profile has the name '%s': '%s' matches names "
			"that contain it",
			text, longer);
	else
		gp_fail(e,
			"no function, source file or profile has the name '%s': "
			"`gprof-llvm report --flat --unused' lists the functions",
			text);
	free(longer);
	return -1;
}

static int choose_named(struct choosing *c, struct gp_error *e)
{
	int rc = 0;

	c->patterns = gp_alloc(c->choice->n, sizeof *c->patterns);
	for (size_t i = 0; i < c->choice->n && rc == 0; i++) {
		rc = pattern_parse(&c->patterns[i], c->choice->texts[i], e);
		if (rc == 0)
			pattern_bind(&c->patterns[i], c->a->p);
	}
	if (rc == 0)
		choose_matching(c);
	for (size_t i = 0; i < c->choice->n && rc == 0; i++)
		if (!c->patterns[i].found)
			rc = fail_unknown(c, i, e);
	for (size_t i = 0; i < c->choice->n; i++)
		pattern_release(&c->patterns[i]);
	free(c->patterns);
	return rc;
}

/* ------------------------------------------------------------------ */

static int by_own(const void *x, const void *y, void *annotation)
{
	const struct annotation *a = annotation;
	const struct annotate_function *f = &a->functions[*(const uint32_t *)x];
	const struct annotate_function *g = &a->functions[*(const uint32_t *)y];

	if (f->own != g->own)
		return f->own > g->own ? -1 : 1;
	if (f->total != g->total)
		return f->total > g->total ? -1 : 1;
	if (f->weight != g->weight)
		return f->weight > g->weight ? -1 : 1;
	return strcmp(f->name, g->name);
}

/* Times each function was entered; those without a row are made known first. */
static void weigh_by_calls(struct annotation *a)
{
	const struct program *p = a->p;

	for (size_t i = 0; i < p->graph.nnodes; i++) {
		uint32_t function;

		if (!is_code(p, i) || p->graph.nodes[i].entries <= 0)
			continue;
		function = annotation_function(a, i); /* may move them */
		a->functions[function].weight += p->graph.nodes[i].entries;
	}
}

/* Without samples, functions are chosen by executions, or if these are not known by calls. */
static void weigh(struct annotation *a)
{
	bool timed = a->p->sampled > 0;

	if (!timed && !a->executions) {
		weigh_by_calls(a);
		return;
	}
	for (size_t i = 0; i < a->nfunctions; i++)
		a->functions[i].weight = timed ? a->functions[i].own : a->functions[i].executed;
}

static void choose_hottest(struct choosing *c, const uint32_t *order)
{
	struct annotation *a = c->a;
	double all = 0, so_far = 0;
	size_t n = 0;

	for (size_t i = 0; i < a->nfunctions; i++)
		all += a->functions[i].weight;
	for (size_t i = 0; i < a->nfunctions && n < c->choice->limit; i++) {
		struct annotate_function *f = &a->functions[order[i]];

		if (!f->weight || (!c->choice->limited && so_far >= SHARE * all))
			break;
		so_far += f->weight;
		if (!f->meant)
			continue;
		f->chosen = true;
		n++;
	}
}

static void mark_meant(const struct choosing *c)
{
	struct annotation *a = c->a;

	for (size_t i = 0; i < a->nfunctions; i++) {
		struct annotate_function *f = &a->functions[i];

		f->meant = is_in_module(c, f->object) &&
			   f->own >= c->choice->least / 100 * a->p->total;
	}
}

int annotation_select(struct annotation *a, const struct annotate_selection *choice,
		      uint32_t **order, size_t *n, struct gp_error *e)
{
	struct choosing c = { .a = a, .choice = choice };
	size_t chosen = 0;

	*order = NULL;
	*n = 0;
	if (program_check_module(a->p, choice->module, e) < 0 ||
	    (choice->n && choose_named(&c, e) < 0))
		return -1;
	weigh(a);
	mark_meant(&c);
	*order = gp_alloc(a->nfunctions, sizeof **order);
	for (size_t i = 0; i < a->nfunctions; i++)
		(*order)[i] = i;
	gp_sort(*order, a->nfunctions, sizeof **order, by_own, a);
	if (!choice->n)
		choose_hottest(&c, *order);
	for (size_t i = 0; i < a->nfunctions; i++) {
		uint32_t function = (*order)[i];

		if (a->functions[function].chosen && chosen < choice->limit &&
		    a->functions[function].meant)
			(*order)[chosen++] = function;
		else
			a->functions[function].chosen = false;
	}
	*n = chosen;
	return 0;
}
