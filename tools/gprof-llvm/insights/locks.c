/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * locks.c - the sentence on the mutex that threads wait for most, and on the thread that holds it.
 */
#include "analysis/waits.h"
#include "insights/internal.h"

#include <stdlib.h>

#define LARGE 10.0 /* per cent of all waiting that it must have */
#define MOSTLY 50.0 /* the same of the lock's, of a thread that is named */

/* ", which 'evict' (tid 7) held in 97 % of that time", or "". */
static char *held(const struct waits *w, const struct wait_row *row)
{
	double share = row->nholders ? measure_percent(row->holders[0].weight.sum,
						       row->weight.sum) : 0;
	char *name, *text;

	if (share < MOSTLY || row->holders[0].of == GP_NONE)
		return gp_strdup("");
	name = wait_thread_text(w, row->holders[0].of);
	text = gp_format(", which %s held in %.0f %% of that time", name, share);
	free(name);
	return text;
}

static void say(const struct insight_context *q, const struct waits *w, const struct wait_row *row)
{
	struct interval i = wait_interval(w, &row->weight);
	char time[INTERVAL_TEXT], *holder = held(w, row);

	interval_scaled(&measure_times[TIME_WAIT], &i, time);
	insight_add(q, "Threads wait %s for the mutex '%s'%s: `gprof-llvm report --locks' shows "
		    "who waits.", time, row->name, holder);
	free(holder);
}

void insight_locks(const struct insight_context *q)
{
	const struct wait_row *row = NULL;
	struct waits w;

	if (q->program->sum || !q->program->sample_totals[1].weight)
		return;
	waits_find(&w, q->result);
	for (size_t i = 0; i < w.n && !row; i++)
		if (w.rows[i].kind == WAIT_MUTEX)
			row = &w.rows[i];
	if (row && measure_percent(row->weight.sum, w.all.sum) >= LARGE &&
	    !interval_rests_on_few(&row->weight))
		say(q, &w, row);
	waits_release(&w);
}
