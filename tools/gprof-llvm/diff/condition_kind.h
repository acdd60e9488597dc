/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * condition_kind.h - the kinds of quantities in conditions.
 */
#ifndef GPROF_DIFF_CONDITION_KIND_H
#define GPROF_DIFF_CONDITION_KIND_H

#include "diff/condition.h"

static inline bool condition_is_length(enum diff_quantity what)
{
	return what >= DIFF_LENGTHS && what < DIFF_FIGURES;
}

static inline bool condition_is_figure(enum diff_quantity what)
{
	return what >= DIFF_FIGURES;
}

static inline bool condition_is_bytes(enum diff_quantity what)
{
	return condition_is_figure(what) && figure_is_bytes(what - DIFF_FIGURES);
}

/* Returns true if it is a number of something, and no time. */
static inline bool condition_is_count(const struct condition *c)
{
	return c->what == DIFF_CALLS || c->what == DIFF_INSTRUCTIONS ||
	       condition_is_figure(c->what) || (c->event && c->event->measure.whole);
}

#endif

