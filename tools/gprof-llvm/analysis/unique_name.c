/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * unique_name.c - see unique_name.h.
 */
#include "analysis/unique_name.h"
#include "base/shell.h"
#include "select/pattern.h"
#include "text/demangle.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* A name that may be the word, and the names that it is compared with. */
struct trial {
	struct pattern pattern;
	const char *linkage;
	char *part; /* that all linkage names have which it can mean; "": not known */
};

/* Not words that are options, paths, or nothing that a sentence can show in quotes. */
static bool is_usable(const char *word)
{
	if (!*word || *word == '-' || strpbrk(word, "/'`$\\"))
		return false;
	for (const char *c = word; *c; c++)
		if ((unsigned char)*c < ' ' || *c == 0x7f)
			return false;
	return true;
}

/* The last identifier of a readable name without arguments, if the linkage name has it. */
static char *find_part(const char *base, const char *linkage)
{
	size_t n = strlen(base), from;
	char *part;

	while (n && base[n - 1] != '_' && !isalnum((unsigned char)base[n - 1]))
		n--;
	for (from = n; from && (base[from - 1] == '_' || isalnum((unsigned char)base[from - 1]));)
		from--;
	part = gp_format("%.*s", (int)(n - from), base + from);
	if (!strstr(linkage, part))
		*part = '\0';
	return part;
}

static bool means(struct trial *t, const char *name, const char *file, uint32_t node)
{
	return strstr(name, t->part) && pattern_matches_name(&t->pattern, name, file, node);
}

static bool means_another(struct trial *t, const struct program *p,
			  const struct inlined_names *inlined)
{
	for (size_t i = 0; i < p->graph.nnodes; i++) {
		const char *name = p->graph.nodes[i].name;

		if (strcmp(name, t->linkage) && means(t, name, p->functions[i].file, i))
			return true;
	}
	for (size_t i = 0; inlined && i < inlined->n; i++)
		if (strcmp(inlined->items[i], t->linkage) &&
		    means(t, inlined->items[i], NULL, PATTERN_NO_NODE))
			return true;
	return false;
}

static bool is_leaf_library(const char *word, const struct program *p,
			    const struct inlined_names *inlined, const char *base,
			    const char *linkage)
{
	struct trial t = { .linkage = linkage };
	struct gp_error ignored;
	bool alone;

	if (!is_usable(word) || pattern_parse(&t.pattern, word, &ignored) < 0)
		return false;
	t.part = find_part(base, linkage);
	alone = means(&t, linkage, NULL, PATTERN_NO_NODE) && !means_another(&t, p, inlined);
	free(t.part);
	pattern_release(&t.pattern);
	return alone;
}

char *unique_name(const struct program *p, const struct inlined_names *inlined, const char *linkage)
{
	char *base = demangle_as(linkage, NAMES_BASE), *word = NULL;

	for (int form = NAMES_BASE; form >= NAMES_FULL && !word; form--) {
		char *name = demangle_as(linkage, form);

		if (strcmp(name, linkage) && is_leaf_library(name, p, inlined, base, linkage))
			word = shell_quoted(name);
		free(name);
	}
	free(base);
	return word ? word : is_usable(linkage) ? shell_quoted(linkage) : NULL;
}
