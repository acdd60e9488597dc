/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * pattern.c - see pattern.h.
 */
#include "select/pattern.h"
#include "text/demangle.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>

void pattern_subject_of_name(struct pattern_subject *s, const char *name, const char *file,
			     uint32_t node)
{
	*s = (struct pattern_subject){ .names = { name }, .file = file, .node = node };
	for (int i = 0; i < 3; i++)
		s->names[i + 1] = s->readable[i] = demangle_as(name, NAMES_FULL + i);
}

void pattern_subject_init(struct pattern_subject *s, const struct program *program, uint32_t node)
{
	pattern_subject_of_name(s, program->graph.nodes[node].name, program->functions[node].file,
				node);
}

void pattern_subject_release(struct pattern_subject *s)
{
	for (int i = 0; i < 3; i++)
		free(s->readable[i]);
}

static int parse_regex(struct pattern *p, size_t length, struct gp_error *e)
{
	char *text = gp_format("%.*s", (int)length - 2, p->text + 1), message[256];
	int rc = regcomp(&p->regex, text, REG_EXTENDED | REG_NOSUB);

	free(text);
	if (!rc) {
		p->is_regex = true;
		return 0;
	}
	regerror(rc, &p->regex, message, sizeof message);
	return gp_fail(e, "bad regular expression '%s': %s", p->text, message);
}

/* The colon of FILE:LINE and FILE:NAME; colons of C++ names are in pairs. */
static const char *lone_colon(const char *text)
{
	for (const char *c = text; (c = strchr(c, ':')); c += c[1] ? 2 : 1)
		if (c > text && c[1] && c[1] != ':')
			return c;
	return NULL;
}

int pattern_parse(struct pattern *p, const char *text, struct gp_error *e)
{
	size_t length = strlen(text);
	const char *colon = lone_colon(text);

	*p = (struct pattern){ .text = text, .at_line = GP_NONE };
	if (!length)
		return gp_fail(e, "an empty pattern matches no function");
	if (length > 2 && text[0] == '/' && text[length - 1] == '/')
		return parse_regex(p, length, e);
	if (!colon) {
		p->file = gp_strdup(text);
		p->name = gp_strdup(text);
		return 0;
	}
	p->file = gp_format("%.*s", (int)(colon - text), text);
	if (strspn(colon + 1, "0123456789") == strlen(colon + 1))
		p->line = strtoul(colon + 1, NULL, 10);
	else
		p->name = gp_strdup(colon + 1);
	return 0;
}

int pattern_check(const char *text, struct gp_error *e)
{
	struct pattern p;
	int rc = pattern_parse(&p, text, e);

	if (rc == 0)
		pattern_release(&p);
	return rc;
}

/* Returns true if 'path' is 'file', or ends in it. */
static bool is_file(const char *file, const char *path)
{
	size_t n = strlen(file), all = path ? strlen(path) : 0;

	return all >= n && !strcmp(path + all - n, file) &&
	       (all == n || path[all - n - 1] == '/');
}

void pattern_bind(struct pattern *p, const struct program *program)
{
	uint32_t best = 0;

	for (size_t i = 0; p->line && i < program->nfunctions; i++) {
		const struct function *f = &program->functions[i];

		if (f->line > p->line || f->line < best || !f->line || !is_file(p->file, f->file))
			continue;
		best = f->line;
		p->at_line = i;
	}
}

static bool is_name(const char *pattern, const struct pattern_subject *s)
{
	bool glob = strpbrk(pattern, "*?[");

	for (size_t i = 0; i < sizeof s->names / sizeof *s->names; i++)
		if (s->names[i] && (!strcmp(pattern, s->names[i]) ||
				    (glob && !fnmatch(pattern, s->names[i], 0))))
			return true;
	return false;
}

static bool matches(const struct pattern *p, const struct pattern_subject *s)
{
	if (p->is_regex)
		return (s->names[0] && !regexec(&p->regex, s->names[0], 0, NULL, 0)) ||
		       (s->names[1] && !regexec(&p->regex, s->names[1], 0, NULL, 0));
	if (!p->name)
		return s->node == p->at_line;
	if (strlen(p->text) == strlen(p->file))
		return is_name(p->name, s) || is_file(p->file, s->file);
	return is_file(p->file, s->file) && is_name(p->name, s);
}

bool pattern_matches(struct pattern *p, const struct pattern_subject *s)
{
	bool yes = matches(p, s);

	p->found += yes;
	return yes;
}

bool pattern_matches_name(struct pattern *p, const char *name, const char *file, uint32_t node)
{
	struct pattern_subject s;
	bool yes;

	pattern_subject_of_name(&s, name, file, node);
	yes = pattern_matches(p, &s);
	pattern_subject_release(&s);
	return yes;
}

bool pattern_has_place(struct pattern *p, const char *path, uint64_t line)
{
	bool whole = p->file && strlen(p->text) == strlen(p->file);
	bool yes = !p->is_regex && (whole || (p->line && p->line == line)) &&
		   is_file(p->file, path);

	p->found += yes;
	return yes;
}

void pattern_release(struct pattern *p)
{
	if (p->is_regex)
		regfree(&p->regex);
	free(p->file);
	free(p->name);
	memset(p, 0, sizeof *p);
}

int pattern_mark(const char *text, const struct program *program, uint8_t *marks, uint8_t bit,
		 size_t *found, struct gp_error *e)
{
	size_t n = program->graph.nnodes;
	struct pattern p = { 0 };

	if (*text && pattern_parse(&p, text, e) < 0)
		return -1;
	if (*text)
		pattern_bind(&p, program);
	for (size_t i = 0; i < n; i++) {
		struct pattern_subject s;

		pattern_subject_init(&s, program, i);
		if (!*text || pattern_matches(&p, &s))
			marks[i] |= bit;
		pattern_subject_release(&s);
	}
	*found = *text ? p.found : n;
	pattern_release(&p);
	return 0;
}

/* Those that a pattern matches; *first is the first of them. */
static size_t find_matching(const char *text, const struct program *program, uint32_t *first)
{
	uint8_t *marks = gp_alloc(program->graph.nnodes, sizeof *marks);
	struct gp_error ignored;
	size_t found = 0;

	if (pattern_mark(text, program, marks, 1, &found, &ignored) < 0)
		found = 0;
	for (size_t i = program->graph.nnodes; found && i-- > 0;)
		if (marks[i])
			*first = i;
	free(marks);
	return found;
}

char *pattern_instead(const char *text, const struct program *program)
{
	char *told = NULL;

	if (strpbrk(text, "*?[/") || lone_colon(text))
		return gp_strdup("");
	for (int within = 0; within < 2 && !told; within++) {
		char *glob = gp_format(within ? "*%s*" : "*::%s", text);
		uint32_t first;
		size_t found = find_matching(glob, program, &first);
		char *name = found ? demangle_as(program->graph.nodes[first].name, NAMES_BASE)
				   : NULL;

		if (found == 1)
			told = gp_format(": name '%s'", name);
		else if (found)
			told = gp_format(": '%s' matches %zu functions, one is '%s'", glob, found,
					 name);
		free(name);
		free(glob);
	}
	return told ? told : gp_strdup("");
}
