/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * timeline.c - when samples were taken: a log of the process's samples, in the file.
 *
 * An entry says in which slot of which table a sample was counted, and when.  So it needs no
 * stack, thread or weight: the slot has them.
 *
 * The log has a bounded number of entries, in no order.  When they are used up, every second one
 * is dropped, and from then on only every second sample of a thread is logged, then every fourth,
 * and so on.  Which these are follows from the sample's number in its tally: an entry's rank is
 * how often 2 divides it, and those below log.level go.  Numbers begin anywhere
 * (gprt_tallies_init), so threads with few samples are not all logged, or none.
 *
 * An entry is one store, so a process may be killed at any time.  The level is stored before
 * anything is dropped: readers leave out what is below it.
 *
 * Samples are taken by handlers of all threads at once.  None waits for another: where the log is
 * busy a sample is not logged.  It is counted all the same, and readers take the log for a part.
 *
 * Cost: for a sample that is logged, a look at three entries on average, and at the clock if the
 * handler has not looked at it already.  The log takes 64 KB at most, of which a short run needs 1.
 */
#include "record/timeline.h"

#include "base/options.h"
#include "base/process.h"
#include "base/sys.h"
#include "file/file.h"
#include "file/name.h"

#include <gprof-llvm/format.h>

#define PARTS 8u
#define PART 1024u  /* bytes of the first part; each is as long as all before it together */
#define MOST 16384u /* but not longer: together they take 64 KB */

struct part {
	struct gprof_timeline *at;
	uint32_t n; /* entries */
};

/* One of samples of running threads, one of waiting ones: with many of these they would leave
   the others no room. */
static struct log {
	uint32_t lock;
	uint32_t level;  /* what ranks lower is not kept */
	uint32_t nparts;
	uint32_t part, entry; /* where to look next for one that is free */
	bool full;       /* no further part can be had */
	struct part parts[PARTS];
} logs[2];

static bool on;

void gprt_timeline_start(void)
{
	gprt_clear(logs, sizeof(logs));
	/* A file that is several processes' has no time that is theirs. */
	on = gprt_options.timeline && !gprt_name.pool;
}

static uint32_t part_size(uint32_t part)
{
	uint32_t size = part ? PART << (part - 1) : PART;

	return size < MOST ? size : MOST;
}

/* false: not now, or never. */
static bool grow(struct log *l)
{
	uint32_t size = part_size(l->nparts);
	struct gprof_timeline *at = NULL;
	struct gprof_area *area = NULL;
	uint64_t offset;

	if (!gprt_try_word(&gprt.lock))
		return false;
	if (gprt.state == GPRT_ON)
		at = gprt_file_alloc(size, &offset);
	if (at)
		area = gprt_file_area(offset, size);
	if (area) {
		at->waiting = l == &logs[1];
		l->parts[l->nparts].at = at;
		l->parts[l->nparts++].n = (size - sizeof(*at)) / sizeof(at->entries[0]);
		gprt_file_publish(area, GPROF_AREA_TIMELINE);
	} else {
		l->full = true;
	}
	gprt_unlock_word(&gprt.lock);
	return area;
}

static uint64_t *find_free(struct log *l)
{
	for (; l->part < l->nparts; l->part++, l->entry = 0) {
		const struct part *p = &l->parts[l->part];

		while (l->entry < p->n)
			if (!p->at->entries[l->entry++])
				return &p->at->entries[l->entry - 1];
	}
	return NULL;
}

/* Drops every second entry. */
static void thin(struct log *l)
{
	uint32_t level = l->level + 1;

	if (!l->nparts)
		return;
	__atomic_store_n(&l->parts[0].at->level, level, __ATOMIC_RELEASE);
	__atomic_store_n(&l->level, level, __ATOMIC_RELAXED);
	for (uint32_t i = 0; i < l->nparts; i++)
		for (uint32_t k = 0; k < l->parts[i].n; k++)
			if (GPROF_TIMELINE_RANK(l->parts[i].at->entries[k]) < level)
				__atomic_store_n(&l->parts[i].at->entries[k], 0, __ATOMIC_RELAXED);
	l->part = l->entry = 0;
}

/* In microseconds, with 22 significant bits. */
static uint64_t time_field(uint64_t ns)
{
	uint64_t us = ns / 1000, exponent = 0;

	for (; us >> GPROF_TIMELINE_DIGITS; us >>= 1)
		exponent++;
	return exponent << GPROF_TIMELINE_DIGITS | us;
}

static void put(struct log *l, uint32_t rank, uint64_t slot, uint64_t now)
{
	uint64_t *free = find_free(l), start = gprt_file.header->monotonic_ns;

	if (!free && !l->full && l->nparts < PARTS) {
		if (grow(l))
			free = find_free(l);
		else if (!l->full)
			return;
	}
	if (!free) {
		thin(l);
		free = rank < l->level ? NULL : find_free(l);
	}
	if (!free)
		return;
	if (!now)
		now = sys_clock(CLOCK_MONOTONIC);
	now = now > start ? now - start : 0;
	__atomic_store_n(free, GPROF_TIMELINE_ENTRY(slot, time_field(now), rank), __ATOMIC_RELEASE);
}

void gprt_timeline_note(bool waiting, uint32_t number, uint64_t slot, uint64_t now)
{
	struct log *l = &logs[waiting];
	uint32_t rank = (uint32_t)__builtin_ctz(number | 1u << GPROF_TIMELINE_MOST_RANK);

	if (!on || rank < __atomic_load_n(&l->level, __ATOMIC_RELAXED) ||
	    slot > GPROF_TIMELINE_MOST_SLOT || !gprt_try_word(&l->lock))
		return;
	if (rank >= l->level)
		put(l, rank, slot, now);
	gprt_unlock_word(&l->lock);
}
