/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * condition.h - conditions on a comparison, for machines that gate changes:
 *
 *	calls(parse) > +5%       more than 5 % more calls
 *	self(ns::*) > +10ms      each function of ns has 10 ms more own time
 *	time(parse) > 2s         2 s including callees (total() is the same)
 *	calls(a -> b) >= 1000		or a->b
 *	instructions(parse) > +1%	executed by the function itself
 *	instructions > +1%		by all functions
 *	allocs(parse) > +0		blocks that the function allocated; alloc, live, peak,
 *	peak > +2%			leaked: bytes, temporary: blocks
 *	faults > +10%			page faults in code of functions; other events too
 *	lock-wait > +10%		waiting for locks, with callees; of a comparison by
 *	lock-wait(parse) > +10ms	--measure=lock-wait
 *	written(save) > +2%		bytes that it wrote; read: bytes, io-calls: calls
 *
 * With a sign the limit is for the change; with % it is relative to the value before.  A time fails
 * only if it exceeds the limit by more than its 95 % error, instructions only if no value within
 * their bounds is within the limit.
 */
#ifndef GPROF_DIFF_CONDITION_H
#define GPROF_DIFF_CONDITION_H

#include "diff/diff.h"

struct condition {
	const char *text; /* as given, borrowed */
	enum diff_quantity what;
	char *pattern;    /* a name, with arguments or without, or a glob; owned; NULL: of all
			     functions together */
	bool glob;        /* it is one; once its names were looked up: condition_names.h */
	bool arc;         /* of arcs */
	enum time_kind time; /* of which the times are; TIME_CPU: of any that is asked for */
	const struct measure_event *event; /* of TIME_EVENT; else NULL */
	bool less;        /* fails below the limit, not above */
	bool equal;       /* and at it */
	bool change;      /* limit is of the change */
	bool relative;    /* and a fraction of the value before */
	double limit;     /* calls, ns, or a fraction */
};

/* The word of --measure of its kind of time. */
static inline const char *condition_measure(const struct condition *c)
{
	return c->event ? c->event->measure.word : measure_times[c->time].word;
}

/* 0, or -1 with a message. */
int condition_parse(struct condition *c, const char *text, struct gp_error *e);
void condition_release(struct condition *c);

/* Prints each function or arc for which it fails to 'out', and those that only their error or
   bounds save to 'undecided'; adds to *failed.  -1 if the pattern matches nothing, or
   nothing that can be judged any more, or something that cannot be judged. */
int condition_check(const struct condition *c, const struct diff *d, FILE *out, FILE *undecided,
		    size_t *failed, struct gp_error *e);

#endif
