/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * change.c - see change.h.
 */
#include "predict/change.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const options[CHANGE_KINDS] = {
	[CHANGE_FASTER] = "--faster",
	[CHANGE_NEVER] = "--remove",
	[CHANGE_FEWER] = "--reduce-calls",
	[CHANGE_INLINE] = "--inline",
};

const char *change_option(enum change_kind kind)
{
	return options[kind];
}

/* Reads the number at the start of 'text' and sets the text after it; false: no number. */
static bool parse_number(const char *text, double *number, const char **rest)
{
	char *end;

	if (*text < '0' || *text > '9')
		return false;
	*number = strtod(text, &end);
	*rest = end;
	return isfinite(*number);
}

static int parse_faster(struct change *c, const char *value, struct gp_error *e)
{
	const char *rest = "";
	double number;

	c->self = !strncmp(value, "self:", 5);
	if (!parse_number(value + (c->self ? 5 : 0), &number, &rest) ||
	    (strcmp(rest, "x") && strcmp(rest, "%")))
		return gp_fail(e, "'%s' does not say how much faster: expected F=HOW, such as "
			       "%s=2x, %s=30%% or %s=self:2x",
			       c->text, c->function, c->function, c->function);
	if (*rest == 'x' ? number < 1 : number > 100)
		return gp_fail(e, "'%s' does not make it faster: expected 1x or more, or at most "
			       "100%%", c->text);
	c->factor = *rest == 'x' ? 1 / number : 1 - number / 100;
	return 0;
}

static int parse_fewer(struct change *c, const char *value, struct gp_error *e)
{
	double number, whole = 0;
	const char *rest;
	bool good = parse_number(value, &number, &rest), part = good && *rest == '/';

	if (part)
		good = parse_number(rest + 1, &whole, &rest);
	if (!good || *rest)
		return gp_fail(e, "'%s' does not say how many calls remain: expected F=CALLS, such "
			       "as %s=1/10 or %s=1000", c->text, c->function, c->function);
	if (!part) {
		c->calls = number;
		return 0;
	}
	if (!(number <= whole && whole > 0))
		return gp_fail(e, "'%s' asks for more calls than were counted", c->text);
	c->factor = number / whole;
	return 0;
}

int change_parse(struct change *c, enum change_kind kind, const char *text, struct gp_error *e)
{
	const char *equals = strrchr(text, '=');

	*c = (struct change){ .kind = kind, .text = text, .calls = -1 };
	if (kind == CHANGE_NEVER || kind == CHANGE_INLINE) {
		c->function = gp_strdup(text);
		return 0;
	}
	if (!equals)
		equals = text + strlen(text);
	c->function = gp_format("%.*s", (int)(equals - text), text);
	return kind == CHANGE_FASTER ? parse_faster(c, *equals ? equals + 1 : "", e)
				     : parse_fewer(c, *equals ? equals + 1 : "", e);
}

/* ------------------------------------------------------------------ */

/* The slash between caller and callee, or NULL; those around a regular expression are none. */
static const char *find_slash(const char *function)
{
	const char *slash = strchr(function, '/');
	size_t length = strlen(function);

	return length > 2 && *function == '/' && function[length - 1] == '/' ? NULL : slash;
}

/* Of changes of calls the pattern of an inlined function matches nothing: none is counted. */
static bool is_inlined(const char *function, const struct program *p)
{
	struct place_wanted wanted = { .pattern = function, .own = true };

	free(places_find(p, &wanted, 1));
	return wanted.found == PLACE_INLINED;
}

static int fail_unknown(const struct change *c, const char *function, const struct program *p,
			struct gp_error *e)
{
	char *instead;

	if (c->place == PLACE_EMPTY)
		return gp_fail(e, "no samples at '%s' or in its callees", function);
	if (c->kind != CHANGE_FASTER && is_inlined(function, p))
		return gp_fail(e, "'%s' was inlined, so its calls are not counted: only --faster "
			       "can change it", function);
	instead = pattern_instead(function, p);
	gp_fail(e, "'%s' matches no function of the profile%s", function, instead);
	free(instead);
	return -1;
}

uint64_t *changes_find_places(struct change *c, size_t n, const struct program *p)
{
	struct place_wanted wanted[PLACES_MOST] = { 0 };
	uint64_t *of_samples;
	bool any = false;

	for (size_t i = 0; i < n; i++) {
		bool of_any = c[i].kind == CHANGE_FASTER && !find_slash(c[i].function);

		any |= of_any;
		wanted[i] = (struct place_wanted){ .pattern = of_any ? c[i].function : "",
						   .own = c[i].self };
	}
	of_samples = any && !p->sum ? places_find(p, wanted, n) : NULL;
	for (size_t i = 0; i < n; i++)
		c[i].place = wanted[i].found;
	return of_samples;
}

