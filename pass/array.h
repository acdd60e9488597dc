/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * array.h - arrays that grow, in a compiler that must not end when memory runs out.
 *
 *	struct thing *more = array_room(list->items, list->n, &list->room, sizeof *more);
 *
 *	if (!more)
 *		return -1;
 *	list->items = more;
 *	list->items[list->n++] = ...;
 */
#ifndef GPROF_PASS_ARRAY_H
#define GPROF_PASS_ARRAY_H

#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#define ARRAY_FIRST 32u /* elements */

/* The n items, with room for one more.  NULL if memory is out: then the array is as it was. */
static inline void *array_room(void *items, uint32_t n, uint32_t *room, size_t size)
{
	uint32_t want = *room ? 2 * *room : ARRAY_FIRST;
	void *more;

	if (n < *room)
		return items;
	more = realloc(items, want * size);
	if (more)
		*room = want;
	return more;
}

/* The same where failures are looked at in the end: if memory is out the items as they were, and
   *failed, which is to be looked at before one is put in. */
static inline void *array_room_or(bool *failed, void *items, uint32_t n, uint32_t *room,
				  size_t size)
{
	void *more = array_room(items, n, room, size);

	*failed |= !more;
	return more ? more : items;
}

#endif
