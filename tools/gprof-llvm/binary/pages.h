/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * pages.h - a file in memory whose pages can be given back.
 *
 *	pages_open(), any number of reads and pages_unload(), pages_close()
 *
 * A section of a large file, read once from end to end, would stay in memory for as long as the
 * file is open.  The mapping is never written to, so a page that was given back is read from the
 * file again when it is next looked at: pages_unload() may come at any time.
 */
#ifndef GPROF_BINARY_PAGES_H
#define GPROF_BINARY_PAGES_H

#include <stddef.h>
#include <stdint.h>

struct file_pages {
	const unsigned char *bytes; /* NULL: it is not mapped */
	size_t size;
};

/* Leaves 'bytes' NULL if the file cannot be mapped. */
void pages_open(struct file_pages *m, int fd, size_t size);

/* The bytes of a part of the file, or NULL: they are not all there. */
const unsigned char *pages_part(const struct file_pages *m, uint64_t offset, uint64_t size);

/* Gives the pages back that lie in these bytes; of bytes that are elsewhere nothing. */
void pages_unload(const struct file_pages *m, const unsigned char *bytes, size_t size);

void pages_close(struct file_pages *m);

#endif
