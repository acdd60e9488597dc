/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * filter.c - see filter.h.
 */
#include "select/filter.h"
#include "program/resolve.h"
#include "text/escape.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const struct {
	const char *option;
	const char *key; /* of JSON */
	uint8_t mark;
} kinds[FILTER_KINDS] = {
	[FILTER_BY_FOCUS] = { "--focus", "focus", FILTER_FOCUS },
	[FILTER_BY_SHOW_FROM] = { "--show-from", "show_from", FILTER_SHOW_FROM },
	[FILTER_BY_IGNORE] = { "--ignore", "ignore", FILTER_IGNORE },
	[FILTER_BY_HIDE] = { "--hide", "hide", FILTER_HIDE },
};

const char *filter_option(enum filter_kind kind)
{
	return kinds[kind].option;
}

const char *filter_key(enum filter_kind kind)
{
	return kinds[kind].key;
}

enum filter_kind filter_first(const struct filter *c)
{
	int k = 0;

	while (k < FILTER_KINDS && !c->lists[k].n)
		k++;
	return k;
}

void filter_add(struct filter *c, enum filter_kind kind, const char *text)
{
	struct filter_patterns *list = &c->lists[kind];

	*gp_push(list->texts, list->n, list->room) = text;
	c->narrowed = true;
}

void filter_add_word(struct filter *c, const char *word)
{
	filter_add(c, FILTER_BY_FOCUS, word);
	c->nwords++;
}

void filter_copy(struct filter *c, const struct filter *asked)
{
	for (int k = 0; k < FILTER_KINDS; k++)
		for (size_t i = 0; i < asked->lists[k].n; i++)
			filter_add(c, k, asked->lists[k].texts[i]);
	c->nwords = asked->nwords;
	c->module = asked->module;
}

static int parse(struct filter_patterns *list, const struct program *p, enum filter_kind kind,
		 struct gp_error *e)
{
	list->patterns = gp_alloc(list->n, sizeof *list->patterns);
	for (size_t i = 0; i < list->n; i++) {
		if (pattern_parse(&list->patterns[i], list->texts[i], e) < 0)
			return gp_fail_in(e, "%s", kinds[kind].option);
		pattern_bind(&list->patterns[i], p);
	}
	return 0;
}

static void mark_node(struct filter *c, const struct program *p, uint32_t node)
{
	struct pattern_subject s;

	pattern_subject_init(&s, p, node);
	for (int k = 0; k < FILTER_KINDS; k++)
		for (size_t i = 0; i < c->lists[k].n; i++)
			if (pattern_matches(&c->lists[k].patterns[i], &s))
				c->narrowing.marks[node] |= kinds[k].mark;
	pattern_subject_release(&s);
}

/* A library's row without calls and self time is in no view: it is not matched. */
static void mark_nodes(struct filter *c, const struct program *p)
{
	bool *called = gp_alloc(p->graph.nnodes, sizeof *called);

	for (size_t i = 0; i < p->calls.n; i++)
		called[p->calls.items[i].node] = true;
	for (size_t i = 0; i < p->graph.nnodes; i++)
		if (called[i] || p->graph.nodes[i].self || !program_is_object_row(p, i))
			mark_node(c, p, i);
	free(called);
}

/* A word that is neither may be a misspelt file. */
static int check_words(const struct filter *c, const struct program *p, struct gp_error *e)
{
	const struct filter_patterns *list = &c->lists[FILTER_BY_FOCUS];

	for (size_t i = list->n - c->nwords; i < list->n; i++) {
		char *instead;

		if (list->patterns[i].found)
			continue;
		instead = pattern_instead(list->texts[i], p);
		gp_fail(e, "'%s' is no file, and no function of '%s'%s", list->texts[i],
			p->objects[0].path, instead);
		free(instead);
		return -1;
	}
	return 0;
}

