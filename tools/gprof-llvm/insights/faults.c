/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * faults.c - sentences on page faults: which function meets most of them, and in which memory; and
 * how many the kernel meets in system calls.
 */
#include "insights/internal.h"

#include <math.h>
#include <stdlib.h>

#define LARGE 20.0  /* per cent of all faults of a kind that a function must have */
#define NEARLY 90.0 /* per cent of a function's faults that are in one place */
#define FEW 1000.0  /* minor faults, some ms, of which no share says anything */
#define FEW_MAJOR 20.0
#define FEWEST 10   /* samples of the function named */

/* The function with most faults of a kind; GP_NONE: there is none. */
static uint32_t largest(const struct insight_context *q, uint32_t kind, struct event_amount *amount)
{
	const struct events *e = &q->program->events;
	struct event_amount *sums = gp_alloc(q->graph->nnodes, sizeof *sums);
	uint32_t best = GP_NONE;

	for (size_t i = 0; i < e->n; i++) {
		const struct event_samples *s = &e->items[i];

		if (s->kind != kind || !insight_is_code(q, s->function))
			continue;
		event_amount_add(&sums[s->function], &s->amount);
		if (best == GP_NONE || sums[s->function].events > sums[best].events)
			best = s->function;
	}
	*amount = best == GP_NONE ? (struct event_amount){ 0 } : sums[best];
	free(sums);
	return best;
}

/* " in 'a.out .bss'", if nearly all of the function's are there; to be freed. */
static char *place_of(const struct insight_context *q, uint32_t kind, uint32_t function, double all)
{
	const struct events *e = &q->program->events;
	const struct event_samples *best = NULL;

	for (size_t i = 0; i < e->n; i++) {
		const struct event_samples *s = &e->items[i];

		if (s->kind == kind && s->function == function &&
		    (!best || s->amount.events > best->amount.events))
			best = s;
	}
	if (!best || measure_percent(best->amount.events, all) < NEARLY)
		return gp_strdup("");
	return gp_format(" in '%s'", e->places[best->place]);
}

static void say(const struct insight_context *q, const char *kind_name, const char *word,
		double few)
{
	const struct events *e = &q->program->events;
	const struct event_kind *kind = events_find(e, kind_name, false);
	double unsampled;
	uint32_t function;
	struct event_amount w;
	char *place;

	if (!kind || kind->total < few)
		return;
	function = largest(q, kind - e->kinds, &w);
	if (w.samples >= FEWEST && measure_percent(w.events, kind->total) >= LARGE) {
		place = place_of(q, kind - e->kinds, function, w.events);
		insight_add(q, "'%s' meets %.0f %% of the %.0f %s page faults%s: `gprof-llvm "
			    "report --faults' shows the others", insight_name(q, function),
			    measure_percent(w.events, kind->total), kind->total, word, place);
		free(place);
	}
	unsampled = fmax(0, event_kind_unsampled(kind) - kind->slack);
	if (!kind->lost && !kind->refused && measure_percent(unsampled, kind->total) >= LARGE)
		insight_add(q, "The kernel meets %.0f %% of the %s page faults in system calls, "
			    "which touch memory for the first time",
			    measure_percent(unsampled, kind->total), word);
}

void insight_faults(const struct insight_context *q)
{
	say(q, EVENT_MINOR_FAULTS, "minor", FEW);
	say(q, EVENT_MAJOR_FAULTS, "major", FEW_MAJOR);
}
