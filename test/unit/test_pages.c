/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * test_pages.c - a mapped file has the same bytes after its pages were given back, and of bytes
 * that are not in it nothing is given back; parts that are not all in the file are none.
 */
#include "binary/pages.h"
#include "unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define SIZE 300001

static void check_bytes(const unsigned char *bytes, const unsigned char *expected, const char *when)
{
	CHECK(bytes && !memcmp(bytes, expected, SIZE), "%s", when);
}

static void check_parts(const struct file_pages *m)
{
	CHECK(pages_part(m, 0, SIZE) == m->bytes, "all");
	CHECK(pages_part(m, 7, SIZE - 7) == m->bytes + 7, "the end");
	CHECK(!pages_part(m, 7, SIZE - 6), "a byte too many");
	CHECK(!pages_part(m, SIZE + 1, 0), "behind the end");
	CHECK(!pages_part(m, UINT64_MAX, 2), "a sum that overflows");
	CHECK(!pages_part(m, 2, UINT64_MAX), "a size that overflows");
}

int main(void)
{
	unsigned char *expected = malloc(SIZE), *other = aligned_alloc(65536, 655360);
	struct file_pages m;
	FILE *file = tmpfile();

	for (size_t i = 0; i < SIZE; i++)
		expected[i] = (unsigned char)(i * 7919 >> 3);
	fwrite(expected, 1, SIZE, file);
	fflush(file);
	pages_open(&m, fileno(file), SIZE);
	check_bytes(m.bytes, expected, "at first");
	check_parts(&m);
	pages_unload(&m, m.bytes, SIZE);
	check_bytes(m.bytes, expected, "after all was given back");
	pages_unload(&m, m.bytes + 5, 131072);
	pages_unload(&m, m.bytes + 5, 3);
	pages_unload(&m, m.bytes + SIZE, 0);
	check_bytes(m.bytes, expected, "after a part was given back");
	memset(other, 1, 655360);
	pages_unload(&m, other, 655360);
	CHECK(other[0] == 1 && other[655359] == 1, "memory that is not part of the file");
	pages_close(&m);
	pages_open(&m, fileno(file), 0);
	CHECK(!m.bytes && !pages_part(&m, 0, 1), "an empty file");
	pages_unload(&m, other, 655360);
	CHECK(other[0] == 1, "without a mapping");
	pages_close(&m);
	fclose(file);
	free(expected);
	free(other);
	return unit_end();
}