/* A focus that does not exist would be an empty report. */
static int check_found(const struct filter *c, const struct program *p, struct gp_error *e)
{
	if (check_words(c, p, e) < 0)
		return -1;
	for (int k = FILTER_BY_FOCUS; k <= FILTER_BY_SHOW_FROM; k++) {
		const struct filter_patterns *list = &c->lists[k];
		size_t found = 0;

		for (size_t i = 0; i < list->n; i++)
			found += list->patterns[i].found;
		if (list->n && !found) {
			char *instead = pattern_instead(list->texts[0], p);

			gp_fail(e, "%s '%s' matches no function of the profile%s",
				kinds[k].option, list->texts[0], instead);
			free(instead);
			return -1;
		}
	}
	return 0;
}

static void warn_unmatched(const char *text, const char *option, const struct program *p,
			   const char *of, FILE *out)
{
	char *instead = pattern_instead(text, p);

	gprintf(out, "warning: no function%s%s%s matches '%s' of %s%s\n", of ? " of '" : "",
		of ? of : "", of ? "'" : "", text, option, instead);
	free(instead);
}

void filter_warn(const struct filter *c, const struct program *p, const char *of, FILE *out)
{
	const struct filter_patterns *focus = &c->lists[FILTER_BY_FOCUS];

	for (size_t i = focus->n - c->nwords; focus->patterns && i < focus->n; i++)
		gprintf(out, "'%s' is no file, so it selects functions: --focus='%s'\n",
			focus->texts[i], focus->texts[i]);
	for (int k = 0; k < FILTER_KINDS; k++) {
		const struct filter_patterns *list = &c->lists[k];

		for (size_t i = 0; list->patterns && i < list->n; i++)
			if (!list->patterns[i].found)
				warn_unmatched(list->texts[i], kinds[k].option, p, of, out);
	}
}

int filter_resolve(struct filter *c, struct program *p, struct gp_error *e)
{
	struct graph_filter *n = &c->narrowing;

	if (program_check_module(p, c->module, e) < 0)
		return -1;
	if (!c->narrowed)
		return 0;
	for (int k = 0; k < FILTER_KINDS; k++)
		if (parse(&c->lists[k], p, k, e) < 0)
			return -1;
	n->marks = gp_alloc(p->graph.nnodes + 1, sizeof *n->marks);
	mark_nodes(c, p);
	if (check_found(c, p, e) < 0)
		return -1;
	n->hidden = GP_NONE;
	if (c->lists[FILTER_BY_HIDE].n)
		n->hidden = program_node(p, "<hidden>", GP_NONE, NODE_OPAQUE | NODE_DERIVED);
	n->wanted = (c->lists[FILTER_BY_FOCUS].n ? FILTER_FOCUS : 0) |
		    (c->lists[FILTER_BY_SHOW_FROM].n ? FILTER_SHOW_FROM : 0);
	return 0;
}

static void choose(struct filter *c, const struct program *p)
{
	const struct graph *g = &p->graph;

	if (!c->narrowed && !c->module)
		return;
	if (!c->chosen)
		c->chosen = gp_alloc(g->nnodes, sizeof *c->chosen);
	c->elsewhere = 0;
	for (size_t i = 0; i < g->nnodes; i++) {
		c->chosen[i] = !c->narrowed || c->narrowing.shown[i];
		if (!c->module || program_is_module(p, p->functions[i].object, c->module))
			continue;
		c->chosen[i] = false;
		c->elsewhere += g->nodes[i].self;
	}
}

void filter_apply(struct filter *c, struct program *p)
{
	if (c->narrowed)
		graph_filter_apply(&c->narrowing, &p->graph);
	choose(c, p);
}

void filter_measure(struct filter *c, struct program *p, struct calltree *kept)
{
	c->by_stacks = true;
	graph_filter_stacks(&c->narrowing, &p->graph, &p->calls, kept);
}

static double sum_self(const struct calltree *t)
{
	double weight = 0;

	for (size_t i = 0; i < t->n; i++)
		weight += t->items[i].self.sum;
	return weight;
}

