/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * block_tree.h - the blocks that functions have allocated, by the calls around them.
 *
 *	block_tree_call(), block_tree_add(), block_tree_share()  in any order, callers first;
 *	reads; block_tree_release()
 *
 * A call is a function below the calls around it; it comes after its caller.  Direct recursion
 * makes no call.  Where stacks were samples, the blocks of a caller without a stack are shared out
 * to its stacks as the samples are; so the sum over all calls of a function is exact.
 */
#ifndef GPROF_PROFILE_BLOCK_TREE_H
#define GPROF_PROFILE_BLOCK_TREE_H

#include "profile/allocations.h"

/* In place of functions, as outermost calls. */
#define BLOCKS_NO_STACK (GP_NONE - 1)  /* around callers whose stack is not known */
#define BLOCKS_TRUNCATED (GP_NONE - 2) /* around calls whose callers are not known */

static inline bool block_is_mark(uint32_t function)
{
	return function == BLOCKS_NO_STACK || function == BLOCKS_TRUNCATED;
}

struct block_call {
	uint32_t caller; /* position, or GP_NONE */
	uint32_t function;
	struct allocated own; /* the call's, without those below it */
	double variance[FIGURE_READ]; /* by figure, if it were drawn on its own: of a part of all,
					    that is to be multiplied by the part that is lacking,
					    unless blocks are samples */
};

struct block_tree {
	struct block_call *items;
	size_t n, room;
	struct gp_map at;   /* (caller, function) -> items */
	uint64_t processes; /* whose blocks have stacks */
	uint64_t sampling;  /* of them: only a part of the blocks has a stack */
	uint64_t exact;     /* blocks until then, of these */
	uint64_t shared;    /* blocks that were shared out */
	uint64_t period;    /* one small block in so many had a stack then; the largest of all */
	uint64_t folded;    /* blocks whose stack found no room */
	uint64_t each;      /* bytes that a sample represents, the most of all processes; 0: all
			       blocks are counted */
	uint64_t lost;      /* samples that found no room */
};

/* The call of a function below a call, or GP_NONE: as the outermost.  O(1). */
uint32_t block_tree_call(struct block_tree *t, uint32_t caller, uint32_t function);

void block_tree_add(struct block_tree *t, uint32_t call, const struct allocated *own);

/* Adds all but the calls. */
void block_tree_add_processes(struct block_tree *t, const struct block_tree *from);

/* One of the calls that blocks are shared out to. */
struct block_share {
	uint32_t call;
	struct allocated samples; /* of blocks with this stack; at least 1 block */
};
void block_tree_share(struct block_tree *t, const struct allocated *blocks,
		      const struct block_share *shares, size_t n);

/* Blocks of so many times the bytes that a sample represents, or more, are all samples. */
#define BLOCK_LARGE 1.5

/* Blocks of such a caller or stack that one sample represents, on average. */
double block_represents(const struct allocated *own, uint64_t each);

/* Adds samples of blocks, in 'own' as often as they represent others. */
void block_tree_add_samples(struct block_tree *t, uint32_t call, const struct allocated *own,
			    uint64_t each);

/* Of the figures of such samples. */
struct block_variance {
	double of[FIGURE_READ];
};
struct block_variance block_variance_of(const struct allocated *own, uint64_t each);

/* Of a function's figures, by node; to be freed.  NULL: all blocks are counted, so the figures are
   exact. */
struct block_variance *block_tree_variances(const struct block_tree *t, size_t nodes);

void block_tree_release(struct block_tree *t);

#endif
