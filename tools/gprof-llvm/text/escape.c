/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * escape.c - see escape.h.
 */
#include "text/escape.h"
#include "base/util.h"

#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* Bytes of the UTF-8 sequence at 'at', of which no more than 'left' are there; 0: none is. */
static size_t sequence(const unsigned char *at, size_t left, uint32_t *code)
{
	size_t n = *at < 0xc2 ? 0 : *at < 0xe0 ? 2 : *at < 0xf0 ? 3 : *at < 0xf5 ? 4 : 0;
	static const uint32_t least[] = { 0, 0, 0x80, 0x800, 0x10000 };

	if (!n || n > left)
		return 0;
	*code = *at & (0x7f >> n);
	for (size_t i = 1; i < n; i++) {
		if ((at[i] & 0xc0) != 0x80)
			return 0;
		*code = *code << 6 | (at[i] & 0x3f);
	}
	return *code < least[n] || *code > 0x10ffff || (*code >= 0xd800 && *code < 0xe000) ? 0 : n;
}

/* C1 controls, separators of lines, marks and overrides of direction. */
static bool is_harmful(uint32_t code)
{
	return code < 0xa0 || code == 0x61c || code == 0x200e || code == 0x200f ||
	       (code >= 0x2028 && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069) ||
	       code == 0xfeff;
}

/* Bytes that are fine as they are, up to 'n' or a NUL. */
static size_t clean_length(const char *text, size_t n)
{
	const unsigned char *t = (const unsigned char *)text;
	size_t i = 0, length;
	uint32_t code;

	while (i < n && t[i]) {
		if (t[i] >= ' ' && t[i] < 0x7f) {
			i++;
			continue;
		}
		if (t[i] < 0x80)
			break;
		length = sequence(t + i, strnlen(text + i, n - i < 4 ? n - i : 4), &code);
		if (!length || is_harmful(code))
			break;
		i += length;
	}
	return i;
}

/* Returns true if anything in the first n bytes, or before a NUL, is to be escaped. */
static bool is_needed(const char *text, size_t n)
{
	size_t clean = clean_length(text, n);

	return clean < n && text[clean];
}

static char *escape(const char *text, size_t n)
{
	size_t length = strnlen(text, n), clean;
	char *escaped = gp_alloc(4 * length + 1, 1), *to = escaped;

	for (size_t i = 0; i < length;) {
		clean = clean_length(text + i, length - i);
		to = mempcpy(to, text + i, clean);
		i += clean;
		if (i < length)
			to += sprintf(to, "\\x%02x", (unsigned char)text[i++]);
	}
	return escaped;
}

char *escape_text(const char *text)
{
	return escape(text, SIZE_MAX);
}

char *escape_owned(char *text)
{
	char *escaped;

	if (!is_needed(text, SIZE_MAX))
		return text;
	escaped = escape_text(text);
	free(text);
	return escaped;
}

/* ------------------------------------------------------------------ */

#define SPEC 32 /* bytes of a conversion, with its flags and numbers */

/* A conversion of a format; the arguments for '*' are in it. */
struct conversion {
	const char *next; /* after it */
	char text[SPEC];  /* without its length modifier and letter; no '*' */
	int width, precision; /* precision -1: none */
	int longs;        /* of its length modifier: 'z' and 'j' are 2 */
	char letter;
};

static int number(const char **at, va_list *args)
{
	int n = 0;

	if (**at == '*') {
		++*at;
		return va_arg(*args, int);
	}
	while (**at >= '0' && **at <= '9')
		n = 10 * n + *(*at)++ - '0';
	return n;
}

