/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * stacks.c - the tree of calls and the samples in it, by thread, line and time; see data.h.
 *
 * The program's tree is copied without the functions that the options hide, as in
 * analysis/filtered_tree.h, but with the samples and the squares of their weights: the page
 * computes intervals of a selection itself.  Spots that the page never distinguishes are joined.
 * If the profile has times of samples, each sample is a row: the squares of its parts follow from
 * its sums.
 */
#include "page/data.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Samples of one call, thread and line. */
struct part {
	uint32_t call;      /* of the page's tree */
	uint32_t thread;    /* number in the program, or GP_NONE */
	uint32_t way;       /* row of source_ways, or GP_NONE */
	enum stratum_kind kind;
	struct weight self; /* with the function itself running */
	double truncated, bare; /* of it, as in struct call, ns */
	double chance; /* of it: as in struct stratum */
};

/* The samples of a part in an interval of the run. */
struct timed {
	uint32_t interval, part;
	const struct interval_sample *sample;
};

struct stacks {
	const struct page_data *d;
	struct calltree tree;    /* of the page */
	uint32_t *at;            /* of the program's calls: in 'tree', or GP_NONE */
	uint8_t *selected;       /* SELECTION_* of them */
	struct part *parts;
	size_t n, room;
	struct gp_map index;     /* (call and kind, thread and way) -> parts, unless data.timed */
	uint32_t *part_of;       /* of spots: in 'parts', or GP_NONE */
	struct timed *timed;
	size_t ntimed, timed_room;
};

/* The place of a call; if it is not shown, its caller's place. */
static void place(struct stacks *s, uint32_t call)
{
	const struct call *x = &s->d->program->calls.items[call];
	uint32_t around = x->caller == GP_NONE ? GP_NONE : s->at[x->caller];

	if (!(s->selected[call] & SELECTION_PLACED)) {
		s->at[call] = around;
		return;
	}
	s->at[call] = calltree_flag(&s->tree, around, x->node, x->flags);
	calltree_deepen(&s->tree, s->at[call], x->deepest);
}

/* Time that is below nothing shown is of hidden functions. */
static uint32_t call_of(struct stacks *s, const struct resolved_sample *sample)
{
	uint32_t call = s->at[sample->call];

	return call != GP_NONE ? call : calltree_call(&s->tree, GP_NONE,
						      s->d->result->selection.hidden);
}

static uint32_t part_at(struct stacks *s, uint32_t call, uint32_t thread, uint32_t way,
			enum stratum_kind kind)
{
	uint32_t next = s->n, *at = &next;
	int created = 1;

	if (!s->d->timed)
		at = gp_map_put(&s->index, (uint64_t)kind << 32 | call,
				(uint64_t)thread << 32 | way, &created);
	if (created) {
		*at = s->n;
		*gp_push(s->parts, s->n, s->room) = (struct part){
			.call = call, .thread = thread, .way = way, .kind = kind };
	}
	return *at;
}

static void add_sample(struct stacks *s, size_t i)
{
	const struct resolved_sample *sample = &s->d->program->resolved_samples.items[i];
	struct weight w = strata_chance(&s->d->program->strata, sample->thread, sample->flags,
					sample->below, sample->samples);
	struct part *part;

	s->part_of[i] = GP_NONE;
	if (sample->call == GP_NONE || !sample->below)
		return;
	s->part_of[i] =
		part_at(s, call_of(s, sample), sample->thread,
			s->d->way_of ? s->d->way_of[i] : GP_NONE, strata_kind(sample->flags));
	part = &s->parts[s->part_of[i]];
	weight_add(&part->self, &w);
	part->chance += w.usual;
	if (sample->context == GP_NONE)
		part->bare += w.sum;
	else if (sample->flags & GPROF_SAMPLE_TRUNCATED)
		part->truncated += w.sum;
}

static void add_intervals(struct stacks *s)
{
	const struct run_intervals *m = &s->d->intervals;

	for (size_t i = 0; i < m->n; i++)
		for (size_t k = 0; k < m->items[i].nspots; k++) {
			const struct interval_sample *x = &m->spots[m->items[i].first_spot + k];

			if (s->part_of[x->sample] != GP_NONE)
				*gp_push(s->timed, s->ntimed, s->timed_room) =
					(struct timed){ i, s->part_of[x->sample], x };
		}
}

static void collect(struct stacks *s, const struct page_data *d)
{
	const struct calltree *t = &d->program->calls;

	*s = (struct stacks){ .d = d };
	s->at = gp_alloc(t->n, sizeof *s->at);
	s->selected = selection_calls(&d->result->selection, d->program);
	s->part_of = gp_alloc(d->program->resolved_samples.n, sizeof *s->part_of);
	for (size_t i = 0; i < t->n; i++)
		place(s, i);
	for (size_t i = 0; i < d->program->resolved_samples.n; i++)
		add_sample(s, i);
	if (d->timed)
		add_intervals(s);
}

static void release(struct stacks *s)
{
	calltree_release(&s->tree);
	free(s->at);
	free(s->selected);
	free(s->parts);
	gp_map_release(&s->index);
	free(s->part_of);
	free(s->timed);
}

/* ------------------------------------------------------------------ columns */

