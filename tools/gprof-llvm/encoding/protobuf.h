/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * protobuf.h - messages in the wire format of Protocol Buffers, made in memory.
 *
 *	pb_uint(), pb_text(), ...  append a field
 *	pb_message()               appends another message as a field, and empties it
 *	pb_release()
 *
 * Fields that are 0 or empty are left out, as the format has it; a zeroed struct is an empty
 * message.
 */
#ifndef GPROF_ENCODING_PROTOBUF_H
#define GPROF_ENCODING_PROTOBUF_H

#include "base/util.h"

struct pb {
	unsigned char *bytes;
	size_t n, room;
};

void pb_uint(struct pb *m, unsigned field, uint64_t value);

/* int64: of a negative value all ten bytes. */

/* Also if it is empty: an element of a list. */
void pb_text(struct pb *m, unsigned field, const char *text);

/* A list of numbers in one field. */
void pb_packed(struct pb *m, unsigned field, const uint64_t *values, size_t n);

/* Also if it is empty. */
void pb_message(struct pb *m, unsigned field, struct pb *inner);

void pb_release(struct pb *m);

#endif
