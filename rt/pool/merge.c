/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * merge.c - makes one profile of two, for pools (pool.c).
 *
 * A function of two profiles in memory, which may hold anything: they are checked
 * before anything is made of them, and the time grows with their size whatever they
 * hold.  The result is the image of a file (merge_memory.c).
 *
 * Addresses.  A module of either profile goes to the module of the result that is
 * of the same file.  The first to come keeps its addresses where they are free, else
 * it gets a range above all others.  Every address moves with its module; one that
 * lies in no module becomes 0 (merge_modules.c).
 *
 * All threads become one.  Its counts are made in merge_blocks.c, tables are merged in
 * merge_tables.c.  With the lock held.
 */
#include "pool/merge.h"

#include "base/process.h"
#include "base/sys.h"
#include "base/text.h"
#include "pool/profile.h"

#include <gprof-llvm/format.h>

/* What follows the process area is at the same place in the member and in the spare, whatever
   digits its numbers have: most pages stay as they are then. */
#define ROOM 1024u

#define STEPS (1u << 24)    /* of searches in a row, at least: some tenths of a second */

static void write_thread(struct gp_merge *m)
{
	struct gprof_thread *out = gp_merge_area(m, GPROF_AREA_THREAD, sizeof(*out), GPROF_NONE);
	const struct gprof_area *a;
	struct gprof_check walk;

	for (unsigned i = 0; i < 2 && out; i++) {
		gp_profile_begin(&m->from[i].profile, &walk);
		while ((a = gp_profile_next(&walk, GPROF_AREA_THREAD))) {
			const struct gprof_thread *t = gp_profile_at(&m->from[i].profile, a);

			out->threads += t->threads;
			out->flags |= t->flags;
			out->cpu_ns += t->cpu_ns;
			out->handler_ns += t->handler_ns;
			out->samples += t->samples;
		}
	}
}

/* 0: it has no such key. */
static uint64_t number_in(const struct gp_profile *p, const char *key)
{
	const char *s = gp_profile_value(p, key);

	return s ? gp_number(s) : 0;
}

static uint64_t processes_in(const struct gp_profile *p)
{
	return gp_profile_value(p, GPROF_PROCESS_COUNT "=") ?
		       number_in(p, GPROF_PROCESS_COUNT "=") : 1;
}

/* What a sum of processes says of their edges; see the keys. */
struct edges {
	uint64_t stopped, left, torn;
};

static void add_thread(struct edges *to, const struct gprof_file_header *h,
		       const struct gprof_thread *t)
{
	bool left = t->flags & GPROF_THREAD_LEFT;
	bool runs = !h->end_ns || t->flags & GPROF_THREAD_RUNNING;

	to->stopped += (t->flags & GPROF_THREAD_FORKED) != 0;
	to->stopped += runs && !left;
	to->torn |= h->end_ns && runs && !left;
	to->left += runs && left;
}

static void add_edges(struct edges *to, const struct gp_profile *p)
{
	const struct gprof_area *a;
	struct gprof_check walk;
	const char *torn = gp_profile_value(p, GPROF_PROCESS_TORN "=");

	if (gp_profile_value(p, GPROF_PROCESS_COUNT "=")) {
		to->stopped += number_in(p, GPROF_PROCESS_STOPPED "=");
		to->left += number_in(p, GPROF_PROCESS_LEFT "=");
		to->torn |= !torn || gp_number(torn); /* an older version says nothing */
		return;
	}
	gp_profile_begin(p, &walk);
	while ((a = gp_profile_next(&walk, GPROF_AREA_THREAD)))
		add_thread(to, gp_profile_head(p), gp_profile_at(p, a));
}

static void put_string(struct gp_text *t, const char *key, const char *value)
{
	gp_put(t, key);
	gp_put(t, value);
	if (t->end - t->at >= 2)
		*++t->at = 0;
}

static void put_count(struct gp_text *t, const char *key, uint64_t n)
{
	char digits[24];
	struct gp_text number = gp_text(digits, sizeof(digits));

	gp_put_number(&number, n);
	put_string(t, key, digits);
}

static void write_process(struct gp_merge *m)
{
	static const char *const kept[] = { "exe=", "cwd=", "host=", "cmdline=" };
	struct gp_text t = gp_text(gp.scratch, sizeof(gp.scratch));
	const struct gp_profile *a = &m->from[0].profile, *b = &m->from[1].profile;
	struct edges edges = { 0, 0, 0 };
	uint64_t offset;
	char *out;

	for (unsigned i = 0; i < sizeof(kept) / sizeof(*kept); i++) {
		const char *value = gp_profile_value(a, kept[i]);

		put_string(&t, kept[i], value ? value : "");
	}
	add_edges(&edges, a);
	add_edges(&edges, b);
	put_count(&t, GPROF_PROCESS_COUNT "=", processes_in(a) + processes_in(b));
	put_string(&t, GPROF_PROCESS_MERGED "=", m->name);
	put_count(&t, GPROF_PROCESS_LOOKED "=", m->looked);
	put_count(&t, GPROF_PROCESS_STOPPED "=", edges.stopped);
	put_count(&t, GPROF_PROCESS_LEFT "=", edges.left);
	put_count(&t, GPROF_PROCESS_TORN "=", edges.torn);
	out = gp_merge_area(m, GPROF_AREA_PROCESS, (size_t)(t.at - gp.scratch), GPROF_NONE);
	if (out)
		gp_copy(out, gp.scratch, (size_t)(t.at - gp.scratch));
	gp_merge_put(m, -m->used % ROOM, &offset);
}

