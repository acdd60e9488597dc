/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * plain_disasm.c - the direct calls of functions, from their instructions; see plain.h.
 *
 * libcapstone finds the instructions; what a call instruction calls, callsite.h knows.
 * A jump to the beginning of another function is a call too: the last one.
 */
#include "callsite.h"
#include "plain.h"

#include <capstone/capstone.h>
#include <elf.h>

/* Where a jump leads; 0: a register says. */
static uint64_t x86_target(const cs_insn *insn)
{
	const cs_x86 *x = &insn->detail->x86;

	return x->op_count == 1 && x->operands[0].type == X86_OP_IMM
		       ? (uint64_t)x->operands[0].imm : 0;
}

static uint64_t aarch64_target(const cs_insn *insn)
{
	const cs_arm64 *x = &insn->detail->arm64;

	return x->op_count == 1 && x->operands[0].type == ARM64_OP_IMM
		       ? (uint64_t)x->operands[0].imm : 0;
}

static const struct processor {
	unsigned machine; /* EM_* */
	cs_arch arch;
	cs_mode mode;
	uint64_t (*target)(const cs_insn *insn);
} processors[] = {
	{ EM_X86_64, CS_ARCH_X86, CS_MODE_64, x86_target },
	{ EM_AARCH64, CS_ARCH_ARM64, CS_MODE_LITTLE_ENDIAN, aarch64_target },
};

static void add_call(struct plain_calls *calls, uint64_t from, struct callee callee)
{
	if (callee.name || callee.address)
		*gp_push(calls->items, calls->n, calls->room) = (struct plain_call){
			.from = from, .to = callee.name ? 0 : callee.address,
			.name = callee.name };
}

static void read_instruction(struct plain_calls *calls, struct elfobj *elf,
			     const struct elf_symbol *f, const struct processor *processor,
			     csh handle, const cs_insn *insn)
{
	uint64_t to;

	/* On AArch64 a call is a jump too. */
	if (cs_insn_group(handle, insn, CS_GRP_CALL)) {
		add_call(calls, f->address, callsite_callee(elf, insn->address + insn->size));
		return;
	}
	to = cs_insn_group(handle, insn, CS_GRP_JUMP) ? processor->target(insn) : 0;
	if (to && (to < f->address || to >= f->address + f->size))
		add_call(calls, f->address, callsite_target(elf, to));
}

static void read_function(struct plain_calls *calls, struct elfobj *elf,
			  const struct elf_symbol *f, const struct processor *processor,
			  csh handle, cs_insn *insn)
{
	uint64_t address = f->address;
	size_t n;
	const uint8_t *bytes = elfobj_bytes(elf, address, &n);

	if (!bytes)
		return;
	n = n < f->size ? n : f->size;
	while (cs_disasm_iter(handle, &bytes, &n, &address, insn))
		read_instruction(calls, elf, f, processor, handle, insn);
}

void plain_read_disasm(struct plain_calls *calls, struct elfobj *elf,
		       const struct elf_symbol *const *functions, size_t n)
{
	const struct processor *processor = NULL;
	cs_insn *insn;
	csh handle;

	for (size_t i = 0; i < sizeof processors / sizeof *processors; i++)
		if (processors[i].machine == elf->machine)
			processor = &processors[i];
	if (!processor || cs_open(processor->arch, processor->mode, &handle) != CS_ERR_OK)
		return;
	cs_option(handle, CS_OPT_DETAIL, CS_OPT_ON);
	cs_option(handle, CS_OPT_SKIPDATA, CS_OPT_ON);
	insn = cs_malloc(handle);
	for (size_t i = 0; insn && i < n; i++)
		read_function(calls, elf, functions[i], processor, handle, insn);
	if (insn)
		cs_free(insn, 1);
	cs_close(&handle);
}
