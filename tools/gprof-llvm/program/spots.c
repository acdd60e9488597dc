/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * spots.c - see spots.h.
 */
#include "program/spots.h"

#include "code/callsite.h"
#include "program/hits.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define IN_FUNCTION (1u << 31) /* kind of share: beside GPROF_SAMPLE_* */

/* Time of one thread in one object, or instrumented function, of one kind. */
struct share {
	double stacked, bare; /* weight of samples with a stack, and without */
};

struct reading {
	struct spots *spots;
	struct program *p;
	const struct loaded *l;
	const struct join_options *options;
	struct gp_map share_at; /* (thread slot and object or node, kind) -> shares */
	struct share *shares;
	size_t nshares, shares_room;
};

/* Adds up what the samples are; false: this one is not asked for. */
static bool count(struct reading *r, const struct gprof_sample *s, uint32_t thread, bool found)
{
	struct weight w = strata_chance(&r->p->strata, thread, s->flags, s->weight, s->count);
	bool wait = s->flags & GPROF_SAMPLE_WAIT;
	bool bare = s->flags & GPROF_SAMPLE_NO_STACK && !hits_ready(s);
	bool truncated = profile_is_truncated(s->flags);
	struct seen *seen = &r->p->seen[wait];

	seen->samples += s->count;
	seen->weight += s->weight;
	seen->squares += w.squares;
	seen->chance += w.usual;
	seen->kernel += !wait && s->flags & GPROF_SAMPLE_KERNEL ? s->weight : 0;
	seen->stacked += s->stack || truncated ? s->count : 0;
	seen->bare += bare ? s->count : 0;
	seen->truncated += truncated || (s->stack && !found) ? s->count : 0;
	return measure_has(r->options->time, wait);
}

/* What the address of a sample means; a stub is what it stands for. */
static void find(struct reading *r, struct spot *spot, uint64_t pc, uint32_t epoch)
{
	struct program *p = r->p;
	uint32_t module = profile_module_of(&r->l->profile, pc, epoch);
	struct callee stub;

	spot->object = GP_NONE;
	spot->address = pc;
	spot->node = GP_NONE;
	if (module == GP_NONE) {
		spot->node = !pc && spot->flags & GPROF_SAMPLE_WAIT ? program_ready(p)
								    : program_row(p, GP_NONE);
		return;
	}
	spot->object = r->l->objects[module];
	spot->address = profile_file_address(&r->l->profile, module, pc);
	if (p->objects[spot->object].instrumented) {
		stub = callsite_stub(&p->objects[spot->object].elf, spot->address);
		if (stub.name)
			spot->node = program_resolve(p, spot->object, stub.name);
	}
	if (spot->node == GP_NONE)
		spot->node = program_function_at(p, spot->object, spot->address, true);
}

/* Time in the profiler's own code, and below it, is that of one row, below its caller. */
static void give_to_profiler(const struct program *p, struct spot *spot)
{
	bool below = contexts_are_ours(&p->contexts, p, spot->context, spot->node);

	if (!below && spot->node != p->profiler)
		return;
	spot->node = p->profiler;
	spot->flags &= ~(uint32_t)GPROF_SAMPLE_KERNEL;
	if (below && p->contexts.items[spot->context].caller != GP_NONE)
		spot->context = p->contexts.items[spot->context].caller;
}

static bool is_opaque(const struct reading *r, const struct spot *spot)
{
	return r->p->graph.nodes[spot->node].flags & NODE_OPAQUE;
}

/* The share that a spot of a thread belongs to; NULL: it keeps its time. */
static struct share *share_of(struct reading *r, uint32_t slot, const struct spot *spot)
{
	uint32_t kind = spot->flags & (GPROF_SAMPLE_KERNEL | GPROF_SAMPLE_WAIT);
	uint32_t place = spot->object, *at;
	int created;

	if (spot->object == GP_NONE)
		return NULL;
	if (!is_opaque(r, spot)) {
		place = spot->node;
		kind |= IN_FUNCTION;
	}
	at = gp_map_put(&r->share_at, (uint64_t)slot << 32 | place, kind, &created);
	if (created) {
		*at = r->nshares;
		gp_push(r->shares, r->nshares, r->shares_room);
	}
	return &r->shares[*at];
}

static void read_table(struct reading *r, const struct profile_table *t)
{
	const struct gprof_sample *slots = t->slots;

	for (size_t k = 0; k < t->n; k++) {
		const struct gprof_sample *s = &slots[k];
		struct share *share;
		struct spot spot;
		uint32_t frame, thread;

		if (!s->count)
			continue;
		thread = strata_thread(r->l, t);
		frame = profile_frame(&r->l->profile, t->slot, s->stack);
		if (!count(r, s, thread, frame != GP_NONE))
			continue;
		spot = (struct spot){ .flags = s->flags, .weight = s->weight,
				       .below = s->weight, .samples = s->count,
				       .thread = thread, .call = GP_NONE };
		spot.context = frame == GP_NONE ? GP_NONE : r->l->contexts[frame];
		find(r, &spot, s->pc, t->epoch);
		give_to_profiler(r->p, &spot);
		share = share_of(r, t->slot, &spot);
		if (share && s->flags & GPROF_SAMPLE_NO_STACK)
			share->bare += spot.weight;
		else if (share)
			share->stacked += spot.weight;
		*gp_push(r->spots->items, r->spots->n, r->spots->room) = spot;
	}
}

/* Gives the time of a table's spots without a stack to those with one. */
static void share_out(struct reading *r, uint32_t slot, size_t from, size_t to)
{
	for (size_t i = from; i < to; i++) {
		struct spot *spot = &r->spots->items[i];
		const struct share *share = share_of(r, slot, spot);

		if (!share || !share->stacked)
			continue;
		if (spot->flags & GPROF_SAMPLE_NO_STACK) {
			spot->below = 0;
			r->spots->given += spot->samples;
		} else {
			spot->below = rint(spot->weight * (1 + share->bare / share->stacked));
		}
		if (!is_opaque(r, spot))
			continue;
		spot->weight = spot->below;
		if (!spot->weight)
			spot->samples = 0;
	}
}

void spots_read(struct spots *spots, struct program *p, const struct loaded *l,
		const struct join_options *options)
{
	struct reading r = { .spots = spots, .p = p, .l = l, .options = options };
	size_t n = l->profile.nsamples;
	size_t *start = gp_alloc(n + 1, sizeof *start); /* of each table's spots */

	for (size_t i = 0; i < n; i++) {
		start[i] = spots->n;
		if (loaded_has_thread(l, l->profile.samples[i].thread))
			read_table(&r, &l->profile.samples[i]);
	}
	start[n] = spots->n;
	for (size_t i = 0; i < n; i++)
		share_out(&r, l->profile.samples[i].slot, start[i], start[i + 1]);
	gp_map_release(&r.share_at);
	free(r.shares);
	free(start);
}

void spots_release(struct spots *spots)
{
	free(spots->items);
	memset(spots, 0, sizeof *spots);
}
