/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * selection.h - which functions are annotated.
 */
#ifndef GPROF_ANNOTATE_SELECTION_H
#define GPROF_ANNOTATE_SELECTION_H

#include "annotate/annotation.h"

struct annotate_selection {
	const char **texts; /* patterns (select/pattern.h), or none: the hottest functions */
	size_t n;
	const char *module; /* name or path of an object, or NULL: all */
	double least;       /* per cent of all time that a function's self time must be */
	size_t limit;       /* functions at most */
	bool limited;       /* the limit was asked for: it alone ends the list */
};

/*
 * Marks functions as chosen, and lists them in *order, which is to be freed, those with the
 * most time first.  Without patterns they are those that together have nine tenths of
 * the time.  Fails for a pattern that means nothing, and a module that is not there.
 */
int annotation_select(struct annotation *a, const struct annotate_selection *choice,
		      uint32_t **order, size_t *n, struct gp_error *e);

#endif
