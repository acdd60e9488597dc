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

#include <stdint.h>

static inline uint64_t gp_hash(uint64_t a, uint64_t b)
{
	a = (a ^ (b << 32 | b >> 32)) * 0x9e3779b97f4a7c15ull;
	return a ^ a >> 32;
}

#endif
