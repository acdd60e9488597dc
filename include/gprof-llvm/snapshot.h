/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * snapshot.h - how the counts of a mapped profile become the content of a
 * snapshot: the one piece of code that the runtime and the tool both run.
 *
 * Content (docs/format.md 2, Snapshots) is a string of LEB128 numbers:
 *
 *	area's offset / 8, then (step, difference) for each of its words that
 *	changed, then step 0; and so on; offset 0 ends the content
 *
 * 'shadow' holds the counts that are encoded already, each at the offset it has
 * in the file; it starts as zeros, and a word is encoded when it differs.  So an
 * encoder that ran out of room, or one whose snapshot came too late, goes on by
 * encoding once more: the same area may be in the content several times, and
 * a reader adds up.
 *
 * Cost: a comparison for every word of the counters, and for each slot of the
 * tables; memory is touched in 'shadow' only where counts are.  No calls, no
 * libc, general registers only.
 *
 * The file may be damaged, and others may write to it meanwhile: every field of a
 * directory is read once and checked, no byte is looked at twice, directories that
 * form a ring end.
 */
#ifndef GPROF_LLVM_SNAPSHOT_H
#define GPROF_LLVM_SNAPSHOT_H

#include <gprof-llvm/format.h>

struct gprof_encoder {
	const char *file;          /* the profile, mapped */
	uint64_t end;              /* bytes of it to look at */
	char *shadow;              /* as many bytes, zero at first */
	unsigned char *at, *limit; /* where the content goes; 'at' moves */
};

/* The result of gprof_encode(). */
enum gprof_encoded {
	GPROF_ENCODED,         /* all there is */
	GPROF_ENCODED_PART,    /* there was no room for more: enlarge it, and encode again */
	GPROF_ENCODED_DAMAGED, /* all up to where the directories make no sense */
};

#define GPROF_PAIR_BYTES 20 /* two numbers; also what ends area and content */

/* Which words of a slot are counts: the first of them, and how many. */
struct gprof_layout {
	uint64_t first; /* word of the area that is the first count */
	uint64_t words; /* counts that follow each other */
	uint64_t step;  /* words from one run of counts to the next */
	uint64_t end;   /* words of the area */
};

/* 0 if the area holds no counts. */
static inline int gprof_layout(const struct gprof_area *area, struct gprof_layout *l)
{
	const uint64_t head = sizeof(struct gprof_table) / 8;

	l->end = area->size / 8;
	switch (area->type) {
	case GPROF_AREA_BLOCK:
		l->first = area->skip / 8;
		l->words = l->step = 1;
		return 1;
	case GPROF_AREA_ARCS:
		l->first = head + __builtin_offsetof(struct gprof_arc, count) / 8;
		l->words = 1;
		l->step = sizeof(struct gprof_arc) / 8;
		return 1;
	case GPROF_AREA_SAMPLES:
		l->first = head + __builtin_offsetof(struct gprof_sample, count) / 8;
		l->words = 2;
		l->step = sizeof(struct gprof_sample) / 8;
		return 1;
	case GPROF_AREA_ALLOCATIONS:
		l->first = __builtin_offsetof(struct gprof_allocations, calls) / 8;
		l->words = 6; /* up to young */
		l->step = sizeof(struct gprof_allocations) / 8;
		return 1;
	}
	return 0;
}

static inline void gprof_put_number(struct gprof_encoder *e, uint64_t n)
{
	for (; n >= 128; n >>= 7)
		*e->at++ = (unsigned char)(n | 128);
	*e->at++ = (unsigned char)n;
}

/* Reads a number; returns where it ends, or 0 when it is cut off or too long. */
static inline const unsigned char *gprof_get_number(const unsigned char *at,
						    const unsigned char *end, uint64_t *n)
{
	unsigned shift = 0;

	for (*n = 0; at < end && shift < 64; shift += 7) {
		*n |= (uint64_t)(*at & 127) << shift;
		if (!(*at++ & 128))
			return at;
	}
	return 0;
}

static inline int gprof_has_room(const struct gprof_encoder *e)
{
	return e->limit - e->at >= 3 * GPROF_PAIR_BYTES;
}

