/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * clusters.h - an order of functions in which callers and callees lie close, and those that are
 * called most for their size come first: the call-chain clustering C3 (Ottoni and Maher, Optimizing
 * Function Placement for Large-Scale Data-Center Applications, CGO 2017).
 *
 * Each function begins as a cluster.  Functions are taken by calls per byte, the densest first: the
 * cluster of each is appended to the cluster of its most frequent caller.  Not done: a call that is
 * less than a tenth of the function's, a cluster of more than a megabyte, and one that would get
 * less than an eighth as dense.  Clusters follow by density.  The limits are lld's
 * (--call-graph-profile-sort=hfsort).
 *
 * Cost: O(n log n + arcs).
 */
#ifndef GPROF_OPTIMIZE_CLUSTERS_H
#define GPROF_OPTIMIZE_CLUSTERS_H

#include <stddef.h>
#include <stdint.h>

struct placed_function {
	int64_t calls;
	uint64_t size; /* bytes of its code */
};

struct placed_call {
	uint32_t from, to; /* functions */
	int64_t calls;
};

/* The functions in their order, to be freed.  Equal ones stay as they are given. */
uint32_t *clusters_order(const struct placed_function *functions, uint32_t n,
			 const struct placed_call *calls, size_t ncalls);

#endif
