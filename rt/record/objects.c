/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * objects.c - what threads wait for: a table in the file, and an index to it in memory.
 *
 * An object is named once, and samples of waits have its id (table.c).  Parts of the table follow
 * each other; each is as long as all before it together, and no object moves.  The index is open
 * addressing over ids.  A module that is unloaded changes the addresses of its objects
 * (unload.c), so they are not found any more, and a new object may come to lie there.
 *
 *	gprt_objects_start(); then find, and add those that were not found, by one thread
 *
 * The files of a pool have none: an address means nothing in another process.
 *
 * Cost: a lookup is a comparison or two.  At most 1024 objects are kept, 192 KB; waits for others
 * are counted.
 */
#include "record/objects.h"

#include "base/hash.h"
#include "base/text.h"
#include "file/file.h"
#include "file/name.h"

#include <gprof-llvm/format.h>

#define FIRST 32u  /* objects of the first part */
#define PARTS 6u
#define MOST 1024u /* objects: FIRST << (PARTS - 1) */
#define INDEX (2 * MOST)

static struct {
	struct gprof_objects *parts[PARTS];
	uint32_t n;     /* objects */
	bool kept;      /* the process records them */
	bool full;      /* no further part can be had */
	uint16_t index[INDEX]; /* ids; 0: free */
} objects;

void gprt_objects_start(void)
{
	/* A process that records none pays nothing for it. */
	if (objects.parts[0] || objects.full)
		gprt_clear(&objects, sizeof(objects));
	objects.kept = !gprt_name.pool;
}

bool gprt_objects_are_kept(void)
{
	return objects.kept;
}

static uint32_t part_size(uint32_t part)
{
	return part ? FIRST << (part - 1) : FIRST;
}

static struct gprof_object *object_at(uint32_t id)
{
	uint32_t at = id - 1, part = 0;

	while (at >= part_size(part))
		at -= part_size(part++);
	return &objects.parts[part]->items[at];
}

/* Event counters, timers and sets of descriptors all have the name of their kind. */
static bool is_anonymous(const struct gprof_object *o)
{
	static const char kind[] = "anon_inode:";

	for (uint32_t i = 0; kind[i]; i++)
		if (o->name[i] != kind[i])
			return false;
	return true;
}

static uint64_t hash(const struct gprof_object *o)
{
	/* The mapping at an address may change; the address names the object. */
	if (o->address)
		return gprt_hash(o->address, o->kind);
	return gprt_hash_bytes(GPRT_HASH_START, o->name, gprt_length(o->name)) +
	       (is_anonymous(o) ? o->descriptor : 0);
}

static bool is_same(const struct gprof_object *a, const struct gprof_object *b)
{
	return a->kind == b->kind && a->address == b->address &&
	       (a->address || (gprt_equal(a->name, b->name) &&
			       (!is_anonymous(a) || a->descriptor == b->descriptor)));
}

/* Where the object is in the index, or may go. */
static uint16_t *slot_of(const struct gprof_object *o)
{
	for (uint64_t at = hash(o);; at++) {
		uint16_t *slot = &objects.index[at % INDEX];

		if (!*slot || is_same(object_at(*slot), o))
			return slot;
	}
}

uint32_t gprt_objects_find(const struct gprof_object *like)
{
	return *slot_of(like);
}

/* Makes the part that the next object goes to. */
static bool grow(uint32_t part)
{
	size_t size = sizeof(struct gprof_objects) + part_size(part) * sizeof(struct gprof_object);
	struct gprof_objects *at = NULL;
	struct gprof_area *area = NULL;
	uint64_t offset;

	gprt_lock_word(&gprt.lock);
	if (gprt.state == GPRT_ON)
		at = gprt_file_alloc(size, &offset);
	if (at)
		area = gprt_file_area(offset, size);
	if (area) {
		at->first_id = objects.n + 1;
		gprt_file_publish(area, GPROF_AREA_OBJECTS);
		objects.parts[part] = at;
	}
	gprt_unlock_word(&gprt.lock);
	return area;
}

static bool has_room(void)
{
	uint32_t part = 0, n = objects.n;

	if (objects.full)
		return false;
	while (part < PARTS && n >= part_size(part))
		n -= part_size(part++);
	objects.full = part == PARTS || (!objects.parts[part] && !grow(part));
	return !objects.full;
}

uint32_t gprt_objects_add(const struct gprof_object *o)
{
	struct gprof_object *to;
	uint32_t id;

	if (!has_room()) {
		if (objects.parts[0])
			objects.parts[0]->lost++;
		return 0;
	}
	id = ++objects.n;
	*slot_of(o) = (uint16_t)id;
	to = object_at(id);
	gprt_copy((char *)to + sizeof(to->kind), (const char *)o + sizeof(o->kind),
		  sizeof(*o) - sizeof(o->kind));
	__atomic_store_n(&to->kind, o->kind, __ATOMIC_RELEASE);
	return id;
}

struct gprof_waits *gprt_waits_make(uint64_t samples, uint64_t n)
{
	size_t size = sizeof(struct gprof_waits) + n * sizeof(struct gprof_wait);
	struct gprof_waits *at;
	struct gprof_area *area;
	uint64_t offset;

	at = objects.kept ? gprt_file_alloc(size, &offset) : NULL;
	area = at ? gprt_file_area(offset, size) : NULL;
	if (!area)
		return NULL;
	at->samples = samples;
	at->n = n;
	gprt_file_publish(area, GPROF_AREA_WAITS);
	return at;
}
