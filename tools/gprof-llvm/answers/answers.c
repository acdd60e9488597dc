/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * answers.c - see answers.h: the order of the kinds, and what they share.
 */
#include "answers/kinds.h"
#include "analysis/cost.h"
#include "text/demangle.h"
#include "text/escape.h"
#include "text/short_name.h"
#include "text/wrap.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define MOST 8  /* sentences */
#define INDENT 4
#define LONG 60 /* columns of a name that are too many in a sentence */
#define NAMEABLE 1.0 /* per cent of all that a function has which a sentence may name */

static const struct {
	void (*answer)(const struct asked *q);
	bool by_stacks; /* it needs times by stacks, and enough of these */
	bool by_call;   /* it needs times of one call */
} kinds[] = {
	{ answer_most_self, false, false }, { answer_branching, true, false },
	{ answer_dear_caller, true, true }, { answer_few_calls, true, true },
	{ answer_shared, true, false },
	{ answer_cycle, true, false },	    { answer_small_calls, true, true },
	{ answer_kernel, true, false },	    { answer_allocation, true, false },
	{ answer_library, true, false },    { answer_open, false, false },
	{ answer_unknown, false, false },
};

double answer_share(const struct asked *q, double weight)
{
	return measure_percent(weight, q->program->total);
}

/* A name in so many columns at most; the base alone, or what the tables print.  To be freed. */
static char *brief(const struct asked *q, uint32_t node, bool base, size_t columns)
{
	char *name, *text;

	if (!base)
		return short_name(q->names[node], columns);
	name = escape_owned(demangle_as(q->graph->nodes[node].name, NAMES_BASE));
	text = short_name(name, columns);
	free(name);
	return text;
}

/* Returns true if a function that may be named beside it has the same short name. */
static bool is_ambiguous(const struct asked *q, uint32_t node, const char *name, bool base,
			 size_t columns)
{
	bool same = false;

	for (uint32_t i = 0; i < q->graph->nnodes && !same; i++) {
		const struct node *n = &q->graph->nodes[i];
		char *other;

		if (i == node || answer_share(q, n->self + n->child) < NAMEABLE)
			continue;
		other = brief(q, i, base, columns);
		same = !strcmp(name, other);
		free(other);
	}
	return same;
}

/* The first that no other function has; the whole name, if all of them are another's too. */
static char *tell_apart(const struct asked *q, uint32_t node)
{
	static const struct {
		bool base;
		size_t columns;
	} ways[] = { { true, LONG }, { false, LONG }, { false, 2 * LONG } };
	char *text;

	for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
		text = brief(q, node, ways[i].base, ways[i].columns);
		if (!is_ambiguous(q, node, text, ways[i].base, ways[i].columns))
			return text;
		free(text);
	}
	return gp_strdup(q->names[node]);
}

/* Which function a sentence means, for those who show it as a link. */
static const char *keep_name(struct answers *a, uint32_t node, char *text)
{
	for (size_t i = 0; i < a->nnames; i++)
		if (a->names[i].node == node) {
			free(text);
			return a->names[i].text;
		}
	*gp_push(a->names, a->nnames, a->names_room) = (struct named){ text, node };
	return text;
}

const char *answer_name(const struct asked *q, uint32_t node)
{
	const char *whole = q->names[node];

	return keep_name(q->answers, node, short_columns(whole, strlen(whole)) <= LONG
						   ? gp_strdup(whole) : tell_apart(q, node));
}

char *answer_brief(char *name)
{
	char *text = short_name(name, LONG);

	free(name);
	return text;
}

struct interval answer_self(const struct asked *q, uint32_t node)
{
	return measured_self_interval(q->program, node);
}

struct interval answer_total(const struct asked *q, const struct weight *total)
{
	return measured_stack_interval(q->program, total, &q->measured->all);
}

/* interval_scaled() aligns units and has them last. */
void answer_time(const struct asked *q, const struct interval *i, char *text)
{
	char aligned[INTERVAL_TEXT], *unit, *bracket;

	interval_scaled(q->program->measure, i, aligned);
	unit = strrchr(aligned, ' ');
	bracket = strstr(aligned, " [");
	if (!unit || !bracket) {
		snprintf(text, INTERVAL_TEXT, "%s", aligned);
		return;
	}
	snprintf(text, INTERVAL_TEXT, "%.*s%s%.*s", (int)(bracket - aligned), aligned, unit,
		 (int)(strchr(bracket, ']') + 1 - bracket), bracket);
}

