/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * count.h - counts one call: its descriptor, its result and where it returns to (count.c).
 *
 * It is part of each hook, after the real function: where the descriptor's file and the entry are
 * known, it calls nothing, so errno stays.  No file is known unless calls are counted.
 */
#ifndef GPROF_RT_IO_COUNT_H
#define GPROF_RT_IO_COUNT_H

#include "io/counts.h"
#include "io/descriptors.h"
#include "io/state.h"

#define GPRT_HOOK __attribute__((visibility("default")))
#define GPRT_INLINE inline __attribute__((always_inline))
#define GPRT_CALLER ((uintptr_t)__builtin_return_address(0)), ((uintptr_t)__builtin_dwarf_cfa())

/* Offsets of calls that have none. */
#define GPRT_AT_POSITION (-1) /* where the file's position is */
#define GPRT_NOWHERE (-2)

/* The same by a longer way, for errors, and if nothing is counted.  errno stays. */
GPRT_HIDDEN void gprt_io_count_slowly(int fd, enum gprof_io_kind kind, ssize_t got, int64_t offset,
				      uintptr_t pc, uintptr_t sp);

/* An access that does not begin where the last one ended is a jump. */
static inline void gprt_io_move(struct gprt_descriptor *d, struct gprof_io *e, int64_t offset,
				uint64_t n)
{
	if (offset >= 0) {
		e->jumps += d->end >= 0 && offset != d->end;
		d->end = offset + (int64_t)n;
	} else if (offset == GPRT_AT_POSITION && d->position >= 0) {
		e->jumps += d->position != d->last;
		d->position += (int64_t)n;
		d->last = d->position;
	}
}

static inline void gprt_io_add(struct gprof_io *e, uint64_t n)
{
	e->bytes += n;
	e->size[gprt_io_class(n)]++;
}

/* got: bytes, or -1. */
static GPRT_INLINE void gprt_io_count(int fd, enum gprof_io_kind kind, ssize_t got, int64_t offset,
				      uintptr_t pc, uintptr_t sp)
{
	struct gprt_descriptor *d;
	struct gprof_io *e = NULL;
	uint32_t file;

	d = gprt_descriptor_at(fd);
	file = d ? gprt_descriptor_file(d) : 0;
	if (__builtin_expect(file && got >= 0, 1))
		e = gprt_io_known(file, kind, pc);
	if (GPRT_RARE(!e)) {
		gprt_io_count_slowly(fd, kind, got, offset, pc, sp);
		return;
	}
	gprt_io_move(d, e, offset, (uint64_t)got);
	gprt_io_add(e, (uint64_t)got);
}

#endif
