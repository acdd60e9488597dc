/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * window.c - see window.h.
 *
 * Points in time are numbered: 0 is the start of the process, k the k-th snapshot, the
 * last one the end (or the dump asked for).  Interval k lies between the points k and
 * k + 1.  A window is the sum of the counts at the ends of its intervals minus the counts at their
 * beginnings; where two intervals meet both terms cancel.
 */
#include "profile/window.h"

#include <gprof-llvm/snapshot.h>
#include <stdlib.h>
#include <string.h>

struct walk {
	const struct window *w;
	const struct snapshots *s;
	bool *taken;      /* by interval */
	bool recording;
	size_t open;      /* phases that last */
	struct gp_names names;
	uint32_t *depths; /* of phases, by the value in 'names' */
	size_t ndepths, room;
	size_t times;     /* the phase asked for was entered */
};

static uint32_t *depth_of(struct walk *k, const char *name)
{
	int created;
	uint32_t *at = gp_names_put(&k->names, name, &created);

	if (created) {
		*at = k->ndepths;
		gp_push(k->depths, k->ndepths, k->room);
	}
	return &k->depths[*at];
}

static void begin_phase(struct walk *k, const char *name)
{
	uint32_t *depth = depth_of(k, name);

	if ((*depth)++)
		return;
	k->open++;
	k->times += k->w->phase && !strcmp(name, k->w->phase);
}

static void end_phase(struct walk *k, const char *name)
{
	uint32_t *depth = depth_of(k, name);

	if (*depth && !--*depth)
		k->open--;
}

/* The snapshot at the beginning of interval 'i'. */
static void pass(struct walk *k, size_t i)
{
	const struct snapshot *s = &k->s->list[i - 1];

	switch (s->kind) {
	case GPROF_SNAPSHOT_START:
	case GPROF_SNAPSHOT_STOP:
		k->recording = s->kind == GPROF_SNAPSHOT_START;
		break;
	case GPROF_SNAPSHOT_RESET:
		if (!k->w->all_time)
			memset(k->taken, 0, i * sizeof *k->taken);
		break;
	case GPROF_SNAPSHOT_BEGIN:
		begin_phase(k, s->name);
		break;
	case GPROF_SNAPSHOT_END:
		end_phase(k, s->name);
		break;
	}
}

static bool wanted(struct walk *k)
{
	if (!k->recording && !k->w->all_time)
		return false;
	if (k->w->phase && !*depth_of(k, k->w->phase))
		return false;
	return !k->w->outside || !k->open;
}

/* Nothing was counted before the first snapshot: the process started paused. */
static bool started_paused(const struct snapshots *s)
{
	const struct snapshot *first = s->list;

	return s->n && first->kind == GPROF_SNAPSHOT_STOP && !first->base &&
	       first->content_size && !first->content[0];
}

/* Which of the intervals up to the point 'last' the window takes. */
static bool *choose(const struct profile *p, const struct window *w, size_t last, size_t *times)
{
	struct walk k = { .w = w, .s = &p->snapshots, .recording = true };

	k.taken = gp_alloc(last, sizeof *k.taken);
	for (size_t i = 0; i < last; i++) {
		if (i)
			pass(&k, i);
		k.taken[i] = wanted(&k);
	}
	if (last && started_paused(k.s) && !w->all_time)
		k.taken[0] = false;
	*times = k.times;
	gp_names_release(&k.names);
	free(k.depths);
	return k.taken;
}

/* The point of the dump asked for, or of the end; 0: there is no such dump. */
static size_t last_point(const struct profile *p, const struct window *w)
{
	const struct snapshots *s = &p->snapshots;
	char *rest;
	unsigned long number = w->dump ? strtoul(w->dump, &rest, 10) : 0, n = 0;

	if (!w->dump)
		return s->n + 1;
	for (size_t i = 0; i < s->n; i++)
		if (s->list[i].kind == GPROF_SNAPSHOT_DUMP) {
			n++;
			if (!strcmp(s->list[i].name, w->dump) || (!*rest && n == number))
				return i + 1;
		}
	return 0;
}

bool *window_intervals(const struct profile *p, const struct window *w, size_t *n)
{
	size_t times;

	*n = last_point(p, w);
	return choose(p, w, *n, &times);
}

/* ------------------------------------------------------------------ */

const struct snapshot *window_dumped(const struct profile *p)
{
	return p->head.flags & GPROF_FILE_COPY && p->snapshots.n
		       ? &p->snapshots.list[p->snapshots.n - 1] : NULL;
}

bool window_end(const struct profile *p, uint64_t *clock, uint64_t *cpu)
{
	const struct gprof_file_header *h = &p->head;
	const struct snapshot *dump = window_dumped(p);

	*clock = dump ? dump->monotonic_ns : h->monotonic_ns + (h->end_ns - h->start_ns);
	*cpu = dump ? dump->cpu_ns : h->user_ns + h->system_ns;
	return dump ? dump->cpu_ns : h->end_ns;
}

bool window_times(const struct profile *p, size_t point, uint64_t *clock, uint64_t *cpu)
{
	if (!point) {
		*clock = p->head.monotonic_ns;
		*cpu = 0;
	} else if (point <= p->snapshots.n) {
		*clock = p->snapshots.list[point - 1].monotonic_ns;
		*cpu = p->snapshots.list[point - 1].cpu_ns;
		return *cpu;
	} else {
		return window_end(p, clock, cpu);
	}
	return true;
}

