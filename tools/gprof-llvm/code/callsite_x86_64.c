/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * callsite_x86_64.c - call instructions and stubs of x86-64 (see callsite.h).
 */
#include "code/callsite.h"

#include <elf.h>
#include <string.h>

/* The address that a 32-bit displacement stands for; it ends its instruction. */
static uint64_t relative(const struct code *c, size_t at)
{
	int32_t distance;

	memcpy(&distance, c->bytes + at, sizeof distance);
	return c->address + at + 4 + (int64_t)distance;
}

/* call rel32 */
static bool direct(const struct code *before, uint64_t *target)
{
	if (before->bytes[1] != 0xe8)
		return false;
	*target = relative(before, 2);
	return true;
}

/* call *slot(%rip) */
static bool by_slot(const struct code *before, uint64_t *slot)
{
	if (before->bytes[0] != 0xff || before->bytes[1] != 0x15)
		return false;
	*slot = relative(before, 2);
	return true;
}

/* [endbr64] [bnd] jmp *slot(%rip) */
static bool stub(const struct code *code, uint64_t *slot)
{
	static const unsigned char endbr64[] = { 0xf3, 0x0f, 0x1e, 0xfa };
	size_t at = 0;

	if (code->n >= 4 && !memcmp(code->bytes, endbr64, 4))
		at = 4;
	if (code->n > at && code->bytes[at] == 0xf2)
		at++;
	if (code->n < at + 6 || code->bytes[at] != 0xff || code->bytes[at + 1] != 0x25)
		return false;
	*slot = relative(code, at + 2);
	return true;
}

const struct callsite_processor callsite_x86_64 = {
	.machine = EM_X86_64,
	.jump_slot = R_X86_64_JUMP_SLOT,
	.glob_dat = R_X86_64_GLOB_DAT,
	.irelative = R_X86_64_IRELATIVE,
	.longest = 6,
	.direct = direct,
	.by_slot = by_slot,
	.stub = stub,
};
