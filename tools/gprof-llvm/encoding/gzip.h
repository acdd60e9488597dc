/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * gzip.h - a stream compressed as gzip has it, without a time and a name: equal input gives
 * equal bytes.
 *
 *	gzip_begin(), gzip_put()..., gzip_end()
 *
 * The caller checks the stream for errors.
 */
#ifndef GPROF_ENCODING_GZIP_H
#define GPROF_ENCODING_GZIP_H

#include <stdio.h>
#include <zlib.h>

struct gzip {
	FILE *out;
	z_stream z;
};

void gzip_begin(struct gzip *g, FILE *out);
void gzip_put(struct gzip *g, const void *bytes, size_t n);
void gzip_end(struct gzip *g);

#endif
