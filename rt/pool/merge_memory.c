/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * merge_memory.c - the memory of a merge: the image of the result, and what is needed
 * to make it.
 *
 * Both come from one range of addresses, reserved for the most that two profiles of
 * their size can need; pages are touched only as far as they are used.  What fails here or
 * in another step ends the merge: the first reason stays.
 */
#include "base/process.h"
#include "base/sys.h"
#include "pool/merge.h"
#include "pool/profile.h"

#include <gprof-llvm/format.h>

#define SCALE 8             /* address space reserved for a byte of a profile */
#define MORE_ENTRIES 256u   /* of a further directory */
#define SPARE (1u << 20)    /* and for no byte at all */
#define FIRST_ENTRIES ((GPROF_PAGE - GPROF_FIRST_DIR - sizeof(struct gprof_directory)) /           \
		       sizeof(struct gprof_area))

/* The first reason is the one. */
void gp_merge_fail(struct gp_merge *m, unsigned culprit, const char *why)
{
	if (m->why)
		return;
	m->why = why;
	m->culprit = culprit;
}

/* Whether a search may go on. */
bool gp_merge_step(struct gp_merge *m)
{
	if (m->steps && !m->why) {
		m->steps--;
		return true;
	}
	gp_merge_fail(m, 2, "it takes too long");
	return false;
}

void *gp_merge_scratch(struct gp_merge *m, size_t size)
{
	char *p = m->scratch;

	size = (size + 15) & ~(size_t)15;
	if ((size_t)(m->scratch_end - p) < size) {
		gp_merge_fail(m, 2, "out of memory");
		return NULL;
	}
	m->scratch += size;
	return p;
}

/* Room in the image. */
void *gp_merge_put(struct gp_merge *m, size_t size, uint64_t *offset)
{
	*offset = m->used;
	size = (size + 7) & ~(size_t)7;
	if (m->limit - m->used < size) {
		gp_merge_fail(m, 2, "out of memory");
		return NULL;
	}
	m->used += size;
	return m->image + *offset;
}

static struct gprof_area *new_area(struct gp_merge *m)
{
	struct gprof_directory *d;
	uint64_t at;

	if (m->entries == m->directory->capacity) {
		d = gp_merge_put(m, sizeof(*d) + MORE_ENTRIES * sizeof(struct gprof_area), &at);
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
void *gp_merge_area(struct gp_merge *m, enum gprof_area_type type, size_t size, uint32_t module)
{
	struct gprof_area *a = new_area(m);
	uint64_t offset;
	/* An area of no bytes is somewhere, too. */
	void *content = a ? gp_merge_put(m, size ? size : 1, &offset) : NULL;

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

/* Bytes of all areas of a type in a profile. */
uint64_t gp_merge_bytes(const struct gp_input *in, enum gprof_area_type type)
{
	const struct gprof_area *a;
	struct gprof_check walk;
	uint64_t sum = 0;

	gp_profile_begin(&in->profile, &walk);
	while ((a = gp_profile_next(&walk, type)))
		sum += a->size;
	return sum;
}

/* Half of the memory for the image, half for the work. */
void gp_merge_reserve(struct gp_merge *m)
{
	uint64_t bytes = m->from[0].profile.size + m->from[1].profile.size;
	size_t half = gp_round(bytes * SCALE + SPARE);
	long at = sys_mmap(0, 2 * half, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (sys_failed(at)) {
		gp_merge_fail(m, 2, "out of memory");
		return;
	}
	m->reserved = 2 * half;
	m->limit = half - GPROF_PAGE;
	m->image = (char *)at;
	m->used = GPROF_PAGE;
	m->directory = (struct gprof_directory *)(m->image + GPROF_FIRST_DIR);
	m->directory->capacity = FIRST_ENTRIES;
	m->scratch = m->image + half;
	m->scratch_end = m->scratch + half;
}

void gp_merge_release(struct gp_merge *m)
{
	if (m->image)
		sys_munmap((uintptr_t)m->image, m->reserved);
	m->image = NULL;
}
