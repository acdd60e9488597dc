/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * places.h - a set of places in the source, each in one copy of a function (copies.h).
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

struct places {
	uint64_t *items; /* copy in the upper half, outline_call() in the lower; owned */
	uint32_t n, room;
	bool failed;     /* memory is out */
};

void places_add(struct places *p, uint32_t copy, uint32_t place);
void places_sort(struct places *p);
bool places_have(const struct places *p, uint32_t copy, uint32_t place);
void places_release(struct places *p);

#endif
