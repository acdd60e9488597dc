/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * callsite_aarch64.c - call instructions and stubs of AArch64 (see callsite.h).
 */
#include "code/callsite.h"

#include <elf.h>
#include <string.h>

static uint32_t word(const struct code *c, size_t at)
{
	uint32_t w;

	memcpy(&w, c->bytes + at, sizeof w);
	return w;
}

/* bl label */
static bool direct(const struct code *before, uint64_t *target)
{
	uint32_t w = word(before, 0);

	if (w >> 26 != 0x25)
		return false;
	*target = before->address + ((int64_t)((uint64_t)w << 38) >> 36);
	return true;
}

/* Compilers load the slot into a register, some instructions before. */
static bool by_slot(const struct code *before, uint64_t *slot)
{
	(void)before;
	(void)slot;
	return false;
}

/* [bti c] adrp x16, page; ldr x17, [x16, #offset] */
static bool stub(const struct code *code, uint64_t *slot)
{
	size_t at = code->n >= 4 && word(code, 0) == 0xd503245f ? 4 : 0;
	uint32_t adrp, ldr;
	uint64_t pages;

	if (code->n < at + 8)
		return false;
	adrp = word(code, at);
	ldr = word(code, at + 4);
	if ((adrp & 0x9f00001f) != 0x90000010 || (ldr & 0xffc003ff) != 0xf9400211)
		return false;
	pages = (uint64_t)(adrp >> 5 & 0x7ffff) << 2 | (adrp >> 29 & 3);
	*slot = ((code->address + at) & ~UINT64_C(4095)) + ((int64_t)(pages << 43) >> 31) +
		(uint64_t)(ldr >> 10 & 0xfff) * 8;
	return true;
}

const struct callsite_processor callsite_aarch64 = {
	.machine = EM_AARCH64,
	.jump_slot = R_AARCH64_JUMP_SLOT,
	.glob_dat = R_AARCH64_GLOB_DAT,
	.irelative = R_AARCH64_IRELATIVE,
	.longest = 4,
	.direct = direct,
	.by_slot = by_slot,
	.stub = stub,
};
