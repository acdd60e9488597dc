/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * table.c - per-thread tables of samples and of frames of their stacks, in the file.
 *
 * Open addressing with linear probing, O(1).  A table that is three quarters
 * full is succeeded by one twice as large, which takes all new entries; the old
 * one stays as it is, and readers add the two up.  So nothing is moved while the
 * profile must be valid.
 *
 * A tally has one writer: the sample handler of its thread, with all signals blocked,
 * or the thread of wall_sampler.c.  A handler may have interrupted code that holds any lock, such
 * as malloc's, and who has the runtime's may wait for that one, as libc does in fork().  So it does
 * not wait for it: a table may get fuller for a while, up to seven eighths, and then samples are
 * refused until there is room.
 */
#include "record/table.h"

#include "base/hash.h"
#include "base/process.h"
#include "file/file.h"
#include "record/objects.h"
#include "record/timeline.h"

#include <gprof-llvm/format.h>
#include <stddef.h>

#define FIRST_SAMPLES 256
#define FIRST_FRAMES 512
#define MAX_ENTRIES (1u << 20) /* per table: 32 MB */

static struct gprof_sample *samples_of(struct gprof_table *t)
{
	return (struct gprof_sample *)(t + 1);
}

static struct gprof_frame *frames_of(struct gprof_table *t)
{
	return (struct gprof_frame *)(t + 1);
}

/* Returns true if a part of the table, in eighths, is not used up. */
static bool has_room(const struct gprt_table *g, unsigned eighths)
{
	return g->table && g->used < g->table->capacity / 8 * eighths;
}

/* Takes the runtime's lock; only the thread of wall_sampler.c has the time to wait for it. */
static bool lock_for(const struct gprt_tally *tally)
{
	if (tally->first_id != GPRT_FIRST_WAITING)
		return gprt_try_word(&gprt.lock);
	gprt_lock_word(&gprt.lock);
	return true;
}

/* Makes the table, or its successor, unless the lock is taken. */
static void grow(const struct gprt_tally *tally, struct gprt_table *g, enum gprof_area_type type,
		 uint64_t first, size_t entry)
{
	uint64_t n = g->table ? g->table->capacity * 2 : first;
	size_t size = sizeof(struct gprof_table) + n * entry;
	struct gprof_table *t = NULL;
	struct gprof_area *area = NULL;
	uint64_t offset;

	if (!lock_for(tally))
		return;
	if (gprt.state == GPRT_ON && n <= MAX_ENTRIES)
		t = gprt_file_alloc(size, &offset);
	if (t)
		area = gprt_file_area(offset, size);
	if (area) {
		t->capacity = n;
		if (type == GPROF_AREA_FRAMES)
			t->first_id = g->table ? g->table->first_id + g->table->capacity :
						 tally->first_id;
		area->thread = tally->thread;
		g->used = 0;
		g->offset = offset;
		g->table = t;
		gprt_file_publish(area, type);
		if (type == GPROF_AREA_SAMPLES && tally->first_id == GPRT_FIRST_WAITING)
			g->waits = gprt_waits_make(offset, n);
	} else {
		g->full = true;
	}
	gprt_unlock_word(&gprt.lock);
}

static bool is_wait(const struct gprof_wait *a, const struct gprof_wait *b)
{
	return a->object == b->object && a->holder == b->holder;
}

static struct gprof_sample *find_sample(const struct gprt_table *g, const struct gprof_sample *key,
					const struct gprof_wait *wait)
{
	struct gprof_table *t = g->table;
	uint64_t mask = t->capacity - 1;
	uint64_t at = gprt_hash(key->pc, (uint64_t)key->flags << 32 | key->stack);

	if (g->waits)
		at += gprt_hash(wait->object, wait->holder);
	for (uint64_t i = 0; i <= mask; i++) {
		uint64_t slot = (at + i) & mask;
		struct gprof_sample *e = &samples_of(t)[slot];

		if (!e->count ||
		    (e->pc == key->pc && e->stack == key->stack && e->flags == key->flags &&
		     (!g->waits || is_wait(&g->waits->slots[slot], wait))))
			return e;
	}
	return NULL;
}

static void make_sample(const struct gprt_table *g, struct gprof_sample *e,
			const struct gprof_sample *key, const struct gprof_wait *wait)
{
	e->pc = key->pc;
	e->stack = key->stack;
	e->flags = key->flags;
	if (g->waits)
		g->waits->slots[e - samples_of(g->table)] = *wait;
}