/* 'at' is after the '%'. */
static void parse(struct conversion *c, const char *at, va_list *args)
{
	size_t flags = strspn(at, "-+ #0'");
	int n;

	at += flags;
	n = snprintf(c->text, sizeof c->text, "%%%.*s", (int)flags, at - flags);
	c->width = number(&at, args);
	c->precision = -1;
	if (*at == '.') {
		at++;
		c->precision = number(&at, args);
	}
	if (c->width)
		n += snprintf(c->text + n, sizeof c->text - n, "%d", c->width);
	if (c->precision >= 0)
		snprintf(c->text + n, sizeof c->text - n, ".%d", c->precision);
	for (c->longs = 0; strchr("hlzjt", *at); at++)
		c->longs += *at == 'l' ? 1 : *at == 'h' ? 0 : 2;
	c->letter = *at;
	c->next = at + 1;
}

static size_t text_bytes(const struct conversion *c)
{
	return c->precision < 0 ? SIZE_MAX : (size_t)c->precision;
}

/* Takes the argument away; whether it is a text to be escaped. */
static bool is_dirty(const struct conversion *c, va_list *args)
{
	const char *text;

	switch (c->letter) {
	case '%':
	case 'm':
		return false;
	case 's':
		text = va_arg(*args, const char *);
		return text && is_needed(text, text_bytes(c));
	case 'p':
		va_arg(*args, void *);
		return false;
	case 'e':
	case 'f':
	case 'g':
		va_arg(*args, double);
		return false;
	}
	if (c->longs)
		va_arg(*args, long long);
	else
		va_arg(*args, int);
	return false;
}

static bool any_dirty(const char *format, va_list *args)
{
	struct conversion c;
	bool dirty = false;

	while (!dirty && (format = strchr(format, '%'))) {
		parse(&c, format + 1, args);
		dirty = is_dirty(&c, args);
		format = c.next;
	}
	return dirty;
}

static int put_text(FILE *out, const struct conversion *c, const char *text)
{
	char *escaped = escape(text ? text : "(null)", text_bytes(c));
	int n = fprintf(out, "%*s", strchr(c->text, '-') ? -c->width : c->width, escaped);

	free(escaped);
	return n;
}

static int put(FILE *out, const struct conversion *c, va_list *args)
{
	char spec[SPEC + 4];

	snprintf(spec, sizeof spec, "%s%s%c", c->text, c->longs ? "ll" : "", c->letter);
	switch (c->letter) {
	case '%':
		return fprintf(out, "%%");
	case 'm':
		return fprintf(out, "%m");
	case 's':
		return put_text(out, c, va_arg(*args, const char *));
	case 'e':
	case 'f':
	case 'g':
		snprintf(spec, sizeof spec, "%s%c", c->text, c->letter);
		return fprintf(out, spec, va_arg(*args, double));
	case 'p':
		return fprintf(out, spec, va_arg(*args, void *));
	}
	return c->longs ? fprintf(out, spec, va_arg(*args, long long))
			: fprintf(out, spec, va_arg(*args, int));
}

/* One conversion after the other. */
static int print_escaped(FILE *out, const char *format, va_list *args)
{
	struct conversion c;
	const char *at;
	int n = 0;

	while ((at = strchr(format, '%'))) {
		n += fprintf(out, "%.*s", (int)(at - format), format);
		parse(&c, at + 1, args);
		n += put(out, &c, args);
		format = c.next;
	}
	return n + fprintf(out, "%s", format);
}

/* What has no text to be escaped is printed as it is, by one call. */
static int print(FILE *out, const char *format, va_list *args)
{
	va_list copy;
	bool dirty;

	va_copy(copy, *args);
	dirty = any_dirty(format, &copy);
	va_end(copy);
	return dirty ? print_escaped(out, format, args) : vfprintf(out, format, *args);
}

int gprintf(FILE *out, const char *format, ...)
{
	va_list args;
	int n;

	va_start(args, format);
	n = print(out, format, &args);
	va_end(args);
	return n;
}

int gprint(const char *format, ...)
{
	va_list args;
	int n;

	va_start(args, format);
	n = print(stdout, format, &args);
	va_end(args);
	return n;
}

int gputs(const char *text, FILE *out)
{
	return gprintf(out, "%s", text);
}