bool window_clock(const struct profile *p, size_t point, uint64_t *clock)
{
	uint64_t cpu;
	bool known = window_times(p, point, clock, &cpu) || point <= p->snapshots.n;

	if (!known)
		window_times(p, point - 1, clock, &cpu);
	return known;
}

/* Fills in p->part but for 'times'.  Time that runs backwards is not known. */
static void describe(struct profile *p, const bool *taken, size_t last)
{
	struct profile_part *part = &p->part;
	uint64_t clock, cpu, from_clock, from_cpu;

	part->partial = last != p->snapshots.n + 1;
	part->timed = true;
	for (size_t i = 0; i < last; i++) {
		if (!taken[i]) {
			part->partial = true;
			continue;
		}
		part->torn |= i && !taken[i - 1];
		part->intervals += !i || !taken[i - 1];
		if (!window_times(p, i, &from_clock, &from_cpu) ||
		    !window_times(p, i + 1, &clock, &cpu) || clock < from_clock || cpu < from_cpu) {
			part->timed = false;
			continue;
		}
		part->elapsed_ns += clock - from_clock;
		part->cpu_ns += cpu - from_cpu;
	}
}

/* ------------------------------------------------------------------ */

/* A copy of an area, to which sums are added: at first the counts of the end if the window reaches
   it, else zeros.  Words that are not counts are kept. */
static uint64_t *copy_area(struct profile *p, const struct gprof_area *area, const void *content,
			   bool final)
{
	uint64_t *words = gp_alloc(area->size / 8 + 1, 8);
	struct gprof_layout l;

	*gp_push(p->copies, p->ncopies, p->copies_room) = words;
	memcpy(words, content, area->size);
	if (final || !gprof_layout(area, &l))
		return words;
	for (uint64_t at = l.first; at < l.end; at += l.step)
		for (uint64_t i = at; i < at + l.words && i < l.end; i++)
			words[i] = 0;
	return words;
}

/* head: bytes before the slots. */
static void copy_tables(struct profile *p, struct profile_table *tables, size_t n, size_t head,
			bool final, struct snapshot_area *to)
{
	for (size_t i = 0; i < n; i++) {
		to[i].area = tables[i].area;
		to[i].words = copy_area(p, tables[i].area, tables[i].stored, final);
		tables[i].slots = (const char *)to[i].words + head;
	}
}

static void copy_blocks(struct profile *p, bool final, struct snapshot_area *to)
{
	for (size_t i = 0; i < p->nblocks; i++) {
		struct profile_block *b = &p->blocks[i];
		size_t skip = b->area->skip / 8;

		to[i].area = b->area;
		to[i].words = copy_area(p, b->area, b->stored - skip, final);
		b->words = to[i].words + skip;
	}
}

/* A count that another thread's write took back between two snapshots is less than none. */
static void clip_areas(const struct snapshot_area *areas, size_t n)
{
	struct gprof_layout l;

	for (size_t k = 0; k < n; k++) {
		if (!gprof_layout(areas[k].area, &l))
			continue;
		for (uint64_t at = l.first; at < l.end; at += l.step)
			for (uint64_t i = at; i < at + l.words && i < l.end; i++)
				if (areas[k].words[i] > INT64_MAX)
					areas[k].words[i] = 0;
	}
}

/* First callers and handlers are facts, whenever they were seen. */
static void keep_facts(struct profile *p)
{
	for (size_t i = 0; i < p->narcs; i++) {
		const struct gprof_table *head = p->arcs[i].stored;
		const struct gprof_arc *stored = (const void *)(head + 1);
		struct gprof_arc *arcs = (void *)p->arcs[i].slots;

		for (size_t k = 0; k < p->arcs[i].n; k++)
			if (stored[k].kind == GPROF_ARC_CALLER ||
			    stored[k].kind == GPROF_ARC_OUTER ||
			    stored[k].kind == GPROF_ARC_HANDLER)
				arcs[k].count = stored[k].count;
	}
}

/* Replaces the counts by the sums over the intervals taken. */
static int subtract(struct profile *p, const bool *taken, size_t last, struct gp_error *e)
{
	const size_t head = sizeof(struct gprof_table);
	size_t n = p->snapshots.n, nareas = profile_count_areas(p);
	int64_t *factors = gp_alloc(n + 2, sizeof *factors); /* by point */
	struct snapshot_area *areas = gp_alloc(nareas, sizeof *areas), *to = areas + p->nblocks;
	bool final;
	int rc;

	for (size_t i = 0; i < last; i++) {
		factors[i] -= taken[i];
		factors[i + 1] += taken[i];
	}
	final = factors[n + 1];
	copy_blocks(p, final, areas);
	copy_tables(p, p->arcs, p->narcs, head, final, to);
	copy_tables(p, p->samples, p->nsamples, head, final, to + p->narcs);
	copy_tables(p, p->allocations, p->nallocations, 0, final, to + p->narcs + p->nsamples);
	rc = snapshots_sum(&p->snapshots, factors + 1, areas, nareas, e);
	if (rc == 0)
		clip_areas(areas, nareas);
	keep_facts(p);
	free(factors);
	free(areas);
	return rc;
}

int window_apply(struct profile *p, const struct window *w, struct gp_error *e)
{
	size_t last = last_point(p, w);
	bool *taken;
	int rc = 0;

	free(p->part.taken);
	memset(&p->part, 0, sizeof p->part);
	taken = choose(p, w, last, &p->part.times);
	p->part.found = last && (!w->phase || p->part.times);
	describe(p, taken, last);
	p->part.last = last;
	p->part.taken = taken;
	if (p->part.partial)
		rc = subtract(p, taken, last, e);
	return rc;
}
