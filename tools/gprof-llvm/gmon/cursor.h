/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * cursor.h - reading numbers of a foreign machine from memory, never past its end.
 *
 * Each read moves on and says whether there was enough: on false nothing has
 * moved, and the result is not set.
 */
#ifndef GPROF_GMON_CURSOR_H
#define GPROF_GMON_CURSOR_H

#include "gmon/gmon.h"

#include <string.h>

struct cursor {
	const unsigned char *at;
	size_t left; /* bytes */
	struct gmon_target target;
};

static inline bool cursor_bytes(struct cursor *c, void *to, size_t n)
{
	if (c->left < n)
		return false;
	memcpy(to, c->at, n);
	c->at += n;
	c->left -= n;
	return true;
}

/* An unsigned number of n <= 8 bytes. */
static inline bool cursor_number(struct cursor *c, unsigned n, uint64_t *value)
{
	unsigned char b[8];
	uint64_t v = 0;

	if (!cursor_bytes(c, b, n))
		return false;
	for (unsigned i = 0; i < n; i++)
		v = v << 8 | b[c->target.big_endian ? i : n - 1 - i];
	*value = v;
	return true;
}

static inline bool cursor_u32(struct cursor *c, uint32_t *value)
{
	uint64_t v;

	if (!cursor_number(c, 4, &v))
		return false;
	*value = (uint32_t)v;
	return true;
}

static inline bool cursor_address(struct cursor *c, uint64_t *value)
{
	if (!cursor_number(c, c->target.pointer, value))
		return false;
	if (c->target.sign_extend && c->target.pointer == 4)
		*value = (uint64_t)(int64_t)(int32_t)*value;
	return true;
}

/* Skips a string and its NUL; a string cut short ends with the memory. */
static inline void cursor_skip_string(struct cursor *c)
{
	const unsigned char *nul = c->left ? memchr(c->at, 0, c->left) : NULL;
	size_t n = nul ? (size_t)(nul - c->at) + 1 : c->left;

	c->at += n;
	c->left -= n;
}

#endif
