/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * call_locations.h - a set of calls by their places in the source, each in one copy of a function
 * (inlined_copies.h).  A place may have several calls: a constructor, and the destructor of a
 * temporary.
 *
 *	call_locations_add()      adds one
 *	call_locations_sort()     once, after the last was added
 *	call_locations_has()      only then
 *	call_locations_release()
 *
 * A zeroed struct is an empty set.  Cost: O(n log n) to sort, O(log n) for each query.
 */
#ifndef GPROF_PASS_CALL_LOCATIONS_H
#define GPROF_PASS_CALL_LOCATIONS_H

#include <stdbool.h>
#include <stdint.h>

#define PLACES_ANY 0 /* any function, or one that is not known */

struct call_place {
	uint32_t copy;
	uint32_t call;   /* source_flow_call() */
	uint32_t callee; /* a number for the function; or PLACES_ANY */
};

struct call_locations {
	struct call_place *items; /* owned */
	uint32_t n, room;
	bool failed;     /* memory is out */
};

void call_locations_add(struct call_locations *p, struct call_place place);
void call_locations_sort(struct call_locations *p);
bool call_locations_has(const struct call_locations *p, struct call_place place);
void call_locations_release(struct call_locations *p);

#endif
