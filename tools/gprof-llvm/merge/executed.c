/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * executed.c - records of what was executed: made and added up by their keys, and checked; see
 * sum.h.
 *
 * Counts of solved runs are added up.  A run of which nothing is known adds to how many these
 * are, so that the order of runs does not matter; who reads the sum has to widen its bounds.
 */
#include "merge/sum.h"

struct sum_count sum_count(struct block_count c)
{
	return (struct sum_count){ .lo = c.lo, .hi = c.hi, .how = c.how,
				   .value = c.how == SOLVED_NOT ? 0 : c.value };
}

struct block_count sum_count_of(const struct sum_count *c)
{
	return (struct block_count){ .lo = c->lo, .hi = c->hi, .value = c->value, .how = c->how };
}

static void add(struct sum_count *to, const struct sum_count *count)
{
	struct block_count sum = sum_count_of(to);

	blocks_add(&sum, sum_count_of(count), 1);
	*to = sum_count(sum);
}

void sum_execution(struct sum *s, const struct sum_execution *from)
{
	struct sum_execution *to;
	int created;
	uint32_t *at = gp_map_put(&s->execution_at, from->node, 0, &created);

	if (created) {
		*at = s->nexecutions;
		*gp_push(s->executions, s->nexecutions, s->executions_room) = *from;
		return;
	}
	to = &s->executions[*at];
	to->why = to->why > from->why ? to->why : from->why;
	to->solved += from->solved;
	to->open += from->open;
	add(&to->insns, &from->insns);
	add(&to->ours, &from->ours);
}

/* ------------------------------------------------------------------ */

static bool is_count(const struct sum_count *c)
{
	return c->lo >= 0 && c->lo <= c->hi && c->hi <= SYSTEM_MOST && c->value >= 0 &&
	       c->value <= SYSTEM_MOST && c->how <= SOLVED_ASSUMED;
}

static bool is_execution(const struct sum *s, const struct sum_execution *e)
{
	return e->node < s->nnodes && s->nodes[e->node].flags & SUM_NODE_RECORD &&
	       is_count(&e->insns) && is_count(&e->ours);
}

bool sum_executed_is_sound(const struct sum *s)
{
	bool ok = s->ncounted <= s->nruns;

	for (size_t i = 0; i < s->ncounted; i++)
		ok &= s->counted[i].run < s->nruns && s->counted[i].why < s->nstrings;
	for (size_t i = 0; i < s->nexecutions; i++)
		ok &= is_execution(s, &s->executions[i]);
	return ok;
}