bool answer_is_plain(const char *word)
{
	return *word && !word[strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
					   "0123456789_.-/")];
}

bool answer_is_code(const struct asked *q, uint32_t node)
{
	const struct program *p = q->program;
	uint32_t object = p->functions[node].object;

	/* A library without symbols is spoken of, unknown code of the program's is not. */
	return !program_is_row(p, node) ||
	       (object != GP_NONE && !p->objects[object].instrumented);
}

uint32_t answer_most_self_of(const struct asked *q, uint32_t but)
{
	const struct node *nodes = q->graph->nodes;
	uint32_t best = GP_NONE;

	for (uint32_t i = 0; i < q->graph->nnodes; i++)
		if (i != but && answer_is_code(q, i) && nodes[i].self > 0 &&
		    (best == GP_NONE || nodes[i].self > nodes[best].self))
			best = i;
	return best;
}

void answer_say(const struct asked *q, const char *format, ...)
{
	struct answers *a = q->answers;
	va_list arguments;
	char *text;

	va_start(arguments, format);
	text = gp_format_list(format, arguments);
	va_end(arguments);
	*gp_push(a->sentences, a->n, a->room) = escape_owned(text);
}

bool answer_is_named(const struct asked *q, uint32_t node)
{
	char *name = escape_owned(gp_format("'%s'", answer_name(q, node)));
	bool named = false;

	for (size_t i = 0; i < q->answers->n && !named; i++)
		named = strstr(q->answers->sentences[i], name);
	free(name);
	return named;
}

/* True if a stack has a function twice, with others between: then a time of one call does not
   follow from a total.  (Calls of direct recursion are one in the tree, and none in their
   number.) */
struct nesting {
	const struct calltree *tree;
	uint32_t *open; /* calls around, by node */
	bool *nested;
};

static void enter(uint32_t call, void *context)
{
	struct nesting *n = context;
	const struct call *c = &n->tree->items[call];

	if (n->open[c->node]++)
		n->nested[c->node] = true;
}

static void leave(uint32_t call, void *context)
{
	struct nesting *n = context;

	n->open[n->tree->items[call].node]--;
}

/* By node; to be freed. */
static bool *find_nested(const struct asked *q)
{
	struct nesting n = { .tree = &q->program->calls,
			     .open = gp_alloc(q->graph->nnodes, sizeof *n.open),
			     .nested = gp_alloc(q->graph->nnodes, sizeof *n.nested) };

	calltree_walk(n.tree, enter, leave, &n);
	free(n.open);
	return n.nested;
}

void answers_find(struct answers *a, const struct result *r, char *const *names)
{
	struct asked q = { .result = r,
			   .program = r->program,
			   .graph = &r->program->graph,
			   .measured = r->measured,
			   .names = names,
			   .answers = a };

	bool stacks = r->measured && answer_has_stacks(&q), *nested, *allocators;

	*a = (struct answers){ 0 };
	if (r->program->total <= 0)
		return;
	if (!r->program->stacked || r->program->samples < ANSWERS_SAMPLES) {
		answer_few(&q);
		answer_unsampled(&q);
		return;
	}
	q.nested = nested = find_nested(&q);
	q.allocators = allocators = answer_find_allocators(&q);
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds && a->n < MOST; i++)
		if ((stacks || !kinds[i].by_stacks) && (result_knows_each(r) || !kinds[i].by_call))
			kinds[i].answer(&q);
	free(nested);
	free(allocators);
}

void answers_print(const struct answers *a, FILE *out, size_t width)
{
	if (!a->n)
		return;
	fputs("In short:\n\n", out);
	for (size_t i = 0; i < a->n; i++) {
		fputs("  - ", out);
		wrap_print(out, a->sentences[i], INDENT, width);
	}
	fputc('\n', out);
}

void answers_release(struct answers *a)
{
	for (size_t i = 0; i < a->n; i++)
		free(a->sentences[i]);
	for (size_t i = 0; i < a->nnames; i++)
		free(a->names[i].text);
	free(a->sentences);
	free(a->names);
	*a = (struct answers){ 0 };
}
