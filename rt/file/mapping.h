/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * mapping.h - the profile file's pages in memory (mapping.c).  With the lock held.
 */
#ifndef GPROF_RT_FILE_MAPPING_H
#define GPROF_RT_FILE_MAPPING_H

#include "base/sys.h"

#include <stdbool.h>

/* A part of the file that is mapped, or anonymous memory for one. */
struct gprt_window {
	struct gprt_window *older; /* made before; a newer one holds if both have an offset */
	uint64_t offset;         /* in the file, whole pages */
	size_t size;             /* bytes, whole pages */
	size_t open;             /* of these the file has, and the program may touch */
	char *at;
};

struct gprt_mapping {
	struct gprt_window *windows; /* of the file, or of the one to be; the newest first */
	bool scattered;     /* the kernel is advised that few pages of them will be touched */
	bool reserved;      /* the file has been made longer, because a right is given up */
};

extern GPRT_HIDDEN struct gprt_mapping gprt_mapping;

/* The first window, of the file that has just been made, or of memory; -1, or its address.
   started: the header is in place, and the descriptor may go. */
GPRT_HIDDEN long gprt_mapping_start(size_t size);
GPRT_HIDDEN void gprt_mapping_started(void);

/* Pages of the file, all zero, at or above that address; NULL if there are none. */
GPRT_HIDDEN void *gprt_mapping_alloc(size_t size, uintptr_t above, uint64_t *offset);

/* Closes what the file lacks of a window that is mapped from it. */
GPRT_HIDDEN bool gprt_window_close(struct gprt_window *w);

/* Maps pages taken before once more, over whatever is at that address. */
GPRT_HIDDEN bool gprt_mapping_place(uintptr_t at, size_t size, uint64_t offset);

GPRT_HIDDEN void *gprt_mapping_at(uint64_t offset);
GPRT_HIDDEN char *gprt_mapping_image(size_t size);

/* Where the first bytes of the file are in one piece; NULL: nowhere. */
GPRT_HIDDEN char *gprt_mapping_whole(size_t size);

/* Room for many threads more, each of that many bytes. */
GPRT_HIDDEN void gprt_mapping_reserve(uint64_t thread);

#endif
