/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * build_events.c - the samples of events of all profiles: by function, and page faults by place.
 *
 * A place is a section of an object, a mapped file, or a kind of memory.  Ids of events and regions
 * are a profile's own.
 */
#include "join/build_events.h"
#include "profile/counted_events.h"
#include "profile/events.h"
#include "program/profiler_code.h"
#include "program/resolve.h"
#include "samples/address_samples.h"

#include <stdlib.h>
#include <string.h>

/* A profile whose events are added; kinds are of faults=. */
struct gathering {
	struct program *p;
	const struct program_profile *l;
	struct gp_map kind_at;   /* id of an event -> position in 'kinds' */
	struct gp_map region_at; /* id of a region -> place */
	struct {
		uint32_t kind; /* in events.kinds */
		uint64_t period;
		uint64_t earlier; /* of its totals: in images of the process that have profiles */
	} *kinds;
	size_t nkinds, kinds_room;
};

static void add_kinds(struct gathering *g, const struct profile_table *t)
{
	const struct gprof_event *e = t->slots;

	for (size_t i = 0; i < t->n; i++) {
		struct event_kind *kind;
		uint32_t *at;
		int created;

		if (!e[i].id || e[i].flags & GPROF_EVENT_COUNTED)
			continue;
		at = gp_map_put(&g->kind_at, e[i].id, 0, &created);
		if (!created)
			continue;
		*at = g->nkinds;
		gp_push(g->kinds, g->nkinds, g->kinds_room);
		g->kinds[*at].kind = events_kind(&g->p->events, e[i].name, false);
		g->kinds[*at].period = e[i].period;
		g->kinds[*at].earlier = 0;
		kind = &g->p->events.kinds[g->kinds[*at].kind];
		kind->period = e[i].period > kind->period ? e[i].period : kind->period;
		kind->refused |= e[i].flags & GPROF_EVENT_REFUSED;
		gp_count_up(&kind->lost, e[i].lost);
	}
}

static char *region_name(const struct gprof_region *r)
{
	switch (r->kind) {
	case GPROF_REGION_ANONYMOUS: return gp_strdup("anonymous mapping");
	case GPROF_REGION_HEAP: return gp_strdup("heap (brk)");
	case GPROF_REGION_STACK: return gp_strdup("stack of the first thread");
	case GPROF_REGION_FILE: return gp_strdup(*r->name ? r->name : "<unknown>");
	default: return gp_strdup("other mapping");
	}
}

static void add_regions(struct gathering *g, const struct profile_table *t)
{
	const struct gprof_region *r = t->slots;

	for (size_t i = 0; i < t->n; i++) {
		int created;

		if (r[i].id)
			*gp_map_put(&g->region_at, r[i].id, 0, &created) =
				events_place(&g->p->events, region_name(&r[i]));
	}
}

/* ------------------------------------------------------------------ samples */

/* The section of an object that has the page.  What follows its last byte in the page is zero for
   the program, as .bss is. */
static char *section_name(const struct object *o, uint64_t address)
{
	const struct elf_section *s = elfobj_section_at(&o->elf, address);

	for (uint64_t at = address; !s && at < address + GPROF_PAGE; at += 64)
		s = elfobj_section_at(&o->elf, at);
	return s ? gp_format("%s %s", o->name, s->name) : gp_strdup(o->name);
}

static uint32_t place_of(const struct gathering *g, const struct gprof_event_sample *s)
{
	struct address_sample at;
	uint32_t place;

	if (!s->address) {
		place = gp_map_get(&g->region_at, s->region, 0);
		return place == GP_NONE ? events_place(&g->p->events, gp_strdup("<unknown>"))
					: place;
	}
	address_sample_locate(&at, g->l, s->address, s->objects);
	if (at.object == GP_NONE)
		return events_place(&g->p->events, gp_strdup("<unknown>"));
	return events_place(&g->p->events,
			    section_name(&g->p->objects[at.object], at.address));
}

static uint32_t function_of(const struct gathering *g, const struct gprof_event_sample *s)
{
	struct address_sample at;
	uint32_t object;

	address_sample_locate(&at, g->l, s->pc, s->objects);
	if (at.object != GP_NONE && is_profiler_code(&g->p->objects[at.object], at.address) &&
	    object_function_at(&g->p->objects[at.object], at.address) == GP_NONE)
		return program_profiler(g->p);
	return program_at(g->p, g->l, s->pc, s->objects, true, &object);
}

