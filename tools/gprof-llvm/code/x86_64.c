/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * x86_64.c - what the tool knows of calls, stubs and operands of x86-64, and the struct of all that
 * it knows of the processor (see processor.h); how instructions follow each other is in
 * x86_64_flow.c, what they are for in x86_64_classes.c.
 */
#include "code/processor.h"
#include "code/disasm.h"
#include "code/x86_64.h"

#include <elf.h>
#include <string.h>

/* ------------------------------------------------------------------ calls and stubs */

/* The address of a 32-bit displacement; it ends its instruction. */
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

/* ------------------------------------------------------------------ operands */

static uint64_t target_of(const cs_insn *insn)
{
	const cs_x86 *x = &insn->detail->x86;

	return x->op_count == 1 && x->operands[0].type == X86_OP_IMM
		       ? (uint64_t)x->operands[0].imm : 0;
}

/* Position of a whole register among the values; DISASM_REGISTERS: it is none. */
static unsigned slot_of(unsigned reg)
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
	unsigned at = slot_of(reg);

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
		unsigned at = slot_of(written[i]);

		if (at < DISASM_REGISTERS)
			values->of[at] = 0;
	}
}

static uint64_t counted_word(csh handle, const cs_insn *insn, struct disasm_values *values)
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
		at = x->operands[i].type == X86_OP_REG ? slot_of(x->operands[i].reg)
						       : DISASM_REGISTERS;
		if (at < DISASM_REGISTERS)
			values->of[at] = address;
	}
	return 0;
}

/* ------------------------------------------------------------------ */

const struct processor processor_x86_64 = {
	.machine = EM_X86_64,
	.name = "x86-64",
	.relative = { R_X86_64_PC32, R_X86_64_PLT32 },
	.jump_slot = R_X86_64_JUMP_SLOT,
	.glob_dat = R_X86_64_GLOB_DAT,
	.irelative = R_X86_64_IRELATIVE,
	.stack_pointer = 7,
	.longest = 6,
	.direct = direct, .by_slot = by_slot, .stub = stub,
	.arch = CS_ARCH_X86, .mode = CS_MODE_64,
	.target = target_of, .word = counted_word,
	.read = x86_64_read, .monitor = x86_64_monitor, .goes_on = x86_64_goes_on,
	.flow = x86_64_flow, .join = x86_64_join, .misread = x86_64_misread,
	.counts = x86_64_counts, .leads = x86_64_leads,
	.kept = X86_64_PRESERVED | 1u << RSP,
};
