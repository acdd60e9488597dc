/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * merge_area.c - the image of a merge's result: room in it, its areas, and their entries in
 * its directories.
 */
#include "pool/merge.h"
#include "pool/profile.h"

#include <gprof-llvm/format.h>

#define MORE_ENTRIES 256u /* of a further directory */

/* Room in the image. */
void *gprt_merge_put(struct gprt_merge *m, size_t size, uint64_t *offset)
{
	*offset = m->used;
	size = (size + 7) & ~(size_t)7;
	if (m->limit - m->used < size) {
		gprt_merge_fail(m, 2, "out of memory");
		return NULL;
	}
	m->used += size;
	return m->image + *offset;
}

static struct gprof_area *new_area(struct gprt_merge *m)
{
	struct gprof_directory *d;
	uint64_t at;

	if (m->entries == m->directory->capacity) {
		d = gprt_merge_put(m, sizeof(*d) + MORE_ENTRIES * sizeof(struct gprof_area), &at);
		if (!d)
			return NULL;
		d->capacity = MORE_ENTRIES;
		m->directory->next = at;
		m->directory = d;
		m->entries = 0;
	}
	return &m->directory->area[m->entries++];
}

/* Content of 'size' bytes with its entry in a directory. */
void *gprt_merge_area(struct gprt_merge *m, enum gprof_area_type type, size_t size, uint32_t module)
{
	struct gprof_area *a = new_area(m);
	uint64_t offset;
	/* An area of no bytes is somewhere, too. */
	void *content = a ? gprt_merge_put(m, size ? size : 1, &offset) : NULL;

	if (!content)
		return NULL;
	a->thread = type == GPROF_AREA_PROCESS || type == GPROF_AREA_MODULE ||
		    type == GPROF_AREA_CELLS ? GPROF_NONE : 0;
	a->module = module;
	a->offset = offset;
	a->size = size;
	a->type = type;
	return content;
}

/* Whole pages only: what else is on the others holds something. */
void gprt_merge_blank(struct gprt_merge *m, const void *part, size_t size)
{
	uint64_t from = (uint64_t)((const char *)part - m->image);
	uint64_t end = (from + size) / GPROF_PAGE;

	if (!part)
		return;
	if (!m->states)
		m->states = gprt_merge_scratch(m, m->limit / GPROF_PAGE + 1);
	for (uint64_t i = gprt_round(from) / GPROF_PAGE; m->states && i < end; i++)
		m->states[i] = GPRT_MERGE_BLANK;
}

/* Bytes of all areas of a type in a profile. */
uint64_t gprt_merge_bytes(const struct gprt_input *in, enum gprof_area_type type)
{
	const struct gprof_area *a;
	struct gprof_check walk;
	uint64_t sum = 0;

	gprt_profile_begin(&in->profile, &walk);
	while ((a = gprt_profile_next(&walk, type)))
		sum += a->size;
	return sum;
}
