/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * shell.c - see shell.h.
 */
#include "base/shell.h"
#include "base/util.h"

#include <stdbool.h>
#include <string.h>

/* Bytes beyond ASCII are letters of some encoding, which mean nothing to a shell. */
static bool is_plain(char c)
{
	return (unsigned char)c >= 0x80 ||
	       (c && strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
			    "0123456789-_=+.,:/@%", c));
}

static bool needs_quotes(const char *word)
{
	const char *c = word;

	while (is_plain(*c))
		c++;
	return *c || !*word;
}

/* A single quote within stands outside of the quotes. */
char *shell_quoted(const char *word)
{
	char *quoted = gp_alloc(4 * strlen(word) + 3, 1), *to = quoted;

	if (!needs_quotes(word))
		return strcpy(quoted, word);
	*to++ = '\'';
	for (; *word; word++)
		to = *word == '\'' ? stpcpy(to, "'\\''") : (*to = *word, to + 1);
	*to++ = '\'';
	*to = '\0';
	return quoted;
}

char *shell_first(const char *command, size_t *length)
{
	char *word = gp_alloc(strlen(command) + 1, 1), *to = word;
	const char *c = command;
	bool quoted = false;

	for (; *c && (quoted || *c != ' '); c++) {
		if (*c == '\'')
			quoted = !quoted;
		else if (!quoted && *c == '\\' && c[1])
			*to++ = *++c;
		else
			*to++ = *c;
	}
	*to = '\0';
	*length = c - command;
	return word;
}
