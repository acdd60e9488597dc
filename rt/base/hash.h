/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * hash.h - where in a table a key is looked for first.
 *
 * Shared by the unit, which only looks, and table.c, which also inserts.
 * Addresses differ in their middle bits: one multiplication carries these up, and
 * the fold brings the well-mixed upper half down.
 */
#ifndef GPROF_RT_HASH_H
#define GPROF_RT_HASH_H

#include <stddef.h>
#include <stdint.h>

/*
 * Of arcs, also computed by assembly (unit_fentry.c): what the table's mask leaves of
 * it is the offset of an entry in bytes.  First the place of 'from' is looked at,
 * which is enough for nearly all arcs and takes one multiplication; then places in a row, from
 * one of both ends on, so that a call site with many targets takes no longer.
 */
#define GPRT_HASH_FROM 0x45d9f3b5
#define GPRT_HASH_TO 0x61c88647

static inline uint64_t gprt_arc_first(uint64_t from)
{
	return from * GPRT_HASH_FROM;
}

static inline uint64_t gprt_arc_second(uint64_t from, uint64_t to)
{
	return from * GPRT_HASH_FROM + to * GPRT_HASH_TO;
}

/* FNV-1a over n bytes; 'h' is GPRT_HASH_START first. */
#define GPRT_HASH_START 0xcbf29ce484222325ull
static inline uint64_t gprt_hash_bytes(uint64_t h, const char *bytes, size_t n)
{
	for (size_t i = 0; i < n; i++)
		h = (h ^ (unsigned char)bytes[i]) * 0x100000001b3ull;
	return h;
}

static inline uint64_t gprt_hash(uint64_t a, uint64_t b)
{
	a = (a ^ (b << 32 | b >> 32)) * 0x9e3779b97f4a7c15ull;
	return a ^ a >> 32;
}

#endif
