/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * check.h - whether a profile in memory is sound: what the runtime checks before it
 * merges a file into a pool, and the tool before it reports on one.
 *
 *	gprof_check_header(); gprof_check_begin(); gprof_check_next() until NULL, with
 *	gprof_is_...() or gprof_table_fits() for the content of each area; at the end
 *	'fault' says whether the directories were sound
 *
 * Directories are in ascending order, and areas together take no more bytes than the
 * file has: a walk costs no more than the file is long, whatever is in it.
 *
 * Frames (gprof_frames_...): the caller collects the tables, sorts them by
 * gprof_frames_before(), and climbs from a frame to the first whose meaning is known
 * already.  A frame is climbed once, so all stacks together cost O(frames * log tables).
 *
 * Functions of memory: no calls, no libc, general registers only.  The memory is
 * aligned to 8 and must not change meanwhile.
 */
#ifndef GPROF_LLVM_CHECK_H
#define GPROF_LLVM_CHECK_H

#include <gprof-llvm/format.h>

enum gprof_fault {
	GPROF_FAULT_NONE = 0,
	GPROF_FAULT_EMPTY,          /* no byte */
	GPROF_FAULT_NOT_BEGUN,      /* zeros: the process ended before the header was published */
	GPROF_FAULT_NO_PROFILE,     /* another magic */
	GPROF_FAULT_SHORT_HEADER,
	GPROF_FAULT_OTHER_ORDER,    /* of bytes, or size of pointers */
	GPROF_FAULT_OTHER_VERSION,
	GPROF_FAULT_CUT_SHORT,      /* fewer bytes than file_end */
	GPROF_FAULT_NO_DIRECTORY,   /* the directory's head is not in the file, or not aligned */
	GPROF_FAULT_DIRECTORY_CUT,  /* its entries are not */
	GPROF_FAULT_DIRECTORY_RING, /* a directory does not come after the one that leads to it */
	GPROF_FAULT_AREA_BEYOND,    /* an area is not in the file, or not aligned */
	GPROF_FAULT_AREA_SHARED,    /* areas take more bytes than the file has */
};

struct gprof_check {
	const char *memory;
	uint64_t end;       /* bytes in use */
	uint64_t directory; /* offset of the one at hand; where it should be, on a fault */
	uint64_t next;      /* of the next one, 0: there is none */
	uint64_t content;   /* bytes that areas may take yet */
	uint32_t entry, capacity; /* the next in the directory, and how many it has */
	enum gprof_fault fault;
	const struct gprof_area *area; /* the last one looked at */
};

static inline int gprof_has_magic(const char *memory, const char *magic)
{
	for (unsigned i = 0; i < 8; i++)
		if (memory[i] != magic[i])
			return 0;
	return 1;
}

static inline enum gprof_fault gprof_check_header(const void *memory, uint64_t size)
{
	const struct gprof_file_header *h = (const struct gprof_file_header *)memory;

	if (!size)
		return GPROF_FAULT_EMPTY;
	if (size < 8 || !gprof_has_magic((const char *)memory, GPROF_MAGIC))
		return size >= 8 && gprof_has_magic((const char *)memory, "\0\0\0\0\0\0\0") ?
			       GPROF_FAULT_NOT_BEGUN : GPROF_FAULT_NO_PROFILE;
	if (size < sizeof(*h))
		return GPROF_FAULT_SHORT_HEADER;
	if (h->byte_order != GPROF_BYTE_ORDER || h->pointer_size != 8)
		return GPROF_FAULT_OTHER_ORDER;
	if (h->version != GPROF_FILE_VERSION)
		return GPROF_FAULT_OTHER_VERSION;
	return h->file_end > size ? GPROF_FAULT_CUT_SHORT : GPROF_FAULT_NONE;
}

