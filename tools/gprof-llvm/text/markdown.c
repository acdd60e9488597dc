/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * markdown.c - see markdown.h.
 */
#include "text/markdown.h"
#include "base/util.h"
#include "text/escape.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ENTITY 6 /* most bytes of &#NNN; */

static bool is_word(char c)
{
	return isalnum((unsigned char)c);
}

/* ":bug:" is a picture, "http://x" a link. */
static bool is_colon_read(const char *text, size_t i)
{
	size_t end = i + 1;

	while (is_word(text[end]) || (text[end] && strchr("_+-", text[end])))
		end++;
	return !strncmp(text + i, "://", 3) || (end > i + 1 && text[end] == ':');
}

/* Returns true if Markdown or HTML takes a character for its own.  Parentheses, ']' and '!' are
   only with a '[', which is one; so is '<' for '>'. */
static bool is_read(const char *text, size_t i)
{
	char before = i ? text[i - 1] : ' ', after = text[i + 1];

	switch (text[i]) {
	case '&':
		return is_word(after) || after == '#';
	case '_':
		return !(is_word(before) || before == '_') || !(is_word(after) || after == '_');
	case '#':
		return !i || is_word(after);
	case '>':
		return !i;
	case ':':
		return is_colon_read(text, i);
	default:
		return strchr("<|`*[\\~$@", text[i]);
	}
}

char *markdown_text(const char *text)
{
	char *safe = escape_text(text);
	char *entities = gp_alloc(ENTITY * strlen(safe) + 1, 1), *to = entities;

	for (size_t i = 0; safe[i]; i++) {
		if (is_read(safe, i))
			to += sprintf(to, "&#%d;", safe[i]);
		else
			*to++ = safe[i];
	}
	*to = 0;
	free(safe);
	return entities;
}
