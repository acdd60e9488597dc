/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * interval_nesting.h - pieces of code that lie within each other or apart, such as inlined
 * functions in debug information.
 *
 *	nesting_sort()  once, when all are there
 *	nesting_find()
 *
 * Items are records of 'size' bytes that begin with a struct nested_interval.  Cost: O(n log n),
 * then O(log n + depth).
 */
#ifndef GPROF_BASE_INTERVAL_NESTING_H
#define GPROF_BASE_INTERVAL_NESTING_H

#include <stddef.h>
#include <stdint.h>

struct nested_interval { /* an unbroken piece of code */
	uint64_t low, high; /* addresses in the object's file, high exclusive */
	uint32_t depth;     /* of inlining; what holds another has less */
	uint32_t around;    /* position of the piece around it, or GP_NONE; by nesting_sort() */
};

/* Orders them by 'low', then by depth, and fills in 'around'. */
void nesting_sort(void *items, size_t n, size_t size);

/* The position of the innermost piece with an address, or GP_NONE. */
uint32_t nesting_find(const void *items, size_t n, size_t size, uint64_t address);

#endif