/* Member by member, or compilers make a call of memset. */
static inline void gprof_check_begin(struct gprof_check *c, const void *memory, uint64_t end)
{
	c->memory = (const char *)memory;
	c->end = c->content = end;
	c->directory = 0;
	c->next = GPROF_FIRST_DIR;
	c->entry = c->capacity = 0;
	c->fault = GPROF_FAULT_NONE;
	c->area = 0;
}

static inline enum gprof_fault gprof_check_directory(struct gprof_check *c)
{
	const struct gprof_directory *d;
	uint64_t before = c->directory;
	uint64_t behind = before + sizeof(*d) + c->capacity * sizeof(d->area[0]);

	c->directory = c->next;
	if (c->next % 8 || c->next > c->end || c->end - c->next < sizeof(*d))
		return GPROF_FAULT_NO_DIRECTORY;
	d = (const struct gprof_directory *)(c->memory + c->next);
	if (d->capacity > (c->end - c->next - sizeof(*d)) / sizeof(d->area[0]))
		return GPROF_FAULT_DIRECTORY_CUT;
	if (before && c->next < behind)
		return GPROF_FAULT_DIRECTORY_RING;
	c->capacity = d->capacity;
	c->entry = 0;
	c->next = d->next;
	return GPROF_FAULT_NONE;
}

/*
 * The next area, all of it inside the file; NULL at the end or on a fault.  Entries
 * that are not published yet, or of areas from after the end was read, are left out.
 */
static inline const struct gprof_area *gprof_check_next(struct gprof_check *c)
{
	const struct gprof_area *a;

	while (!c->fault) {
		if (c->entry == c->capacity) {
			if (!c->next)
				break;
			c->fault = gprof_check_directory(c);
			continue;
		}
		a = (const struct gprof_area *)(c->memory + c->directory +
						sizeof(struct gprof_directory)) + c->entry++;
		if (!a->type || a->offset >= c->end)
			continue;
		c->area = a;
		if (a->offset % 8 || a->size > c->end - a->offset)
			c->fault = GPROF_FAULT_AREA_BEYOND;
		else if (a->size > c->content)
			c->fault = GPROF_FAULT_AREA_SHARED;
		if (c->fault)
			break;
		c->content -= a->size;
		return a;
	}
	return 0;
}

/* ------------------------------------------------------------------ */
/* The content of an area that gprof_check_next() gave */

/* Returns true if it is text, all of which is NUL-terminated. */
static inline int gprof_is_text(const char *memory, const struct gprof_area *a)
{
	return a->size && !memory[a->offset + a->size - 1];
}

static inline int gprof_is_module(const char *memory, const struct gprof_area *a)
{
	const struct gprof_module *m = (const struct gprof_module *)(memory + a->offset);

	return a->size > sizeof(*m) && m->path_size && m->path_size <= a->size - sizeof(*m) &&
	       !m->path[m->path_size - 1] && m->build_id_size <= sizeof(m->build_id) &&
	       m->low <= m->high && m->high < GPROF_RETIRED && m->cnt_start <= m->cnt_stop;
}

static inline int gprof_is_thread(const char *memory, const struct gprof_area *a)
{
	const struct gprof_thread *t = (const struct gprof_thread *)(memory + a->offset);
	unsigned i = 0;

	if (a->size < sizeof(*t))
		return 0;
	while (i < sizeof(t->name) && t->name[i])
		i++;
	return i < sizeof(t->name);
}

/* Returns true if it is a block that holds that many bytes of counters. */
static inline int gprof_is_block(const struct gprof_area *a, uint64_t bytes)
{
	return a->skip % 8 == 0 && a->skip <= a->size && a->size - a->skip >= bytes;
}

/* Returns true if the slots of a table, of so many bytes each, are in it. */
static inline int gprof_table_fits(const char *memory, const struct gprof_area *a,
				   uint64_t slot)
{
	const struct gprof_table *t = (const struct gprof_table *)(memory + a->offset);

	return a->size >= sizeof(*t) && t->capacity <= (a->size - sizeof(*t)) / slot;
}

