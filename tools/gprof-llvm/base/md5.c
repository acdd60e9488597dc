/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * md5.c - see md5.h; the names of the steps are those of RFC 1321.
 */
#include "base/md5.h"

#include <stdint.h>
#include <string.h>

#define BLOCK 64 /* bytes */

/* The whole part of 2^32 * |sin(i + 1)|. */
static const uint32_t constants[64] = {
	0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee,
	0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
	0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be,
	0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
	0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa,
	0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
	0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed,
	0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
	0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c,
	0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
	0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05,
	0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
	0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039,
	0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
	0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1,
	0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391,
};

static const unsigned char turns[4][4] = { /* bits, of a round */
	{ 7, 12, 17, 22 }, { 5, 9, 14, 20 }, { 4, 11, 16, 23 }, { 6, 10, 15, 21 },
};

static uint32_t turn(uint32_t x, unsigned bits)
{
	return x << bits | x >> (32 - bits);
}

/* What a step of round i / 16 adds, and the word of the block that it takes. */
static uint32_t mix(const uint32_t s[4], unsigned i, unsigned *word)
{
	switch (i / 16) {
	case 0:
		*word = i;
		return (s[1] & s[2]) | (~s[1] & s[3]);
	case 1:
		*word = 5 * i + 1;
		return (s[1] & s[3]) | (s[2] & ~s[3]);
	case 2:
		*word = 3 * i + 5;
		return s[1] ^ s[2] ^ s[3];
	default:
		*word = 7 * i;
		return s[2] ^ (s[1] | ~s[3]);
	}
}

static void add_block(uint32_t state[4], const unsigned char *block)
{
	uint32_t words[BLOCK / 4], s[4];

	memcpy(words, block, sizeof words);
	memcpy(s, state, sizeof s);
	for (unsigned i = 0; i < 64; i++) {
		unsigned word;
		uint32_t sum = mix(s, i, &word);

		sum += s[0] + constants[i] + words[word % 16];
		s[0] = s[3];
		s[3] = s[2];
		s[2] = s[1];
		s[1] += turn(sum, turns[i / 16][i % 4]);
	}
	for (int i = 0; i < 4; i++)
		state[i] += s[i];
}

void md5(unsigned char sum[MD5_SIZE], const void *bytes, size_t size)
{
	uint32_t state[4] = { 0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476 };
	unsigned char end[2 * BLOCK] = { 0 };
	size_t whole = size / BLOCK * BLOCK, rest = size - whole;
	size_t last = rest + 1 + 8 <= BLOCK ? BLOCK : 2 * BLOCK;
	uint64_t bits = (uint64_t)size * 8;

	for (size_t i = 0; i < whole; i += BLOCK)
		add_block(state, (const unsigned char *)bytes + i);
	if (rest)
		memcpy(end, (const unsigned char *)bytes + whole, rest);
	end[rest] = 0x80;
	memcpy(end + last - 8, &bits, 8);
	for (size_t i = 0; i < last; i += BLOCK)
		add_block(state, end + i);
	memcpy(sum, state, MD5_SIZE);
}
