/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * columns.h - figures in columns, byte for byte as printf() writes them, at a tenth of
 * its cost.  A large report has ten million lines.
 *
 *	struct columns c = { .out = out };
 *	columns_fixed(&c, 7, 2, x); columns_number(&c, 7, n); ...   in their order
 *	columns_end(&c);                                            before anything else
 *									is written to 'out'
 *
 * A line may be of any length; errors are those of 'out' (ferror()).
 */
#ifndef GPROF_TEXT_COLUMNS_H
#define GPROF_TEXT_COLUMNS_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

struct columns {
	FILE *out;
	size_t n;         /* bytes of 'text' in use */
	char text[256];
};

/* "%*.*f"; a decimal point stands before at most 3 digits. */
void columns_fixed(struct columns *c, int width, int decimals, double value);

/* "%*lld"; a negative width: to the left. */
void columns_number(struct columns *c, int width, int64_t value);

/* "%*s" of nothing. */
void columns_blank(struct columns *c, int width);

/* "%*s"; a negative width: to the left. */
void columns_padded(struct columns *c, int width, const char *text, size_t n);

void columns_text(struct columns *c, const char *text, size_t n);

void columns_end(struct columns *c);

#endif
