/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * timings.c - see timings.h.
 */
#include "profile/timings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define UNIT 16.0 /* of a range, a part of a ns */
#define BITS 8    /* parts of a power of two, as a power of two */
#define PARTS (1u << BITS)
#define MOST 0x1p62 /* of a length in units */

const struct timing_shown timing_shown[TIMING_QUANTILES] = {
	{ 0.5, "median" }, { 0.9, "p90" }, { 0.99, "p99" }, { 0.999, "p99.9" },
};

static uint32_t key_of(double length)
{
	double units = length * UNIT;
	uint64_t n = units >= MOST ? (uint64_t)MOST : units > 0 ? (uint64_t)units : 0;
	unsigned high = n < PARTS ? 0 : 63 - __builtin_clzll(n) - BITS;

	return n < PARTS ? n : (high + 1) << BITS | (n >> high & (PARTS - 1));
}

/* The middle of a range, ns. */
static double length_of(uint32_t key)
{
	unsigned high = key >> BITS;

	if (!high)
		return key / UNIT;
	return ldexp(PARTS + (key & (PARTS - 1)) + 0.5, high - 1) / UNIT;
}

/* ------------------------------------------------------------------ */

struct call_times *timings_put(struct timings *t, uint32_t function, uint32_t caller, bool cpu)
{
	int created;
	uint32_t *at = gp_map_put(&t->at, (uint64_t)function << 32 | caller, cpu, &created);

	if (created) {
		*at = t->n;
		*gp_push(t->items, t->n, t->room) = (struct call_times){
			.function = function, .caller = caller, .cpu = cpu, .shortest = INFINITY };
	}
	return &t->items[*at];
}

void timing_count_range(struct call_times *t, uint32_t key, uint64_t calls)
{
	*gp_push(t->ranges, t->nranges, t->room) = (struct timing_range){ key, calls };
}

void timing_count(struct call_times *t, double length, uint64_t calls)
{
	timing_count_range(t, key_of(length), calls);
}

void timing_note(struct call_times *t, const struct timing_call *call)
{
	size_t i = t->nlongest;

	if (i == GPROF_TIMING_LONGEST && call->length <= t->longest[i - 1].length)
		return;
	if (i == GPROF_TIMING_LONGEST)
		i--;
	else
		t->nlongest++;
	for (; i && t->longest[i - 1].length < call->length; i--)
		t->longest[i] = t->longest[i - 1];
	t->longest[i] = *call;
}

void timing_add(struct call_times *t, const struct call_times *from)
{
	gp_count_up(&t->returned, from->returned);
	gp_count_up(&t->unwound, from->unwound);
	gp_count_up(&t->ended, from->ended);
	gp_count_up(&t->inner, from->inner);
	gp_count_up(&t->open, from->open);
	t->total += from->total;
	t->shortest = fmin(t->shortest, from->shortest);
	for (size_t i = 0; i < from->nlongest; i++)
		timing_note(t, &from->longest[i]);
	for (size_t i = 0; i < from->nranges; i++)
		timing_count_range(t, from->ranges[i].key, from->ranges[i].calls);
}

static int by_key(const void *x, const void *y, void *unused)
{
	const struct timing_range *a = x, *b = y;

	(void)unused;
	return a->key < b->key ? -1 : a->key > b->key;
}

/* Ranges in order, each once. */
static void end(struct call_times *t)
{
	size_t n = 0;

	gp_sort(t->ranges, t->nranges, sizeof *t->ranges, by_key, NULL);
	for (size_t i = 0; i < t->nranges; i++)
		if (n && t->ranges[n - 1].key == t->ranges[i].key)
			gp_count_up(&t->ranges[n - 1].calls, t->ranges[i].calls);
		else
			t->ranges[n++] = t->ranges[i];
	t->nranges = n;
}

void timings_end(struct timings *t)
{
	for (size_t i = 0; i < t->n; i++)
		end(&t->items[i]);
}

void timings_release(struct timings *t)
{
	for (size_t i = 0; i < t->n; i++)
		free(t->items[i].ranges);
	free(t->items);
	gp_map_release(&t->at);
	memset(t, 0, sizeof *t);
}

void timings_by_function(const struct timings *t, struct timings *to)
{
	memset(to, 0, sizeof *to);
	for (size_t i = 0; i < t->n; i++)
		timing_add(timings_put(to, t->items[i].function, GP_NONE, t->items[i].cpu),
			   &t->items[i]);
	timings_end(to);
}

double timing_quantile(const struct call_times *t, double part)
{
	double most = t->nlongest ? t->longest[0].length : INFINITY, all = 0, seen = 0;

	for (size_t i = 0; i < t->nranges; i++)
		all += t->ranges[i].calls;
	for (size_t i = 0; i < t->nranges; i++) {
		seen += t->ranges[i].calls;
		/* 0.9 of 10 calls are 9. */
		if (seen >= part * all * (1 - 1e-12))
			return fmin(fmax(length_of(t->ranges[i].key), t->shortest), most);
	}
	return 0;
}
