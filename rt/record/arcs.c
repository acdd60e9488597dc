/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * arcs.c - per-thread tables of arcs, in the file.
 *
 * What a cell of a call site does not hold: indirect calls of many targets, first
 * callers, and in mode=call every call.  Open addressing with linear probing, O(1).
 * A table a quarter full is succeeded by one twice as large, which takes all new
 * entries; the old one stays as it is, and readers add the two up.  So nothing is
 * moved while the profile must be valid, and an entry once found stays good.  A
 * quarter, because an entry that is not in its first place costs a branch that is
 * mispredicted (mode=call, Lua: 1.36 of the plain build, half full 1.45).
 *
 * One thread writes a table, with instrumented code in between: the unit looks arcs
 * up and counts them by itself (unit.c, unit_fentry.c), and comes here with new
 * ones.  A signal handler of the program may interrupt the making of an entry and
 * make entries itself.  So an entry is reserved by its kind, found once 'to', which
 * is written last, is there, and counted from 0 by one instruction.  Two entries of
 * one key can come of that, which is the same to a reader as two tables.
 */
#include "record/arcs.h"

#include "base/hash.h"
#include "base/process.h"
#include "file/file.h"
#include "record/block.h"
#include "record/slot.h"

#include <gprof-llvm/abi.h>
#include <gprof-llvm/format.h>

#define FIRST 64
#define MOST (1u << 20) /* entries of a table: 32 MB */
#define LINE 64         /* two entries share a cache line, none has two */

/* The table of a thread without arcs: no entry is found there, none is made. */
static const struct {
	uint64_t mask;
	struct gprof_table table;
	struct gprof_arc entry[1];
} none;

static void use(struct gprt_thread *t, struct gprof_arcs *arcs)
{
	t->arcs.newest = arcs;
	t->arcs.used = 0;
	for (struct gprt_view *v = t->views; v; v = v->next)
		gprt_arcs_show(v);
}

void gprt_arcs_show(struct gprt_view *v)
{
	struct gprof_arcs *arcs = v->thread->arcs.newest;

	v->head.arcs = arcs ? arcs : (struct gprof_arcs *)&none;
}

void gprt_arcs_reset(struct gprt_thread *t)
{
	t->arcs.full = false;
	use(t, NULL);
}

static bool has_room(const struct gprt_arcs *g)
{
	uint64_t n;

	if (!g->newest)
		return false;
	n = g->newest->table.capacity;
	return g->used < (g->full ? n - n / 8 : n / 4);
}

/* Room for a table of n entries that starts where 'table' lies in the file. */
static struct gprof_arcs *alloc(uint64_t n, uint64_t *offset)
{
	size_t size = sizeof(struct gprof_arcs) + n * sizeof(struct gprof_arc);
	char *p = gprt_file_alloc(size + LINE, offset);
	size_t before = -((uintptr_t)p + sizeof(struct gprof_arcs)) & (LINE - 1);
	struct gprof_arcs *arcs = (struct gprof_arcs *)(p + before);

	if (!p)
		return NULL;
	*offset += before + offsetof(struct gprof_arcs, table);
	arcs->mask = (n - 1) * sizeof(struct gprof_arc);
	arcs->table.capacity = n;
	return arcs;
}

/* Makes the table, or its successor.  The lock is taken here. */
static void grow(struct gprt_thread *t)
{
	uint64_t n = t->arcs.newest ? t->arcs.newest->table.capacity * 2 : FIRST;
	struct gprof_arcs *arcs = NULL;
	struct gprof_area *area = NULL;
	uint64_t offset, mask;

	gprt_lock(&mask);
	if (gprt.state == GPRT_ON && n <= MOST)
		arcs = alloc(n, &offset);
	if (arcs)
		area = gprt_file_area(offset, sizeof(struct gprof_table) +
						      n * sizeof(struct gprof_arc));
	if (area) {
		area->thread = t->index;
		use(t, arcs);
		gprt_file_publish(area, GPROF_AREA_ARCS);
	} else {
		t->arcs.full = true;
	}
	gprt_unlock(&mask);
}

static struct gprof_arc *at_offset(struct gprof_arcs *arcs, uint64_t offset)
{
	return (struct gprof_arc *)((char *)arcs->entry + (offset & arcs->mask));
}

static bool same(const struct gprof_arc *e, const struct gprof_arc *key)
{
	return __atomic_load_n(&e->to, __ATOMIC_ACQUIRE) == key->to && e->from == key->from &&
	       e->kind == key->kind && e->module == key->module;
}

static struct gprof_arc *find(struct gprof_arcs *arcs, const struct gprof_arc *key)
{
	struct gprof_arc *e = at_offset(arcs, gprt_arc_first(key->from));
	uint64_t at = gprt_arc_second(key->from, key->to);

	for (; e->kind; at += sizeof(*e)) {
		if (same(e, key))
			return e;
		e = at_offset(arcs, at);
	}
	return NULL;
}

static bool reserve(struct gprof_arc *e, uint32_t kind)
{
	uint32_t free = 0;

	return __atomic_compare_exchange_n(&e->kind, &free, kind, false, __ATOMIC_RELAXED,
					   __ATOMIC_RELAXED);
}

static void insert(struct gprt_arcs *g, const struct gprof_arc *key)
{
	struct gprof_arcs *arcs = g->newest;
	struct gprof_arc *e = at_offset(arcs, gprt_arc_first(key->from));
	uint64_t at = gprt_arc_second(key->from, key->to);

	gprt_increment(&g->used);
	for (; !reserve(e, key->kind); at += sizeof(*e))
		e = at_offset(arcs, at);
	e->module = key->module;
	e->from = key->from;
	__atomic_store_n(&e->to, key->to, __ATOMIC_RELEASE);
	gprt_increment(&e->count);
}

bool gprt_arc_count(struct gprt_thread *t, enum gprof_arc_kind kind, uint32_t module, uint64_t from,
		    uint64_t to)
{
	const struct gprof_arc key = { kind, module, from, to, 0 };
	struct gprof_arc *e = t->arcs.newest ? find(t->arcs.newest, &key) : NULL;

	if (e) {
		/* A first caller is a fact, not a count. */
		if (kind != GPROF_ARC_CALLER && kind != GPROF_ARC_OUTER)
			gprt_increment(&e->count);
		return false;
	}
	if (!has_room(&t->arcs) && !t->arcs.full)
		grow(t);
	if (has_room(&t->arcs))
		insert(&t->arcs, &key);
	else
		gprt_lose(kind == GPROF_ARC_CALLER || kind == GPROF_ARC_OUTER ? GPROF_LOSS_CALLERS
									      : GPROF_LOSS_ARCS);
	return true;
}
