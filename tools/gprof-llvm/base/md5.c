/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * md5.c - see md5.h.
 */
#include "base/md5.h"

#include <stdint.h>
#include <string.h>

/* Of libiberty, whose header for it distributions leave out.  'sum' is aligned like uint32_t. */
void *md5_buffer(const char *bytes, size_t size, void *sum);

void md5(unsigned char sum[MD5_SIZE], const void *bytes, size_t size)
{
	uint32_t words[MD5_SIZE / sizeof(uint32_t)];

	md5_buffer(bytes, size, words);
	memcpy(sum, words, MD5_SIZE);
}
