/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * events.c - see events.h; the layout is in gprof-llvm/format.h.
 */
#include "profile/events.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const char *events_read_names(const struct gprof_event *e, const struct gprof_area *a)
{
	if (a->size % sizeof *e)
		return "holds a part of an event";
	for (size_t i = 0; i < a->size / sizeof *e; i++)
		if (!memchr(e[i].name, 0, sizeof e[i].name))
			return "does not end a name";
	return NULL;
}

static const char *events_read_regions(const struct gprof_region *r, const struct gprof_area *a)
{
	if (a->size % sizeof *r)
		return "holds a part of a region";
	for (size_t i = 0; i < a->size / sizeof *r; i++)
		if (!memchr(r[i].name, 0, sizeof r[i].name))
			return "does not end a name";
	return NULL;
}

const char *events_read(const char *memory, const struct gprof_area *a)
{
	const void *at = memory + a->offset;

	if (a->type == GPROF_AREA_EVENTS)
		return events_read_names(at, a);
	if (a->type == GPROF_AREA_REGIONS)
		return events_read_regions(at, a);
	if (a->type == GPROF_AREA_EVENT_COUNTERS)
		return a->size % sizeof(struct gprof_event_counter) ? "holds a part of a counter"
								    : NULL;
	return a->size % sizeof(struct gprof_event_total) ? "holds a part of a total" : NULL;
}

/* ------------------------------------------------------------------ */

uint32_t events_kind(struct events *e, const char *name, bool counted)
{
	for (size_t i = 0; i < e->nkinds; i++)
		if (!strcmp(e->kinds[i].name, name) && e->kinds[i].counted == counted)
			return i;
	*gp_push(e->kinds, e->nkinds, e->kinds_room) =
		(struct event_kind){ .name = name, .counted = counted };
	return e->nkinds - 1;
}

uint32_t events_place(struct events *e, char *name)
{
	int created;
	uint32_t *at;

	if (!e->nplaces) {
		*gp_push(e->places, e->nplaces, e->places_room) = gp_strdup("<unknown>");
		*gp_names_put(&e->place_at, e->places[0], &created) = 0;
	}
	at = gp_names_put(&e->place_at, name, &created);
	if (!created) {
		free(name);
		return *at;
	}
	*at = e->nplaces;
	*gp_push(e->places, e->nplaces, e->places_room) = name;
	return e->nplaces - 1;
}

void event_amount_add(struct event_amount *a, const struct event_amount *b)
{
	a->events += b->events;
	gp_count_up(&a->samples, b->samples);
}

void events_put(struct events *e, uint32_t function, uint32_t kind, uint32_t place,
		uint64_t samples, double weight)
{
	struct event_amount amount = { samples * weight, samples };
	int created;
	uint32_t *at = gp_map_put(&e->at, (uint64_t)function << 32 | kind, place, &created);

	if (created) {
		*at = e->n;
		*gp_push(e->items, e->n, e->room) = (struct event_samples){
			.function = function, .kind = kind, .place = place };
	}
	event_amount_add(&e->items[*at].amount, &amount);
	event_amount_add(&e->kinds[kind].sampled, &amount);
}

const struct event_kind *events_find(const struct events *e, const char *name, bool counted)
{
	for (size_t i = 0; i < e->nkinds; i++)
		if (!strcmp(e->kinds[i].name, name) && e->kinds[i].counted == counted)
			return &e->kinds[i];
	return NULL;
}

double event_kind_unsampled(const struct event_kind *k)
{
	return fmax(0, k->total - k->before - k->sampled.events);
}

void events_release(struct events *e)
{
	for (size_t i = 0; i < e->nplaces; i++)
		free(e->places[i]);
	free(e->places);
	free(e->kinds);
	free(e->items);
	gp_map_release(&e->at);
	gp_names_release(&e->place_at);
	memset(e, 0, sizeof *e);
}
