/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* measure.c - see measure.h. */
#include "base/measure.h"

#include "base/util.h"

#include <string.h>

#define PARTS 20 /* seconds that a whole in seconds has: 0.05 % of it is then a hundredth of one */

static const struct measure_unit of_time[] = {
	{ 1e9, "  s", "s" }, { 1e6, " ms", "ms" }, { 1e3, " us", "us" }, { 1, " ns", "ns" }
};
static const struct measure_unit of_counts[] = { { 1, "", "" } };

#define TIME "ns", 1e9, "s", "seconds", "s", of_time, false, false, "samples"
#define FAULTS "faults", 1, "faults", "faults", "faults", of_counts, true, false, "samples"
/* The kernel counts the clocks among its events in nanoseconds. */
#define OF_CLOCK(type, config, time, count) \
	((type) == GPROF_EVENT_SOFTWARE && (config) < 2 ? (time) : (count))
/* 'instructions' is the measure of exact ones. */
#define WORD(name, type, config) \
	((type) == GPROF_EVENT_HARDWARE && (config) == 1 ? "sampled-" name : name)
#define EVENT(name, type, config, period, least, in_kernel) \
	{ { WORD(name, type, config), name, OF_CLOCK(type, config, "ns", "events"), \
	    OF_CLOCK(type, config, 1e9, 1), OF_CLOCK(type, config, "s", "events"), \
	    OF_CLOCK(type, config, "seconds", "events"), OF_CLOCK(type, config, "s", "events"), \
	    OF_CLOCK(type, config, of_time, of_counts), OF_CLOCK(type, config, false, true), \
	    false, "samples" }, 0, { name }, true, "run it with GPROF_OPTIONS=events=" name },
#define FAULTS_NEED "run it with GPROF_OPTIONS=faults=auto"

const struct measure measure_times[TIME_KINDS] = {
	[TIME_CPU] = { "cpu", "CPU time", TIME },
	[TIME_WAIT] = { "wait", "waiting", TIME },
	[TIME_WALL] = { "wall", "CPU time and waiting", TIME },
	[TIME_LOCK] = { "lock-wait", "waiting for locks", TIME },
};

const struct measure measure_instructions = {
	"instructions", "instructions", "instructions", 1, "instructions", "instructions", "instr",
	of_counts, true, true, "instructions"
};

const struct measure_event measure_events[MEASURE_EVENTS] = {
	{ { "faults", "page faults", FAULTS }, 0, { "minor-faults", "major-faults" }, false,
	  FAULTS_NEED },
	{ { "minor-faults", "minor page faults", FAULTS }, 0, { "minor-faults" }, false,
	  FAULTS_NEED },
	{ { "major-faults", "major page faults", FAULTS }, 0, { "major-faults" }, false,
	  FAULTS_NEED },
	GPROF_EVENT_NAMES(EVENT)
};

const struct measure *measure_find(const char *word, const struct measure_event **event)
{
	*event = NULL;
	for (size_t i = 0; i < TIME_KINDS; i++)
		if (!strcmp(word, measure_times[i].word))
			return &measure_times[i];
	for (size_t i = 0; i < MEASURE_EVENTS; i++)
		if (!strcmp(word, measure_events[i].measure.word)) {
			*event = &measure_events[i];
			return &measure_events[i].measure;
		}
	return NULL;
}

const struct measure_unit *measure_unit_of(const struct measure *m, double weight)
{
	const struct measure_unit *unit = m->scale;

	while (unit->size > 1 && weight < unit->size)
		unit++;
	return unit;
}

const struct measure_unit *measure_unit_of_parts(const struct measure *m, double whole)
{
	return measure_unit_of(m, whole < m->size ? whole : whole / PARTS);
}

char *measure_text(const struct measure *m, double weight, int decimals)
{
	return gp_format("%.*f %s", measure_decimals(m, decimals), measure_units(m, weight),
			 m->unit);
}
