/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * measure.h - what a weight is a weight of, and in which units it is printed.
 *
 * All sums of weights (self, total, child, left_out and others) are numbers of the smallest unit
 * of their measure: ns of time, instructions.  No name in the code says which: a program has its
 * measure (program/program.h), and views ask it when they print.  Clocks are not weights: a value
 * that is always time has a name that ends in _ns.
 */
#ifndef GPROF_BASE_MEASURE_H
#define GPROF_BASE_MEASURE_H

#include <gprof-llvm/events.h>
#include <stdbool.h>

/* How samples of waiting come about. */
#define WAITS_NEED "a program measures its waits when it runs with GPROF_OPTIONS=clock=wall"

enum time_kind {
	TIME_CPU,  /* used by threads that ran */
	TIME_WAIT, /* elapsed while they did not; sampled with clock=wall only */
	TIME_WALL, /* both */
	TIME_LOCK, /* of TIME_WAIT: for locks (samples/wait_kind.h) */
	TIME_KINDS,
	TIME_EVENT = TIME_KINDS /* no time, but samples of an event: struct measure_event */
};

struct measure_unit {
	double size;        /* as a weight */
	const char *suffix; /* with a space, as wide as those of the measure's other units */
	const char *name;
};

struct measure {
	const char *word;    /* of --measure, and in exports */
	const char *name;    /* in a sentence: "0.55 s of CPU time" */
	const char *smallest; /* the unit that weights are numbers of, as files name it */
	double size;         /* weight of one unit of tables */
	const char *unit;    /* that unit: "s" */
	const char *units;   /* the same in full: "seconds" */
	const char *column;  /* the same as the head of a narrow column */
	const struct measure_unit *scale; /* the largest first, the last has the size 1 */
	bool whole;          /* printed without decimal places */
	bool counted;        /* no sample bears on it */
	const char *samples; /* a noun for the things weighed: "samples", "blocks" */
};

/* Events of the kernel or the processor (profile/event_samples.h), or a figure that is counted by
   callers (profile/figure_samples.h), as a measure. */
struct measure_event {
	struct measure measure;
	int figure;            /* enum figure: 'events' are none; or 0 */
	const char *events[3]; /* names that they have in a profile, then NULL: their sum */
	bool counted;          /* they are of events=, not of faults= */
	const char *remedy;    /* how a program comes to have samples of them */
};
#define MEASURE_ONE(...) + 1
enum {
	MEASURE_FAULTS = 3, /* the first ones; then the names of gprof-llvm/events.h */
	MEASURE_EVENTS = MEASURE_FAULTS GPROF_EVENT_NAMES(MEASURE_ONE)
};

extern const struct measure measure_times[TIME_KINDS];
extern const struct measure measure_instructions;
extern const struct measure_event measure_events[MEASURE_EVENTS];

/* The measure of samples with a word, and in *event the event that it is of, or NULL; else NULL:
   there is none. */
const struct measure *measure_find(const char *word, const struct measure_event **event);

/* Returns true if samples of waiting, or those of running, are of it; of TIME_LOCK some are.
   Samples of events run. */
static inline bool measure_has(enum time_kind time, bool wait)
{
	if (wait)
		return time != TIME_CPU && time != TIME_EVENT;
	return time == TIME_CPU || time == TIME_WALL || time == TIME_EVENT;
}

/* The same, if it is a time. */
static inline bool measure_has_cpu_time(enum time_kind time)
{
	return time != TIME_EVENT && measure_has(time, false);
}

/* A weight in the unit of tables. */
static inline double measure_units(const struct measure *m, double weight)
{
	return weight / m->size;
}

static inline bool measure_is_time(const struct measure *m)
{
	return m->size == 1e9;
}

static inline bool measure_is_bytes(const struct measure *m)
{
	return m->size == 1024;
}

/* The mean weight of a sample in a narrow column: in ms, or else in the unit of tables. */
static inline double measure_mean(const struct measure *m, double weight)
{
	return measure_is_time(m) ? weight / 1e6 : measure_units(m, weight);
}

/* Decimal places of a weight that is a time with so many. */
static inline int measure_decimals(const struct measure *m, int decimals)
{
	return m->whole ? 0 : decimals;
}

/* A part of a weight; 0 of nothing. */
static inline double measure_percent(double part, double whole)
{
	return whole > 0 ? 100 * part / whole : 0;
}

/* The largest unit of which the weight is one or more, or the smallest. */
const struct measure_unit *measure_unit_of(const struct measure *m, double weight);

/* For a column of parts of a weight: one in which small parts need few decimal places. */
const struct measure_unit *measure_unit_of_parts(const struct measure *m, double whole);

/* "1.25 s" with so many decimals, "125 instructions"; to be freed. */
char *measure_text(const struct measure *m, double weight, int decimals);

#endif
