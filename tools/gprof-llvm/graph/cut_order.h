/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * cut_order.h - orders of a cycle's members, as a number per member, its place.  What
 * leads from a higher place to a lower one is cut; two members may have the same
 * place if no arc joins them.
 *
 *	order_greedily() or order_from_outside()   cut_order.c
 *	order_improve()                            the same file
 */
#ifndef GPROF_GRAPH_CUT_ORDER_H
#define GPROF_GRAPH_CUT_ORDER_H

#include "graph/cut_part.h"

#define ORDER_GAP (UINT64_C(1) << 32) /* between places that have just been given */

/* Gives places to n members in this order. */
void order_number(uint64_t *place, const uint32_t *order, uint32_t n);

void order_greedily(const struct part *p, uint64_t *place);
void order_from_outside(const struct part *p, uint64_t *place);

/* Takes from p->work, and stops when that is used up. */
void order_improve(struct part *p, uint64_t *place);

/* The members by ascending place; to be freed. */
uint32_t *order_of(const struct part *p, uint64_t *place);

#endif
