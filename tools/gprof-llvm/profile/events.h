/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * events.h - the events of the kernel that functions met, such as page faults, over threads and
 * processes: exact totals, and samples of the events in user code.
 *
 *	events_kind(), events_place() and events_put() for each profile, reads, events_release()
 *
 * Kinds and places are the same if their names are.
 */
#ifndef GPROF_PROFILE_EVENTS_H
#define GPROF_PROFILE_EVENTS_H

#include "base/util.h"
#include "profile/profile.h"

#include <gprof-llvm/format.h>
#include <stdbool.h>

/* Names of events that others ask for. */
#define EVENT_MINOR_FAULTS "minor-faults"
#define EVENT_MAJOR_FAULTS "major-faults"

/* Events that samples represent. */
struct event_amount {
	double events;
	uint64_t samples;
};

struct event_kind {
	const char *name; /* as the profile has it; borrowed of it */
	double total;     /* exact, of the threads asked for; a lower bound if 'incomplete', or of
			     events= if 'unread' */
	double before;    /* of them: before the threads were sampled */
	uint64_t period;  /* the largest of all profiles; 1: samples are exact */
	uint64_t slack;   /* events of user code in no sample at most: of all threads the last */
	uint64_t lost;    /* samples without room */
	struct event_amount sampled;
	bool refused;     /* a thread could not be sampled */
	double enabled_ns, running_ns; /* of events=: how long its counters were open, and of this
					  how long they counted */
	bool unread;      /* of events=: the last events of threads are not in 'total' */
	bool counted;     /* of events=: counted in user code, so none was before; 'total' is of the
			     last look at each counter */
};

/* The events of one kind that a function met in one place of the memory. */
struct event_samples {
	uint32_t function; /* node */
	uint32_t kind;     /* in events.kinds */
	uint32_t place;    /* in events.places; 0: none */
	struct event_amount amount;
};

struct events {
	struct event_samples *items;
	size_t n, room;
	struct event_kind *kinds;
	size_t nkinds, kinds_room;
	char **places; /* names, owned; the first is "<unknown>" */
	size_t nplaces, places_room;
	struct gp_map at;         /* function and kind, place -> items; while entries are put */
	struct gp_names place_at; /* the same: name -> places */
	uint64_t processes;  /* profiles that sample events */
	uint64_t incomplete; /* of them with faults=: the totals are as of the last look */
};

/* Takes in an area of events.  NULL: read; else the fault. */
const char *events_read(const char *memory, const struct gprof_area *a);

/* Position of the kind with a name, which lives as long as the events; of a place, whose name it
   takes over. */
uint32_t events_kind(struct events *e, const char *name, bool counted);
uint32_t events_place(struct events *e, char *name);

/* Adds the amount b to a. */
void event_amount_add(struct event_amount *a, const struct event_amount *b);

/* Adds samples, each of 'weight' events. */
void events_put(struct events *e, uint32_t function, uint32_t kind, uint32_t place,
		uint64_t samples, double weight);

/* The kind with a name, of events= if 'counted', else of faults=; or NULL. */
const struct event_kind *events_find(const struct events *e, const char *name, bool counted);

/* Those of its events that are in no sample: in system calls, and a few of user code. */
double event_kind_unsampled(const struct event_kind *k);

void events_release(struct events *e);

#endif
