/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * given_back.c - see given_back.h.
 *
 * A small table, by the stream's address.  A stream that finds its place taken replaces the other,
 * whose byte then counts twice.  Threads write to it without a lock: of a torn entry the place in
 * the buffer is not the stream's.
 */
#include "io/given_back.h"

#include "io/stream.h"

#define STREAMS 64u /* a power of two */

static struct given_back {
	const FILE *f;
	const char *next; /* byte in its buffer, since it was given some back */
	uint32_t n;       /* bytes from there on that the program has had before */
} table[STREAMS];

bool gprt_has_given_back;

static struct given_back *place(const FILE *f)
{
	return &table[((uintptr_t)f >> 4 ^ (uintptr_t)f >> 10) % STREAMS];
}

static void keep(const FILE *f, uint32_t n)
{
	struct given_back *b = place(f);

	b->n = n;
	b->f = f;
	b->next = f->_IO_read_ptr;
}

/* A stream that has moved on may come to the same place once more. */
uint32_t gprt_given_back_find(const FILE *f)
{
	struct given_back *b = place(f);

	if (b->f != f)
		return 0;
	if (b->next != f->_IO_read_ptr)
		b->n = 0;
	return b->n;
}

ssize_t gprt_given_back_use(const FILE *f, ssize_t got, uint32_t again)
{
	uint32_t had = got < 0 ? 0 : got < (ssize_t)again ? (uint32_t)got : again;

	keep(f, again - had);
	return got < 0 ? got : got - (ssize_t)had;
}

GPRT_HOOK int ungetc(int c, FILE *f)
{
	uint32_t again;

	gprt_io_prepare();
	again = gprt_given_back(f);
	c = gprt_stream_real.ungetc(c, f);
	if (c == EOF || !gprt_io_counts())
		return c;
	keep(f, again + 1);
	gprt_has_given_back = true;
	return c;
}