/* Counts a sample of key->weight, as lost without room; false: not now. */
bool gprt_sample_count(struct gprt_tally *t, const struct gprof_sample *key)
{
	struct gprof_sample *e = NULL;

	if (t->samples.table)
		e = find_sample(&t->samples, key, &t->wait);
	if (!e || !e->count) {
		if (!has_room(&t->samples, 6) && !t->samples.full)
			grow(t, &t->samples, GPROF_AREA_SAMPLES, FIRST_SAMPLES, sizeof(*e));
		if (!has_room(&t->samples, 7)) {
			if (t->samples.full)
				gprt_lose(GPROF_LOSS_SAMPLES);
			return t->samples.full;
		}
		e = find_sample(&t->samples, key, &t->wait);
		if (!e->count) {
			make_sample(&t->samples, e, key, &t->wait);
			t->samples.used++;
		}
	}
	e->weight += key->weight;
	__atomic_store_n(&e->count, e->count + 1, __ATOMIC_RELEASE);
	gprt_timeline_note(t->first_id == GPRT_FIRST_WAITING, t->number++,
			   t->samples.offset + (uint64_t)((char *)e - (char *)t->samples.table),
			   t->now_ns);
	t->now_ns = 0;
	return true;
}

static struct gprof_frame *find_frame(struct gprof_table *t, uint64_t pc, uint32_t parent)
{
	uint64_t mask = t->capacity - 1;
	uint64_t at = gprt_hash(pc, parent);

	for (uint64_t i = 0; i <= mask; i++) {
		struct gprof_frame *e = &frames_of(t)[(at + i) & mask];

		if (!e->pc || (e->pc == pc && e->parent == parent))
			return e;
	}
	return NULL;
}

static uint32_t frame_id(const struct gprof_table *t, const struct gprof_frame *e)
{
	return (uint32_t)(t->first_id + (uint64_t)(e - (const struct gprof_frame *)(t + 1)));
}

/*
 * The id of the frame that returns to 'pc', called by frame 'parent' (0: by none);
 * 0: no room for it.
 */
uint32_t gprt_frame_id(struct gprt_tally *t, uint64_t pc, uint32_t parent)
{
	struct gprof_frame *e = NULL;

	if (t->frames.table)
		e = find_frame(t->frames.table, pc, parent);
	if (e && e->pc)
		return frame_id(t->frames.table, e);
	if (!has_room(&t->frames, 6) && !t->frames.full)
		grow(t, &t->frames, GPROF_AREA_FRAMES, FIRST_FRAMES, sizeof(*e));
	if (!has_room(&t->frames, 7))
		return 0;
	e = find_frame(t->frames.table, pc, parent);
	if (!e->pc) {
		e->parent = parent;
		__atomic_store_n(&e->pc, pc, __ATOMIC_RELEASE);
		t->frames.used++;
	}
	return frame_id(t->frames.table, e);
}

/* ------------------------------------------------------------------ events */

static struct gprof_event_sample *find_event(struct gprof_table *t,
					     const struct gprof_event_sample *key)
{
	uint64_t mask = t->capacity - 1;
	uint64_t at = gprt_hash(key->pc + key->address, (uint64_t)key->region << 32 | key->stack);

	for (uint64_t i = 0; i <= mask; i++) {
		struct gprof_event_sample *e =
			&((struct gprof_event_sample *)(t + 1))[(at + i) & mask];

		if (!e->count || (e->pc == key->pc && e->address == key->address &&
				  e->stack == key->stack && e->region == key->region &&
				  e->event == key->event && e->objects == key->objects &&
				  e->flags == key->flags))
			return e;
	}
	return NULL;
}

/* Makes the table, or its successor; with the lock held. */
static void grow_events(struct gprt_table *g, uint32_t thread)
{
	uint64_t n = g->table ? g->table->capacity * 2 : FIRST_SAMPLES, offset;
	size_t size = sizeof(struct gprof_table) + n * sizeof(struct gprof_event_sample);
	struct gprof_table *t = NULL;
	struct gprof_area *area = NULL;

	if (gprt.state == GPRT_ON && n <= MAX_ENTRIES)
		t = gprt_file_alloc(size, &offset);
	if (t)
		area = gprt_file_area(offset, size);
	g->full = !area;
	if (!area)
		return;
	t->capacity = n;
	area->thread = thread;
	g->used = 0;
	g->table = t;
	gprt_file_publish(area, GPROF_AREA_EVENT_SAMPLES);
}

bool gprt_event_count(struct gprt_table *g, uint32_t thread, bool held,
		      const struct gprof_event_sample *key, uint64_t *lost)
{
	struct gprof_event_sample *e = g->table ? find_event(g->table, key) : NULL;

	if (!e || !e->count) {
		if (!has_room(g, 6) && !g->full) {
			if (!held && !gprt_try_word(&gprt.lock))
				return false;
			grow_events(g, thread);
			if (!held)
				gprt_unlock_word(&gprt.lock);
		}
		if (!has_room(g, 7)) {
			++*lost;
			return true;
		}
		e = find_event(g->table, key);
		if (!e->count) {
			gprt_copy(e, key, offsetof(struct gprof_event_sample, count));
			g->used++;
		}
	}
	__atomic_store_n(&e->count, e->count + 1, __ATOMIC_RELEASE);
	return true;
}
