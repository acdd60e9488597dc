/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * figure_samples.c - see figure_samples.h.
 *
 * A block may be freed in another thread than the one that allocated it: so the entries of a caller
 * are added up over threads first.
 */
#include "profile/figure_samples.h"

#include "profile/block_tree.h"
#include "profile/io.h"

#include <math.h>
#include <stdlib.h>

/* The figure of a caller. */
struct caller_figure {
	uint64_t pc;
	uint32_t epoch;
	uint64_t calls; /* blocks allocated, or calls */
	double weight;  /* may be negative: others freed more than it kept */
};

struct taking {
	struct profile *p;
	enum figure figure;
	uint32_t thread;  /* position of one that is asked for; GP_NONE: all are */
	struct gp_map at; /* pc, epoch -> items */
	struct caller_figure *items;
	size_t n, room;
};

static void add(struct taking *t, uint64_t pc, uint32_t epoch, uint64_t calls, double weight)
{
	int created;
	uint32_t *at = gp_map_put(&t->at, pc, epoch, &created);

	if (created) {
		*at = t->n;
		*gp_push(t->items, t->n, t->room) =
			(struct caller_figure){ .pc = pc, .epoch = epoch };
	}
	gp_count_up(&t->items[*at].calls, calls);
	t->items[*at].weight += weight;
}

static bool is_left_out(const struct profile_table *t, const bool *left_out)
{
	return left_out && (t->thread == GP_NONE || left_out[t->thread]);
}

/* Blocks of the caller that were counted, for the figure or, of samples, at all. */
static uint64_t counted_blocks(const struct taking *t, const struct allocated *a)
{
	const struct gprof_heap_samples *samples = t->p->heap_samples;

	if (!samples)
		return a->blocks;
	return (uint64_t)ceil(a->blocks / block_represents(a, samples->bytes));
}

static void add_blocks(struct taking *t, const struct profile_table *table)
{
	const struct gprof_allocations *e = table->slots;

	for (size_t i = 0; i < table->n; i++) {
		struct allocated a = allocated_of(&e[i], t->p->heap);

		if (e[i].calls || e[i].frees)
			add(t, e[i].pc, e[i].objects, counted_blocks(t, &a),
			    allocated_figure(&a, t->figure));
	}
}

static void add_io(struct taking *t, const struct profile_table *table)
{
	const struct gprof_io *e = table->slots;

	for (size_t i = 0; i < table->n; i++) {
		struct io_calls c = io_entry_calls(&e[i]);

		if (!e[i].kind || e[i].kind >= GPROF_IO_KINDS)
			continue;
		if (t->figure == FIGURE_IO_CALLS || io_figure(&c, t->figure) > 0)
			add(t, e[i].pc, e[i].objects, c.calls, io_figure(&c, t->figure));
	}
}

static int by_epoch(const void *x, const void *y, void *unused)
{
	const struct caller_figure *a = x, *b = y;

	(void)unused;
	if (a->epoch != b->epoch)
		return a->epoch < b->epoch ? -1 : 1;
	return a->pc < b->pc ? -1 : a->pc > b->pc;
}

/* A table for the callers of one epoch. */
static void make_table(const struct taking *t, const struct caller_figure *items, size_t n)
{
	struct profile *p = t->p;
	struct gprof_sample *slots = gp_alloc(n, sizeof *slots);
	/* No area of the file is like it: where one is asked for it has no size. */
	struct gprof_area *area = gp_alloc(1, sizeof *area);

	area->thread = GPROF_NONE;
	for (size_t i = 0; i < n; i++)
		slots[i] = (struct gprof_sample){
			.pc = items[i].pc ? items[i].pc - 1 : 0, .flags = GPROF_SAMPLE_NO_STACK,
			.count = items[i].calls,
			.weight = gp_whole(fmax(0, items[i].weight)) };
	*gp_push(p->copies, p->ncopies, p->copies_room) = (uint64_t *)slots;
	*gp_push(p->copies, p->ncopies, p->copies_room) = (uint64_t *)area;
	*gp_push(p->samples, p->nsamples, p->samples_room) = (struct profile_table){
		.thread = t->thread, .slot = GPROF_NONE, .epoch = items->epoch, .n = n,
		.slots = slots, .stored = slots, .area = area };
}

bool figure_samples_has(const struct profile *p, enum figure figure)
{
	return figure_subject(figure) == FIGURES_OF_IO ? p->io != NULL : p->heap != NULL;
}

void figure_samples_take(struct profile *p, enum figure figure, const bool *left_out)
{
	struct taking t = { .p = p, .figure = figure, .thread = GP_NONE };
	bool io = figure_subject(figure) == FIGURES_OF_IO;

	for (size_t i = 0; left_out && i < p->nthreads; i++)
		t.thread = left_out[i] ? t.thread : i;
	for (size_t i = 0; !io && p->heap && i < p->nallocations; i++)
		if (!is_left_out(&p->allocations[i], left_out))
			add_blocks(&t, &p->allocations[i]);
	for (size_t i = 0; io && p->io && i < p->nio_entries; i++)
		if (!is_left_out(&p->io_entries[i], left_out))
			add_io(&t, &p->io_entries[i]);
	gp_sort(t.items, t.n, sizeof *t.items, by_epoch, NULL);
	p->nsamples = p->ntimelines = p->nwaits = 0;
	for (size_t from = 0, to; from < t.n; from = to) {
		for (to = from; to < t.n && t.items[to].epoch == t.items[from].epoch;)
			to++;
		make_table(&t, t.items + from, to - from);
	}
	gp_map_release(&t.at);
	free(t.items);
}
