/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * symbols_text.c - a table of functions as nm prints it (--external-symbol-table);
 * see symbols.h.
 *
 * A line counts if it has a hexadecimal number, a letter t or T and a name; what
 * follows the name is ignored, and so are all other lines.
 */
#include "gprof/symbols.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

struct line {
	const char *at, *end;
};

static void skip_blanks(struct line *l)
{
	while (l->at < l->end && isspace((unsigned char)*l->at))
		l->at++;
}

/* The next word, or an empty one. */
static struct line word(struct line *l)
{
	struct line w;

	skip_blanks(l);
	w.at = l->at;
	while (l->at < l->end && !isspace((unsigned char)*l->at))
		l->at++;
	w.end = l->at;
	return w;
}

static bool hexadecimal(struct line w, uint64_t *value)
{
	uint64_t v = 0;

	if (w.end - w.at > 2 && w.at[0] == '0' && (w.at[1] == 'x' || w.at[1] == 'X'))
		w.at += 2;
	if (w.at == w.end || !isxdigit((unsigned char)*w.at))
		return false;
	for (; w.at < w.end && isxdigit((unsigned char)*w.at); w.at++) {
		int c = tolower((unsigned char)*w.at);

		v = v << 4 | (uint64_t)(isdigit(c) ? c - '0' : c - 'a' + 10);
	}
	*value = v;
	return true;
}

static void read_line(struct gnu_table *t, struct line l)
{
	struct line address = word(&l), name;
	struct gnu_symbol *s;
	uint64_t value;
	char type;

	skip_blanks(&l);
	if (l.at == l.end)
		return;
	type = *l.at++;
	name = word(&l);
	if (name.at == name.end || (type != 't' && type != 'T') || !hexadecimal(address, &value))
		return;
	s = gnu_table_add(t, value, gnu_table_own(t, gp_format("%.*s", (int)(name.end - name.at),
							       name.at)));
	s->function = true;
	s->local = type == 't';
}

int gnu_table_read_text(struct gnu_table *t, const char *text, size_t size, const char *name,
			struct gp_error *e)
{
	const char *end = text + size;

	while (text < end) {
		const char *newline = memchr(text, '\n', (size_t)(end - text));
		struct line l = { text, newline ? newline : end };

		read_line(t, l);
		text = newline ? newline + 1 : end;
	}
	if (!t->nsymbols)
		return gp_fail(e, "file `%s' has no symbols", name);
	return 0;
}
