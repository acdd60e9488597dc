/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * sentence.c - the parts of sentences: names, shares, times; see internal.h.
 */
#include "insights/internal.h"
#include "analysis/cost.h"
#include "text/demangle.h"
#include "text/escape.h"
#include "text/short_name.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define LONG 60      /* columns of a name that are too many in a sentence */
#define NAMEABLE 1.0 /* per cent of all that a function has which a sentence may name */

double insight_share(const struct insight_context *q, double weight)
{
	return measure_percent(weight, q->program->total);
}

/* A name in so many columns at most; the base alone, or what the tables print.  To be freed. */
static char *brief(const struct insight_context *q, uint32_t node, bool base, size_t columns)
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
static bool is_ambiguous(const struct insight_context *q, uint32_t node, const char *name,
			 bool base, size_t columns)
{
	bool same = false;

	for (uint32_t i = 0; i < q->graph->nnodes && !same; i++) {
		const struct node *n = &q->graph->nodes[i];
		char *other;

		if (i == node || insight_share(q, n->self + n->child) < NAMEABLE)
			continue;
		other = brief(q, i, base, columns);
		same = !strcmp(name, other);
		free(other);
	}
	return same;
}

/* The first that no other function has; the whole name, if all of them are another's too. */
static char *distinguish(const struct insight_context *q, uint32_t node)
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
static const char *keep_name(struct insights *a, uint32_t node, char *text)
{
	for (size_t i = 0; i < a->nnames; i++)
		if (a->names[i].node == node) {
			free(text);
			return a->names[i].text;
		}
	*gp_push(a->names, a->nnames, a->names_room) = (struct named){ text, node };
	return text;
}

const char *insight_name(const struct insight_context *q, uint32_t node)
{
	const char *whole = q->names[node];

	return keep_name(q->insights, node,
			 short_columns(whole, strlen(whole)) <= LONG ? gp_strdup(whole)
								     : distinguish(q, node));
}

char *insight_short_name(char *name)
{
	char *text = short_name(name, LONG);

	free(name);
	return text;
}

struct interval insight_self(const struct insight_context *q, uint32_t node)
{
	return measured_self_interval(q->program, node);
}

struct interval insight_total(const struct insight_context *q, const struct weight *total)
{
	return measured_stack_interval(q->program, total, &q->measured->all);
}

/* interval_scaled() aligns units and has them last. */
void insight_time(const struct insight_context *q, const struct interval *i, char *text)
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

bool insight_is_plain_word(const char *word)
{
	return *word && !word[strspn(word, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
					   "0123456789_.-/")];
}

bool insight_is_code(const struct insight_context *q, uint32_t node)
{
	const struct program *p = q->program;
	uint32_t object = p->functions[node].object;

	/* A library without symbols is spoken of, unknown code of the program's is not. */
	return !program_is_row(p, node) ||
	       (object != GP_NONE && !p->objects[object].instrumented);
}

uint32_t insight_largest_self(const struct insight_context *q, uint32_t but)
{
	const struct node *nodes = q->graph->nodes;
	uint32_t best = GP_NONE;

	for (uint32_t i = 0; i < q->graph->nnodes; i++)
		if (i != but && insight_is_code(q, i) && nodes[i].self > 0 &&
		    (best == GP_NONE || nodes[i].self > nodes[best].self))
			best = i;
	return best;
}

void insight_add(const struct insight_context *q, const char *format, ...)
{
	struct insights *a = q->insights;
	va_list arguments;
	char *text;

	va_start(arguments, format);
	text = gp_format_list(format, arguments);
	va_end(arguments);
	*gp_push(a->sentences, a->n, a->room) = escape_owned(text);
}

bool insight_is_named(const struct insight_context *q, uint32_t node)
{
	char *name = escape_owned(gp_format("'%s'", insight_name(q, node)));
	bool named = false;

	for (size_t i = 0; i < q->insights->n && !named; i++)
		named = strstr(q->insights->sentences[i], name);
	free(name);
	return named;
}
