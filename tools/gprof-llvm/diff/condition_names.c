/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * condition_names.c - see condition_names.h.
 */
#include "diff/condition_names.h"
#include "text/demangle.h"

#include <stdlib.h>
#include <string.h>

#define NAMES 4 /* of functions that a message lists */

/* Names of the functions meant: all, for several rows may have one. */
struct meant {
	const char *names[NAMES];
	size_t n;
	bool more;
};

const char *condition_find_arrow(const char *pattern)
{
	static const char operator[] = "operator";
	const size_t length = sizeof operator - 1;

	for (const char *at = pattern; (at = strstr(at, "->")); at += 2)
		if (at > pattern && at[2] &&
		    !((size_t)(at - pattern) >= length && !memcmp(at - length, operator, length)))
			return at;
	return NULL;
}

static const char *name_of(const struct diff_row *row)
{
	return row->plain ? row->plain : row->name;
}

static bool is_some_row(const struct diff *d, const char *name)
{
	for (size_t i = 0; i < d->functions.n; i++) {
		const struct diff_row *row = &d->functions.items[i];

		if (!strcmp(name, name_of(row)) || !strcmp(name, row->linkage))
			return true;
	}
	return false;
}

static bool is_short_of(const char *name, const struct diff_row *row)
{
	bool is = false;

	for (enum name_form form = NAMES_SHORT; form <= NAMES_BASE && !is; form++) {
		char *shorter = demangle_as(row->linkage, form);

		is = !strcmp(name, shorter);
		free(shorter);
	}
	return is;
}

static void add(struct meant *m, const char *name)
{
	for (size_t i = 0; i < m->n; i++)
		if (!strcmp(m->names[i], name))
			return;
	if (m->n < NAMES)
		m->names[m->n++] = name;
	else
		m->more = true;
}

static int fail_several(const struct condition *c, const char *name, const struct meant *m,
			struct gp_error *e)
{
	char *text = gp_strdup("");
	int rc;

	for (size_t i = 0; i < m->n; i++) {
		char *before = text;

		text = gp_format("%s%s'%s'", before, i ? ", " : "", m->names[i]);
		free(before);
	}
	rc = gp_fail(e, "condition '%s': several functions are named '%s': name one with its "
		     "arguments: %s%s", c->text, name, text, m->more ? ", ..." : "");
	free(text);
	return rc;
}

/* Of operator[], new[] and delete[], or of operator* and operator->*. */
static bool is_of_operator(const char *name, const char *at)
{
	static const char *const before[] = { "operator", "operator->" };

	if (*at == '[')
		return at[1] == ']';
	for (size_t i = 0; *at == '*' && i < sizeof before / sizeof *before; i++) {
		size_t length = strlen(before[i]);

		if ((size_t)(at - name) >= length && !memcmp(at - length, before[i], length))
			return true;
	}
	return false;
}

static bool is_glob(const char *name)
{
	for (const char *at = name; (at = strpbrk(at, "*?[")); at++)
		if (!is_of_operator(name, at))
			return true;
	return false;
}

/* Escapes what a glob takes for a pattern: everywhere in a name, in a glob only the signs of an
   operator.  To be freed. */
static char *escape(const char *name, bool glob)
{
	char *text = gp_alloc(2 * strlen(name) + 1, 1), *to = text;

	for (const char *at = name; *at; at++) {
		if (strchr("*?[\\", *at) && (!glob || is_of_operator(name, at)))
			*to++ = '\\';
		*to++ = *at;
	}
	return text;
}

/* One end of an arc, or all of a pattern; takes over and gives back a name to be freed. */
static int name_end(struct condition *c, const struct diff *d, char **name, struct gp_error *e)
{
	bool row = is_some_row(d, *name), glob = !row && is_glob(*name);
	struct meant m = { 0 };
	char *of;

	for (size_t i = 0; !row && !glob && i < d->functions.n; i++)
		if (is_short_of(*name, &d->functions.items[i]))
			add(&m, name_of(&d->functions.items[i]));
	if (m.n > 1)
		return fail_several(c, *name, &m, e);
	of = escape(m.n ? m.names[0] : *name, glob);
	free(*name);
	*name = of;
	c->glob |= glob;
	return 0;
}

int condition_find_pattern(struct condition *c, const struct diff *d, struct gp_error *e)
{
	const char *arrow = c->arc ? condition_find_arrow(c->pattern) : NULL;
	char *from, *to;
	int rc;

	if (!arrow) {
		c->pattern = gp_strdup(c->pattern);
		return name_end(c, d, &c->pattern, e);
	}
	from = gp_format("%.*s", (int)(arrow - c->pattern - 1), c->pattern);
	to = gp_strdup(arrow + 3);
	rc = name_end(c, d, &from, e);
	if (rc == 0)
		rc = name_end(c, d, &to, e);
	c->pattern = gp_format("%s -> %s", from, to);
	free(from);
	free(to);
	return rc;
}
