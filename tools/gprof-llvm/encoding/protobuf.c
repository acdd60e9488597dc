/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * protobuf.c - see protobuf.h.  A field is its number and kind as a varint, then a varint, or
 * a length and so many bytes.
 */
#include "encoding/protobuf.h"

#include <stdlib.h>
#include <string.h>

enum wire { WIRE_VARINT = 0, WIRE_BYTES = 2 };

/* Seven bits a byte, the lowest first; all bytes but the last have the highest bit. */
static void varint(struct pb *m, uint64_t value)
{
	while (value >= 0x80) {
		*gp_push(m->bytes, m->n, m->room) = value | 0x80;
		value >>= 7;
	}
	*gp_push(m->bytes, m->n, m->room) = value;
}

static size_t varint_size(uint64_t value)
{
	size_t n = 1;

	while (value >>= 7)
		n++;
	return n;
}

static void begin(struct pb *m, unsigned field, enum wire wire)
{
	varint(m, (uint64_t)field << 3 | wire);
}

static void bytes(struct pb *m, unsigned field, const void *from, size_t n)
{
	begin(m, field, WIRE_BYTES);
	varint(m, n);
	m->bytes = gp_grow(m->bytes, &m->room, m->n + n, 1);
	if (n)
		memcpy(m->bytes + m->n, from, n);
	m->n += n;
}

void pb_uint(struct pb *m, unsigned field, uint64_t value)
{
	if (!value)
		return;
	begin(m, field, WIRE_VARINT);
	varint(m, value);
}

void pb_text(struct pb *m, unsigned field, const char *text)
{
	bytes(m, field, text, strlen(text));
}

void pb_packed(struct pb *m, unsigned field, const uint64_t *values, size_t n)
{
	size_t size = 0;

	for (size_t i = 0; i < n; i++)
		size += varint_size(values[i]);
	if (!n)
		return;
	begin(m, field, WIRE_BYTES);
	varint(m, size);
	for (size_t i = 0; i < n; i++)
		varint(m, values[i]);
}

void pb_message(struct pb *m, unsigned field, struct pb *inner)
{
	bytes(m, field, inner->bytes, inner->n);
	inner->n = 0;
}

void pb_release(struct pb *m)
{
	free(m->bytes);
	memset(m, 0, sizeof *m);
}
