/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * places.h - a set of calls by their places in the source, each in one copy of a function
 * (copies.h).  One place may have several: a constructor, and the destructor of a temporary.
 *
 *	places_add()      until all are in it
 *	places_sort()     once, before it is asked
 *	places_have()
 *	places_release()
 *
 * A zeroed struct is an empty set.  Cost: that of sorting; O(log n) for each question.
 */
#ifndef GPROF_PASS_PLACES_H
#define GPROF_PASS_PLACES_H

#include <stdbool.h>
#include <stdint.h>

#define PLACES_ANY 0 /* any function, or one that is not known */

struct call_place {
	uint32_t copy;
	uint32_t call;   /* outline_call() */
	uint32_t callee; /* a number for the function; or PLACES_ANY */
};

struct places {
	struct call_place *items; /* owned */
	uint32_t n, room;
	bool failed;     /* memory is out */
};

void places_add(struct places *p, struct call_place place);
void places_sort(struct places *p);
bool places_have(const struct places *p, struct call_place place);
void places_release(struct places *p);

#endif
