/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * file.h - the profile file: its header, its directories, small things in it (file.c), and the
 * same without a file (memory.c).  With the lock held, but for gprt_lose and gprt_flag.
 *
 * docs/design/profile-file.md has the reasons.
 */
#ifndef GPROF_RT_FILE_FILE_H
#define GPROF_RT_FILE_FILE_H

#include "base/process.h"

struct gprt_file {
	int fd;             /* of the profile file, -1: none */
	dev_t dev;
	ino_t ino;
	char path[GPRT_PATH]; /* absolute name of the file */
	uint64_t length;    /* bytes of the file, holes included */
	uint64_t filled;    /* bytes that had space when the file was made */
	bool in_memory;     /* memory in place of a file */
	struct gprof_file_header *header;    /* NULL: nothing is recorded */
	struct gprof_directory *directory;   /* the last one */
	uint32_t entries;   /* taken in it */
	uint32_t epoch;     /* of new areas: times that objects have come or gone */
};

extern GPRT_HIDDEN struct gprt_file gprt_file;

/* Makes the file, with space for 'soon' bytes that will be taken first, or if that fails the same
   in memory, and says why; gprt_file.header is NULL if that failed too.  The header stays without
   its magic. */
GPRT_HIDDEN long gprt_file_create(uint64_t soon);

/* Room for something small; NULL if there is none. */
GPRT_HIDDEN void *gprt_file_alloc(size_t size, uint64_t *offset);

/* An entry of the directory, to be filled in and then published by its type. */
GPRT_HIDDEN struct gprof_area *gprt_file_area(uint64_t offset, uint64_t size);
GPRT_HIDDEN void gprt_file_publish(struct gprof_area *area, enum gprof_area_type type);

/* The content, zeros, of a new area that is published already; NULL: no room. */
GPRT_HIDDEN void *gprt_file_zeros(size_t size, uint32_t thread, enum gprof_area_type type);

/* Notes in the header, from anywhere. */
GPRT_HIDDEN void gprt_lose(enum gprof_loss what);
GPRT_HIDDEN void gprt_flag(uint32_t flag);

/* memory.c: at the end, the file that could not be had at the start. */
GPRT_HIDDEN void gprt_memory_store(void);

#endif