/* Time that no sample is of has no stack: the patterns see its row alone. */
static double take_unsampled(struct filter *c, struct program *p, uint32_t node, double weight)
{
	struct graph_filter *n = &c->narrowing;

	if (node == GP_NONE || weight < 1)
		return 0;
	if (!graph_filter_keeps(n, n->marks[node]))
		return weight;
	if (n->marks[node] & FILTER_HIDE)
		node = n->hidden;
	n->shown[node] = true;
	p->graph.nodes[node].self += weight;
	return 0;
}

static void take_samples(struct program *p, const struct calltree *kept)
{
	for (size_t i = 0; i < p->nfunctions; i++) {
		struct function *f = &p->functions[i];

		f->samples = f->squares = f->usual = f->faults = f->inner_weight = 0;
		f->inner_name = NULL;
		f->leaf_library = false;
	}
	for (size_t i = 0; i < kept->n; i++) {
		struct function *f = &p->functions[kept->items[i].node];

		f->samples += gp_whole(kept->items[i].self.samples);
		f->squares += kept->items[i].self.squares;
		f->usual += kept->items[i].self.usual;
	}
}

void filter_set_times(struct filter *c, struct program *p, const struct calltree *kept)
{
	double left_out = sum_self(&p->calls) - sum_self(kept);

	graph_filter_own_times(&p->graph, kept);
	take_samples(p, kept);
	left_out += take_unsampled(c, p, p->profiler, p->own);
	left_out += take_unsampled(c, p, p->rest, p->total - p->sampled - p->own);
	c->narrowing.left_out = left_out > 1 ? left_out : 0;
	choose(c, p);
}

/* Returns true if the stack of each call is kept. */
static bool *find_kept(const struct filter *c, const struct program *p)
{
	const struct calltree *t = &p->calls;
	bool *kept = gp_alloc(t->n, sizeof *kept);
	uint8_t *met = gp_alloc(t->n, sizeof *met);

	for (size_t i = 0; i < t->n; i++) {
		uint32_t caller = t->items[i].caller;

		met[i] = c->narrowing.marks[t->items[i].node];
		if (caller != GP_NONE)
			met[i] |= met[caller];
		kept[i] = graph_filter_keeps(&c->narrowing, met[i]);
	}
	free(met);
	return kept;
}

void filter_samples(struct filter *c, struct program *p, bool by_module)
{
	bool *kept = c->narrowed ? find_kept(c, p) : NULL;

	for (size_t i = 0; i < p->resolved_samples.n; i++) {
		struct resolved_sample *sample = &p->resolved_samples.items[i];
		bool keeps = sample->call != GP_NONE && (!kept || kept[sample->call]);

		if (keeps && by_module)
			keeps = filter_keeps_module(c, p, p->calls.items[sample->call].node);
		sample->weight = sample->below = keeps ? sample->below : 0;
		sample->samples = keeps ? sample->samples : 0;
	}
	free(kept);
}

double filter_unsampled(const struct filter *c, const struct program *p, uint32_t node,
			double weight)
{
	bool keeps = node == GP_NONE || !c->narrowed ||
		     graph_filter_keeps(&c->narrowing, c->narrowing.marks[node]);

	return keeps && (node == GP_NONE || filter_keeps_module(c, p, node)) ? weight : 0;
}

bool filter_keeps_module(const struct filter *c, const struct program *p, uint32_t node)
{
	return !c->module || program_is_module(p, p->functions[node].object, c->module);
}

bool filter_keeps(const struct filter *c, uint32_t node)
{
	return !c->chosen || c->chosen[node];
}

void filter_release(struct filter *c)
{
	for (int k = 0; k < FILTER_KINDS; k++) {
		struct filter_patterns *list = &c->lists[k];

		for (size_t i = 0; list->patterns && i < list->n; i++)
			pattern_release(&list->patterns[i]);
		free(list->patterns);
		free(list->texts);
	}
	graph_filter_release(&c->narrowing);
	free(c->chosen);
	memset(c, 0, sizeof *c);
}
