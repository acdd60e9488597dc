/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* measure.c - see measure.h. */
#include "base/measure.h"

#include "base/util.h"

#define PARTS 20 /* seconds that a whole in seconds has: 0.05 % of it is then a hundredth of one */

static const struct measure_unit of_time[] = {
	{ 1e9, "  s", "s" }, { 1e6, " ms", "ms" }, { 1e3, " us", "us" }, { 1, " ns", "ns" }
};
static const struct measure_unit of_counts[] = { { 1, "", "" } };

#define TIME "ns", 1e9, "s", "seconds", "s", of_time, false, false
#define FAULTS "faults", 1, "faults", "faults", "faults", of_counts, true, false
#define FAULTS_NEED "run it with GPROF_OPTIONS=faults=auto"

const struct measure measure_times[TIME_KINDS] = {
	[TIME_CPU] = { "cpu", "CPU time", TIME },
	[TIME_WAIT] = { "wait", "waiting", TIME },
	[TIME_WALL] = { "wall", "CPU time and waiting", TIME },
	[TIME_LOCK] = { "lock-wait", "waiting for locks", TIME },
};

const struct measure measure_instructions = {
	"instructions", "instructions", "instructions", 1, "instructions", "instructions", "instr",
	of_counts, true, true
};

const struct measure_event measure_events[MEASURE_EVENTS] = {
	{ { "faults", "page faults", FAULTS }, { "minor-faults", "major-faults" }, FAULTS_NEED },
	{ { "minor-faults", "minor page faults", FAULTS }, { "minor-faults" }, FAULTS_NEED },
	{ { "major-faults", "major page faults", FAULTS }, { "major-faults" }, FAULTS_NEED },
};

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
