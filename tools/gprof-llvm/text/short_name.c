/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * short_name.c - see short_name.h.
 */
#include "text/short_name.h"
#include "base/util.h"

#include <ctype.h>
#include <stdbool.h>
#include <string.h>

#define DOTS 2 /* columns of ".." */

size_t short_fitting(const char *text, size_t columns)
{
	size_t n = 0;

	while (text[n] && columns) {
		n++;
		while ((text[n] & 0xc0) == 0x80)
			n++;
		columns--;
	}
	return n;
}

size_t short_columns(const char *text, size_t n)
{
	size_t columns = 0;

	for (size_t i = 0; i < n; i++)
		columns += (text[i] & 0xc0) != 0x80;
	return columns;
}

int short_width(const char *text, int columns)
{
	size_t n = strlen(text);

	return columns + (int)(n - short_columns(text, n));
}

/* Where the last 'columns' of the first 'n' bytes begin. */
static size_t last_columns(const char *text, size_t n, size_t columns)
{
	while (columns-- && n)
		while (--n && (text[n] & 0xc0) == 0x80)
			;
	return n;
}

/* Whether several names stand on one line. */
static bool is_chain(const char *name)
{
	return strstr(name, " -> ") || strstr(name, " <- ");
}

static bool ends_name(const char *behind)
{
	return !*behind || *behind == '&' || !strncmp(behind, " const", 6) ||
	       !strncmp(behind, " volatile", 9) || !strncmp(behind, " [", 2);
}

/* Bytes of a name without its list of parameters. */
static size_t without_parameters(const char *name)
{
	const char *end = strrchr(name, ')');
	size_t all = strlen(name), at, depth = 0;

	if (!end || !ends_name(end + 1))
		return all;
	for (at = end - name + 1; at--;) {
		depth += name[at] == ')';
		depth -= name[at] == '(';
		if (!depth)
			break;
	}
	if (depth || !at || name[at - 1] == ' ' ||
	    (at >= 8 && !strncmp(name + at - 8, "operator", 8)))
		return all;
	return at;
}

static bool is_operator(const char *name, size_t at, size_t n)
{
	return at + 8 < n && !strncmp(name + at, "operator", 8) && name[at + 8] != '_' &&
	       !isalnum((unsigned char)name[at + 8]);
}

/* Where the last part of a name of 'n' bytes begins: behind the last "::" in no brackets. */
static size_t last_part(const char *name, size_t n)
{
	size_t depth = 0;

	for (size_t i = 0; i < n; i++) /* whose signs are no brackets */
		if (is_operator(name, i, n) && (!i || name[i - 1] == ':' || name[i - 1] == ' '))
			return i;
	for (size_t i = n; i-- > 1;) {
		depth += strchr(">)]}", name[i]) != NULL;
		depth -= depth && strchr("<([{", name[i]);
		if (!depth && name[i] == ':' && name[i - 1] == ':')
			return i + 1;
	}
	return 0;
}

/* What is cut stands after the first 'kept' columns. */
static char *cut_within(const char *name, size_t n, size_t kept, size_t columns)
{
	size_t from = last_columns(name, n, columns - kept - DOTS);

	return gp_format("%.*s..%.*s", (int)short_fitting(name, kept), name, (int)(n - from),
			 name + from);
}

char *short_name(const char *name, size_t columns)
{
	size_t all = strlen(name), n = is_chain(name) ? all : without_parameters(name), part, room;

	if (short_columns(name, all) <= columns)
		return gp_strdup(name);
	if (n < all && short_columns(name, n) + DOTS <= columns)
		return gp_format("%.*s..", (int)n, name);
	part = is_chain(name) ? 0 : last_part(name, n);
	if (short_columns(name + part, n - part) + DOTS <= columns && part) {
		room = columns - DOTS - short_columns(name + part, n - part);
		return cut_within(name, n, room < columns / 3 ? room : columns / 3, columns);
	}
	if (!part)
		return cut_within(name, n, columns / 3, columns);
	return gp_format("..%.*s..", (int)short_fitting(name + part, columns - 2 * DOTS),
			 name + part);
}
