/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * markdown.c - see markdown.h.
 */
#include "text/markdown.h"
#include "base/util.h"
#include "text/escape.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ENTITY 6 /* most bytes of &#NNN; */

char *markdown_text(const char *text)
{
	char *safe = escape_text(text);
	char *entities = gp_alloc(ENTITY * strlen(safe) + 1, 1), *to = entities;

	/* What Markdown and HTML take for theirs is written as an entity. */
	for (const char *c = safe; *c; c++) {
		if (strchr("&<>|`*_[]()\\!~#$:@", *c))
			to += sprintf(to, "&#%d;", *c);
		else
			*to++ = *c;
	}
	*to = 0;
	free(safe);
	return entities;
}
