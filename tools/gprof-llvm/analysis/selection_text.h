/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * selection_text.h - the selected part of a run, as options, for the heads of views.
 */
#ifndef GPROF_ANALYSIS_SELECTION_TEXT_H
#define GPROF_ANALYSIS_SELECTION_TEXT_H

#include "analysis/request.h"

/* "--focus=parse --thread=worker": the options that select functions, parts of a run and the
   measure; "" if it is all.  Safe to print; to be freed. */
char *request_selection_text(const struct request *q);

#endif
