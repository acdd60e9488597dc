/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * grammar.h - the options that select what a view shows: one table (grammar.c) for all views.
 *
 * Each view has a parser of the whole table.  An option that means nothing in a view is not in its
 * --help, and is refused with the reason; so no option is silently ignored, and each has
 * one name, one form and one meaning everywhere.
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

/* The parsers; 'input' is a struct report_arguments whose 'view' is the same. */
extern const struct argp grammar_report, grammar_annotate, grammar_graph, grammar_histogram,
	grammar_export, grammar_predict, grammar_diff, grammar_top, grammar_view, grammar_browse;

#define GRAMMAR_HEADER \
	"What is shown, where PATTERN is a NAME, a GLOB, a /REGEX/, or a source FILE, FILE:LINE " \
	"or FILE:NAME:"

#endif
