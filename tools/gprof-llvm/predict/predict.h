/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * predict.h - the time that a run would have taken if the program were changed (change.h), computed
 * from its sampled call stacks.
 *
 * Each sample keeps a part of its weight: the product of the factors of all changes that
 * its stack or its code meets, each of them once, however often the stack meets it.  So no time is
 * saved twice, and the order of changes makes no difference.  The saved time is the sum of the
 * losses of all samples; its interval follows from that.
 *
 * Calls that are not made, or are inlined, also lose what they cost their caller and their
 * callee, as far as analysis/overhead.h knows it.
 *
 *	predict_init()    of a result with places and times by stacks
 *	predict_of()      the time that some of the changes would save
 *	predict_print.h's functions, reads
 *	predict_release()
 *
 * Cost: O(calls of the tree + parts + nodes + arcs) and once more for each predict_of().
 *
 * docs/design/predict.md has the reasons.
 */
#ifndef GPROF_PREDICT_PREDICT_H
#define GPROF_PREDICT_PREDICT_H

#include "analysis/self_breakdown.h"
#include "analysis/interval.h"
#include "analysis/measured.h"
#include "analysis/result.h"
#include "predict/change.h"

#include <stdio.h>

#define PREDICT_MOST 64 /* changes in one prediction */
#define PREDICT_ALL UINT64_MAX

/* A time before the changes, and the part that they would save. */
struct predicted {
	double before;
	struct interval saved;
};

struct predicted_thread {
	uint32_t number; /* in the program, or GP_NONE: not known */
	struct predicted time;
};

struct prediction {
	const struct program *p;   /* with the samples chosen (analysis/result.h: NEED_FILTERED) */
	double total;              /* their time */
	const struct change *changes;
	size_t n;
	const struct measured *before;
	struct self_breakdown parts; /* of the calls of p->calls */
	uint64_t *apply;       /* of parts: changes of their time, the first is bit 0 */
	uint64_t *below;       /* of nodes: changes that alone lead to them (exclusive_callees.h) */
	double nobody;         /* of calls whose callee is not known, what they cost; ns */
	struct measured saved; /* by all changes; with nodes and arcs of 'before' */
	struct predicted_thread *threads; /* in the order of their numbers */
	size_t nthreads, threads_room;
};

/* 'o' is NULL if what calls cost is not known; 'of_samples' is of changes_find_places(). */
void predict_init(struct prediction *x, const struct result *r, struct overhead *o,
		  const struct change *changes, size_t n, const uint64_t *of_samples);

/* Of the whole run, with the changes whose bits are set. */
struct predicted predict_of(const struct prediction *x, uint64_t changes);

/* The time of some samples that all changes would save. */
struct interval predict_saved(const struct prediction *x, const struct weight *saved,
			      const struct weight *whole);

/* The time that all changes could save in addition: samples without outer callers may lose as much
   as a change ever saves. */
double predict_unknown(const struct prediction *x);

/* The remaining time. */
struct interval predict_after(const struct predicted *t);

/* Calls that would remain of an arc's, and whether a change is of it, or takes its caller away. */
double predict_calls(const struct prediction *x, const struct arc *a, bool *changed);

void predict_release(struct prediction *x);

/* print.c: the text. */
struct predict_style {
	FILE *out;
	char *const *names; /* of nodes (names_of()) */
	size_t limit;       /* of functions and arcs; 0: none */
	const struct selection *selection; /* of functions that have rows */
	double least;       /* ns before the change that a row must have */
	bool color;
	bool brief;         /* no explanation */
};
void predict_print(const struct prediction *x, const struct program *p,
		   const struct predict_style *style);

#endif
