/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * counted_events.h - the events of events= in a profile: each with its counters by slot, and its
 * samples (counted_events.c).
 *
 *	counted_events_find(), any number of reads, counted_events_release()
 *
 *	struct counted_cursor c = { 0 };
 *
 *	while (counted_event_next(p, event, &c))
 *		... c.table->thread, c.sample->pc, c.sample->count, c.weight ...
 *
 * Names are borrowed of the profile.  Cost: all areas of events once, and for each event once more.
 */
#ifndef GPROF_PROFILE_COUNTED_EVENTS_H
#define GPROF_PROFILE_COUNTED_EVENTS_H

#include "profile/profile.h"

/* The counter of an event in the threads of a slot. */
struct event_counter {
	uint32_t slot;       /* gprof_area.thread */
	uint32_t thread;     /* position in threads, or GP_NONE */
	uint64_t count;      /* as in gprof_event_counter */
	uint64_t enabled_ns;
	uint64_t running_ns;
	double weight;       /* events that a sample in this slot represents */
};

struct counted_event {
	uint32_t id;      /* gprof_event.id */
	const char *name; /* as perf list has it */
	uint64_t period;  /* without turns: events that a sample represents */
	uint64_t lost;    /* samples without room */
	bool refused;     /* a thread could not be sampled */
	bool whole;       /* 'process' is known */
	uint64_t process; /* events of the whole run, of all threads */
	struct event_counter *counters; /* one for each slot that has any; owned */
	size_t ncounters, counters_room;
	struct gp_map counter_at; /* slot -> counters */
};

struct counted_events {
	struct counted_event *items;
	size_t n, room;
	struct gp_map at; /* gprof_event.id -> items */
};

/* Samples of an event, one place after the other. */
struct counted_cursor {
	const struct profile_table *table; /* in which the sample is: its thread, slot and epoch */
	const struct gprof_event_sample *sample;
	double weight; /* events that each of sample->count samples represents */
	size_t next_table, next_slot;
};

void counted_events_find(struct counted_events *list, const struct profile *p);
void counted_events_release(struct counted_events *list);

/* Events in the threads of a counter, with an estimate for the time when it did not count. */
double event_counter_total(const struct event_counter *c);

/* The next sample; false: there is none. */
bool counted_event_next(const struct profile *p, const struct counted_event *e,
			struct counted_cursor *cursor);

#endif
