/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * memory_tree.c - see memory_tree.h.
 *
 * Filters go through the tree of a program; so this is a program that has the blocks' tree.
 */
#include "analysis/memory_tree.h"
#include "join/block_calls.h"

void memory_tree_init(struct filtered_tree *kept, const struct result *result,
		      enum figure figure)
{
	struct program p = *result->program;

	p.calls = (struct calltree){ 0 };
	p.profiler = p.rest = GP_NONE;
	p.total = p.sampled = p.own = 0;
	block_calls_add(&p.calls, &result->program->block_tree, figure);
	for (size_t i = 0; i < p.calls.n; i++)
		p.total += p.calls.items[i].self.sum;
	filtered_tree_init(kept, &p, &result->selection, THREADS_TOGETHER);
	kept->left_out = p.total - kept->total;
	calltree_release(&p.calls);
}
