/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * groups_parse.c - the file of groups; see groups.h.
 */
#include "select/groups.h"

#include <stdlib.h>
#include <string.h>

static const char blanks[] = " \t\r\v\f";

static const char *const kinds[GROUP_KINDS] = {
	[GROUP_NAME] = "name",		 [GROUP_NAMESPACE] = "namespace",
	[GROUP_FILE] = "file",		 [GROUP_DIRECTORY] = "directory",
	[GROUP_MODULE] = "module",
};

const char *group_kind_name(enum group_kind kind)
{
	return kinds[kind];
}

static bool is_blank(char c)
{
	return !c || strchr(blanks, c);
}

/* The colon between the group and its patterns; others have no blank after them. */
static char *colon_of(char *line)
{
	for (char *c = line; (c = strchr(c, ':')); c++)
		if (is_blank(c[1]))
			return c;
	return NULL;
}

static void cut_comment(char *line)
{
	bool quoted = false;

	for (char *c = line; *c; c++) {
		if (*c == '"')
			quoted = !quoted;
		if (*c == '#' && !quoted && (c == line || is_blank(c[-1]))) {
			*c = 0;
			return;
		}
	}
}

/* The next word of a line, cut off it, or NULL; *open says of a quote without an end. */
static char *next_word(char **at, bool *open)
{
	char *word = *at + strspn(*at, blanks), *end;
	bool quoted = *word == '"';

	if (!*word)
		return NULL;
	word += quoted;
	end = word + strcspn(word, quoted ? "\"" : blanks);
	*open = quoted && !*end;
	*at = *end ? end + 1 : end;
	*end = 0;
	return word;
}

uint32_t groups_group(struct groups *g, const char *name)
{
	uint32_t group = gp_names_get(&g->index, name);
	char *kept;
	int created;

	if (group != GP_NONE)
		return group;
	kept = *gp_push(g->names, g->n, g->room) = gp_strdup(name);
	return *gp_names_put(&g->index, kept, &created) = g->n - 1;
}

static int add_rule(struct groups *g, uint32_t group, uint32_t line, enum group_kind kind,
		    const char *text, struct gp_error *e)
{
	struct group_rule *r = gp_push(g->rules, g->nrules, g->rules_room);
	size_t n = strlen(text);

	*r = (struct group_rule){ .group = group, .line = line, .kind = kind,
				  .text = gp_strdup(text) };
	r->is_regex = kind != GROUP_NAME && n > 2 && text[0] == '/' && text[n - 1] == '/';
	if (!n)
		return gp_fail(e, "an empty pattern matches nothing");
	return kind == GROUP_NAME || r->is_regex ? pattern_parse(&r->pattern, r->text, e) : 0;
}

/* KIND PATTERN... */
static int parse_patterns(struct groups *g, uint32_t group, uint32_t line, char *at,
			  struct gp_error *e)
{
	bool open = false;
	const char *word = next_word(&at, &open);
	int kind = 0, n = 0;

	if (!word)
		return gp_fail(e, "the group has no pattern: expected a kind (name, namespace, "
				  "file, directory or module) and patterns");
	while (kind < GROUP_KINDS && strcmp(kinds[kind], word))
		kind++;
	if (kind == GROUP_KINDS)
		return gp_fail(e, "unknown kind '%s': expected name, namespace, file, directory "
				  "or module", word);
	for (; (word = next_word(&at, &open)); n++)
		if (open || add_rule(g, group, line, kind, word, e) < 0)
			return open ? gp_fail(e, "'%s' has no closing quote", word) : -1;
	return n ? 0 : gp_fail(e, "no pattern after '%s'", kinds[kind]);
}

static int parse_line(struct groups *g, uint32_t number, char *line, struct gp_error *e)
{
	char *colon, *end;

	cut_comment(line);
	line += strspn(line, blanks);
	if (!*line)
		return 0;
	colon = colon_of(line);
	if (!colon)
		return gp_fail(e, "bad line '%s': expected GROUP: KIND PATTERN...", line);
	for (end = colon; end > line && is_blank(end[-1]);)
		end--;
	if (end == line)
		return gp_fail(e, "no group name before the colon");
	*end = 0;
	return parse_patterns(g, groups_group(g, line), number, colon + 1, e);
}

int groups_parse(struct groups *g, const char *text, size_t size, const char *file,
		 struct gp_error *e)
{
	const char *at = text, *end = text + size;
	int rc = 0;

	for (uint32_t number = 1; at < end && rc == 0; number++) {
		const char *newline = memchr(at, '\n', end - at);
		size_t length = (newline ? newline : end) - at;
		char *line = gp_alloc(length + 1, 1);

		memcpy(line, at, length);
		if (memchr(line, 0, length))
			rc = gp_fail(e, "it holds a NUL byte");
		else
			rc = parse_line(g, number, line, e);
		if (rc < 0)
			gp_fail_in(e, "line %u of '%s'", number, file);
		free(line);
		at += length + 1;
	}
	if (rc == 0 && !g->nrules)
		return gp_fail(e, "no group in '%s': expected lines GROUP: KIND PATTERN...", file);
	return rc;
}

void groups_release(struct groups *g)
{
	for (size_t i = 0; i < g->nrules; i++) {
		pattern_release(&g->rules[i].pattern);
		free(g->rules[i].text);
	}
	for (size_t i = 0; i < g->n; i++)
		free(g->names[i]);
	free(g->rules);
	free(g->names);
	gp_names_release(&g->index);
	free(g->of);
	free(g->members);
	free(g->unfiled);
	memset(g, 0, sizeof *g);
}
