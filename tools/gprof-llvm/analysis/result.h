/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * result.h - the figures of a run, made from a request (request.h); all views read them here.
 *
 *	result_make()      reads the files and does all the arithmetic
 *	result_again()     the same for another part of the run, or a newer profile of it
 *	reads              by any number of views
 *	result_release()   also after a failure
 *
 * No other code makes figures from files.  The steps, in their order: open, read, join,
 * resolve the view's needs, group, mark the functions chosen, find cycles, cut, propagate, filter,
 * measure by stacks.  Then the graph is frozen (graph.h): adding a node or an arc aborts.
 *
 * Views take `const struct result *` and compute no times of their own.  Results share
 * nothing, so any number may live at once.
 *
 * Cost: the cost of the steps; steps that neither the request nor its needs name are skipped.
 *
 * docs/design/desk-tool.md has the reasons.
 */
#ifndef GPROF_ANALYSIS_RESULT_H
#define GPROF_ANALYSIS_RESULT_H

#include "analysis/classes.h"
#include "analysis/inlined.h"
#include "analysis/measured.h"
#include "analysis/request.h"
#include "analysis/selection.h"
#include "executions/executions.h"
#include "program/program.h"
#include "join/targets.h"
#include "select/cut_request.h"
#include "select/groups.h"

struct result {
	const struct request *request;
	const char *binary;              /* or merged profile: of the request, or found; or NULL */
	const char *name;                /* the same without folders, or "" */
	const struct program *program;   /* with the graph of functions, or of groups */
	const struct program *functions; /* with the graph of functions, always */
	enum attribution attribution;    /* the one in use, never ATTRIBUTION_BY_STACKS */
	const struct measured *measured; /* by stacks; or NULL: ATTRIBUTION_GPROF */
	struct selection selection;      /* the functions and the time that filters keep */
	const struct cuts *cuts;         /* arcs that were cut */
	const struct groups *groups;     /* or NULL */
	const struct class_sum *classes; /* or NULL */
	const struct targets *targets;   /* or NULL */
	const struct executions *executions; /* or NULL */
	const struct inlined_parts *inlined; /* of large rows; or NULL: of groups, or
						of a part of the samples */
	uint64_t processes;              /* of all profiles */
	size_t unsampled, runs;          /* cost_unsampled(), and of how many profiles: with any no
					    time of one call follows */
	double short_calls;              /* cost_short_calls(), of all functions */
	char *const *left_out;           /* profiles found that are not in it, and why */
	size_t nleft_out;
	struct result_parts *parts;      /* result.c; owned */
};

/* -1: failed, 'e' says why; the caller releases the result all the same. */
int result_make(struct result *r, const struct request *q, struct gp_error *e);

/* Makes it anew: open files stay open.  The binary remains the one of the request before. */
int result_again(struct result *r, const struct request *q, struct gp_error *e);

void result_release(struct result *r);

/* Warns of patterns that match no function, and of missing waits.  'of': the profile, if there are
   several, or NULL. */
void result_warn(const struct result *r, const char *of, FILE *out);

/* Returns true if a process of this machine writes the profile and we may look at it.  False does
   not exclude a process that we may not look at. */
bool result_still_runs(const char *profile);

/* Returns true if a time divided by calls is the time of one call.  It is not if patterns leave out
   time, because calls are counted over the whole run. */
static inline bool result_knows_each(const struct result *r)
{
	return !r->unsampled && !(r->selection.left_out > 0);
}

#endif
