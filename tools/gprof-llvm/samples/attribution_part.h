/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * attribution_part.h - shared by attribution.c, attribution_tree.c, attribution_infer.c and
 * callees.c: contexts, with the callee of each.
 *
 * Code is known if its object is instrumented, even where the function is not: the tool finds its
 * function.  Of other objects the tool finds entries only, by calls that lead there.  A context of
 * known code owns all unknown code below it.  That code is the callee of its call, however deep the
 * frames.
 */
#ifndef GPROF_SAMPLES_ATTRIBUTION_PART_H
#define GPROF_SAMPLES_ATTRIBUTION_PART_H

#include "program/join_options.h"
#include "samples/attribution.h"
#include "samples/inlines.h"
#include "samples/resolved_samples.h"

/* Beside each context. */
struct place {
	uint32_t owner;   /* the nearest context of known code, at or around it */
	uint32_t entry;   /* the outermost context of unknown code within the owner;
			     GP_NONE: none, known code calls directly */
	bool rooted;      /* an instrumented function is at or around it */
	bool truncated;        /* a stack of a sample below is; filled in if frames are inferred */
	bool asked;       /* the next three are filled in, of an owner */
	uint32_t called;  /* node that the call instruction names, or GP_NONE */
	uint32_t from;    /* node that made the call */
	uint32_t callee;  /* node of the function called; GP_NONE: not known */
	uint32_t call;    /* of the tree of calls, of a rooted owner */
	uint32_t depth;   /* of direct recursion: contexts of the call, to here */
	double inner;     /* measured below an owner that is not instrumented */
	double through;   /* in instrumented code that unknown code below called */
	double total;     /* all samples below */
};

struct sample_attribution {
	struct program *p;
	const struct join_options *options;
	struct inlines *inlines; /* or NULL: not asked for */
	struct place *places; /* of p->contexts */
	uint32_t *tail;       /* node -> the function its tail calls lead to */
	uint32_t *only;       /* node -> the only function not instrumented it called */
	uint32_t *hop;        /* node -> the only function its tail calls lead to */
	uint32_t *tailed;     /* node -> the only other function that made tail calls of it;
				 NULL: no frames are inferred */
	bool *entered;        /* node -> entered by code that does not count; beside 'tailed' */
	size_t nodes;         /* that there were when these were made */
};

#define SEVERAL (GP_NONE - 1) /* tail, only, hop, tailed: more than one */
#define MOST_HOPS 8           /* tail calls in a row that are followed */

/* callees.c: fills in owner, entry and rooted of places[]. */
void attribution_find_owners(struct sample_attribution *c);

/* Fills in tail, only and hop: the functions that uninstrumented code below a function can be, by
   the calls that were counted. */
void attribution_find_candidates(struct sample_attribution *c);
void attribution_release_candidates(struct sample_attribution *c);

/* Returns true if a node passes measured time on to its callers. */
bool attribution_is_opaque(const struct program *p, uint32_t node);

/* Who called what from an owner. */
const struct place *attribution_of_owner(struct sample_attribution *c, uint32_t owner);

/* Returns true if a node's code is the profiler's, and a context's owner called it.  The owner's
   call instruction then names another callee, since calls to count are not in the source. */
bool attribution_is_profiler(const struct sample_attribution *c, uint32_t context, uint32_t node);

/* attribution_tree.c: fills in places[].call. */
void attribution_find_calls(struct sample_attribution *c);

/* Adds a sample to the tree of calls: own time of 'row', or of 'further' below it if
   that is not GP_NONE.  Sets sample->call. */
void attribution_add_call(struct sample_attribution *c, struct resolved_sample *sample,
			  uint32_t row, uint32_t further);

/* attribution_infer.c: after the places are there. */
void attribution_infer_init(struct sample_attribution *c);
void attribution_infer_release(struct sample_attribution *c);

/* The call of a function below 'call', which is of the function 'from', or if that is GP_NONE
   is around code that does not count; with functions without a frame in between. */
uint32_t attribution_infer(struct sample_attribution *c, uint32_t call, uint32_t from,
			   uint32_t node);

#endif
