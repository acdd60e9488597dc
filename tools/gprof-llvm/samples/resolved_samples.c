/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * resolved_samples.c - see resolved_samples.h.
 */
#include "samples/resolved_samples.h"

#include "code/callsite.h"
#include "program/resolve.h"
#include "samples/address_samples.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define IN_FUNCTION (1u << 31) /* kind of share: beside GPROF_SAMPLE_* */

/* Time of one thread in one object, or instrumented function, of one kind. */
struct share {
	double stacked, bare; /* weight of samples with a stack, and without */
};

struct reading {
	struct resolved_samples *samples;
	struct program *p;
	const struct program_profile *l;
	const struct join_options *options;
	struct gp_map share_at; /* (thread slot and object or node, kind) -> shares */
	struct share *shares;
	size_t nshares, shares_room;
};

/* Adds up what the samples are. */
static void count(struct reading *r, struct sample_totals *totals, const struct gprof_sample *s,
		  uint32_t thread, bool found)
{
	struct weight w = strata_chance(&r->p->strata, thread, s->flags, s->weight, s->count);
	bool wait = s->flags & GPROF_SAMPLE_WAIT;
	bool bare = s->flags & GPROF_SAMPLE_NO_STACK && !raw_sample_is_ready(s);
	bool truncated = profile_is_truncated(s->flags);

	totals->samples += s->count;
	totals->weight += s->weight;
	totals->squares += w.squares;
	totals->chance += w.usual;
	totals->kernel += !wait && s->flags & GPROF_SAMPLE_KERNEL ? s->weight : 0;
	totals->stacked += s->stack || truncated ? s->count : 0;
	totals->without_stack += bare ? s->count : 0;
	totals->truncated += truncated || (s->stack && !found) ? s->count : 0;
}

/* The node at the address of a sample; for a stub the node of its function. */
static void find(struct reading *r, struct resolved_sample *sample, uint64_t pc, uint32_t epoch)
{
	struct program *p = r->p;
	uint32_t module = profile_module_of(&r->l->profile, pc, epoch);
	struct callee stub;

	sample->object = GP_NONE;
	sample->address = pc;
	sample->node = GP_NONE;
	if (module == GP_NONE) {
		sample->node = !pc && sample->flags & GPROF_SAMPLE_WAIT ? program_ready(p)
								    : program_row(p, GP_NONE);
		return;
	}
	sample->object = r->l->objects[module];
	sample->address = profile_file_address(&r->l->profile, module, pc);
	if (p->objects[sample->object].instrumented) {
		stub = callsite_stub(&p->objects[sample->object].elf, sample->address);
		if (stub.name)
			sample->node = program_resolve(p, sample->object, stub.name);
	}
	if (sample->node == GP_NONE)
		sample->node = program_function_at(p, sample->object, sample->address, true);
}

/* Time in the profiler's own code, and below it, is in one row, below its caller. */
static void give_to_profiler(const struct program *p, struct resolved_sample *sample)
{
	bool below = contexts_are_profiler(&p->contexts, p, sample->context, sample->node);

	if (!below && sample->node != p->profiler)
		return;
	sample->node = p->profiler;
	sample->flags &= ~(uint32_t)GPROF_SAMPLE_KERNEL;
	if (below && p->contexts.items[sample->context].caller != GP_NONE)
		sample->context = p->contexts.items[sample->context].caller;
}

static bool is_opaque(const struct reading *r, const struct resolved_sample *sample)
{
	return r->p->graph.nodes[sample->node].flags & NODE_OPAQUE;
}

/* The share that a sample of a thread belongs to; NULL: it keeps its time. */
static struct share *share_of(struct reading *r, uint32_t slot,
			      const struct resolved_sample *sample)
{
	uint32_t kind = sample->flags & (GPROF_SAMPLE_KERNEL | GPROF_SAMPLE_WAIT);
	uint32_t place = sample->object, *at;
	int created;

	if (sample->object == GP_NONE)
		return NULL;
	if (!is_opaque(r, sample)) {
		place = sample->node;
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
		struct resolved_sample sample;
		uint32_t frame, thread;

		if (!s->count)
			continue;
		thread = strata_thread(r->l, t);
		frame = profile_frame(&r->l->profile, t->slot, s->stack);
		count(r, &r->p->sample_totals[!!(s->flags & GPROF_SAMPLE_WAIT)], s, thread,
		      frame != GP_NONE);
		if (!raw_sample_is_of(r->p, r->l, t, k, r->options->time))
			continue;
		if (r->options->time == TIME_LOCK)
			count(r, &r->p->lock_totals, s, thread, frame != GP_NONE);
		sample = (struct resolved_sample){ .flags = s->flags, .weight = s->weight,
				       .below = s->weight, .samples = s->count,
				       .thread = thread, .call = GP_NONE };
		sample.context = frame == GP_NONE ? GP_NONE : r->l->contexts[frame];
		find(r, &sample, s->pc, t->epoch);
		give_to_profiler(r->p, &sample);
		share = share_of(r, t->slot, &sample);
		if (share && s->flags & GPROF_SAMPLE_NO_STACK)
			share->bare += sample.weight;
		else if (share)
			share->stacked += sample.weight;
		*gp_push(r->samples->items, r->samples->n, r->samples->room) = sample;
	}
}

/* Gives the time of a table's samples without a stack to those with one. */
static void share_out(struct reading *r, uint32_t slot, size_t from, size_t to)
{
	for (size_t i = from; i < to; i++) {
		struct resolved_sample *sample = &r->samples->items[i];
		const struct share *share = share_of(r, slot, sample);

		if (!share || !share->stacked)
			continue;
		if (sample->flags & GPROF_SAMPLE_NO_STACK) {
			sample->below = 0;
			r->samples->given += sample->samples;
		} else {
			sample->below = rint(sample->weight * (1 + share->bare / share->stacked));
		}
		if (!is_opaque(r, sample))
			continue;
		sample->weight = sample->below;
		if (!sample->weight)
			sample->samples = 0;
	}
}

void resolved_samples_read(struct resolved_samples *samples, struct program *p,
			   const struct program_profile *l, const struct join_options *options)
{
	struct reading r = { .samples = samples, .p = p, .l = l, .options = options };
	size_t n = l->profile.nsamples;
	size_t *start = gp_alloc(n + 1, sizeof *start); /* of each table's samples */

	for (size_t i = 0; i < n; i++) {
		start[i] = samples->n;
		if (program_profile_has_thread(l, l->profile.samples[i].thread))
			read_table(&r, &l->profile.samples[i]);
	}
	start[n] = samples->n;
	for (size_t i = 0; i < n; i++)
		share_out(&r, l->profile.samples[i].slot, start[i], start[i + 1]);
	gp_map_release(&r.share_at);
	free(r.shares);
	free(start);
}
