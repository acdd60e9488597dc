/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * waits.c - see waits.h; the layout is in gprof-llvm/format.h.
 *
 * A copy of a file that is still written may have a table of samples without its waits, waits
 * without their table, and ids of objects that came later: then nothing is known.
 */
#include "profile/waits.h"

#include <string.h>

const char *waits_read(struct profile *p, const char *memory, const struct gprof_area *a)
{
	const struct gprof_waits *w = (const void *)(memory + a->offset);

	if (a->size < sizeof *w || w->n != (a->size - sizeof *w) / sizeof w->slots[0])
		return "does not hold the waits of its table";
	*gp_push(p->waits, p->nwaits, p->waits_room) =
		(struct profile_waits){ .samples = w->samples, .slots = w->slots, .n = w->n };
	return NULL;
}

const char *objects_read(struct profile *p, const char *memory, const struct gprof_area *a)
{
	const struct gprof_objects *o = (const void *)(memory + a->offset);
	size_t n;

	if (a->size < sizeof *o)
		return "is smaller than its head";
	n = (a->size - sizeof *o) / sizeof o->items[0];
	if (!o->first_id || n > UINT32_MAX - o->first_id)
		return "numbers its objects beyond the range of ids";
	for (size_t i = 0; i < n; i++)
		if (!memchr(o->items[i].name, 0, sizeof o->items[i].name))
			return "does not end a name";
	*gp_push(p->objects, p->nobjects, p->objects_room) =
		(struct profile_objects){ .epoch = a->epoch, .at = o, .n = n };
	return NULL;
}

const struct gprof_wait *profile_wait(const struct profile *p, const struct profile_table *t,
				      size_t slot)
{
	for (size_t i = 0; i < p->nwaits; i++) {
		const struct profile_waits *w = &p->waits[i];

		if (w->samples == t->area->offset)
			return w->n == t->n && slot < w->n ? &w->slots[slot] : NULL;
	}
	return NULL;
}

const struct gprof_object *profile_object(const struct profile *p, uint32_t id, uint32_t *epoch)
{
	for (size_t i = 0; i < p->nobjects; i++) {
		const struct profile_objects *o = &p->objects[i];
		const struct gprof_object *found;

		if (id < o->at->first_id || id - o->at->first_id >= o->n)
			continue;
		found = &o->at->items[id - o->at->first_id];
		*epoch = o->epoch;
		return found->kind ? found : NULL;
	}
	return NULL;
}

uint64_t profile_lost_objects(const struct profile *p)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < p->nobjects; i++)
		sum += p->objects[i].at->lost;
	return sum;
}
