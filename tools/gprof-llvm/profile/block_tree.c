/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * block_tree.c - see block_tree.h.
 */
#include "profile/block_tree.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

uint32_t block_tree_call(struct block_tree *t, uint32_t caller, uint32_t function)
{
	uint32_t *at;
	int created;

	if (caller != GP_NONE && t->items[caller].function == function)
		return caller;
	at = gp_map_put(&t->at, caller, function, &created);
	if (created) {
		*at = t->n;
		*gp_push(t->items, t->n, t->room) =
			(struct block_call){ .caller = caller, .function = function };
	}
	return *at;
}

void block_tree_add(struct block_tree *t, uint32_t call, const struct allocated *own)
{
	allocated_add(&t->items[call].own, own);
}

void block_tree_add_processes(struct block_tree *t, const struct block_tree *from)
{
	gp_count_up(&t->processes, from->processes);
	gp_count_up(&t->sampling, from->sampling);
	gp_count_up(&t->exact, from->exact);
	gp_count_up(&t->shared, from->shared);
	gp_count_up(&t->folded, from->folded);
	gp_count_up(&t->lost, from->lost);
	if (from->period > t->period)
		t->period = from->period;
	if (from->each > t->each)
		t->each = from->each;
}

/* ------------------------------------------------------------------ sharing */

/* Numbers of a set of blocks of which each is shared out as the samples have it: frees and freed
   bytes are the differences to those left. */
enum number { BLOCKS, BYTES, BLOCKS_LEFT, BYTES_LEFT, AT_PEAK, TEMPORARY, YOUNG, NUMBERS };

static int64_t number_of(const struct allocated *a, enum number number)
{
	switch (number) {
	case BLOCKS:
		return (int64_t)a->blocks;
	case BYTES:
		return (int64_t)a->bytes;
	case BLOCKS_LEFT:
		return allocated_blocks_left(a);
	case BYTES_LEFT:
		return allocated_left(a);
	case AT_PEAK:
		return a->at_peak;
	case TEMPORARY:
		return (int64_t)a->temporary;
	default:
		return (int64_t)a->young;
	}
}

/* Where the samples have none of a number, or less than none, it goes as the blocks go. */
static enum number guide(const struct block_share *shares, size_t n, enum number number)
{
	double sum = 0;

	for (size_t i = 0; i < n; i++) {
		int64_t x = number_of(&shares[i].samples, number);

		if (x < 0)
			return BLOCKS;
		sum += x;
	}
	return sum > 0 ? number : BLOCKS;
}

/* Shares one number out: to[i][number].  The parts are whole, and add up. */
static void share_number(int64_t whole, const struct block_share *shares, size_t n,
			 enum number number, int64_t (*to)[NUMBERS])
{
	enum number by = guide(shares, n, number);
	double sum = 0, so_far = 0;

	for (size_t i = 0; i < n; i++)
		sum += number_of(&shares[i].samples, by);
	for (size_t i = 0; i < n; i++) {
		double after = so_far + number_of(&shares[i].samples, by);

		to[i][number] = (int64_t)rint(whole * (after / sum)) -
				(int64_t)rint(whole * (so_far / sum));
		so_far = after;
	}
}

static struct allocated allocated_from(const int64_t part[NUMBERS])
{
	return (struct allocated){
		.blocks = (uint64_t)part[BLOCKS], .bytes = (uint64_t)part[BYTES],
		.frees = (uint64_t)(part[BLOCKS] - part[BLOCKS_LEFT]),
		.freed = (uint64_t)(part[BYTES] - part[BYTES_LEFT]),
		.temporary = (uint64_t)part[TEMPORARY], .young = (uint64_t)part[YOUNG],
		.at_peak = part[AT_PEAK],
	};
}

/* Sampled blocks that a figure of a stack rests on. */
static double samples_of(const struct allocated *a, enum figure figure)
{
	switch (figure) {
	case FIGURE_LIVE:
	case FIGURE_LEAKED:
		return allocated_blocks_left(a);
	case FIGURE_PEAK: /* as many as blocks of the usual size make */
		return a->bytes ? (double)a->at_peak * a->blocks / a->bytes : 0;
	case FIGURE_TEMPORARY:
		return a->temporary;
	default:
		return a->blocks;
	}
}

static void add_share(struct block_call *c, const struct allocated *own,
		      const struct allocated *samples)
{
	allocated_add(&c->own, own);
	for (int f = 1; f < FIGURE_READ; f++) {
		double figure = allocated_figure(own, (enum figure)f);
		double n = samples_of(samples, (enum figure)f);

		c->variance[f] += figure * figure / (n > 1 ? n : 1);
	}
}

void block_tree_share(struct block_tree *t, const struct allocated *blocks,
		      const struct block_share *shares, size_t n)
{
	int64_t (*parts)[NUMBERS] = gp_alloc(n, sizeof *parts);

	for (int number = 0; number < NUMBERS; number++)
		share_number(number_of(blocks, (enum number)number), shares, n,
			     (enum number)number, parts);
	for (size_t i = 0; i < n; i++) {
		struct allocated own = allocated_from(parts[i]);

		add_share(&t->items[shares[i].call], &own, &shares[i].samples);
	}
	gp_count_up(&t->shared, blocks->blocks);
	free(parts);
}

/* ------------------------------------------------------------------ samples */

#define ALLOCATOR_LEAST 32.0 /* bytes that allocators take for a block */
#define ALLOCATOR_MORE 8.0   /* and that they take beside those asked for */

static double mean_size(const struct allocated *own)
{
	return own->blocks ? (double)own->bytes / own->blocks : 0;
}

double block_represents(const struct allocated *own, uint64_t each)
{
	double taken = fmax(mean_size(own) + ALLOCATOR_MORE, ALLOCATOR_LEAST);
	double part = each ? taken / each : BLOCK_LARGE;

	if (part >= BLOCK_LARGE)
		return 1;
	return 1 / (part < 0.5 ? part : BLOCK_LARGE * part - part * part / 2 - 0.125);
}

/*
 * A block is drawn with a probability p by its size (docs/format.md), and represents 1 / p then.
 * So the sum over samples has the variance of a sum over draws without replacement that are
 * independent of each other (Horvitz and Thompson 1952).
 */
struct block_variance block_variance_of(const struct allocated *own, uint64_t each)
{
	double size = mean_size(own), represents = block_represents(own, each);
	struct block_variance v = { { 0 } };

	for (int f = 1; f < FIGURE_READ; f++) {
		double figure = fabs(allocated_figure(own, (enum figure)f));

		v.of[f] = figure * (figure_is_bytes((enum figure)f) ? size : 1) * (represents - 1);
	}
	return v;
}

void block_tree_add_samples(struct block_tree *t, uint32_t call, const struct allocated *own,
			    uint64_t each)
{
	struct block_variance v = block_variance_of(own, each);

	allocated_add(&t->items[call].own, own);
	for (int f = 1; f < FIGURE_READ; f++)
		t->items[call].variance[f] += v.of[f];
}

struct block_variance *block_tree_variances(const struct block_tree *t, size_t nodes)
{
	struct block_variance *v = t->each ? gp_alloc(nodes, sizeof *v) : NULL;

	for (size_t i = 0; v && i < t->n; i++)
		for (int f = 1; f < FIGURE_READ && !block_is_mark(t->items[i].function); f++)
			v[t->items[i].function].of[f] += t->items[i].variance[f];
	return v;
}

void block_tree_release(struct block_tree *t)
{
	free(t->items);
	gp_map_release(&t->at);
	memset(t, 0, sizeof *t);
}
