/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * aarch64.c - what the tool knows of calls, stubs and operands of AArch64, and the struct of all
 * that it knows of the processor (see processor.h); how instructions follow each other is in
 * aarch64_flow.c, what they are for in aarch64_classes.c.
 *
 * An address is made in two steps, the page and the offset in it, so registers are followed.
 */
#include "code/aarch64.h"
#include "code/disasm.h"
#include "code/processor.h"

#include <elf.h>
#include <string.h>

/* Not in each elf.h; of "ELF for the Arm 64-bit Architecture". */
#ifndef R_AARCH64_PLT32
#define R_AARCH64_PLT32 314
#endif

/* ------------------------------------------------------------------ calls and stubs */

static uint32_t instruction(const struct code *c, size_t at)
{
	uint32_t w;

	memcpy(&w, c->bytes + at, sizeof w);
	return w;
}

/* bl label */
static bool direct(const struct code *before, uint64_t *target)
{
	uint32_t w = instruction(before, 0);

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
	size_t at = code->n >= 4 && instruction(code, 0) == 0xd503245f ? 4 : 0;
	uint32_t adrp, ldr;
	uint64_t pages;

	if (code->n < at + 8)
		return false;
	adrp = instruction(code, at);
	ldr = instruction(code, at + 4);
	if ((adrp & 0x9f00001f) != 0x90000010 || (ldr & 0xffc003ff) != 0xf9400211)
		return false;
	pages = (uint64_t)(adrp >> 5 & 0x7ffff) << 2 | (adrp >> 29 & 3);
	*slot = ((code->address + at) & ~UINT64_C(4095)) + ((int64_t)(pages << 43) >> 31) +
		(uint64_t)(ldr >> 10 & 0xfff) * 8;
	return true;
}

/* ------------------------------------------------------------------ operands */

/* The last operand: the tested registers come first. */
static uint64_t target_of(const cs_insn *insn)
{
	const cs_arm64 *x = &insn->detail->arm64;

	return x->op_count && x->operands[x->op_count - 1].type == ARM64_OP_IMM
		       ? (uint64_t)x->operands[x->op_count - 1].imm : 0;
}

static unsigned slot_of(unsigned reg)
{
	if (reg >= ARM64_REG_X0 && reg <= ARM64_REG_X28)
		return reg - ARM64_REG_X0;
	return DISASM_REGISTERS;
}

static uint64_t *value_of(struct disasm_values *values, const cs_arm64_op *operand)
{
	unsigned at = operand->type == ARM64_OP_REG ? slot_of(operand->reg) : DISASM_REGISTERS;

	return at < DISASM_REGISTERS ? &values->of[at] : NULL;
}

static void forget(csh handle, const cs_insn *insn, struct disasm_values *values)
{
	cs_regs read, written;
	uint8_t nread, nwritten;

	if (cs_regs_access(handle, insn, read, &nread, written, &nwritten) != CS_ERR_OK)
		return;
	for (unsigned i = 0; i < nwritten; i++)
		if (slot_of(written[i]) < DISASM_REGISTERS)
			values->of[slot_of(written[i])] = 0;
}

static uint64_t counted_word(csh handle, const cs_insn *insn, struct disasm_values *values)
{
	const cs_arm64 *x = &insn->detail->arm64;
	uint64_t *to = x->op_count ? value_of(values, &x->operands[0]) : NULL, *from, made = 0;

	if (insn->id == ARM64_INS_ADRP && to && x->op_count == 2) {
		*to = x->operands[1].imm;
		return 0;
	}
	if (insn->id == ARM64_INS_ADD && x->op_count == 3 &&
	    x->operands[2].type == ARM64_OP_IMM && !x->operands[2].shift.value) {
		from = value_of(values, &x->operands[1]);
		made = from && *from ? *from + x->operands[2].imm : 0;
	}
	forget(handle, insn, values);
	if (made && to)
		*to = made;
	return made;
}

/* ------------------------------------------------------------------ */

const struct processor processor_aarch64 = {
	.machine = EM_AARCH64,
	.name = "AArch64",
	.relative = { R_AARCH64_PREL32, R_AARCH64_PLT32 },
	.jump_slot = R_AARCH64_JUMP_SLOT,
	.glob_dat = R_AARCH64_GLOB_DAT,
	.irelative = R_AARCH64_IRELATIVE,
	.stack_pointer = 31,
	.longest = 4,
	.direct = direct, .by_slot = by_slot, .stub = stub,
	.arch = CS_ARCH_ARM64, .mode = CS_MODE_LITTLE_ENDIAN,
	.target = target_of, .word = counted_word,
	.read = aarch64_read, .monitor = aarch64_monitor,
	.flow = aarch64_flow, .join = aarch64_join, .makes = aarch64_makes,
	.counts = aarch64_counts,
	.kept = 0x7ff00000, /* x19 to x29 */
};
