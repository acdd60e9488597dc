/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * feedback_order.h - orders of a cycle's members: each member has a number, its place.  Arcs from a
 * higher place to a lower one are cut.  Two members may have the same place if no arc joins them.
 *
 *	order_greedily(), then order_improve()
 */
#ifndef GPROF_GRAPH_FEEDBACK_ORDER_H
#define GPROF_GRAPH_FEEDBACK_ORDER_H

#include "graph/feedback_arcs.h"

void order_greedily(const struct feedback_arcs *p, uint64_t *place);

/* Takes from p->work, and stops when that is used up. */
void order_improve(struct feedback_arcs *p, uint64_t *place);

#endif
