/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * help.c - the pane of the keys; see pane.h.
 */
#include "analysis/interval.h"
#include "browse/pane.h"

#include <stdlib.h>

static const char *const lines[] = {
	"Everywhere",
	"  Up Down k j         one row",
	"  PgUp PgDn Space     one screen",
	"  Home End            first, last row",
	"  Enter Right         callers and callees of the function selected; in the tree: fold",
	"  Backspace u Esc     back to where you came from",
	"  / n N               search, next, previous",
	"  s > <               sort by the next column, the one before",
	"  h ? q               these keys; quit",
	"Panes",
	"  f R                 functions",
	"  g                   callers and callees of the function selected",
	"  t G                 tree of calls",
	"  a                   source lines of the function selected",
	"In the tree",
	"  + - Enter           open, fold",
	"  e c                 open, fold all below",
	"  E C                 open, fold the whole tree",
	"  l u                 to the callee with the most time, to the caller",
	"In the source lines",
	"  H                   the line with the most time",
	"  Tab Shift-Tab       the line with the next most, the one before",
	"In the functions",
	"  z                   with or without those that have no time",
	"Marks",
	"  ?                   the figure rests on " FEW_TEXT,
	"  <- ->               caller, callee",
	"  ~                   in the tree: the stacks do not have it, the counts prove it",
	"  ~ +                 of instructions: an average by numbers of calls; at least so many",
};

static int open_help(struct browse *b)
{
	b->lists[PANE_HELP].n = sizeof lines / sizeof *lines;
	b->lists[PANE_HELP].at = b->lists[PANE_HELP].top = 0;
	return 0;
}

static char *head(const struct browse *b)
{
	(void)b;
	return gp_strdup("keys");
}

static char *row_text(const struct browse *b, size_t row)
{
	(void)b;
	return gp_format(" %s", lines[row]);
}

static const char *row_name(const struct browse *b, size_t row)
{
	(void)b;
	return lines[row];
}

static uint32_t row_node(const struct browse *b, size_t row)
{
	(void)b;
	(void)row;
	return GP_NONE;
}

static double row_share(const struct browse *b, size_t row)
{
	(void)b;
	(void)row;
	return 0;
}

const struct pane pane_help = { "keys", open_help, head, row_text, row_name, row_node, row_share,
				NULL, NULL, NULL };
