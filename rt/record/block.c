/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * block.c - where a thread counts in a unit: its block, or what it shares.
 *
 * A block is a copy of the unit's gprof_cnt in the file, a whole number of pages away: that
 * distance is the thread's bias.
 *
 * If no block can be had (disk full, no room above the executable, no base) the
 * thread shares: the block of the unit's first thread, or else the section
 * itself, which is copied to the file at the end.  The file says so.
 *
 * Everything here is called with the lock held.
 */
#include "record/block.h"

#include "base/message.h"
#include "file/file.h"
#include "file/mapping.h"
#include "record/slot.h"

#include <gprof-llvm/format.h>

struct gprt_units gprt_units;

static int publish_block(const struct gprt_view *v, uint64_t offset)
{
	struct gprof_area *area = gprt_file_area(offset, v->unit->span);

	if (!area)
		return -1;
	area->thread = v->thread->index;
	area->module = v->unit->index;
	area->skip = (uintptr_t)v->unit->start - v->unit->page;
	gprt_file_publish(area, GPROF_AREA_BLOCK);
	return 0;
}

/*
 * Makes a new block for the view: at 'at', replacing what is there, or if that
 * is 0 anywhere it can be.  The base of an executable cannot be negative.
 */
int gprt_block_map(struct gprt_view *v, uintptr_t at)
{
	const struct gprt_unit *u = v->unit;
	uint64_t offset;
	void *p =
		gprt_mapping_alloc(u->span, u->executable && !at ? u->page + u->span : 0, &offset);

	if (!p || (at && !gprt_mapping_place(at, u->span, offset)))
		return -1;
	v->block = at ? at : (uintptr_t)p;
	v->bias = (int64_t)(v->block - u->page);
	if (publish_block(v, offset) < 0)
		return -1;
	v->offset = offset;
	return 0;
}

/* Room in the file for the section itself, filled by gprt_shared_store. */
static int image_map(struct gprt_view *v)
{
	struct gprt_unit *u = v->unit;
	uint64_t offset;
	char *p;

	v->block = 0;
	v->bias = 0;
	v->offset = 0;
	if (u->shared)
		return 0;
	p = gprt_mapping_alloc(u->span, 0, &offset);
	if (!p || publish_block(v, offset) < 0)
		return -1;
	v->image = p + ((uintptr_t)u->start - u->page);
	u->shared = v;
	return 0;
}

/* The thread's counts are lost from now on. */
void gprt_counts_lost(void)
{
	if (!gprt_file.header->lost[GPROF_LOSS_THREADS])
		gprt_say("no space in '", gprt_file.path, "' for counters: calls are not counted",
			 "");
	gprt_lose(GPROF_LOSS_THREADS);
}

/* A place to count for a view that can have no block; -1 if there is none: the caller reports
   it. */
int gprt_share(struct gprt_view *v)
{
	bool has_block = v->unit->shared && !v->unit->shared->image && !gprt_units.no_base;

	if (!has_block && image_map(v) < 0)
		return -1;
	gprt_flag(GPROF_FILE_SHARED);
	gprt_lose(GPROF_LOSS_THREADS);
	if (!has_block)
		return 0;
	v->offset = 0;
	v->block = v->unit->shared->block;
	v->bias = v->unit->shared->bias;
	return 0;
}

/* Bytes of the file that a thread's blocks take. */
uint64_t gprt_blocks_span(void)
{
	uint64_t bytes = 0;

	for (const struct gprt_unit *u = gprt_units.first; u; u = u->next)
		bytes += u->span;
	return bytes;
}

/*
 * Returns true if something was counted in the section itself.  Looking would read all of it from
 * the program's file, so the unit says whether it is worth it: code that counts there has entered.
 */
bool gprt_unit_counted(const struct gprt_unit *u)
{
	const uint64_t *word = (const uint64_t *)u->start;

	if (u->unit->tells && !__atomic_load_n(&u->unit->early, __ATOMIC_ACQUIRE))
		return false;
	while (word < (const uint64_t *)u->stop && !*word)
		word++;
	return word < (const uint64_t *)u->stop;
}

/* Counts made before the first thread was registered go on in its block. */
static void carry(struct gprt_unit *u, struct gprt_view *v)
{
	if (u->carried)
		return;
	u->carried = true;
	if (!v->bias)
		return;
	if (gprt_unit_counted(u))
		gprt_copy((char *)v->block + ((uintptr_t)u->start - u->page), u->start,
			  (size_t)(u->stop - u->start));
	u->shared = v;
}

/* Gives the view a place to count, its old one if its unit has come back. */
int gprt_view_place(struct gprt_view *v)
{
	struct gprt_unit *u = v->unit;

	if (!u->span) {
		v->placed = true;
		return 0;
	}
	if (v->offset && v->block)
		v->bias = (int64_t)(v->block - u->page);
	else if ((u->executable && gprt_units.no_base) || gprt_block_map(v, 0) < 0)
		if (gprt_share(v) < 0)
			return -1;
	v->placed = true;
	carry(u, v);
	return 0;
}

/* Takes the unit's block from the thread; keeps it for when the unit comes back. */
static void displace_views(struct gprt_thread *t, const struct gprt_unit *u)
{
	for (struct gprt_view **at = &t->views; *at;) {
		struct gprt_view *v = *at;

		if (v->unit == u && v->placed) {
			v->image = NULL;
			v->placed = false;
		}
		if (v->unit == u && !v->offset)
			*at = v->next;
		else
			at = &v->next;
	}
}

/* Its blocks stay, and their counts with them: when it comes back it gets them again. */
void gprt_unit_unloaded(uint32_t module)
{
	for (struct gprt_unit *u = gprt_units.first; u; u = u->next) {
		if (u->index != module)
			continue;
		for (struct gprt_thread *t = gprt_slots.first; t; t = t->next)
			displace_views(t, u);
		u->shared = NULL;
		u->gone = u->unloaded = true;
		u->carried = false;
	}
}

/* Threads that count in the section itself: only now does it reach the file. */
void gprt_shared_store(const struct gprt_unit *u)
{
	if (!u->gone && u->shared && u->shared->image)
		gprt_copy(u->shared->image, u->start, (size_t)(u->stop - u->start));
}
