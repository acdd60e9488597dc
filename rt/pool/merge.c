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

static void write_thread(struct gprt_merge *m)
{
	struct gprof_thread *out = gprt_merge_area(m, GPROF_AREA_THREAD, sizeof(*out), GPROF_NONE);
	const struct gprof_area *a;
	struct gprof_check walk;

	for (unsigned i = 0; i < 2 && out; i++) {
		gprt_profile_begin(&m->from[i].profile, &walk);
		while ((a = gprt_profile_next(&walk, GPROF_AREA_THREAD))) {
			const struct gprof_thread *t = gprt_profile_at(&m->from[i].profile, a);

			out->threads += t->threads;
			out->flags |= t->flags;
			out->cpu_ns += t->cpu_ns;
			out->handler_ns += t->handler_ns;
			out->samples += t->samples;
		}
	}
}

/* 0: it has no such key. */
static uint64_t number_in(const struct gprt_profile *p, const char *key)
{
	const char *s = gprt_profile_value(p, key);

	return s ? gprt_number(s) : 0;
}

static uint64_t processes_in(const struct gprt_profile *p)
{
	return gprt_profile_value(p, GPROF_PROCESS_COUNT "=") ?
			 number_in(p, GPROF_PROCESS_COUNT "=") : 1;
}

/* The facts of the first and the last process of a sum; see the keys. */
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

static void add_edges(struct edges *to, const struct gprt_profile *p)
{
	const struct gprof_area *a;
	struct gprof_check walk;
	const char *torn = gprt_profile_value(p, GPROF_PROCESS_TORN "=");

	if (gprt_profile_value(p, GPROF_PROCESS_COUNT "=")) {
		to->stopped += number_in(p, GPROF_PROCESS_STOPPED "=");
		to->left += number_in(p, GPROF_PROCESS_LEFT "=");
		to->torn |= !torn || gprt_number(torn); /* an older version says nothing */
		return;
	}
	gprt_profile_begin(p, &walk);
	while ((a = gprt_profile_next(&walk, GPROF_AREA_THREAD)))
		add_thread(to, gprt_profile_head(p), gprt_profile_at(p, a));
}

static void put_string(struct gprt_text *t, const char *key, const char *value)
{
	gprt_put(t, key);
	gprt_put(t, value);
	if (t->end - t->at >= 2)
		*++t->at = 0;
}

static void put_count(struct gprt_text *t, const char *key, uint64_t n)
{
	char digits[24];
	struct gprt_text number = gprt_text(digits, sizeof(digits));

	gprt_put_number(&number, n);
	put_string(t, key, digits);
}

static void write_process(struct gprt_merge *m)
{
	static const char *const kept[] = { "exe=", "cwd=", "host=", "cmdline=" };
	struct gprt_text t = gprt_text(gprt.scratch, sizeof(gprt.scratch));
	const struct gprt_profile *a = &m->from[0].profile, *b = &m->from[1].profile;
	struct edges edges = { 0, 0, 0 };
	uint64_t offset;
	char *out;

	for (unsigned i = 0; i < sizeof(kept) / sizeof(*kept); i++) {
		const char *value = gprt_profile_value(a, kept[i]);

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
	out = gprt_merge_area(m, GPROF_AREA_PROCESS, (size_t)(t.at - gprt.scratch), GPROF_NONE);
	if (out)
		gprt_copy(out, gprt.scratch, (size_t)(t.at - gprt.scratch));
	gprt_merge_put(m, -m->used % ROOM, &offset);
}

/* CPU time; of a process that was killed, what its samples and their taking say. */
static uint64_t user_time(const struct gprt_profile *p)
{
	const struct gprof_file_header *h = gprt_profile_head(p);
	const struct gprof_area *a;
	struct gprof_check walk;
	uint64_t sum = 0;

	if (h->end_ns)
		return h->user_ns;
	gprt_profile_begin(p, &walk);
	while ((a = gprt_profile_next(&walk, GPROF_AREA_THREAD))) {
		const struct gprof_thread *t = gprt_profile_at(p, a);

		sum += t->cpu_ns + t->handler_ns;
	}
	return sum;
}

static void write_header(struct gprt_merge *m)
{
	const struct gprof_file_header *a = gprt_profile_head(&m->from[0].profile);
	const struct gprof_file_header *b = gprt_profile_head(&m->from[1].profile);
	struct gprof_file_header *h = (struct gprof_file_header *)m->image;

	gprt_copy(h, a, sizeof(*h));
	h->flags = a->flags | b->flags;
	h->file_end = gprt_round(m->used);
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

static void add_all(struct gprt_merge *m, unsigned input, enum gprof_area_type type,
		    void (*one)(struct gprt_merge *m, unsigned input, const struct gprof_area *a))
{
	const struct gprof_area *a;
	struct gprof_check walk;

	gprt_profile_begin(&m->from[input].profile, &walk);
	while (!m->why && (a = gprt_profile_next(&walk, type)))
		one(m, input, a);
}

/* Snapshots say of which counts a report is to be; that cannot be added up. */
static void check(struct gprt_merge *m)
{
	for (unsigned i = 0; i < 2; i++) {
		const struct gprt_profile *p = &m->from[i].profile;

		if (!gprt_profile_sound(p)) {
			m->damaged = !m->why;
			gprt_merge_fail(m, i, "it is damaged");
		} else if (gprt_profile_head(p)->snapshots) {
			gprt_merge_fail(m, i, "it has snapshots");
		}
	}
}

static void add_tables(struct gprt_merge *m, unsigned input)
{
	gprt_merge_frames(m, input);
	add_all(m, input, GPROF_AREA_ARCS, gprt_merge_arcs);
	add_all(m, input, GPROF_AREA_SAMPLES, gprt_merge_samples);
}

static void add_contents(struct gprt_merge *m)
{
	add_all(m, 0, GPROF_AREA_BLOCK, gprt_merge_block);
	add_all(m, 1, GPROF_AREA_BLOCK, gprt_merge_block);
	add_tables(m, 1);
	if (!m->why && !gprt_merge_keep(m))
		add_tables(m, 0);
}

int gprt_merge(struct gprt_merge *m)
{
	static void (*const parts[])(struct gprt_merge *m) = {
		check, gprt_merge_reserve, write_process, gprt_merge_modules, gprt_merge_sets,
		add_contents, write_thread, gprt_merge_tables, gprt_merge_times, gprt_merge_cells,
		write_header,
	};

	m->steps = STEPS + (m->from[0].profile.size + m->from[1].profile.size) / 4;
	for (unsigned i = 0; i < sizeof(parts) / sizeof(*parts) && !m->why; i++)
		parts[i](m);
	if (!m->why)
		return 0;
	gprt_merge_release(m);
	return -1;
}
