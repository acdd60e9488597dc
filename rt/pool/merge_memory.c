/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * merge_memory.c - the memory of a merge: the image of the result, and the memory to make it.
 *
 * Both come from one range of addresses, reserved for the most that two profiles of
 * their size can need; pages are touched only as far as they are used.
 */
#include "base/process.h"
#include "base/sys.h"
#include "pool/merge.h"

#include <gprof-llvm/format.h>

#ifndef MREMAP_DONTUNMAP
#define MREMAP_DONTUNMAP 4
#endif

#define SCALE 8             /* address space reserved for a byte of a profile */
#define SPARE (1u << 20)    /* and for no byte at all */
#define FIRST_ENTRIES ((GPROF_PAGE - GPROF_FIRST_DIR - sizeof(struct gprof_directory)) /           \
		       sizeof(struct gprof_area))

void *gprt_merge_scratch(struct gprt_merge *m, size_t size)
{
	char *p = m->scratch;

	size = (size + 15) & ~(size_t)15;
	if ((size_t)(m->scratch_end - p) < size) {
		gprt_merge_fail(m, 2, "out of memory");
		return NULL;
	}
	m->scratch += size;
	return p;
}

/* Half of the memory for the image, half for the work. */
void gprt_merge_reserve(struct gprt_merge *m)
{
	uint64_t bytes = m->from[0].profile.size + m->from[1].profile.size;
	size_t half = gprt_round(bytes * SCALE + SPARE);
	long at = sys_mmap(0, 2 * half, PROT_READ | PROT_WRITE,
			   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

	if (sys_failed(at)) {
		gprt_merge_fail(m, 2, "out of memory");
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

/* Pages go from one mapping to the other as they are: nothing is copied, nor more memory taken.
   A call that fails may have taken away what was there. */
static bool move_pages(struct gprt_merge *m, char *to, const char *from, size_t size)
{
	const int flags = MREMAP_MAYMOVE | MREMAP_FIXED | MREMAP_DONTUNMAP;

	if (!sys_failed(gprt_syscall(SYS_mremap, (long)from, (long)size, (long)size, flags,
				     (long)to, 0)))
		return true;
	if (sys_failed(sys_mmap((uintptr_t)to, size, PROT_READ | PROT_WRITE,
				MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_FIXED, -1, 0)))
		gprt_merge_fail(m, 2, "out of memory");
	return false;
}

void gprt_merge_move(struct gprt_merge *m, char *to, const char *from, size_t size)
{
	size_t head = -(uintptr_t)to % GPROF_PAGE;
	size_t end = size > head ? size - (size - head) % GPROF_PAGE : head;

	if (end > head && (uintptr_t)from % GPROF_PAGE == (uintptr_t)to % GPROF_PAGE &&
	    move_pages(m, to + head, from + head, end - head)) {
		gprt_copy(to, from, head);
		gprt_copy(to + end, from + end, size - end);
	} else if (!m->why) {
		gprt_copy(to, from, size);
	}
}

void gprt_merge_release(struct gprt_merge *m)
{
	if (m->image)
		sys_munmap((uintptr_t)m->image, m->reserved);
	m->image = NULL;
}
