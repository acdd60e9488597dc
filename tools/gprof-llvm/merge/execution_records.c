/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * execution_records.c - records of what was executed: made and added up by their keys, and checked;
 * see sum.h.
 *
 * Counts of solved runs are added up.  A run of which nothing is known adds to how many these
 * are, so that the order of runs does not matter; who reads the sum has to widen its bounds.
 */
#include "merge/sum.h"

#include <stdlib.h>
#include <string.h>

struct sum_count sum_count(struct block_count c)
{
	c.likely &= c.lo <= c.value && c.value <= c.hi;
	return (struct sum_count){ .lo = c.lo, .hi = c.hi, .how = c.how, .likely = c.likely,
				   .value = blocks_has_value(c) ? c.value : 0 };
}

struct block_count sum_count_of(const struct sum_count *c)
{
	return (struct block_count){ .lo = c->lo, .hi = c->hi, .value = c->value, .how = c->how,
				     .likely = c->how == SOLVED_NOT && c->likely };
}

static void add(struct sum_count *to, const struct sum_count *count)
{
	struct block_count sum = sum_count_of(to);

	blocks_add(&sum, sum_count_of(count), 1);
	*to = sum_count(sum);
}

/* One that wrapped would say that no run is open. */
static uint32_t runs_plus(uint32_t runs, uint32_t more)
{
	return more > UINT32_MAX - runs ? UINT32_MAX : runs + more;
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
	to->solved = runs_plus(to->solved, from->solved);
	to->open = runs_plus(to->open, from->open);
	add(&to->insns, &from->insns);
	add(&to->ours, &from->ours);
}

uint32_t sum_written(struct sum *s, const struct sum_written *key)
{
	int created;
	uint32_t *at = gp_map_put(&s->written_at, (uint64_t)key->name << 32 | key->file, key->line,
				  &created);

	if (created) {
		*at = s->nwritten;
		*gp_push(s->written, s->nwritten, s->written_room) = *key;
	}
	return *at;
}

/* The number of a count; two of one hash are two, which changes nothing. */
static uint32_t put_count(struct sum *s, struct block_count count)
{
	struct sum_count c = sum_count(count);
	int created;
	uint32_t *at = gp_map_put(&s->count_at, gp_hash(0, &c, sizeof c), gp_hash(1, &c, sizeof c),
				  &created);

	if (!created && !memcmp(&s->counts[*at], &c, sizeof c))
		return *at;
	*at = s->ncounts;
	*gp_push(s->counts, s->ncounts, s->counts_room) = c;
	return *at;
}

static uint32_t plus(struct sum *s, uint32_t number, struct block_count count)
{
	struct block_count sum = sum_count_of(&s->counts[number]);

	blocks_add(&sum, count, 1);
	return put_count(s, sum);
}

void sum_line(struct sum *s, const struct sum_line *key, struct block_count count,
	      struct block_count insns)
{
	uint64_t near = key->flags & SUM_LINE_NEAR;
	int created;
	uint32_t *at = gp_map_put(&s->line_at, (uint64_t)key->node << 32 | key->written,
				  (uint64_t)key->file << 33 | near << 32 | key->line, &created);
	struct sum_line *to;

	if (created) {
		*at = s->nlines;
		to = gp_push(s->lines, s->nlines, s->lines_room);
		*to = *key;
		to->count = put_count(s, count);
		to->insns = put_count(s, insns);
		return;
	}
	to = &s->lines[*at];
	to->count = plus(s, to->count, count);
	to->insns = plus(s, to->insns, insns);
}

/* Those of another build are others: what it means to be taken is the compiler's choice. */
void sum_branch(struct sum *s, const struct sum_branch *key, struct block_count reached,
		struct block_count taken)
{
	int created;
	uint32_t *at = gp_map_put(&s->branch_at, (uint64_t)key->build << 32 | key->node,
				  key->address, &created);
	struct sum_branch *to;

	if (created) {
		*at = s->nbranches;
		to = gp_push(s->branches, s->nbranches, s->branches_room);
		*to = *key;
		to->reached = put_count(s, reached);
		to->taken = put_count(s, taken);
		return;
	}
	to = &s->branches[*at];
	to->told = to->told > key->told ? to->told : key->told;
	to->reached = plus(s, to->reached, reached);
	to->taken = plus(s, to->taken, taken);
}

