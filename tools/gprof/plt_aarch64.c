/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * plt_aarch64.c - entries of a linkage table: [bti c] adrp x16, page;
 * ldr x17, [x16, offset]; ...
 */
#include "gprof/plt.h"

#include <string.h>

#define BTI_C 0xd503245fu

static uint32_t word(const unsigned char *bytes)
{
	return (uint32_t)bytes[0] | (uint32_t)bytes[1] << 8 | (uint32_t)bytes[2] << 16 |
	       (uint32_t)bytes[3] << 24;
}

uint64_t gnu_plt_slot_aarch64(const unsigned char *bytes, uint64_t left, uint64_t at)
{
	uint32_t page, load;
	uint64_t pages;

	if (left >= 4 && word(bytes) == BTI_C) {
		bytes += 4;
		left -= 4;
		at += 4;
	}
	if (left < 8)
		return 0;
	page = word(bytes);
	load = word(bytes + 4);
	if ((page & 0x9f00001f) != 0x90000010 || (load & 0xffc003ff) != 0xf9400211)
		return 0;
	pages = (page >> 5 & 0x7ffff) << 2 | (page >> 29 & 3);
	/* 21 bits, signed. */
	pages = (pages ^ 0x100000) - 0x100000;
	return (at & ~UINT64_C(4095)) + (pages << 12) + (uint64_t)(load >> 10 & 0xfff) * 8;
}
