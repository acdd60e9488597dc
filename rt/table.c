/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * table.c - per-thread tables in the file: arcs and samples.
 *
 * Open addressing with linear probing, O(1).  A table that is three quarters
 * full is succeeded by one twice as large, which takes all new entries; the old
 * one stays as it is, and readers add the two up.  So nothing is moved while the
 * profile must be valid.
 *
 * One thread writes a table.  A signal handler of the program may interrupt it in
 * the middle of making an entry and make entries itself: an entry is reserved by
 * its kind, found only once its count is not 0, and then counted by one
 * instruction.  Two entries of one key can come of that, which is the same to a
 * reader as two tables.
 */
#include "hash.h"
#include "internal.h"

#define FIRST_ARCS 64
#define FIRST_SAMPLES 256
#define MAX_ENTRIES (1u << 20) /* per table: 32 MB */

static struct gprof_arc *arcs_of(struct gprof_table *t)
{
	return (struct gprof_arc *)(t + 1);
}

static struct gprof_sample *samples_of(struct gprof_table *t)
{
	return (struct gprof_sample *)(t + 1);
}

static bool has_room(const struct gp_table *g)
{
	uint64_t n;

	if (!g->table)
		return false;
	n = g->table->capacity;
	return g->used < (g->full ? n - n / 8 : n - n / 4);
}

/* Makes the table, or its successor.  The lock is taken here. */
static void grow(struct gp_thread *thread, struct gp_table *g, enum gprof_area_type type,
		 uint64_t first, size_t entry)
{
	uint64_t n = g->table ? g->table->capacity * 2 : first;
	size_t size = sizeof(struct gprof_table) + n * entry;
	struct gprof_table *t = NULL;
	struct gprof_area *area = NULL;
	uint64_t offset, mask;

	gp_lock(&mask);
	if (gp.state == GP_ON && n <= MAX_ENTRIES)
		t = gp_file_alloc(size, &offset);
	if (t)
		area = gp_file_area(offset, size);
	if (area) {
		t->capacity = n;
		area->thread = thread->index;
		g->used = 0;
		g->table = t;
		gp_file_publish(area, type);
	} else {
		g->full = true;
	}
	gp_unlock(&mask);
}

static bool same_arc(const struct gprof_arc *e, const struct gprof_arc *key)
{
	return e->to == key->to && e->from == key->from && e->kind == key->kind &&
	       e->module == key->module;
}

static struct gprof_arc *find_arc(struct gprof_table *t, const struct gprof_arc *key)
{
	uint64_t mask = t->capacity - 1;
	uint64_t at = gp_hash(key->to, key->from);

	for (uint64_t i = 0; i <= mask; i++) {
		struct gprof_arc *e = &arcs_of(t)[(at + i) & mask];

		if (__atomic_load_n(&e->count, __ATOMIC_ACQUIRE) && same_arc(e, key))
			return e;
		if (!e->kind)
			return NULL;
	}
	return NULL;
}

static bool insert_arc(struct gp_table *g, const struct gprof_arc *key)
{
	struct gprof_table *t = g->table;
	uint64_t mask = t->capacity - 1;
	uint64_t at = gp_hash(key->to, key->from);

	gp_increment(&g->used);
	for (uint64_t i = 0; i <= mask; i++) {
		struct gprof_arc *e = &arcs_of(t)[(at + i) & mask];
		uint32_t none = 0;

		if (!__atomic_compare_exchange_n(&e->kind, &none, key->kind, false,
						 __ATOMIC_RELAXED, __ATOMIC_RELAXED))
			continue;
		e->module = key->module;
		e->from = key->from;
		e->to = key->to;
		__atomic_store_n(&e->count, 1, __ATOMIC_RELEASE);
		return true;
	}
	return false;
}

void gp_arc_count(struct gp_thread *t, enum gprof_arc_kind kind, uint32_t module, uint64_t from,
		  uint64_t to)
{
	const struct gprof_arc key = { kind, module, from, to, 0 };
	struct gprof_arc *e = t->arcs.table ? find_arc(t->arcs.table, &key) : NULL;

	if (e) {
		/* A first caller is a fact, not a count. */
		if (kind != GPROF_ARC_CALLER)
			gp_increment(&e->count);
		return;
	}
	if (!has_room(&t->arcs) && !t->arcs.full)
		grow(t, &t->arcs, GPROF_AREA_ARCS, FIRST_ARCS, sizeof(key));
	if (!has_room(&t->arcs) || !insert_arc(&t->arcs, &key))
		gp_lose(kind == GPROF_ARC_CALLER ? GPROF_LOSS_CALLERS : GPROF_LOSS_ARCS);
}

/* Only the sample handler writes here, with all signals blocked. */
static struct gprof_sample *find_sample(struct gprof_table *t, uint64_t pc, uint32_t flags)
{
	uint64_t mask = t->capacity - 1;
	uint64_t at = gp_hash(pc, flags);

	for (uint64_t i = 0; i <= mask; i++) {
		struct gprof_sample *e = &samples_of(t)[(at + i) & mask];

		if (!e->count || (e->pc == pc && e->flags == flags))
			return e;
	}
	return NULL;
}

void gp_sample_count(struct gp_thread *t, uint64_t pc, uint32_t flags, uint64_t weight)
{
	struct gprof_sample *e = NULL;

	if (t->samples.table)
		e = find_sample(t->samples.table, pc, flags);
	if (!e || !e->count) {
		if (!has_room(&t->samples) && !t->samples.full)
			grow(t, &t->samples, GPROF_AREA_SAMPLES, FIRST_SAMPLES, sizeof(*e));
		if (!has_room(&t->samples)) {
			gp_lose(GPROF_LOSS_SAMPLES);
			return;
		}
		e = find_sample(t->samples.table, pc, flags);
		if (!e->count) {
			e->pc = pc;
			e->flags = flags;
			t->samples.used++;
		}
	}
	e->weight_ns += weight;
	__atomic_store_n(&e->count, e->count + 1, __ATOMIC_RELEASE);
}