/* 0: there was no room for all. */
static inline int gprof_encode_area(struct gprof_encoder *e, const struct gprof_area *area)
{
	const uint64_t *now = (const uint64_t *)(e->file + area->offset);
	uint64_t *before = (uint64_t *)(e->shadow + area->offset);
	uint64_t last = ~0ull, i, value;
	struct gprof_layout l;
	int done = 1;

	if (!gprof_layout(area, &l))
		return 1;
	for (uint64_t at = l.first; at < l.end && done; at += l.step) {
		for (i = at; i < at + l.words && i < l.end; i++) {
			value = __atomic_load_n(&now[i], __ATOMIC_RELAXED);
			if (value == before[i])
				continue;
			done = gprof_has_room(e);
			if (!done)
				break;
			if (last == ~0ull)
				gprof_put_number(e, area->offset / 8);
			gprof_put_number(e, i - last);
			gprof_put_number(e, value - before[i]);
			before[i] = value;
			last = i;
		}
	}
	if (last != ~0ull)
		gprof_put_number(e, 0);
	return done;
}

/* A walk over the directories. */
struct gprof_walk {
	struct gprof_encoder *e;
	uint64_t entries; /* of directories, and directories, that the file has room for yet */
	uint64_t content; /* bytes of areas, the same */
};

/* Reads an entry once; the writer stores its type last, so it is read first.  0: none. */
static inline int gprof_read_area(const struct gprof_area *from, struct gprof_area *area)
{
	area->type = __atomic_load_n(&from->type, __ATOMIC_ACQUIRE);
	area->offset = __atomic_load_n(&from->offset, __ATOMIC_RELAXED);
	area->size = __atomic_load_n(&from->size, __ATOMIC_RELAXED);
	area->skip = __atomic_load_n(&from->skip, __ATOMIC_RELAXED);
	return area->type != 0;
}

/* Areas of which a part lies beyond the end are of a later time. */
static inline enum gprof_encoded gprof_encode_entry(struct gprof_walk *w,
						    const struct gprof_area *from)
{
	struct gprof_area area;

	if (!gprof_read_area(from, &area) || area.offset % 8 || area.offset > w->e->end ||
	    area.size > w->e->end - area.offset)
		return GPROF_ENCODED;
	if (area.size > w->content)
		return GPROF_ENCODED_DAMAGED;
	w->content -= area.size;
	return gprof_encode_area(w->e, &area) ? GPROF_ENCODED : GPROF_ENCODED_PART;
}

/*
 * Returns true if a directory of so many bytes is all within the end.  If not, it is of a later
 * time: the process makes the next one, and its contents, while its file is read.  But the
 * first one is there from the start.
 */
static inline int gprof_is_within(const struct gprof_walk *w, uint64_t at, uint64_t size)
{
	return at <= w->e->end && size <= w->e->end - at;
}

static inline enum gprof_encoded gprof_later(uint64_t *at)
{
	enum gprof_encoded rc = *at == GPROF_FIRST_DIR ? GPROF_ENCODED_DAMAGED : GPROF_ENCODED;

	*at = 0;
	return rc;
}

static inline enum gprof_encoded gprof_encode_directory(struct gprof_walk *w, uint64_t *at)
{
	const struct gprof_directory *d;
	enum gprof_encoded rc = GPROF_ENCODED;
	uint32_t capacity;

	if (*at % 8)
		return GPROF_ENCODED_DAMAGED;
	if (!gprof_is_within(w, *at, sizeof(*d)))
		return gprof_later(at);
	d = (const struct gprof_directory *)(w->e->file + *at);
	capacity = __atomic_load_n(&d->capacity, __ATOMIC_RELAXED);
	if (!gprof_is_within(w, *at, sizeof(*d) + capacity * (uint64_t)sizeof(d->area[0])))
		return gprof_later(at);
	if (capacity >= w->entries)
		return GPROF_ENCODED_DAMAGED;
	w->entries -= capacity + 1;
	for (uint32_t i = 0; i < capacity && rc == GPROF_ENCODED; i++)
		rc = gprof_encode_entry(w, &d->area[i]);
	*at = __atomic_load_n(&d->next, __ATOMIC_ACQUIRE);
	return rc;
}

/* Encodes what differs from the shadow. */
static inline enum gprof_encoded gprof_encode(struct gprof_encoder *e)
{
	struct gprof_walk w = { e, e->end / sizeof(struct gprof_directory), e->end };
	uint64_t at = GPROF_FIRST_DIR;
	enum gprof_encoded rc = GPROF_ENCODED;

	while (at && rc == GPROF_ENCODED)
		rc = gprof_encode_directory(&w, &at);
	return rc;
}

/* Ends the content; returns its bytes, counted from 'start', a multiple of 8. */
static inline uint64_t gprof_encode_end(struct gprof_encoder *e, const unsigned char *start)
{
	do
		*e->at++ = 0;
	while ((e->at - start) % 8);
	return (uint64_t)(e->at - start);
}

#endif
