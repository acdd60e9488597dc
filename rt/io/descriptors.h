/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * descriptors.h - which file a descriptor is, and where the last access of it ended
 * (descriptors.c).
 *
 * The file is looked up at the first access, and again after gprt_descriptor_forget().  So no
 * function that opens one has to be known; each that closes one, or gives it another file, has.
 *
 *	gprt_descriptors_begin()	at the start, and in a forked child
 *	then the others, anywhere
 */
#ifndef GPROF_RT_IO_DESCRIPTORS_H
#define GPROF_RT_IO_DESCRIPTORS_H

#include "heap/service.h"
#include "io/page.h"

#include <sys/types.h>

#define GPRT_DESCRIPTORS 65536u /* those from here on are one file */

GPRT_HIDDEN void gprt_descriptors_begin(void);

/* The number of the file; 0: no room.  errno may change. */
GPRT_HIDDEN uint32_t gprt_descriptor_find(int fd);

/* The number of a file by its name. */
GPRT_HIDDEN uint32_t gprt_file_named(const char *name, uint32_t kind);

/* Before a descriptor is closed, and before and after it is given another file. */
GPRT_HIDDEN void gprt_descriptor_forget(int fd);
GPRT_HIDDEN void gprt_descriptors_forget(unsigned first, unsigned last);

static inline struct gprt_descriptor *gprt_descriptor_at(int fd)
{
	struct gprt_descriptor *far;

	if (__builtin_expect((unsigned)fd < GPRT_IO_NEAR, 1))
		return &gprt_io_page.near[(unsigned)fd];
	far = gprt_io_page.far;
	return (unsigned)fd < GPRT_DESCRIPTORS && far ? &far[fd] : NULL;
}

static inline uint32_t gprt_descriptor_file(const struct gprt_descriptor *d)
{
	return (uint32_t)__atomic_load_n(&d->word, __ATOMIC_ACQUIRE);
}

#endif
