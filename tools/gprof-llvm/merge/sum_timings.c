/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * sum_timings.c - the lengths of calls in a merged profile; see sum.h.
 *
 * They are added up as those of a program are (program/timings.h), and are three tables in the
 * file only.
 */
#include "merge/sum.h"

#include <math.h>
#include <stdlib.h>

static uint32_t moved(const uint32_t *nodes, uint32_t node)
{
	return node == GP_NONE ? GP_NONE : nodes[node];
}

void sum_timings(struct timings *to, const struct timings *from, const uint32_t *nodes)
{
	for (size_t i = 0; i < from->n; i++) {
		const struct call_times *t = &from->items[i];

		timing_add(timings_put(to, moved(nodes, t->function), moved(nodes, t->caller),
				       t->cpu), t);
	}
	timings_end(to);
}

static void forget(struct sum *s)
{
	free(s->timed);
	free(s->ranges);
	free(s->longest);
	s->timed = NULL;
	s->ranges = NULL;
	s->longest = NULL;
	s->ntimed = s->timed_room = s->nranges = s->ranges_room = 0;
	s->nlongest = s->longest_room = 0;
}

void sum_timings_release(struct sum *s)
{
	forget(s);
	timings_release(&s->timings);
}

void sum_timings_pack(struct sum *s)
{
	forget(s);
	for (size_t i = 0; i < s->timings.n; i++) {
		const struct call_times *t = &s->timings.items[i];

		*gp_push(s->timed, s->ntimed, s->timed_room) = (struct sum_timing){
			.function = t->function, .caller = t->caller,
			.flags = t->cpu ? GPROF_TIMING_CPU : 0, .returned = t->returned,
			.unwound = t->unwound, .ended = t->ended, .inner = t->inner,
			.open = t->open, .total = t->total,
			.shortest = isinf(t->shortest) ? -1 : t->shortest };
		for (size_t k = 0; k < t->nranges; k++)
			*gp_push(s->ranges, s->nranges, s->ranges_room) = (struct sum_range){
				i, t->ranges[k].key, t->ranges[k].calls };
		for (size_t k = 0; k < t->nlongest; k++)
			*gp_push(s->longest, s->nlongest, s->longest_room) = (struct sum_longest){
				i, 0, t->longest[k].start, t->longest[k].length };
	}
}

static bool is_time(double length)
{
	return isfinite(length) && length >= 0;
}

static bool is_sound(const struct sum *s, const struct sum_timing *t)
{
	return t->function < s->nnodes && (t->caller == SUM_NONE || t->caller < s->nnodes) &&
	       is_time(t->total) && isfinite(t->shortest);
}

static void unpack_one(struct sum *s, const struct sum_timing *from)
{
	struct call_times t = { .returned = from->returned, .unwound = from->unwound,
				.ended = from->ended, .inner = from->inner, .open = from->open,
				.total = from->total,
				.shortest = from->shortest < 0 ? INFINITY : from->shortest };

	timing_add(timings_put(&s->timings, from->function, from->caller,
			       from->flags & GPROF_TIMING_CPU), &t);
}

static struct call_times *timing_of(struct sum *s, uint32_t number)
{
	const struct sum_timing *t = &s->timed[number];

	return timings_put(&s->timings, t->function, t->caller, t->flags & GPROF_TIMING_CPU);
}

bool sum_timings_unpack(struct sum *s)
{
	bool ok = true;

	for (size_t i = 0; i < s->ntimed; i++)
		ok &= is_sound(s, &s->timed[i]);
	for (size_t i = 0; i < s->nranges; i++)
		ok &= s->ranges[i].timing < s->ntimed && s->ranges[i].key <= TIMING_MOST_KEY;
	for (size_t i = 0; i < s->nlongest; i++)
		ok &= s->longest[i].timing < s->ntimed && is_time(s->longest[i].length) &&
		      isfinite(s->longest[i].start);
	for (size_t i = 0; ok && i < s->ntimed; i++)
		unpack_one(s, &s->timed[i]);
	for (size_t i = 0; ok && i < s->nranges; i++)
		timing_count_range(timing_of(s, s->ranges[i].timing), s->ranges[i].key,
				   s->ranges[i].calls);
	for (size_t i = 0; ok && i < s->nlongest; i++)
		timing_note(timing_of(s, s->longest[i].timing), &(struct timing_call){
			s->longest[i].start, s->longest[i].length });
	timings_end(&s->timings);
	forget(s);
	return ok;
}
