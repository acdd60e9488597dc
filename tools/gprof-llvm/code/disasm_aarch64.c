/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * disasm_aarch64.c - what instructions of AArch64 refer to; see disasm.h.
 *
 * An address is made in two steps, the page and the place in it; the second one is taken
 * for what works on the word.
 */
#include "code/disasm.h"

#include <elf.h>

/* The last operand: what is tested stands in front. */
static uint64_t target(const cs_insn *insn)
{
	const cs_arm64 *x = &insn->detail->arm64;

	return x->op_count && x->operands[x->op_count - 1].type == ARM64_OP_IMM
		       ? (uint64_t)x->operands[x->op_count - 1].imm : 0;
}

static unsigned slot(unsigned reg)
{
	if (reg >= ARM64_REG_X0 && reg <= ARM64_REG_X28)
		return reg - ARM64_REG_X0;
	return DISASM_REGISTERS;
}

static uint64_t *value_of(struct disasm_values *values, const cs_arm64_op *operand)
{
	unsigned at = operand->type == ARM64_OP_REG ? slot(operand->reg) : DISASM_REGISTERS;

	return at < DISASM_REGISTERS ? &values->of[at] : NULL;
}

static void forget(csh handle, const cs_insn *insn, struct disasm_values *values)
{
	cs_regs read, written;
	uint8_t nread, nwritten;

	if (cs_regs_access(handle, insn, read, &nread, written, &nwritten) != CS_ERR_OK)
		return;
	for (unsigned i = 0; i < nwritten; i++)
		if (slot(written[i]) < DISASM_REGISTERS)
			values->of[slot(written[i])] = 0;
}

static uint64_t word(csh handle, const cs_insn *insn, struct disasm_values *values)
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

const struct disasm_processor disasm_aarch64 = {
	.machine = EM_AARCH64,
	.arch = CS_ARCH_ARM64,
	.mode = CS_MODE_LITTLE_ENDIAN,
	.target = target,
	.word = word,
};