/* Where a switch and a condition of one line are known, each has its own. */
void sum_case(struct sum *s, const struct sum_case *key, struct block_count count)
{
	int created;
	uint32_t *first = gp_map_put(&s->switch_at, (uint64_t)key->node << 32 | key->written,
				     (uint64_t)key->file << 32 | key->line, &created);
	uint32_t *at;
	struct sum_case *to;

	if (created)
		*first = s->ncases;
	at = gp_map_put(&s->case_at, (uint64_t)key->kind << 32 | *first, key->to, &created);
	if (created) {
		*at = s->ncases;
		to = gp_push(s->cases, s->ncases, s->cases_room);
		*to = *key;
		to->count = put_count(s, count);
		return;
	}
	to = &s->cases[*at];
	to->runs = runs_plus(to->runs, key->runs);
	to->count = plus(s, to->count, count);
}

static uint32_t keep(struct sum *s, const struct sum_count *counts, uint32_t number)
{
	return put_count(s, sum_count_of(&counts[number]));
}

void sum_tidy_counts(struct sum *s)
{
	struct sum_count *counts = s->counts;

	s->counts = NULL;
	s->ncounts = s->counts_room = 0;
	gp_map_release(&s->count_at);
	for (size_t i = 0; i < s->nlines; i++) {
		s->lines[i].count = keep(s, counts, s->lines[i].count);
		s->lines[i].insns = keep(s, counts, s->lines[i].insns);
	}
	for (size_t i = 0; i < s->nbranches; i++) {
		s->branches[i].reached = keep(s, counts, s->branches[i].reached);
		s->branches[i].taken = keep(s, counts, s->branches[i].taken);
	}
	for (size_t i = 0; i < s->ncases; i++)
		s->cases[i].count = keep(s, counts, s->cases[i].count);
	free(counts);
}

/* ------------------------------------------------------------------ */

/* A value is within its bounds, an exact one is both of them. */
static bool is_value(const struct sum_count *c)
{
	if (c->how == SOLVED_NOT && !c->likely)
		return true;
	return c->lo <= c->value && c->value <= c->hi && c->value < COUNT_UNBOUNDED &&
	       (c->how != SOLVED_EXACT || c->lo == c->hi);
}

static bool is_count(const struct sum_count *c)
{
	return c->lo >= 0 && c->lo <= c->hi && c->hi <= COUNT_UNBOUNDED &&
	       c->how <= SOLVED_ASSUMED &&
	       is_value(c);
}

static bool is_execution(const struct sum *s, const struct sum_execution *e)
{
	return e->node < s->nnodes && s->nodes[e->node].flags & SUM_NODE_RECORD &&
	       is_count(&e->insns) && is_count(&e->ours);
}

static bool is_place(const struct sum *s, uint32_t node, uint32_t written, uint32_t file)
{
	return node < s->nnodes && s->nodes[node].flags & SUM_NODE_RECORD &&
	       (written == SUM_NONE || written < s->nwritten) && file < s->nstrings;
}

static bool are_places(const struct sum *s)
{
	bool ok = true;

	for (size_t i = 0; i < s->ncounts; i++)
		ok &= is_count(&s->counts[i]);
	for (size_t i = 0; i < s->nwritten; i++)
		ok &= s->written[i].name < s->nstrings && s->written[i].file < s->nstrings;
	for (size_t i = 0; i < s->nlines; i++) {
		const struct sum_line *l = &s->lines[i];

		ok &= is_place(s, l->node, l->written, l->file) && l->count < s->ncounts &&
		      l->insns < s->ncounts;
	}
	for (size_t i = 0; i < s->nbranches; i++) {
		const struct sum_branch *b = &s->branches[i];

		ok &= is_place(s, b->node, b->written, b->file) && b->build < s->nbuilds &&
		      b->reached < s->ncounts && b->taken < s->ncounts;
	}
	for (size_t i = 0; i < s->ncases; i++) {
		const struct sum_case *c = &s->cases[i];

		ok &= is_place(s, c->node, c->written, c->file) && c->count < s->ncounts;
	}
	return ok;
}

bool sum_executed_is_sound(const struct sum *s)
{
	bool ok = s->ncounted <= s->nruns && are_places(s);

	for (size_t i = 0; i < s->ncounted; i++)
		ok &= s->counted[i].run < s->nruns && s->counted[i].why < s->nstrings;
	for (size_t i = 0; i < s->nexecutions; i++)
		ok &= is_execution(s, &s->executions[i]);
	return ok;
}
