/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * ordering.h - orders of functions, and of object files, that put callers next to
 * callees: gprof's --function-ordering and --file-ordering.
 *
 * The algorithm is GNU gprof's: arcs by their counts make chains of functions, each linked at an
 * end of the nearer side, first functions called from many places, then functions with 99 % of the
 * calls, then the rest.  O(arcs log arcs).
 */
#ifndef GNU_ORDERING_H
#define GNU_ORDERING_H

#include "gprof/graph/nodes.h"

void gnu_order_functions(struct gnu_graph *g, FILE *out);

/* 'map' as gnu_mapping_parse() left it; it is sorted anew.  With 'exact' arcs are taken in
   the profile's order, not by their counts, and those after 99 % of the calls not at all. */
void gnu_order_files(struct gnu_graph *g, struct gnu_mapping *map, size_t n, bool exact,
		     FILE *out);

/* Parses lines `OBJECT: ... FUNCTION', as `nm -A' prints them; sorted by function. */
int gnu_mapping_parse(char *text, size_t size, const char *name, struct gnu_mapping **map,
		      size_t *n, struct gp_error *e);

#endif
