/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * selection.h - the functions, stacks and time of a run that its filters keep (select/filter.h).
 *
 * result_make() applies the filters once, and fills this in (result.selection).  Views ask here
 * and name no filter.  A selection of zeros keeps everything.
 *
 *	selection_init()   after all times of the program are made
 *	reads
 *	selection_release()
 *
 * Times are weights of the program's measure.
 *
 * Cost: O(nodes); of the lists for stacks, O(calls) or O(contexts) each time.
 */
#ifndef GPROF_ANALYSIS_SELECTION_H
#define GPROF_ANALYSIS_SELECTION_H

#include "program/program.h"

struct filter;

#define SELECTION_ROW 1u    /* the function has a row and an entry */
#define SELECTION_SHOWN 2u  /* some kept stack has it, in any module */
#define SELECTION_HIDDEN 4u /* it is taken out of stacks */

/* A pattern of an option. */
struct selection_pattern {
	const char *option; /* "--focus" */
	const char *key;    /* of JSON */
	const char *text;   /* as given */
	bool hides;         /* its functions lose their rows, but no time */
	bool matched;       /* some function */
};

struct selection {
	const struct filter *filter; /* for selection.c alone; NULL: everything is kept */
	uint8_t *flags;         /* SELECTION_*, of nodes; NULL: everything is kept */
	struct selection_pattern *patterns; /* in the order of --help */
	size_t npatterns;
	bool by_patterns;       /* there are some */
	bool by_stacks;         /* stacks say what they keep, not numbers of calls */
	bool hides;             /* one of them hides */
	const char *module;     /* the only one, or NULL */
	uint32_t hidden;        /* if 'hides': node of hidden callers */
	size_t nhidden;         /* nodes */
	double left_out;        /* own time of stacks that are not kept */
	double elsewhere;       /* own time in other modules */
	double unsure;          /* time that truncated stacks may have put on the wrong side */
	double profiler;        /* of it, time in no sample as far as it is kept: of <profiler> */
	double not_sampled;     /* of the row <not sampled> */
	const double *rest_self;  /* of nodes, without stacks: own time that comes from outside */
	const double *rest_child; /* the same of its callees */
};

void selection_init(struct selection *s, const struct filter *filter, const struct program *p);
void selection_release(struct selection *s);

/* Returns true if a node has a row. */
static inline bool selection_keeps(const struct selection *s, uint32_t node)
{
	return !s->flags || s->flags[node] & SELECTION_ROW;
}

/* Returns true if some kept stack has a node.  Stacks may leave out single members of a cycle. */
static inline bool selection_shows(const struct selection *s, uint32_t node)
{
	return !s->flags || s->flags[node] & SELECTION_SHOWN;
}

static inline bool selection_hides(const struct selection *s, uint32_t node)
{
	return s->flags && s->flags[node] & SELECTION_HIDDEN;
}

/* Returns true if it may be a part of the run's functions and time. */
static inline bool selection_is_part(const struct selection *s)
{
	return s->by_patterns || s->module;
}

/* Time that is not kept. */
static inline double selection_dropped(const struct selection *s)
{
	return s->left_out + s->elsewhere;
}

/* ------------------------------------------------------------------ stacks */

#define SELECTION_PLACED 1u /* the call is shown: it is not outside, hidden, or elsewhere */
#define SELECTION_TIMED 2u  /* time in it is kept */

/* SELECTION_* of each call of the program's tree, by the whole stack; the caller frees it. */
uint8_t *selection_calls(const struct selection *s, const struct program *p);

/* The same of a stack of one function. */
uint8_t selection_alone(const struct selection *s, const struct program *p, uint32_t node);

/* For each context, if it is outside of the outermost function to show from.  The caller frees it;
   NULL: none is. */
bool *selection_outside(const struct selection *s, const struct program *p);

#endif