static void add_samples(struct gathering *g, const struct profile_table *t)
{
	const struct gprof_event_sample *s = t->slots;

	for (size_t i = 0; i < t->n; i++) {
		uint32_t at = s[i].count ? gp_map_get(&g->kind_at, s[i].event, 0) : GP_NONE;

		if (at == GP_NONE)
			continue;
		events_put(&g->p->events, function_of(g, &s[i]), g->kinds[at].kind,
			   place_of(g, &s[i]), s[i].count, g->kinds[at].period);
	}
}

/* ------------------------------------------------------------------ totals */

/* The totals of the threads of a profile. */
static uint64_t count_total(const struct profile *p, const char *name)
{
	uint64_t total = 0;
	uint32_t id = 0;

	for (size_t i = 0; i < p->nevents; i++) {
		const struct gprof_event *e = p->events[i].slots;

		for (size_t j = 0; p->events[i].area->type == GPROF_AREA_EVENTS &&
				   j < p->events[i].n; j++)
			if (e[j].id && !(e[j].flags & GPROF_EVENT_COUNTED) &&
			    !strcmp(e[j].name, name))
				id = e[j].id;
	}
	for (size_t i = 0; id && i < p->nevents; i++) {
		const struct gprof_event_total *e = p->events[i].slots;

		for (size_t j = 0; p->events[i].area->type == GPROF_AREA_EVENT_TOTALS &&
				   p->events[i].area->thread != GPROF_NONE &&
				   j < p->events[i].n; j++)
			if (e[j].event == id)
				gp_count_up(&total, e[j].count);
	}
	return total;
}

/*
 * Returns true if one of the profiles is of an image of the same process that exec replaced: the
 * kernel went on counting, so 'before' has all of its events.  Another process with the number of
 * this one has not.
 */
static bool has_earlier_image(const struct gathering *g, const char *name, uint64_t before)
{
	const struct profile *p = &g->l->profile;

	for (size_t i = 0; i < g->p->nprofiles; i++) {
		const struct profile *other = &g->p->profiles[i].profile;
		uint64_t total;

		if (other->head.pid != p->head.pid || other->head.start_ns >= p->head.start_ns)
			continue;
		total = count_total(other, name);
		if (total && total <= before)
			return true;
	}
	return false;
}

static void find_earlier(struct gathering *g, const struct profile_table *t)
{
	const struct gprof_event_total *e = t->slots;

	for (size_t i = 0; t->area->thread == GPROF_NONE && i < t->n; i++) {
		uint32_t at = e[i].event ? gp_map_get(&g->kind_at, e[i].event, 0) : GP_NONE;

		if (at != GP_NONE &&
		    has_earlier_image(g, g->p->events.kinds[g->kinds[at].kind].name, e[i].before))
			g->kinds[at].earlier = e[i].before;
	}
}

static uint64_t least(uint64_t a, uint64_t b)
{
	return a < b ? a : b;
}

/* The thread that called exec is the new image's first one, and keeps its counts. */
static bool is_first(const struct profile_table *t)
{
	return !t->area->thread || t->area->thread == GPROF_NONE;
}

/* Of a thread, or of the process.  Whose total is it that counts?  The process's at its end, which
   has all threads, if all are asked for; else the threads' own. */
static void add_totals(struct gathering *g, const struct profile_table *t, bool process)
{
	const struct gprof_event_total *e = t->slots;

	for (size_t i = 0; i < t->n; i++) {
		uint32_t at = e[i].event ? gp_map_get(&g->kind_at, e[i].event, 0) : GP_NONE;
		struct event_kind *kind;
		uint64_t earlier;

		if (at == GP_NONE)
			continue;
		kind = &g->p->events.kinds[g->kinds[at].kind];
		earlier = is_first(t) ? least(e[i].before, g->kinds[at].earlier) : 0;
		if (process == (t->area->thread == GPROF_NONE))
			kind->total += e[i].count - least(e[i].count, earlier);
		if (t->area->thread == GPROF_NONE)
			continue;
		kind->before += e[i].before - earlier;
		gp_count_up(&kind->slack, (g->kinds[at].period - 1) *
			    (t->thread == GP_NONE ? 1 : g->l->profile.threads[t->thread]->threads));
	}
}

static bool is_complete(const struct profile_table *t)
{
	const struct gprof_event_total *e = t->slots;

	for (size_t i = 0; i < t->n; i++)
		if (!e[i].complete)
			return false;
	return t->n;
}

static bool has_all_threads(const struct program_profile *l)
{
	for (size_t i = 0; i < l->profile.nthreads; i++)
		if (!program_profile_has_thread(l, i))
			return false;
	return true;
}

