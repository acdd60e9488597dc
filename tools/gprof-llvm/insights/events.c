/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * events.c - sentences on samples of an event (--measure=faults and others): which functions meet
 * most of the events, and how often in a call.
 */
#include "insights/internal.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define LARGE 10.0 /* per cent of all events that a function must have */
#define FEWEST 10  /* samples of it */
#define NAMED 3    /* functions, at most */
#define ALWAYS 99.0 /* per cent of the time */
#define ONCE 0.01  /* events a call: fewer say nothing of one call */

struct own_events {
	uint32_t node;
	double weight;
};

static int by_weight(const void *x, const void *y, void *unused)
{
	const struct own_events *a = x, *b = y;

	(void)unused;
	if (a->weight != b->weight)
		return a->weight > b->weight ? -1 : 1;
	return a->node < b->node ? -1 : a->node > b->node;
}

/* " in 3 calls: 1333 each", " in 3 calls: 1.30 ms each", or "" where calls are not known; to be
   freed. */
static char *calls_of(const struct insight_context *q, uint32_t node)
{
	const struct node *n = &q->graph->nodes[node];
	int64_t calls = graph_calls(n);
	double each = calls > 0 ? n->self / calls : 0;
	const struct measure_unit *unit = measure_unit_of(q->program->measure, each);

	if (!q->program->functions[node].instrumented || each < ONCE)
		return gp_strdup("");
	if (calls == 1)
		return gp_strdup(" in one call");
	return gp_format(" in %lld calls: %.*f%s each", (long long)calls,
			 each / unit->size < 10 ? 2 : 0, each / unit->size, unit->suffix);
}

static void say(const struct insight_context *q, uint32_t node)
{
	const struct measure *m = q->program->measure;
	struct interval i = measured_self_interval(q->program, node);
	char *calls = calls_of(q, node);
	char size[INTERVAL_TEXT];
	size_t end;

	interval_brief(m, &i, size);
	end = strlen(size);
	if (end && size[end - 1] == ' ') /* counts have no unit */
		size[end - 1] = '\0';
	insight_add(q, "'%s' meets %.1f %% of the %s: %s%s.", insight_name(q, node),
		    insight_share(q, q->graph->nodes[node].self), m->name, size, calls);
	free(calls);
}

/* Where the processor has too few counters. */
static void say_turns(const struct insight_context *q)
{
	const struct measure_event *event = q->result->request->join.event;
	const struct event_kind *kind =
		events_find(&q->program->events, event->events[0], event->counted);
	double counted = kind ? measure_percent(kind->running_ns, kind->enabled_ns) : 0;

	if (counted > 0 && counted < ALWAYS)
		insight_add(q, "Events took turns on the processor's counters: %s were counted "
			    "%.0f %% of the time, and the numbers are estimates for all of it. "
			    "Fewer events in GPROF_OPTIONS=events= are counted longer.",
			    event->measure.name, counted);
}

void insight_events(const struct insight_context *q)
{
	struct own_events *list = gp_alloc(q->graph->nnodes, sizeof *list);
	size_t n = 0;

	for (size_t i = 0; i < q->graph->nnodes; i++)
		if (insight_is_code(q, i) && q->program->functions[i].samples >= FEWEST &&
		    insight_share(q, q->graph->nodes[i].self) >= LARGE)
			list[n++] = (struct own_events){ i, q->graph->nodes[i].self };
	gp_sort(list, n, sizeof *list, by_weight, NULL);
	for (size_t i = 0; i < n && i < NAMED; i++)
		say(q, list[i].node);
	say_turns(q);
	insight_not_sampled(q);
	free(list);
}
