/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * cost.c - see cost.h.
 */
#include "analysis/cost.h"
#include "merge/sum.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define NOTABLE 0.0005 /* part of the CPU time from which counting is spoken of */
#define WIDE 1.2    /* times the least that counting takes, from which the most is said, too */

/* ns of one; docs/design/attribution.md says how they were measured. */
static const struct {
	double ns;
	const char *name;
} costs[COST_KINDS] = {
	[COST_COUNTS] = { COST_LEAST, "counts" },
	[COST_HITS] = { 0.7, "calls by pointer" },
	[COST_TABLE] = { 3, "calls by pointer of many targets" },
	[COST_MONITOR] = { 1.2, "monitor" },
};

const char *cost_name(enum cost_kind kind)
{
	return costs[kind].name;
}

static struct thread_total sum_of(const struct program *p)
{
	struct thread_total sum = { 0 };
	struct thread_totals t;

	thread_totals_init(&t, p, false);
	for (size_t i = 0; i < p->nprofiles; i++) {
		const struct program_profile *l = &p->profiles[i];
		struct thread_total *all = thread_totals_sum(&t, l);

		for (size_t k = 0; k <= l->profile.nthreads; k++)
			if (program_profile_has_thread(l, k == l->profile.nthreads ? GP_NONE : k))
				thread_total_add(&sum, &all[k]);
		free(all);
	}
	thread_totals_release(&t);
	return sum;
}

double cost_short_calls(const struct program *p, const struct by_stacks *measured)
{
	double calls = 0;

	for (uint32_t i = 0; i < p->graph.nnodes; i++) {
		const struct node *n = &p->graph.nodes[i];
		double self = measured ? measured[i].self.sum : n->self;
		int64_t n_calls = graph_calls(n);

		if (p->functions[i].instrumented && n_calls > 0 &&
		    self < COST_TELL_BELOW * n_calls)
			calls += n_calls;
	}
	return calls;
}

void cost_estimate(struct cost *c, const struct program *p, double short_calls)
{
	struct thread_total sum = sum_of(p);
	uint64_t n[COST_KINDS] = {
		[COST_COUNTS] = sum.counts,
		[COST_HITS] = sum.hits,
		[COST_TABLE] = sum.table,
		[COST_MONITOR] = sum.monitored,
	};

	memset(c, 0, sizeof *c);
	for (int i = 0; i < COST_KINDS; i++) {
		c->ns[i] = costs[i].ns * n[i];
		c->all += c->ns[i];
	}
	c->most = c->all + (COST_MOST - COST_LEAST) * fmin(short_calls, n[COST_COUNTS]);
}

bool cost_is_notable(const struct cost *c, double cpu)
{
	return cpu > 0 && c->all >= NOTABLE * cpu && c->all < cpu;
}

bool cost_is_wide(const struct cost *c)
{
	return c->most > WIDE * c->all;
}

static bool is_unsampled(uint32_t clock, uint64_t period_ns)
{
	return clock == GPROF_CLOCK_NONE && !period_ns;
}

size_t cost_unsampled(const struct program *p, size_t *all)
{
	const struct sum *s = p->sum;
	size_t n = 0;

	*all = s ? s->nruns : p->nprofiles;
	for (size_t i = 0; i < *all; i++)
		n += s ? is_unsampled(s->runs[i].clock, s->runs[i].period_ns)
		       : is_unsampled(p->profiles[i].profile.head.clock,
				      p->profiles[i].profile.head.period_ns);
	return n < *all ? n : 0;
}
