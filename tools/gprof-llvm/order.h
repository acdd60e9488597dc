/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * order.h - sorting many items by what lies far apart in memory.  The keys are fetched
 * once and sorted beside the items, which spares a miss or two per comparison.
 */
#ifndef GPROF_TOOL_ORDER_H
#define GPROF_TOOL_ORDER_H

#include <stddef.h>
#include <stdint.h>

/*
 * Sorts item numbers by their keys, the largest first; compare(), which gets two
 * numbers and 'context', decides where keys are equal.  Keys are no NaN.
 */
void order_by_key(uint32_t *items, size_t n, double (*key)(uint32_t item, const void *context),
		  int (*compare)(uint32_t a, uint32_t b, const void *context),
		  const void *context);

/* Sorts numbers of names as strcmp() would, equal ones by their number. */
void order_by_name(uint32_t *items, size_t n, char *const *names);

#endif
