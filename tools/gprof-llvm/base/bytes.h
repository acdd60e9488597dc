/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * bytes.h - reads little-endian numbers from memory, never past its end.  All known processors are
 * little-endian, and binary/elfobj.c refuses files of others.
 *
 * Where the memory ends before a number does, that number and all after it are 0.
 */
#ifndef GPROF_BASE_BYTES_H
#define GPROF_BASE_BYTES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct bytes {
	const unsigned char *at, *end;
	bool bad; /* they ended before a number did */
};

static inline size_t bytes_left(const struct bytes *b)
{
	return b->end - b->at;
}

/* Of 'size' bytes, 8 at most. */
static inline uint64_t bytes_take(struct bytes *b, size_t size)
{
	uint64_t value = 0;

	if (bytes_left(b) < size) {
		b->bad = true;
		b->at = b->end;
		return 0;
	}
	memcpy(&value, b->at, size);
	b->at += size;
	return value;
}

/* ULEB128; bits beyond 64 are dropped. */
static inline uint64_t bytes_uleb(struct bytes *b)
{
	uint64_t value = 0, byte;
	unsigned shift = 0;

	do {
		byte = bytes_take(b, 1);
		if (shift < 64)
			value |= (byte & 0x7f) << shift;
		shift += 7;
	} while (byte & 0x80);
	return value;
}

/* SLEB128, the same. */
static inline int64_t bytes_sleb(struct bytes *b)
{
	uint64_t value = 0, byte;
	unsigned shift = 0;

	do {
		byte = bytes_take(b, 1);
		if (shift < 64)
			value |= (byte & 0x7f) << shift;
		shift += 7;
	} while (byte & 0x80);
	if (byte & 0x40 && shift < 64)
		value |= ~UINT64_C(0) << shift;
	return (int64_t)value;
}

#endif
