/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * grammar.h - the options that select what a view shows: one table (grammar.c) for all views.
 *
 * The parser knows the whole table.  An option that a view cannot use is not in the view's --help,
 * and is refused with the reason.  So no option is silently ignored, and each has one name, one
 * form and one meaning everywhere.
 */
#ifndef GPROF_OPTIONS_GRAMMAR_H
#define GPROF_OPTIONS_GRAMMAR_H

#include <argp.h>

/* Bits: rows of the table name several. */
enum view_bit {
	IN_REPORT = 1 << 0,
	IN_ANNOTATE = 1 << 1,
	IN_GRAPH = 1 << 2,
	IN_HISTOGRAM = 1 << 3,
	IN_EXPORT = 1 << 4,
	IN_PREDICT = 1 << 5,
	IN_DIFF = 1 << 6,
	IN_TOP = 1 << 7,
	IN_VIEW = 1 << 8,
	IN_BROWSE = 1 << 9,
};

/* Makes grammar_options those of a view, a bit of the above, until the next call: before argp. */
void grammar_init(unsigned view);

/* Their parser; 'input' is a struct report_arguments. */
extern const struct argp grammar_options;

#define GRAMMAR_HEADER \
	"What is shown, where PATTERN is a NAME, a GLOB, a /REGEX/, or a source FILE, FILE:LINE " \
	"or FILE:NAME:"

#endif
