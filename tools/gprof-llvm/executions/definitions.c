/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* definitions.c - see definitions.h. */
#include "executions/definitions.h"
#include "text/demangle.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#define OPERATOR "operator"
#define DELETES "D0Ev" /* how its name ends; another one may end so, too */

static bool is_operator(const char *c)
{
	size_t n = strlen(OPERATOR);

	return !strncmp(c, OPERATOR, n) && !isalnum((unsigned char)c[n]) && c[n] != '_';
}

/* Takes out the text in brackets: types, which differ between instances.  The name of an operator
   may have a type too, so all such operators of a class are one. */
static void cut_types(char *name)
{
	char *to = name, *from = name;
	int depth = 0;

	for (char last = ':'; *from; last = *from++) {
		if (!depth && last == ':' && is_operator(from))
			break;
		depth -= strchr(")]}>", *from) && last != '-';
		if (!depth)
			*to++ = *from;
		depth += strchr("([{<", *from) != NULL;
	}
	*to = 0;
}

/* To be freed; "" where the line is all that is known. */
static char *text_of(const char *linkage)
{
	char *name = demangle_as(linkage, NAMES_BASE);

	if (!strncmp(linkage, "_Z", 2) && strcmp(name, linkage))
		cut_types(name);
	else
		*name = 0;
	name[strcspn(name, " ")] = 0;
	return name;
}

/* Takes the text. */
static uint32_t text_number(struct definitions *d, char *text)
{
	int created;
	uint32_t *number = gp_names_put(&d->by_text, text, &created);

	if (created) {
		*number = d->ntexts;
		*gp_push(d->texts, d->ntexts, d->texts_room) = text;
	} else {
		free(text);
	}
	return *number;
}

static struct definition_name name_of(struct definitions *d, const char *linkage)
{
	uint32_t of = path_number(&d->linkages, linkage ? linkage : "");
	struct definition_name name;
	const char *text, *last;

	if (of < d->nnames)
		return d->names[of];
	name.whole = text_number(d, text_of(linkage ? linkage : ""));
	text = d->texts[name.whole];
	last = strrchr(text, ':');
	name.last = text_number(d, gp_format(" %s", last ? last + 1 : text));
	return *gp_push(d->names, d->nnames, d->names_room) = name;
}

static uint32_t number_of(struct definitions *d, const char *file, uint32_t line, uint32_t name)
{
	uint64_t at = (uint64_t)path_number(&d->files, file) << 32 | line;
	int created;
	uint32_t *number = gp_map_put(&d->numbers, at, name, &created);

	if (created)
		*number = d->n++;
	return *number;
}

uint32_t definition_number(struct definitions *d, const char *file, uint32_t line,
			   const char *linkage)
{
	return number_of(d, file, line, name_of(d, linkage).whole);
}

uint32_t definition_namesake(struct definitions *d, const char *file, uint32_t line,
			     const char *linkage)
{
	return number_of(d, file, line, name_of(d, linkage).last);
}

bool definition_deletes(const char *linkage)
{
	size_t n = linkage ? strlen(linkage) : 0;
	const char *last;
	bool deletes;
	char *name;

	if (n < strlen(DELETES) || strcmp(linkage + n - strlen(DELETES), DELETES))
		return false;
	name = demangle_as(linkage, NAMES_BASE);
	last = strrchr(name, ':');
	deletes = last && last[1] == '~';
	free(name);
	return deletes;
}

void definitions_release(struct definitions *d)
{
	for (size_t i = 0; i < d->ntexts; i++)
		free(d->texts[i]);
	path_numbers_release(&d->files);
	path_numbers_release(&d->linkages);
	gp_names_release(&d->by_text);
	gp_map_release(&d->numbers);
	free(d->names);
	free(d->texts);
}