/* CPU time; of a process that was killed, what its samples and their taking say. */
static uint64_t user_time(const struct gp_profile *p)
{
	const struct gprof_file_header *h = gp_profile_head(p);
	const struct gprof_area *a;
	struct gprof_check walk;
	uint64_t sum = 0;

	if (h->end_ns)
		return h->user_ns;
	gp_profile_begin(p, &walk);
	while ((a = gp_profile_next(&walk, GPROF_AREA_THREAD))) {
		const struct gprof_thread *t = gp_profile_at(p, a);

		sum += t->cpu_ns + t->handler_ns;
	}
	return sum;
}

static void write_header(struct gp_merge *m)
{
	const struct gprof_file_header *a = gp_profile_head(&m->from[0].profile);
	const struct gprof_file_header *b = gp_profile_head(&m->from[1].profile);
	struct gprof_file_header *h = (struct gprof_file_header *)m->image;

	gp_copy(h, a, sizeof(*h));
	h->flags = a->flags | b->flags;
	h->file_end = gp_round(m->used);
	h->pid = h->ppid = h->fork_depth = 0;
	h->clock = a->clock > b->clock ? a->clock : b->clock;
	h->start_ns = a->start_ns < b->start_ns ? a->start_ns : b->start_ns;
	h->end_ns = a->end_ns > b->end_ns ? a->end_ns : b->end_ns;
	if (!h->end_ns)
		h->end_ns = h->start_ns;
	h->user_ns = user_time(&m->from[0].profile) + user_time(&m->from[1].profile);
	h->system_ns = a->system_ns + b->system_ns;
	h->monotonic_ns = 0;
	if (b->last_period_ns > h->last_period_ns)
		h->last_period_ns = b->last_period_ns;
	h->interrupts_ns = a->interrupts_ns + b->interrupts_ns;
	/* The rate of the clock, from whoever has it; times since the start are of no process. */
	if (!h->first.ticks) {
		h->first = b->first;
		h->last[0] = b->last[0];
		h->last[1] = b->last[1];
	}
	for (unsigned i = 0; i < GPROF_LOSS_N; i++)
		h->lost[i] = a->lost[i] + b->lost[i];
}

static void add_all(struct gp_merge *m, unsigned input, enum gprof_area_type type,
		    void (*one)(struct gp_merge *m, unsigned input, const struct gprof_area *a))
{
	const struct gprof_area *a;
	struct gprof_check walk;

	gp_profile_begin(&m->from[input].profile, &walk);
	while (!m->why && (a = gp_profile_next(&walk, type)))
		one(m, input, a);
}

/* Snapshots say of which counts a report is to be; that cannot be added up. */
static void check(struct gp_merge *m)
{
	for (unsigned i = 0; i < 2; i++) {
		const struct gp_profile *p = &m->from[i].profile;

		if (!gp_profile_sound(p)) {
			m->damaged = !m->why;
			gp_merge_fail(m, i, "it is damaged");
		} else if (gp_profile_head(p)->snapshots) {
			gp_merge_fail(m, i, "it has snapshots");
		}
	}
}

static void add_tables(struct gp_merge *m, unsigned input)
{
	gp_merge_frames(m, input);
	add_all(m, input, GPROF_AREA_ARCS, gp_merge_arcs);
	add_all(m, input, GPROF_AREA_SAMPLES, gp_merge_samples);
}

static void add_contents(struct gp_merge *m)
{
	add_all(m, 0, GPROF_AREA_BLOCK, gp_merge_block);
	add_all(m, 1, GPROF_AREA_BLOCK, gp_merge_block);
	add_tables(m, 1);
	if (!m->why && !gp_merge_keep(m))
		add_tables(m, 0);
}

int gp_merge(struct gp_merge *m)
{
	static void (*const parts[])(struct gp_merge *m) = {
		check, gp_merge_reserve, write_process, gp_merge_modules, gp_merge_sets,
		add_contents, write_thread, gp_merge_tables, gp_merge_times, gp_merge_cells,
		write_header,
	};

	m->steps = STEPS + (m->from[0].profile.size + m->from[1].profile.size) / 4;
	for (unsigned i = 0; i < sizeof(parts) / sizeof(*parts) && !m->why; i++)
		parts[i](m);
	if (!m->why)
		return 0;
	gp_merge_release(m);
	return -1;
}
