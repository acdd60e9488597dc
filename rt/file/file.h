/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * file.h - the profile file: its header, its directories, small things in it (file.c), and the
 * same without a file (memory.c).  With the lock held, but for gp_lose and gp_flag.
 *
 * docs/design/profile-file.md has the reasons.
 */
#ifndef GPROF_RT_FILE_FILE_H
#define GPROF_RT_FILE_FILE_H

#include "base/process.h"

struct gp_file {
	int fd;             /* of the profile file, -1: none */
	dev_t dev;
	ino_t ino;
	char path[GP_PATH]; /* absolute name of the file */
	uint64_t length;    /* bytes of the file, holes included */
	uint64_t filled;    /* bytes that had space when the file was made */
	bool in_memory;     /* there is no file */
	struct gprof_file_header *header;    /* NULL: nothing is recorded */
	struct gprof_directory *directory;   /* the last one */
	uint32_t entries;   /* taken in it */
	uint32_t epoch;     /* of new areas: times that objects have come or gone */
};

extern GP_HIDDEN struct gp_file gp_file;

/* Makes the file, with space for 'soon' bytes that will be taken first, or if that fails the same
   in memory, and says why; gp_file.header is NULL if that failed too.  The header stays without
   its magic. */
GP_HIDDEN long gp_file_create(uint64_t soon);

/* Room for something small; NULL if there is none. */
GP_HIDDEN void *gp_file_alloc(size_t size, uint64_t *offset);

/* An entry of the directory, to be filled in and then published by its type. */
GP_HIDDEN struct gprof_area *gp_file_area(uint64_t offset, uint64_t size);
GP_HIDDEN void gp_file_publish(struct gprof_area *area, enum gprof_area_type type);

/* Notes in the header, from anywhere. */
GP_HIDDEN void gp_lose(enum gprof_loss what);
GP_HIDDEN void gp_flag(uint32_t flag);

/* memory.c: at the end, the file that could not be had at the start. */
GP_HIDDEN void gp_memory_store(void);

#endif
