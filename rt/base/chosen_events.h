/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * chosen_events.h - the events of events= in GPROF_OPTIONS (chosen_events.c).
 */
#ifndef GPROF_RT_BASE_CHOSEN_EVENTS_H
#define GPROF_RT_BASE_CHOSEN_EVENTS_H

#include "base/sys.h"

#include <gprof-llvm/events.h>
#include <stdbool.h>

/* A row of GPROF_EVENT_NAMES. */
struct gprt_event_kind {
	const char *name;
	uint32_t type;
	uint64_t config, period, least;
	bool in_kernel;
};

struct gprt_chosen_events {
	unsigned n; /* 0: none is sampled */
	struct {
		const struct gprt_event_kind *kind;
		uint64_t period; /* events that a sample represents */
	} items[GPROF_MOST_EVENTS];
};

extern GPRT_HIDDEN struct gprt_chosen_events gprt_chosen_events;

#define GPRT_EVENTS_VALUES "off|NAME[:PERIOD]+..." /* as messages and pages have them */

/* Reads a value, from 's' to 'end', which replaces the one before.  A part of it that is wrong is
   named on stderr, with 'where' it was found, and skipped.  False: it is empty. */
GPRT_HIDDEN bool gprt_chosen_events_read(const char *s, const char *end, const char *where);

#endif
