/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * gzip.c - see gzip.h.
 */
#include "encoding/gzip.h"
#include "base/util.h"

#include <stdlib.h>
#include <string.h>

#define WINDOW_BITS 15
#define GZIP_HEADER 16  /* added to them */
#define MEMORY_LEVEL 8  /* zlib's default */
#define AT_ONCE (1u << 30) /* bytes: zlib counts with 32 bits */

static void *take(void *context, unsigned n, unsigned size)
{
	(void)context;
	return gp_alloc(n, size);
}

static void give(void *context, void *memory)
{
	(void)context;
	free(memory);
}

void gzip_begin(struct gzip *g, FILE *out)
{
	memset(g, 0, sizeof *g);
	g->out = out;
	g->z.zalloc = take;
	g->z.zfree = give;
	if (deflateInit2(&g->z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, WINDOW_BITS + GZIP_HEADER,
			 MEMORY_LEVEL, Z_DEFAULT_STRATEGY) != Z_OK)
		gp_no_memory();
}

/* Writes what there is of it, and with Z_FINISH the end. */
static void flush(struct gzip *g, int how)
{
	unsigned char room[16384];

	do {
		g->z.next_out = room;
		g->z.avail_out = sizeof room;
		deflate(&g->z, how);
		fwrite(room, 1, sizeof room - g->z.avail_out, g->out);
	} while (!g->z.avail_out);
}

void gzip_put(struct gzip *g, const void *bytes, size_t n)
{
	const unsigned char *from = bytes;

	while (n) {
		size_t part = n < AT_ONCE ? n : AT_ONCE;

		g->z.next_in = (unsigned char *)from;
		g->z.avail_in = part;
		flush(g, Z_NO_FLUSH);
		from += part;
		n -= part;
	}
}

void gzip_end(struct gzip *g)
{
	flush(g, Z_FINISH);
	deflateEnd(&g->z);
}
