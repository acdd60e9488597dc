/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * counted_events.c - see counted_events.h; the layout is in gprof-llvm/format.h.
 */
#include "profile/counted_events.h"

#include <stdlib.h>

static void add_event(struct counted_events *list, const struct gprof_event *from)
{
	struct counted_event *e;
	int created;
	uint32_t *at;

	if (!from->id || !(from->flags & GPROF_EVENT_COUNTED))
		return;
	at = gp_map_put(&list->at, from->id, 0, &created);
	if (!created)
		return;
	*at = list->n;
	e = gp_push(list->items, list->n, list->room);
	*e = (struct counted_event){ .id = from->id, .name = from->name, .period = from->period,
				     .lost = from->lost,
				     .refused = from->flags & GPROF_EVENT_REFUSED };
}

static struct event_counter *counter_of(struct counted_event *e, const struct profile_table *t)
{
	int created;
	uint32_t *at = gp_map_put(&e->counter_at, t->area->thread, 0, &created);

	if (created) {
		*at = e->ncounters;
		*gp_push(e->counters, e->ncounters, e->counters_room) = (struct event_counter){
			.slot = t->area->thread, .thread = t->thread };
	}
	return &e->counters[*at];
}

static void add_counter(struct counted_events *list, const struct profile_table *t,
			const struct gprof_event_counter *from)
{
	uint32_t at = from->event ? gp_map_get(&list->at, from->event, 0) : GP_NONE;
	struct event_counter *c;

	if (at == GP_NONE)
		return;
	c = counter_of(&list->items[at], t);
	gp_count_up(&c->count, from->count);
	gp_count_up(&c->enabled_ns, from->enabled_ns);
	gp_count_up(&c->running_ns, from->running_ns);
}

static void add_total(struct counted_events *list, const struct gprof_event_total *from)
{
	uint32_t at = from->event ? gp_map_get(&list->at, from->event, 0) : GP_NONE;

	if (at == GP_NONE || !from->complete || from->count < from->before)
		return;
	list->items[at].whole = true;
	list->items[at].process = from->count - from->before;
}

/* How many times the events that were counted there were: 1 without turns. */
static double turns(const struct event_counter *c)
{
	if (!c->running_ns || c->running_ns >= c->enabled_ns)
		return 1;
	return (double)c->enabled_ns / c->running_ns;
}

void counted_events_find(struct counted_events *list, const struct profile *p)
{
	*list = (struct counted_events){ 0 };
	for (size_t i = 0; i < p->nevents; i++)
		for (size_t j = 0; p->events[i].area->type == GPROF_AREA_EVENTS &&
				   j < p->events[i].n; j++)
			add_event(list, (const struct gprof_event *)p->events[i].slots + j);
	for (size_t i = 0; i < p->nevents; i++)
		for (size_t j = 0; p->events[i].area->type == GPROF_AREA_EVENT_COUNTERS &&
				   j < p->events[i].n; j++)
			add_counter(list, &p->events[i],
				    (const struct gprof_event_counter *)p->events[i].slots + j);
	for (size_t i = 0; i < p->nevents; i++)
		for (size_t j = 0; p->events[i].area->type == GPROF_AREA_EVENT_TOTALS &&
				   p->events[i].area->thread == GPROF_NONE && j < p->events[i].n;
		     j++)
			add_total(list, (const struct gprof_event_total *)p->events[i].slots + j);
	for (size_t i = 0; i < list->n; i++) {
		struct counted_event *e = &list->items[i];

		for (size_t j = 0; j < e->ncounters; j++)
			e->counters[j].weight = e->period * turns(&e->counters[j]);
	}
}

void counted_events_release(struct counted_events *list)
{
	for (size_t i = 0; i < list->n; i++) {
		free(list->items[i].counters);
		gp_map_release(&list->items[i].counter_at);
	}
	free(list->items);
	gp_map_release(&list->at);
	*list = (struct counted_events){ 0 };
}

double event_counter_total(const struct event_counter *c)
{
	return c->count * turns(c);
}

static double weight_in(const struct counted_event *e, uint32_t slot)
{
	uint32_t at = gp_map_get(&e->counter_at, slot, 0);

	return at == GP_NONE ? e->period : e->counters[at].weight;
}

bool counted_event_next(const struct profile *p, const struct counted_event *e,
			struct counted_cursor *c)
{
	for (; c->next_table < p->nevents; c->next_table++, c->next_slot = 0) {
		const struct profile_table *t = &p->events[c->next_table];

		if (t->area->type != GPROF_AREA_EVENT_SAMPLES)
			continue;
		while (c->next_slot < t->n) {
			const struct gprof_event_sample *s = t->slots;

			s += c->next_slot++;
			if (!s->count || s->event != e->id)
				continue;
			c->table = t;
			c->sample = s;
			c->weight = weight_in(e, t->area->thread);
			return true;
		}
	}
	return false;
}
