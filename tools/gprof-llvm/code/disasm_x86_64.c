/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * disasm_x86_64.c - what instructions of x86-64 refer to; see disasm.h.
 *
 * Counters are addressed by the instruction pointer, or as base or index in a register
 * that was loaded with `lea counters(%rip)`.
 */
#include "code/disasm.h"

#include <elf.h>

static uint64_t target(const cs_insn *insn)
{
	const cs_x86 *x = &insn->detail->x86;

	return x->op_count == 1 && x->operands[0].type == X86_OP_IMM
		       ? (uint64_t)x->operands[0].imm : 0;
}

/* Position of a whole register among the values; DISASM_REGISTERS: it is none. */
static unsigned slot(unsigned reg)
{
	static const uint16_t registers[] = {
		X86_REG_RAX, X86_REG_RBX, X86_REG_RCX, X86_REG_RDX, X86_REG_RSI, X86_REG_RDI,
		X86_REG_RBP, X86_REG_R8, X86_REG_R9, X86_REG_R10, X86_REG_R11, X86_REG_R12,
		X86_REG_R13, X86_REG_R14, X86_REG_R15,
	};

	for (unsigned i = 0; i < sizeof registers / sizeof *registers; i++)
		if (registers[i] == reg)
			return i;
	return DISASM_REGISTERS;
}

static uint64_t value_of(const struct disasm_values *values, unsigned reg)
{
	unsigned at = slot(reg);

	return at < DISASM_REGISTERS ? values->of[at] : 0;
}

static uint64_t address_of(const cs_insn *insn, const x86_op_mem *m,
			   const struct disasm_values *values)
{
	uint64_t known;

	if (m->base == X86_REG_RIP)
		return insn->address + insn->size + m->disp;
	known = value_of(values, m->base);
	if (!known && m->scale == 1)
		known = value_of(values, m->index);
	return known ? known + m->disp : 0;
}

static void forget(csh handle, const cs_insn *insn, struct disasm_values *values)
{
	cs_regs read, written;
	uint8_t nread, nwritten;

	if (cs_regs_access(handle, insn, read, &nread, written, &nwritten) != CS_ERR_OK)
		return;
	for (unsigned i = 0; i < nwritten; i++) {
		unsigned at = slot(written[i]);

		if (at < DISASM_REGISTERS)
			values->of[at] = 0;
	}
}

static uint64_t word(csh handle, const cs_insn *insn, struct disasm_values *values)
{
	const cs_x86 *x = &insn->detail->x86;
	uint64_t address = 0;
	unsigned at;

	for (unsigned i = 0; i < x->op_count && !address; i++)
		if (x->operands[i].type == X86_OP_MEM)
			address = address_of(insn, &x->operands[i].mem, values);
	forget(handle, insn, values);
	if (insn->id != X86_INS_LEA)
		return address;
	for (unsigned i = 0; i < x->op_count; i++) {
		at = x->operands[i].type == X86_OP_REG ? slot(x->operands[i].reg)
						       : DISASM_REGISTERS;
		if (at < DISASM_REGISTERS)
			values->of[at] = address;
	}
	return 0;
}

const struct disasm_processor disasm_x86_64 = {
	.machine = EM_X86_64,
	.arch = CS_ARCH_X86,
	.mode = CS_MODE_64,
	.target = target,
	.word = word,
};
