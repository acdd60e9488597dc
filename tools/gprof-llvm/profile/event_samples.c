/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * event_samples.c - see event_samples.h.
 *
 * An entry of an event has the epoch of its own modules, a table of samples one for all.  So the
 * entries of an area become a table for each epoch that occurs.
 */
#include "profile/event_samples.h"

#include "profile/counted_events.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define KEPT (~(GPROF_SAMPLE_KERNEL | GPROF_SAMPLE_WAIT)) /* flags */

struct taking {
	struct profile *p;
	struct gp_map periods; /* id of an event that is taken -> its position in 'period' */
	uint64_t *period;
	size_t n, room;
	struct counted_events counted; /* of all events of events= */
	struct profile_table *tables;
	size_t ntables, tables_room;
};

static bool is_wanted(const struct gprof_event *e, const char *const *names, bool counted)
{
	if (!e->id || counted != !!(e->flags & GPROF_EVENT_COUNTED))
		return false;
	for (; *names; names++)
		if (!strcmp(e->name, *names))
			return true;
	return false;
}

static void find_events(struct taking *t, const char *const *names, bool counted)
{
	for (size_t i = 0; i < t->p->nevents; i++) {
		const struct profile_table *area = &t->p->events[i];
		const struct gprof_event *e = area->slots;
		int created;

		if (area->area->type != GPROF_AREA_EVENTS)
			continue;
		for (size_t k = 0; k < area->n; k++) {
			if (!is_wanted(&e[k], names, counted))
				continue;
			*gp_map_put(&t->periods, e[k].id, 0, &created) = t->n;
			*gp_push(t->period, t->n, t->room) = e[k].period;
		}
	}
}

/* The table of an epoch among those from 'first' on, which an area has become. */
static struct profile_table *table_of(struct taking *t, size_t first,
				      const struct profile_table *area, uint32_t epoch)
{
	struct gprof_sample *slots;

	for (size_t i = first; i < t->ntables; i++)
		if (t->tables[i].epoch == epoch)
			return &t->tables[i];
	slots = gp_alloc(area->n, sizeof *slots);
	*gp_push(t->p->copies, t->p->ncopies, t->p->copies_room) = (uint64_t *)slots;
	*gp_push(t->tables, t->ntables, t->tables_room) = (struct profile_table){
		.thread = area->thread, .slot = area->slot, .epoch = epoch, .n = area->n,
		.slots = slots, .stored = slots, .area = area->area };
	return &t->tables[t->ntables - 1];
}

/* The events that a sample of a slot represents. */
static double weight_of(const struct taking *t, uint32_t event, uint32_t period, uint32_t slot)
{
	uint32_t at = gp_map_get(&t->counted.at, event, 0), counter;

	if (at == GP_NONE)
		return t->period[period];
	counter = gp_map_get(&t->counted.items[at].counter_at, slot, 0);
	return counter == GP_NONE ? t->period[period]
				  : t->counted.items[at].counters[counter].weight;
}

static void take_area(struct taking *t, const struct profile_table *area)
{
	const struct gprof_event_sample *s = area->slots;
	size_t first = t->ntables;

	for (size_t i = 0; i < area->n; i++) {
		uint32_t at = s[i].count ? gp_map_get(&t->periods, s[i].event, 0) : GP_NONE;
		struct gprof_sample *slots;
		double weight;

		if (at == GP_NONE)
			continue;
		weight = s[i].count * weight_of(t, s[i].event, at, area->slot);
		slots = (struct gprof_sample *)table_of(t, first, area, s[i].objects)->slots;
		slots[i] = (struct gprof_sample){
			.pc = s[i].pc, .stack = s[i].stack, .flags = s[i].flags & KEPT,
			.count = s[i].count, .weight = gp_whole(rint(weight)) };
	}
}

static void replace(struct taking *t)
{
	struct profile *p = t->p;

	for (size_t i = 0; i < p->nevents; i++)
		if (p->events[i].area->type == GPROF_AREA_EVENT_SAMPLES)
			take_area(t, &p->events[i]);
	free(p->samples);
	p->samples = t->tables;
	p->nsamples = t->ntables;
	p->samples_room = t->tables_room;
	p->ntimelines = p->nwaits = 0;
}

bool event_samples_has(const struct profile *p, const char *const *names, bool counted)
{
	for (size_t i = 0; i < p->nevents; i++) {
		const struct gprof_event *e = p->events[i].slots;

		for (size_t k = 0; p->events[i].area->type == GPROF_AREA_EVENTS &&
				   k < p->events[i].n; k++)
			if (is_wanted(&e[k], names, counted))
				return true;
	}
	return false;
}

bool event_samples_take(struct profile *p, const char *const *names, bool counted)
{
	struct taking t = { .p = p };
	bool found;

	find_events(&t, names, counted);
	found = t.n;
	counted_events_find(&t.counted, p);
	replace(&t);
	counted_events_release(&t.counted);
	gp_map_release(&t.periods);
	free(t.period);
	return found;
}