static void each_table(struct gathering *g, uint32_t type,
		       void (*add)(struct gathering *, const struct profile_table *))
{
	for (size_t i = 0; i < g->l->profile.nevents; i++) {
		const struct profile_table *t = &g->l->profile.events[i];

		if (t->area->type == type && (t->area->thread == GPROF_NONE ||
					      program_profile_has_thread(g->l, t->thread)))
			add(g, t);
	}
}

/* Returns false for totals of events=. */
static bool is_of_faults(const struct gathering *g, const struct profile_table *t)
{
	const struct gprof_event_total *e = t->slots;

	for (size_t i = 0; t->area->type == GPROF_AREA_EVENT_TOTALS && i < t->n; i++)
		if (e[i].event && gp_map_get(&g->kind_at, e[i].event, 0) != GP_NONE)
			return true;
	return false;
}

static void gather_totals(struct gathering *g)
{
	bool complete = false;

	for (size_t i = 0; i < g->l->profile.nevents; i++) {
		const struct profile_table *t = &g->l->profile.events[i];

		if (is_of_faults(g, t) && t->area->thread == GPROF_NONE)
			complete |= has_all_threads(g->l) && is_complete(t);
	}
	g->p->events.incomplete += !complete;
	for (size_t i = 0; i < g->l->profile.nevents; i++) {
		const struct profile_table *t = &g->l->profile.events[i];

		if (t->area->type == GPROF_AREA_EVENT_TOTALS &&
		    (t->area->thread == GPROF_NONE || program_profile_has_thread(g->l, t->thread)))
			add_totals(g, t, complete);
	}
}

/* ------------------------------------------------------------------ events= */

/* Only the thread that ends the process in order has a look at its counters at its end. */
static bool has_unread_counters(const struct profile *p)
{
	uint64_t threads = 0;

	for (size_t i = 0; i < p->nthreads; i++)
		threads += p->threads[i]->threads;
	return threads > 1 || !p->head.end_ns;
}

/* The counters of threads have less than the whole process, which the kernel may have counted. */
static void add_counters(struct gathering *g, const struct counted_event *e,
			 struct event_kind *kind)
{
	double total = 0;

	for (size_t i = 0; i < e->ncounters; i++)
		if (program_profile_has_thread(g->l, e->counters[i].thread)) {
			total += event_counter_total(&e->counters[i]);
			kind->enabled_ns += e->counters[i].enabled_ns;
			kind->running_ns += e->counters[i].running_ns;
		}
	if (has_unread_counters(&g->l->profile)) {
		if (!e->whole || !has_all_threads(g->l))
			kind->unread = true;
		else if (total < e->process)
			total = e->process;
	}
	kind->total += total;
}

static void add_counted(struct gathering *g, const struct counted_event *e)
{
	uint32_t at = events_kind(&g->p->events, e->name, true);
	struct event_kind *kind = &g->p->events.kinds[at];
	struct counted_cursor c = { 0 };
	uint32_t nowhere = events_place(&g->p->events, gp_strdup("<unknown>"));

	kind->period = e->period > kind->period ? e->period : kind->period;
	kind->refused |= e->refused;
	gp_count_up(&kind->lost, e->lost);
	add_counters(g, e, kind);
	while (counted_event_next(&g->l->profile, e, &c))
		if (program_profile_has_thread(g->l, c.table->thread))
			events_put(&g->p->events, function_of(g, c.sample), at, nowhere,
				   c.sample->count, c.weight);
}

static void gather_counted(struct gathering *g)
{
	struct counted_events list;

	counted_events_find(&list, &g->l->profile);
	g->p->events.processes += list.n && !g->nkinds;
	for (size_t i = 0; i < list.n; i++)
		add_counted(g, &list.items[i]);
	counted_events_release(&list);
}

static void gather(struct program *p, const struct program_profile *l)
{
	struct gathering g = { .p = p, .l = l };

	each_table(&g, GPROF_AREA_EVENTS, add_kinds);
	gather_counted(&g);
	if (g.nkinds) {
		p->events.processes++;
		each_table(&g, GPROF_AREA_EVENT_TOTALS, find_earlier);
		each_table(&g, GPROF_AREA_REGIONS, add_regions);
		each_table(&g, GPROF_AREA_EVENT_SAMPLES, add_samples);
		gather_totals(&g);
	}
	gp_map_release(&g.kind_at);
	gp_map_release(&g.region_at);
	free(g.kinds);
}

void build_events(struct program *p)
{
	for (size_t i = 0; i < p->nprofiles; i++)
		gather(p, &p->profiles[i]);
}
