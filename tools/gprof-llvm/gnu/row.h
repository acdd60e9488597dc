/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * row.h - one row of a table, put together without printf: a graph has a row for each
 * end of an arc, and printf would take longer than all that is computed.
 *
 * Numbers are as printf's %W.Pf, %Wlu and %-Wlu print them, to the last digit; it is
 * asked itself where a number is too near to the middle of two.
 */
#ifndef GPROF_TOOL_GNU_ROW_H
#define GPROF_TOOL_GNU_ROW_H

#include <inttypes.h>
#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#define ROW_NUMBER 330 /* characters of the longest number: a double with 2 decimals */
#define ROW_NUMBERS 6  /* at most in a row */

struct row {
	char text[ROW_NUMBERS * ROW_NUMBER];
	size_t n;
};

static inline void row_put(struct row *r, const char *text, size_t n)
{
	memcpy(r->text + r->n, text, n);
	r->n += n;
}

static inline void row_blank(struct row *r, size_t n)
{
	memset(r->text + r->n, ' ', n);
	r->n += n;
}

/* Digits of a number at the end of 'buffer', of which it returns the start. */
static inline char *row_digits(char *end, uint64_t value)
{
	do {
		*--end = (char)('0' + value % 10);
		value /= 10;
	} while (value);
	return end;
}

static inline void row_right(struct row *r, size_t width, const char *text, size_t n)
{
	if (n < width)
		row_blank(r, width - n);
	row_put(r, text, n);
}

static inline void row_count(struct row *r, size_t width, uint64_t value)
{
	char buffer[24], *end = buffer + sizeof buffer, *start = row_digits(end, value);

	row_right(r, width, start, (size_t)(end - start));
}

static inline void row_count_left(struct row *r, size_t width, uint64_t value)
{
	char buffer[24], *end = buffer + sizeof buffer, *start = row_digits(end, value);
	size_t n = (size_t)(end - start);

	row_put(r, start, n);
	if (n < width)
		row_blank(r, width - n);
}

/* The product with 10^decimals errs by less than a thousandth below 10^12. */
static inline void row_fixed(struct row *r, size_t width, unsigned decimals, double value)
{
	char buffer[24], *end = buffer + sizeof buffer, *start;
	double shifted = value * (decimals == 2 ? 100 : 10), rest;
	uint64_t digits = shifted >= 0 && shifted < 1e12 ? (uint64_t)shifted : 0;

	rest = shifted - (double)digits;
	if (!(shifted < 1e12) || signbit(value) || (rest > 0.499 && rest < 0.501)) {
		r->n += (size_t)sprintf(r->text + r->n, "%*.*f", (int)width, (int)decimals, value);
		return;
	}
	digits += rest > 0.5;
	start = end;
	for (unsigned i = 0; i < decimals; i++, digits /= 10)
		*--start = (char)('0' + digits % 10);
	*--start = '.';
	start = row_digits(start, digits);
	row_right(r, width, start, (size_t)(end - start));
}

#endif
