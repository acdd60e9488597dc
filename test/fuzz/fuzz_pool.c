/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * fuzz_pool.c - any bytes as two profiles that the runtime merges: a number of four
 * bytes, how long the first one is, and both.
 *
 * The runtime's merge (rt/pool/merge.c and what belongs to it) is compiled natively, with the
 * sanitizers, but for its memory: here each piece of work is an allocation of its own,
 * so that what lies behind it is found.  What two sound profiles give must be sound, the same
 * if the pages are known that hold something, and merge again with either.
 */
#include "base/process.h"
#include "pool/merge.h"
#include "pool/pages.h"
#include "pool/profile.h"
#include "process/events.h"

#include <gprof-llvm/format.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#define SCALE 8
#define SPARE (1u << 20)
#define PIECES 100000u

struct gprt_process gprt;

static void *pieces[PIECES];
static unsigned npieces;

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void need(bool so, const char *what)
{
	if (so)
		return;
	fprintf(stderr, "fuzz: %s\n", what);
	abort();
}

void *gprt_merge_scratch(struct gprt_merge *m, size_t size)
{
	uint64_t room = (m->from[0].profile.size + m->from[1].profile.size) * SCALE + SPARE;
	void *piece = size < room && npieces < PIECES ? calloc(1, size + !size) : NULL;

	if (piece)
		pieces[npieces++] = piece;
	else
		gprt_merge_fail(m, 2, "out of memory");
	return piece;
}

void gprt_merge_reserve(struct gprt_merge *m)
{
	m->limit = gprt_round((m->from[0].profile.size + m->from[1].profile.size) * SCALE + SPARE);
	m->image = calloc(1, m->limit);
	need(m->image, "no memory");
	m->used = GPROF_PAGE;
	m->directory = (struct gprof_directory *)(m->image + GPROF_FIRST_DIR);
	m->directory->capacity = (GPROF_PAGE - GPROF_FIRST_DIR - sizeof(*m->directory)) /
				 sizeof(struct gprof_area);
}

void gprt_merge_move(struct gprt_merge *m, char *to, const char *from, size_t size)
{
	(void)m;
	if (size)
		memcpy(to, from, size);
}

void gprt_merge_release(struct gprt_merge *m)
{
	free(m->image);
	m->image = NULL;
	while (npieces)
		free(pieces[--npieces]);
}

static struct gprt_profile copy(const uint8_t *data, size_t size)
{
	struct gprt_profile p = { .size = size };
	char *at = malloc(size + !size);

	need(at, "no memory");
	if (size)
		memcpy(at, data, size);
	p.at = at;
	return p;
}

/* Whether they can be merged; the result, owned. */
static bool merge(struct gprt_profile a, struct gprt_profile b, struct gprt_profile *result)
{
	struct gprt_merge m;
	bool merged;

	memset(&m, 0, sizeof(m));
	m.from[0].profile = a;
	m.from[1].profile = b;
	m.name = "pool.1.7-9.gprof";
	merged = gprt_merge(&m) == 0;
	need(merged == !m.why, "a failure without a reason");
	if (merged) {
		*result = copy((const uint8_t *)m.image, gprt_round(m.used));
		need(gprt_profile_sound(result), "the result is not sound");
	}
	gprt_merge_release(&m);
	return merged;
}

/* The same as a file, of which the runtime knows the pages that hold something. */
static struct gprt_profile sparse(struct gprt_profile p)
{
	unsigned char *pages = calloc(1, p.size / GPROF_PAGE + 1);

	p.fd = memfd_create("profile", MFD_CLOEXEC);
	p.apart = true;
	need(pages && p.fd >= 0, "no memory");
	need(write(p.fd, p.at, p.size) == (ssize_t)p.size, "no room");
	for (size_t i = 0; i < p.size; i++)
		if (p.at[i])
			pages[i / GPROF_PAGE] = GPRT_PAGE_HOLDS;
	p.pages = pages;
	return p;
}

