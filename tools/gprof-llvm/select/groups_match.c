/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * groups_match.c - whether a pattern means a function, by where it is: its namespace,
 * source file, folder or module; see groups.h.
 */
#include "select/groups.h"

#include <ctype.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

static bool is_operator(const char *c)
{
	return !strncmp(c, "operator", 8) && !isalnum((unsigned char)c[8]) && c[8] != '_';
}

/* The end of a bracket with all inside, or of the text. */
static const char *skip_bracket(const char *c)
{
	int depth = 0;

	for (; *c; c++) {
		if (strchr("(<{[", *c))
			depth++;
		else if (strchr(")>}]", *c) && !--depth)
			return c + 1;
	}
	return c;
}

size_t group_scope(const char *name, bool outermost, size_t *start)
{
	const char *c = name, *begin = name, *end = name;

	while (*c && !is_operator(c)) {
		/* To the end of one component; a blank ends what is before the name, such
		   as a type or "virtual thunk to". */
		for (; *c && *c != ' ' && strncmp(c, "::", 2); )
			c = strchr("(<{[", *c) ? skip_bracket(c) : c + 1;
		if (!*c)
			break;
		if (*c == ' ') {
			begin = end = ++c;
			continue;
		}
		if (!outermost || end == begin)
			end = c;
		c += 2;
	}
	*start = begin - name;
	return end - begin;
}

/* Whether a pattern is all of a text of 'n' bytes. */
static bool is_glob(const char *pattern, const char *text, size_t n)
{
	char *copy = gp_format("%.*s", (int)n, text);
	bool yes = !fnmatch(pattern, copy, 0);

	free(copy);
	return yes;
}

/* A scope, or one around it. */
static bool is_scope(const char *pattern, const char *scope)
{
	const char *c = scope;

	while (*c) {
		while (*c && strncmp(c, "::", 2))
			c = strchr("(<{[", *c) ? skip_bracket(c) : c + 1;
		if (is_glob(pattern, scope, c - scope))
			return true;
		c += *c ? 2 : 0;
	}
	return false;
}

/* The next component of a path, or NULL. */
static const char *next_component(const char *path)
{
	const char *slash = strchr(path, '/');

	return slash ? slash + 1 : NULL;
}

/* A whole path, or its last components. */
static bool is_end_of_path(const char *pattern, const char *path)
{
	for (; path; path = next_component(path))
		if (!fnmatch(pattern, path, 0))
			return true;
	return false;
}

/* Any folder that a path goes through, from any of its components on. */
static bool is_folder(const char *pattern, const char *path)
{
	size_t n = strlen(pattern);
	char *bare = gp_format("%.*s", (int)(n > 1 && pattern[n - 1] == '/' ? n - 1 : n), pattern);
	bool yes = false;

	for (const char *slash = strchr(path, '/'); slash && !yes; slash = strchr(slash + 1, '/')) {
		size_t length = slash - path;
		char *folder = gp_format("%.*s", (int)(length ? length : 1), path);

		yes = is_end_of_path(bare, folder);
		free(folder);
	}
	yes |= !strchr(path, '/') && !strcmp(bare, ".");
	free(bare);
	return yes;
}

/* What a regular expression is compared with. */
static const char *text_of(enum group_kind kind, const struct group_subject *s)
{
	if (kind == GROUP_NAMESPACE)
		return s->scope;
	return kind == GROUP_MODULE ? s->module : s->subject.file;
}

static bool matches(struct group_rule *r, const struct group_subject *s)
{
	const char *text = text_of(r->kind, s);

	if (r->kind == GROUP_NAME)
		return pattern_matches(&r->pattern, &s->subject);
	if (!text || !*text)
		return false;
	if (r->is_regex)
		return !regexec(&r->pattern.regex, text, 0, NULL, 0);
	if (r->kind == GROUP_NAMESPACE)
		return is_scope(r->text, text);
	return r->kind == GROUP_DIRECTORY ? is_folder(r->text, text)
					  : is_end_of_path(r->text, text);
}

bool group_rule_matches(struct group_rule *r, const struct group_subject *s)
{
	bool yes = matches(r, s);

	r->found += yes;
	return yes;
}
