/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * callgrind_left.c - what the format of callgrind cannot hold; see callgrind.h.
 */
#include "export/callgrind.h"
#include "text/escape.h"

/* What is not in it. */
static void tell_arcs(const struct export *x)
{
	const struct measured *m = x->result->measured;
	FILE *notes = x->notes;
	const struct graph *g = &x->result->program->graph;
	size_t untaken = 0, inferred = 0;

	for (size_t i = 0; i < g->narcs; i++) {
		const struct arc *a = &g->arcs[i];

		untaken += !graph_arc_taken(a) && !(a->flags & ARC_SEEN);
		inferred += m && m->arcs[i].inferred;
	}
	if (untaken)
		gprintf(notes, "callgrind holds no arc that was never taken: %zu %s left out\n",
			untaken, untaken == 1 ? "is" : "are");
	if (inferred)
		gprintf(notes, "callgrind holds no mark: the time of %zu arc%s is in part "
			"inferred\n", inferred, inferred == 1 ? "" : "s");
}

static void tell_samples(const struct export *x)
{
	uint64_t n = x->result->program->spots.given;

	if (n)
		gprintf(x->notes,
			"callgrind holds no sample without a stack: %llu %s not counted; their "
			"time is in that of samples with a stack at the same place\n",
			(unsigned long long)n, n == 1 ? "is" : "are");
}

void callgrind_tell(const struct export *x, const struct callgrind_left *left)
{
	const struct measure *m = x->result->program->measure;
	FILE *notes = x->notes;

	if (left->seen)
		gprintf(notes, "callgrind holds no arc without a count: %zu with %.3f %s %s left "
			"out\n", left->seen, measure_units(m, left->weight), m->unit,
			left->seen == 1 ? "is" : "are");
	if (left->entered)
		gprintf(notes, "callgrind holds no time without a call: %.3f %s of %zu function%s "
			"%s below <unknown caller>, as 1 call each\n",
			measure_units(m, left->below), m->unit,
			left->entered, left->entered == 1 ? "" : "s",
			left->entered == 1 ? "is" : "are");
	if (left->unbounded)
		gprintf(notes, "callgrind holds no bounds: more instructions may have been "
			"executed than are written\n");
	else if (left->between)
		gprintf(notes, "callgrind holds no bounds: up to %.0f more instructions may have "
			"been executed\n", left->between);
	tell_arcs(x);
	if (x->result->measured)
		tell_samples(x);
	if (x->result->request->join.inlines)
		gprintf(notes, "callgrind holds no inlined function: its time is that of the "
			"function with its code\n");
	if (!x->result->measured && !(x->instructions && !x->result->program->samples))
		gprintf(notes, "too few samples have a stack: inclusive times are divided by "
			"numbers of calls\n");
}