/* Returns true if the ids of a table of frames, which fits, are such that an id can be. */
static inline int gprof_ids_fit(const char *memory, const struct gprof_area *a)
{
	const struct gprof_table *t = (const struct gprof_table *)(memory + a->offset);

	return t->first_id && t->first_id <= GPROF_NONE && t->capacity <= GPROF_NONE - t->first_id;
}

/* How well a module that holds an address fits an area of an epoch. */
#define GPROF_EPOCH_FITS 3u /* it is loaded; none is better */
static inline unsigned gprof_epoch_fit(const struct gprof_module *m, uint32_t epoch)
{
	if (m->unload_epoch == GPROF_NONE)
		return GPROF_EPOCH_FITS;
	return m->load_epoch <= epoch && epoch < m->unload_epoch ? 2 : 1;
}

/* ------------------------------------------------------------------ */
/* Call stacks */

/* A table of frames whose ids fit. */
struct gprof_frames {
	uint32_t slot;        /* of the thread: gprof_area.thread */
	uint32_t epoch;
	uint32_t first_id, n; /* ids first_id .. first_id + n - 1 */
	const struct gprof_frame *slots;
	uint32_t *known;      /* of each: what the caller found it to be, or one of these: */
};
#define GPROF_FRAME_NEW GPROF_NONE         /* not looked at */
#define GPROF_FRAME_OPEN (GPROF_NONE - 1u) /* on the path that is being climbed */

struct gprof_frame_place {
	uint32_t table, slot;
};

/* The order of tables. */
static inline int gprof_frames_before(const struct gprof_frames *a, const struct gprof_frames *b)
{
	return a->slot != b->slot ? a->slot < b->slot : a->first_id < b->first_id;
}

/* Returns true if two tables that follow each other have an id in common. */
static inline int gprof_frames_overlap(const struct gprof_frames *a, const struct gprof_frames *b)
{
	return a->slot == b->slot && b->first_id - a->first_id < a->n;
}

/* Where the frame of an id is; 0: no table has it. */
static inline int gprof_frames_find(const struct gprof_frames *t, uint64_t n, uint32_t slot,
				    uint32_t id, struct gprof_frame_place *place)
{
	uint64_t low = 0, high = n, middle;

	while (low < high) {
		middle = low + (high - low) / 2;
		if (t[middle].slot < slot || (t[middle].slot == slot && t[middle].first_id <= id))
			low = middle + 1;
		else
			high = middle;
	}
	if (!low || t[low - 1].slot != slot || id - t[low - 1].first_id >= t[low - 1].n)
		return 0;
	place->table = (uint32_t)(low - 1);
	place->slot = id - t[low - 1].first_id;
	return 1;
}

enum gprof_step {
	GPROF_STEP_ON,        /* 'at' is put on the path; *outwards is where to go on */
	GPROF_STEP_KNOWN,     /* 'at' is known already */
	GPROF_STEP_LAST,      /* 'at' is put on the path, and is the outermost */
	GPROF_STEP_NO_CALLER, /* the same, but the next one outwards is not in the file */
	GPROF_STEP_RING,      /* it is its own caller: no process writes that */
};

/* One step of the climb from a frame outwards. */
static inline enum gprof_step gprof_frames_step(struct gprof_frames *t, uint64_t n,
						struct gprof_frame_place at,
						struct gprof_frame_place *outwards)
{
	uint32_t *known = &t[at.table].known[at.slot];
	uint32_t parent = t[at.table].slots[at.slot].parent;

	if (*known != GPROF_FRAME_NEW)
		return *known == GPROF_FRAME_OPEN ? GPROF_STEP_RING : GPROF_STEP_KNOWN;
	*known = GPROF_FRAME_OPEN;
	if (!parent)
		return GPROF_STEP_LAST;
	if (!gprof_frames_find(t, n, t[at.table].slot, parent, outwards) ||
	    !t[outwards->table].slots[outwards->slot].pc)
		return GPROF_STEP_NO_CALLER;
	return GPROF_STEP_ON;
}

#endif
