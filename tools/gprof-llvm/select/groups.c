/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * groups.c - which group a function is of, by the patterns that match where it is: its namespace,
 * source file, folder or module; see groups.h.
 */
#include "select/groups.h"
#include "text/demangle.h"

#include <ctype.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

/* The subject of patterns. */
struct subject {
	struct pattern_subject subject;
	char *scope;        /* namespaces and classes around it, or "" */
	const char *module; /* its path, or NULL */
};

/* ------------------------------------------------------------------ patterns */

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

/* Length of the namespaces and classes around a function in its readable name, from *start
   on; 'outermost': of the first of them. */
static size_t scope_in(const char *name, bool outermost, size_t *start)
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

/* Returns true if a pattern is all of a text of 'n' bytes. */
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

/* The text that a regular expression is compared with. */
static const char *text_of(enum group_kind kind, const struct subject *s)
{
	if (kind == GROUP_NAMESPACE)
		return s->scope;
	return kind == GROUP_MODULE ? s->module : s->subject.file;
}

static bool matches(struct group_rule *r, const struct subject *s)
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

/* ------------------------------------------------------------------ groups */

/* Rows that are not functions and have no file: <kernel>, <profiler>, ... */
static bool is_special(const struct program *p, uint32_t node)
{
	return p->graph.nodes[node].name[0] == '<' && p->functions[node].object == GP_NONE;
}

/* Names are made readable where some rule asks for them. */
static void subject_init(struct subject *s, const struct program *p, uint32_t node,
			 bool names)
{
	const struct function *f = &p->functions[node];
	const char *name = p->graph.nodes[node].name;
	size_t start, n;

	*s = (struct subject){ .subject = { .names = { name }, .file = f->file,
						  .node = node } };
	s->module = f->object == GP_NONE ? NULL : p->objects[f->object].path;
	if (!names)
		return;
	for (int i = NAMES_FULL; i <= NAMES_BASE; i++)
		s->subject.names[i + 1] = demangle_as(name, i);
	n = scope_in(s->subject.names[NAMES_BASE + 1], false, &start);
	s->scope = gp_format("%.*s", (int)n, s->subject.names[NAMES_BASE + 1] + start);
}

static void subject_release(struct subject *s)
{
	for (int i = NAMES_FULL; i <= NAMES_BASE; i++)
		free((char *)s->subject.names[i + 1]);
	free(s->scope);
}

static bool has_rule(const struct groups *g, unsigned kinds)
{
	for (size_t i = 0; i < g->nrules; i++)
		if (kinds & 1u << g->rules[i].kind)
			return true;
	return false;
}

/* The group that the first rule says, or GP_NONE. */
static uint32_t by_rules(struct groups *g, const struct program *p, uint32_t node, bool names)
{
	bool special = is_special(p, node);
	uint32_t group = GP_NONE;
	struct subject s;

	subject_init(&s, p, node, names);
	for (size_t i = 0; i < g->nrules && group == GP_NONE; i++) {
		struct group_rule *r = &g->rules[i];

		if (special && (r->kind != GROUP_NAME || r->text[0] != '<'))
			continue;
		if (matches(r, &s)) {
			r->found++;
			group = r->group;
		}
	}
	subject_release(&s);
	return group;
}

/* ------------------------------------------------------------------ */

static char *scope_of(const struct program *p, uint32_t node, bool outermost)
{
	char *name = demangle_as(p->graph.nodes[node].name, NAMES_BASE), *scope = NULL;
	size_t start, n = scope_in(name, outermost, &start);

	if (n)
		scope = gp_format("%.*s", (int)n, name + start);
	free(name);
	return scope;
}

static char *folder_of(const char *file)
{
	const char *slash = strrchr(file, '/');

	if (!slash)
		return gp_strdup(".");
	return slash == file ? gp_strdup("/") : gp_format("%.*s", (int)(slash - file), file);
}

/* The file of a function of a module that is the user's own: instrumented. */
static const char *file_of(const struct program *p, uint32_t node)
{
	const struct function *f = &p->functions[node];

	return f->object != GP_NONE && p->objects[f->object].instrumented ? f->file : NULL;
}

/* The whole path of the file or folder, the scope, or NULL: there is none. */
static char *key_of(const struct groups *g, const struct program *p, uint32_t node)
{
	const char *file = file_of(p, node);

	switch (g->by) {
	case GROUP_BY_NAMESPACE:
	case GROUP_BY_CLASS:
		return scope_of(p, node, g->by == GROUP_BY_NAMESPACE);
	case GROUP_BY_FILE:
		return file ? gp_strdup(file) : NULL;
	case GROUP_BY_DIRECTORY:
		return file ? folder_of(file) : NULL;
	default:
		return NULL;
	}
}

