/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * spanning.h - which edges of a network need counters.
 */
#ifndef GPROF_PASS_SPANNING_H
#define GPROF_PASS_SPANNING_H

#include "stretch.h"

/*
 * Sets 'chosen' of edges so that from their counts and the known ones the flow along every
 * edge follows, and so that the sum of their weights is least.  Where no count can stand on
 * any edge of a circle, that circle stays open.  -1 when memory is out.
 */
int spanning_choose(struct network *n);

#endif
