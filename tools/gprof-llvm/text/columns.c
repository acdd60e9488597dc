/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * columns.c - see columns.h.
 */
#include "text/columns.h"

#include <math.h>
#include <string.h>

#define MOST_FIXED 1e12 /* larger ones are left to printf() */
#define DIGITS 24       /* of a 64-bit number, with its sign */

void columns_end(struct columns *c)
{
	fwrite_unlocked(c->text, 1, c->n, c->out);
	c->n = 0;
}

static char *room_for(struct columns *c, size_t n)
{
	char *at;

	if (c->n + n > sizeof c->text)
		columns_end(c);
	at = c->text + c->n;
	c->n += n;
	return at;
}

void columns_blank(struct columns *c, int width)
{
	memset(room_for(c, width), ' ', width);
}

void columns_text(struct columns *c, const char *text, size_t n)
{
	if (n <= sizeof c->text) {
		memcpy(room_for(c, n), text, n);
		return;
	}
	columns_end(c);
	fwrite_unlocked(text, 1, n, c->out);
}

/* Writes digits so that they end at 'end'; returns where they begin. */
static char *digits(char *end, uint64_t value)
{
	do
		*--end = '0' + value % 10;
	while (value /= 10);
	return end;
}

void columns_padded(struct columns *c, int width, const char *text, size_t n)
{
	if (width > 0 && (size_t)width > n)
		columns_blank(c, width - n);
	columns_text(c, text, n);
	if (width < 0 && (size_t)-width > n)
		columns_blank(c, -width - n);
}

static void put(struct columns *c, int width, const char *begin, const char *end)
{
	columns_padded(c, width, begin, end - begin);
}

void columns_number(struct columns *c, int width, int64_t value)
{
	char text[DIGITS], *end = text + sizeof text;
	char *begin = digits(end, value < 0 ? -(uint64_t)value : (uint64_t)value);

	if (value < 0)
		*--begin = '-';
	put(c, width, begin, end);
}

static void print_fixed(struct columns *c, int width, int decimals, double value)
{
	char text[400]; /* any double has fewer digits */
	int n = snprintf(text, sizeof text, "%.*f", decimals, value);

	put(c, width, text, text + n);
}

/*
 * The product with a power of ten is off by less than half a unit in the last place.
 * Where that could change the rounding, which is of the exact binary value to
 * the nearest and to even, printf() decides.
 */
void columns_fixed(struct columns *c, int width, int decimals, double value)
{
	static const double powers[] = { 1, 10, 100, 1000 };
	char text[DIGITS + 4], *end = text + sizeof text, *begin = end;
	double scaled = value * powers[decimals], rest;
	uint64_t n;

	if (signbit(value) || !(value < MOST_FIXED)) {
		print_fixed(c, width, decimals, value);
		return;
	}
	n = (uint64_t)scaled;
	rest = scaled - (double)n;
	if (fabs(rest - 0.5) <= 1e-15 * (scaled + 1)) {
		print_fixed(c, width, decimals, value);
		return;
	}
	n += rest > 0.5;
	for (int i = 0; i < decimals; i++, n /= 10)
		*--begin = '0' + n % 10;
	if (decimals)
		*--begin = '.';
	put(c, width, digits(begin, n), end);
}
