/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * json.h - annotated functions as JSON; docs/json.md describes it.
 *
 * Cost: O(rows).  No source is read and no code decoded.
 */
#ifndef GPROF_ANNOTATE_JSON_H
#define GPROF_ANNOTATE_JSON_H

#include "annotate/annotation.h"
#include "text/demangle.h"

#include <stdio.h>

/* After annotation_calls().  'functions' are those chosen, in the order wanted; 'producer' is the
   name and version of the tool, 'names' the form of the names for people.  The caller checks the
   stream for errors. */
void annotate_json(struct annotation *a, const uint32_t *functions, size_t n,
		   const char *producer, enum name_form names, FILE *out);

#endif