static void merge_pages(struct gprt_profile a, struct gprt_profile b, struct gprt_profile sum)
{
	struct gprt_profile x = sparse(a), y = sparse(b), same;

	need(merge(x, y, &same), "they merge, but not by pages");
	need(same.size == sum.size && !memcmp(same.at, sum.at, sum.size),
	     "the result is another one by pages");
	close(x.fd);
	close(y.fd);
	free((void *)same.at);
	free((void *)x.pages);
	free((void *)y.pages);
}

/* Entries of tables, and what they say together. */
struct totals {
	uint64_t entries, count, weight;
	bool wild; /* a count is so large that a sum of some may be 0: then it is no entry */
};

static void add_table(struct totals *to, const struct gprof_area *a, const void *at)
{
	const struct gprof_table *t = at;
	const void *slots = t + 1;

	for (uint64_t i = 0; i < t->capacity; i++) {
		const struct gprof_arc *arc = (const struct gprof_arc *)slots + i;
		const struct gprof_sample *sample = (const struct gprof_sample *)slots + i;
		const struct gprof_frame *frame = (const struct gprof_frame *)slots + i;
		uint64_t count = a->type == GPROF_AREA_ARCS ? arc->count :
				 a->type == GPROF_AREA_SAMPLES ? sample->count : frame->pc != 0;

		to->entries += count != 0;
		to->wild |= a->type != GPROF_AREA_FRAMES && count >> 56;
		to->count += a->type == GPROF_AREA_FRAMES ? 0 : count;
		to->weight += a->type == GPROF_AREA_SAMPLES ? sample->weight : 0;
	}
}

/* A target whose calls wrap around to none gives its place in a cell to another one.  Only what
   was merged has a target without the mark of a module that went. */
static void look_at_words(struct totals *to, const struct gprof_area *a, const void *at,
			  uint64_t marks)
{
	const char *words = (const char *)at + a->skip;
	uint64_t word;

	for (uint64_t i = 0; i + 8 <= a->size - a->skip; i += 8) {
		memcpy(&word, words + i, 8);
		to->wild |= (word & ~marks) >> 56 != 0;
	}
}

static struct totals totals(const struct gprt_profile *p, uint64_t marks)
{
	struct totals sum = { 0, 0, 0, false };
	const struct gprof_area *a;
	struct gprof_check walk;

	gprt_profile_begin(p, &walk);
	while ((a = gprof_check_next(&walk)))
		if (a->type == GPROF_AREA_ARCS || a->type == GPROF_AREA_SAMPLES ||
		    a->type == GPROF_AREA_FRAMES)
			add_table(&sum, a, p->at + a->offset);
		else if (a->type == GPROF_AREA_BLOCK && a->skip <= a->size)
			look_at_words(&sum, a, p->at + a->offset, marks);
	return sum;
}

/* What is added to a sum twice adds the same, and the second time no entry. */
static void merge_twice(struct gprt_profile sum, struct gprt_profile b, struct gprt_profile again,
			bool wild)
{
	struct totals one = totals(&sum, 0), two = totals(&again, 0), three;
	struct gprt_profile third;

	need(merge(again, b, &third), "the result does not merge once more");
	three = totals(&third, 0);
	wild |= one.wild || two.wild;
	need(wild || (three.count - two.count == two.count - one.count &&
		      three.weight - two.weight == two.weight - one.weight),
	     "it adds up to another sum");
	need(wild || three.entries == two.entries, "it has entries twice");
	free((void *)third.at);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct gprt_profile a, b, sum, again;
	uint32_t first;

	if (size < sizeof(first))
		return 0;
	memcpy(&first, data, sizeof(first));
	data += sizeof(first);
	size -= sizeof(first);
	if (first > size)
		first = (uint32_t)size;
	a = copy(data, first);
	b = copy(data + first, size - first);
	if (merge(a, b, &sum)) {
		merge_pages(a, b, sum);
		need(merge(sum, b, &again), "the result does not merge with what it came from");
		merge_twice(sum, b, again, totals(&a, GPROF_RETIRED).wild ||
						   totals(&b, GPROF_RETIRED).wild);
		free((void *)again.at);
		free((void *)sum.at);
	}
	free((void *)a.at);
	free((void *)b.at);
	return 0;
}