static int mark(struct change *c, const struct program *p, struct gp_error *e)
{
	const char *slash = find_slash(c->function), *callee = slash ? slash + 1 : c->function;
	char *caller = gp_format("%.*s", slash ? (int)(slash - c->function) : 0, c->function);
	size_t found;
	int rc;

	c->any_caller = !*caller;
	if (c->place == PLACE_LINE || c->place == PLACE_EMPTY) {
		free(caller);
		return c->place == PLACE_LINE ? 0 : fail_unknown(c, c->function, p, e);
	}
	if (!*callee && c->any_caller)
		rc = gp_fail(e, "'%s' names no function", c->text);
	else
		rc = pattern_mark(caller, p, c->marks, CHANGE_CALLER, &found, e);
	if (rc == 0)
		rc = pattern_mark(callee, p, c->marks, CHANGE_CALLEE, &found, e);
	c->found = found;
	if (rc == 0 && c->any_caller && !found && c->place == PLACE_NONE)
		rc = fail_unknown(c, callee, p, e);
	free(caller);
	return rc;
}

bool change_is_of(const struct change *c, uint32_t caller, uint32_t node)
{
	return c->marks[node] & CHANGE_CALLEE &&
	       (c->any_caller || (caller != GP_NONE && c->marks[caller] & CHANGE_CALLER));
}

/* Counts the calls of arcs between different functions only: stacks do not distinguish calls of a
   function by itself. */
static int count_arcs(struct change *c, const struct graph *g, struct gp_error *e)
{
	bool any = false, itself = false, used = false;

	for (size_t i = 0; i < g->narcs; i++) {
		const struct arc *a = &g->arcs[i];

		if (!change_is_of(c, a->from, a->to))
			continue;
		itself |= a->from == a->to;
		any |= a->from != a->to;
		used |= a->from != a->to && (a->count || a->self + a->child >= 1);
		gp_add(&c->before, a->from != a->to ? a->count : 0);
	}
	if (!any && itself)
		return gp_fail(e,
			       "stacks cannot distinguish the calls of direct recursion '%s': name "
			       "the function",
			       c->function);
	if (!any)
		return gp_fail(e, "'%s' matches no arc of the profile", c->function);
	if (!used)
		return gp_fail(e, "the calls of '%s' never executed: if the compiler inlined the "
			       "caller, name the caller's caller", c->function);
	return 0;
}

int change_bind(struct change *c, const struct program *p, struct gp_error *e)
{
	const struct graph *g = &p->graph;

	c->marks = gp_alloc(g->nnodes, sizeof *c->marks);
	if (mark(c, p, e) < 0)
		return -1;
	if (!c->any_caller && count_arcs(c, g, e) < 0)
		return -1;
	for (size_t i = 0; c->any_caller && i < g->nnodes; i++)
		if (c->marks[i] & CHANGE_CALLEE)
			gp_add(&c->before, g->nodes[i].entries);
	if (c->kind != CHANGE_FEWER || c->calls < 0)
		return 0;
	if (c->calls > c->before)
		return gp_fail(e, "'%s' asks for more calls than were counted: %lld", c->text,
			       (long long)c->before);
	c->factor = c->before ? c->calls / c->before : 1;
	return 0;
}

bool change_is_of_calls(const struct change *c)
{
	return c->kind != CHANGE_FASTER;
}

double change_calls_after(const struct change *c)
{
	if (c->kind == CHANGE_NEVER || c->kind == CHANGE_INLINE)
		return 0;
	return c->kind == CHANGE_FEWER ? c->factor * c->before : c->before;
}

void change_describe(const struct change *c, char *text)
{
	if (c->kind == CHANGE_NEVER)
		snprintf(text, CHANGE_TEXT, "not called");
	else if (c->kind == CHANGE_INLINE)
		snprintf(text, CHANGE_TEXT, "inlined, no cost of calls");
	else
		snprintf(text, CHANGE_TEXT, "%.4g of %s%s", c->factor,
			 c->kind == CHANGE_FEWER ? "the calls"
			 : c->self ? "self time" : "total time",
			 c->place == PLACE_LINE ? " of the line"
			 : c->place == PLACE_INLINED && !c->found ? " (inlined)"
			 : c->place == PLACE_INLINED ? " (with inlined copies)" : "");
}

void change_release(struct change *c)
{
	free(c->function);
	free(c->marks);
	memset(c, 0, sizeof *c);
}
