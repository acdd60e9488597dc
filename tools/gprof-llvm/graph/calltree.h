/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * calltree.h - the calling-context tree of a program in terms of functions: which
 * function ran below which, with the samples that were taken there.
 *
 * A call is a function in the calls around it; the same function below the same callers
 * is one call, from whatever place and thread.  It comes after its caller, so the
 * whole tree is walked inwards or outwards by a loop.  Direct recursion makes no
 * call: a function below itself is the call that is there.
 *
 *	calltree_call(), calltree_flag(), calltree_add()  in any order, callers first
 *	calltree_sum()                   totals; then reads
 *	calltree_release()
 */
#ifndef GPROF_GRAPH_CALLTREE_H
#define GPROF_GRAPH_CALLTREE_H

#include "base/util.h"

/* Samples and their weights. */
struct weight {
	double sum;
	double squares; /* sum of the squares of the random part of the samples' weights */
	double samples;
	double usual;   /* what 'squares' would be if samples were as heavy as others of their kind
			   are; 0: not known */
	double open;    /* of 'among': samples that may be of it too: their callers are not known */
	double among;   /* 0: unknown here; then the values of all samples are used */
};

/* Variance of an interval whose rate is drawn evenly from 0.4 to 1.6, of its mean squared: the
   mean of 1 / rate is ln(1.6 / 0.4) / 1.2. */
#define WEIGHT_VARIANCE 0.155

#define WEIGHT_FEW 30.0 /* samples that are too few to show how their weights vary */

static inline struct weight weight_made(double sum, double squares, double samples, double usual)
{
	return (struct weight){ .sum = sum, .squares = squares, .samples = samples,
				.usual = usual };
}

struct call {
	uint32_t caller;    /* position of the call around it, or GP_NONE */
	uint32_t node;      /* of the graph */
	struct weight self; /* with the function itself running */
	struct weight total; /* and all below; by calltree_sum() */
	double truncated;   /* of self: samples whose stack lacks outer callers */
	double bare;        /* of self: samples without a stack */
	uint32_t flags;     /* CALL_*, where that is so for some of the samples */
	uint32_t deepest;   /* most calls of direct recursion it was on a stack as; 0, 1: none */
};

#define CALL_INFERRED 1u /* no stack has the function, only counts (samples/attribution_infer.c) */
#define INFERRED_MARK "[inferred] " /* before its name, in every view and format: part of no name */
#define CALL_TAILED 2u   /* no stack has its call by its caller: a tail call that counts show */

struct calltree {
	struct call *items;
	size_t n, room;
	struct gp_map index; /* (caller, node) -> items */
	double whole; /* weight of samples with a stack that reaches the thread's start */
	double truncated; /* with a part of it */
	double bare;  /* with none, and no other sample to be shared as */
};

/* Of callers nothing is said of the sum. */
void weight_add(struct weight *to, const struct weight *w);

/* Of so many samples in one place, of which the sum of the weights is known. */
struct weight weight_of(double sum, uint64_t samples);

/* Variance of the sum, if its samples might have hit anything else: of few samples all may be
   light by chance, so others of their kind have a say. */
double weight_variance(const struct weight *w);

/* How many samples of usual weights would tell as much: fewer than there are, where some weigh much
   more than others, or others of their kind do. */
double weight_samples(const struct weight *w);

/* The call of a function below a call, or GP_NONE: as the outermost.  O(1). */
uint32_t calltree_call(struct calltree *t, uint32_t caller, uint32_t node);

/* The same, with flags added. */
uint32_t calltree_flag(struct calltree *t, uint32_t caller, uint32_t node, uint32_t flags);

/* Samples with that call running. */
void calltree_add(struct calltree *t, uint32_t call, const struct weight *w);

/* A call that was on a stack as so many. */
void calltree_deepen(struct calltree *t, uint32_t call, uint32_t depth);

/* O(calls). */
void calltree_sum(struct calltree *t);

/* Goes through the tree depth first: enter() at each call, leave() when all below it were
   entered and left.  O(calls), iterative. */
void calltree_walk(const struct calltree *t, void (*enter)(uint32_t call, void *context),
		   void (*leave)(uint32_t call, void *context), void *context);

void calltree_release(struct calltree *t);

#endif