/* The group of functions without a source. */
static uint32_t by_module(struct groups *g, const struct program *p, uint32_t node)
{
	uint32_t object = p->functions[node].object, group;
	const char *name;
	char *text;

	if (object == GP_NONE)
		return groups_group(g, "<others>");
	name = p->objects[object].name;
	text = gp_format(name[0] == '[' ? "%s" : "[%s]", name);
	group = groups_group(g, text);
	free(text);
	return group;
}

static uint32_t by_itself(struct groups *g, const struct program *p, uint32_t node)
{
	char *key = key_of(g, p, node);
	uint32_t group = key ? groups_group(g, key) : by_module(g, p, node);

	free(key);
	return group;
}

/* The last components of a path, one more than 'tail' has. */
static const char *longer(const char *path, const char *tail)
{
	if (tail > path)
		tail--;
	while (tail > path && tail[-1] != '/')
		tail--;
	return tail;
}

/* Marks tails that are equal to another. */
static bool find_equal(const char **tails, size_t n, bool *equal)
{
	struct gp_names seen = { 0 };
	bool any = false;
	int created;

	memset(equal, 0, n * sizeof *equal);
	for (size_t i = 0; i < n; i++) {
		uint32_t *first = gp_names_put(&seen, tails[i], &created);

		if (created)
			*first = i;
		else
			equal[i] = equal[*first] = any = true;
	}
	gp_names_release(&seen);
	return any;
}

/* Names of paths: as few of the last components as distinguish them. */
static void shorten(struct groups *g)
{
	const char **tails = gp_alloc(g->n, sizeof *tails);
	bool *equal = gp_alloc(g->n, sizeof *equal), longest = false;

	for (size_t i = 0; i < g->n; i++)
		tails[i] = g->names[i][0] == '[' || g->names[i][0] == '<'
				   ? g->names[i] : longer(g->names[i], strchr(g->names[i], 0));
	while (!longest && find_equal(tails, g->n, equal)) {
		longest = true;
		for (size_t i = 0; i < g->n; i++) {
			if (!equal[i] || tails[i] == g->names[i])
				continue;
			tails[i] = longer(g->names[i], tails[i]);
			longest = false;
		}
	}
	gp_names_release(&g->index);
	for (size_t i = 0; i < g->n; i++) {
		char *name = gp_strdup(tails[i]);

		free(g->names[i]);
		g->names[i] = name;
	}
	free(tails);
	free(equal);
}

static bool wants_files(const struct groups *g)
{
	if (g->by == GROUP_BY_RULES)
		return has_rule(g, 1u << GROUP_NAME | 1u << GROUP_FILE | 1u << GROUP_DIRECTORY);
	return g->by == GROUP_BY_FILE || g->by == GROUP_BY_DIRECTORY;
}

/* Without debug information no file is known; a few functions have none with it (what the
   compiler made). */
static void find_unfiled(struct groups *g, const struct program *p)
{
	int64_t *n = gp_alloc(p->nobjects, sizeof *n); /* those without less those with */
	size_t most = 0;

	for (size_t i = 0; i < p->graph.nnodes; i++)
		if (p->functions[i].instrumented && p->functions[i].object != GP_NONE)
			n[p->functions[i].object] += p->functions[i].file ? -1 : 1;
	for (size_t i = 1; i < p->nobjects; i++)
		if (n[i] > n[most])
			most = i;
	if (p->nobjects && n[most] > 0)
		g->unfiled = gp_strdup(p->objects[most].name);
	free(n);
}

static bool groups_files(const struct groups *g)
{
	return g->by == GROUP_BY_FILE || g->by == GROUP_BY_DIRECTORY ||
	       has_rule(g, 1u << GROUP_FILE | 1u << GROUP_DIRECTORY);
}

static uint32_t group_of(struct groups *g, const struct program *p, uint32_t node, bool names)
{
	bool special = is_special(p, node);
	uint32_t group = GP_NONE;

	if (g->by == GROUP_BY_RULES)
		group = by_rules(g, p, node, names);
	else if (!special)
		group = by_itself(g, p, node);
	if (group != GP_NONE)
		return group;
	return groups_group(g, special ? p->graph.nodes[node].name : "<others>");
}

void groups_assign(struct groups *g, struct program *p)
{
	bool names = has_rule(g, 1u << GROUP_NAME | 1u << GROUP_NAMESPACE);
	size_t n = p->graph.nnodes;

	if (wants_files(g))
		program_find_lines(p);
	if (groups_files(g))
		find_unfiled(g, p);
	for (size_t i = 0; i < g->nrules; i++)
		if (g->rules[i].kind == GROUP_NAME)
			pattern_bind(&g->rules[i].pattern, p);
	g->of = gp_alloc(n, sizeof *g->of);
	for (size_t i = 0; i < n; i++)
		g->of[i] = group_of(g, p, i, names);
	if (g->by == GROUP_BY_FILE || g->by == GROUP_BY_DIRECTORY)
		shorten(g);
	g->members = gp_alloc(g->n, sizeof *g->members);
	for (size_t i = 0; i < n; i++)
		g->members[g->of[i]]++;
}