static int64_t call_caller(const void *stacks, size_t i)
{
	uint32_t caller = ((const struct stacks *)stacks)->tree.items[i].caller;

	return caller == GP_NONE ? -1 : (int64_t)caller;
}

static int64_t call_function(const void *stacks, size_t i)
{
	const struct stacks *s = stacks;

	return data_id(s->d, s->tree.items[i].node);
}

static int64_t call_inferred(const void *stacks, size_t i)
{
	return !!(((const struct stacks *)stacks)->tree.items[i].flags & CALL_INFERRED);
}

static int64_t call_deepest(const void *stacks, size_t i)
{
	uint32_t deepest = ((const struct stacks *)stacks)->tree.items[i].deepest;

	return deepest > 1 ? deepest : 0;
}

static const struct part *part_of(const void *stacks, size_t i)
{
	return &((const struct stacks *)stacks)->parts[i];
}

static const struct timed *timed_of(const void *stacks, size_t i)
{
	return &((const struct stacks *)stacks)->timed[i];
}

static int64_t sample_call(const void *stacks, size_t i)
{
	return part_of(stacks, i)->call;
}

static int64_t sample_thread(const void *stacks, size_t i)
{
	uint32_t thread = part_of(stacks, i)->thread;

	return thread == GP_NONE ? -1 : (int64_t)thread;
}

static int64_t sample_way(const void *stacks, size_t i)
{
	uint32_t way = part_of(stacks, i)->way;

	return way == GP_NONE ? -1 : (int64_t)way;
}

static int64_t sample_weight(const void *stacks, size_t i)
{
	return llrint(part_of(stacks, i)->self.sum);
}

/* In us^2: ns^2 may be more than a number of JavaScript holds exactly, and the first 15 digits
   do. */
static int64_t sample_squares(const void *stacks, size_t i)
{
	return llrint(part_of(stacks, i)->self.squares / 1e6);
}

static int64_t sample_chance(const void *stacks, size_t i)
{
	return llrint(part_of(stacks, i)->chance);
}

static int64_t sample_kind(const void *stacks, size_t i)
{
	return part_of(stacks, i)->kind;
}

static int64_t sample_count(const void *stacks, size_t i)
{
	return llrint(part_of(stacks, i)->self.samples);
}

static int64_t sample_cut(const void *stacks, size_t i)
{
	return llrint(part_of(stacks, i)->truncated);
}

static int64_t sample_bare(const void *stacks, size_t i)
{
	return llrint(part_of(stacks, i)->bare);
}

static int64_t timed_interval(const void *stacks, size_t i)
{
	return timed_of(stacks, i)->interval;
}

static int64_t timed_sample(const void *stacks, size_t i)
{
	return timed_of(stacks, i)->part;
}

static int64_t timed_weight(const void *stacks, size_t i)
{
	return llrint(timed_of(stacks, i)->sample->weight);
}

static int64_t timed_samples(const void *stacks, size_t i)
{
	return timed_of(stacks, i)->sample->samples;
}

static void put_calls(struct page_data *d, const struct stacks *s)
{
	static const struct js_column columns[] = {
		{ "caller", call_caller }, { "function", call_function },
		{ "inferred", call_inferred }, { "deepest", call_deepest },
	};

	js_object(&d->json, "calls");
	JS_COLUMNS(&d->json, columns, s->tree.n, s);
	js_object_end(&d->json);
}

static void put_samples(struct page_data *d, const struct stacks *s)
{
	static const struct js_column columns[] = {
		{ "call", sample_call }, { "thread", sample_thread }, { "way", sample_way },
		{ "ns", sample_weight }, { "kind", sample_kind }, { "chance_ns", sample_chance },
		{ "squares_us2", sample_squares }, { "samples", sample_count },
		{ "cut_ns", sample_cut }, { "without_ns", sample_bare },
	};

	js_object(&d->json, "samples");
	JS_COLUMNS(&d->json, columns, s->n, s);
	js_object_end(&d->json);
}

static void put_times(struct page_data *d, const struct stacks *s)
{
	static const struct js_column columns[] = {
		{ "moment", timed_interval }, { "sample", timed_sample },
		{ "ns", timed_weight }, { "samples", timed_samples },
	};

	js_object(&d->json, "sample_times");
	JS_COLUMNS(&d->json, columns, s->ntimed, s);
	js_object_end(&d->json);
}

/* Time of a row that no sample is of. */
static void put_unsampled(struct page_data *d, uint32_t node, double weight)
{
	if (node == GP_NONE || weight < 1)
		return;
	js_put(&d->json, json_pack("{s:I, s:o}", "function", (json_int_t)data_id(d, node),
					   "ns", js_whole(weight)));
}

void data_put_stacks(struct page_data *d)
{
	const struct program *p = d->program;
	struct stacks s;

	collect(&s, d);
	put_calls(d, &s);
	put_samples(d, &s);
	if (d->timed)
		put_times(d, &s);
	js_list(&d->json, "unsampled");
	put_unsampled(d, p->profiler, d->result->selection.profiler);
	put_unsampled(d, p->rest, d->result->selection.not_sampled);
	js_list_end(&d->json);
	release(&s);
}
