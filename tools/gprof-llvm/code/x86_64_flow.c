/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * x86_64_flow.c - how the instructions of x86-64 follow each other (see control_flow.h), and the
 * numbers of its registers.
 */
#include "code/processor.h"
#include "code/x86_64.h"

#include <string.h>

#define NUMBERED(n)                                                                                \
	[X86_REG_R##n] = R##n, [X86_REG_R##n##D] = R##n, [X86_REG_R##n##W] = R##n,                 \
	[X86_REG_R##n##B] = R##n
#define LEGACY(r, number)                                                                          \
	[X86_REG_R##r] = number, [X86_REG_E##r] = number, [X86_REG_##r] = number

static const uint8_t general[X86_REG_ENDING] = {
	LEGACY(AX, RAX), [X86_REG_AL] = RAX, [X86_REG_AH] = RAX,
	LEGACY(DX, RDX), [X86_REG_DL] = RDX, [X86_REG_DH] = RDX,
	LEGACY(CX, RCX), [X86_REG_CL] = RCX, [X86_REG_CH] = RCX,
	LEGACY(BX, RBX), [X86_REG_BL] = RBX, [X86_REG_BH] = RBX,
	LEGACY(SI, RSI), [X86_REG_SIL] = RSI,
	LEGACY(DI, RDI), [X86_REG_DIL] = RDI,
	LEGACY(BP, RBP), [X86_REG_BPL] = RBP,
	LEGACY(SP, RSP), [X86_REG_SPL] = RSP,
	NUMBERED(8), NUMBERED(9), NUMBERED(10), NUMBERED(11),
	NUMBERED(12), NUMBERED(13), NUMBERED(14), NUMBERED(15),
};

uint8_t x86_64_number(unsigned r)
{
	if (r >= X86_REG_XMM0 && r <= X86_REG_XMM31)
		return VECTOR + (r - X86_REG_XMM0);
	if (r >= X86_REG_YMM0 && r <= X86_REG_YMM31)
		return VECTOR + (r - X86_REG_YMM0);
	if (r >= X86_REG_ZMM0 && r <= X86_REG_ZMM31)
		return VECTOR + (r - X86_REG_ZMM0);
	return r < X86_REG_ENDING ? general[r] : 0;
}

/* ------------------------------------------------------------------ */

static bool is_loop(unsigned id)
{
	switch (id) {
	case X86_INS_LOOP:
	case X86_INS_LOOPE:
	case X86_INS_LOOPNE:
	case X86_INS_JCXZ:
	case X86_INS_JECXZ:
	case X86_INS_JRCXZ:
	case X86_INS_XBEGIN: /* where an aborted transaction goes on */
		return true;
	default:
		return false;
	}
}

static enum flow_kind kind_of(csh handle, const cs_insn *from)
{
	const cs_x86 *x = &from->detail->x86;

	switch (from->id) {
	case X86_INS_JMP:
	case X86_INS_LJMP:
		return x->op_count == 1 && x->operands[0].type == X86_OP_IMM ? FLOW_JUMP
									      : FLOW_INDIRECT;
	case X86_INS_UD2:
	case X86_INS_HLT:
		return FLOW_STOP;
	case X86_INS_SYSCALL:
	case X86_INS_SYSENTER:
	case X86_INS_INT:
	case X86_INS_INT1:
	case X86_INS_INT3:
		return FLOW_KERNEL;
	default:
		break;
	}
	if (cs_insn_group(handle, from, CS_GRP_CALL))
		return FLOW_CALL;
	if (cs_insn_group(handle, from, CS_GRP_RET) || cs_insn_group(handle, from, CS_GRP_IRET))
		return FLOW_RETURN;
	return is_loop(from->id) || cs_insn_group(handle, from, CS_GRP_JUMP) ? FLOW_BRANCH
									       : FLOW_ON;
}

static void read_memory(struct flow_insn *to, const cs_insn *from, const x86_op_mem *m)
{
	bool jumps = to->kind == FLOW_INDIRECT;

	to->base = m->base == X86_REG_RIP ? 0 : x86_64_number(m->base);
	to->index = x86_64_number(m->index);
	if (m->base == X86_REG_RIP)
		to->refers = to->address + to->size + m->disp;
	else if (m->base == X86_REG_INVALID)
		to->refers = m->disp;
	if (from->id == X86_INS_LEA && !to->index)
		to->flags |= FLOW_MAKES;
	if (from->id == X86_INS_MOVSXD && to->index && m->scale == 4 && !m->disp) {
		to->flags |= FLOW_DISTANCE;
		to->width = 4;
	}
	if (jumps)
		to->flags |= to->index ? FLOW_ENTRY : FLOW_WORD;
	if (m->segment == X86_REG_GS)
		to->flags |= FLOW_THREAD;
}

/* Instructions that make an address of two parts. */
static void read_sum(struct flow_insn *to, const cs_insn *from)
{
	const cs_x86 *x = &from->detail->x86;
	bool adds = from->id == X86_INS_ADD || from->id == X86_INS_SUB || from->id == X86_INS_OR ||
		    from->id == X86_INS_XOR;

	if (x->op_count != 2 || x->operands[0].type != X86_OP_REG)
		return;
	if (from->id == X86_INS_LEA && to->base)
		to->flags |= FLOW_SUMS;
	if (!adds)
		return;
	to->flags |= FLOW_SUMS;
	if (x->operands[1].type == X86_OP_REG)
		to->base = x86_64_number(x->operands[1].reg);
}

static void read_copy(struct flow_insn *to, const cs_insn *from)
{
	const cs_x86 *x = &from->detail->x86;

	if (from->id != X86_INS_MOV || x->op_count != 2 || x->operands[0].size != 8 ||
	    x->operands[0].type != X86_OP_REG || x->operands[1].type != X86_OP_REG)
		return;
	to->base = x86_64_number(x->operands[1].reg);
	if (to->base && to->base < VECTOR)
		to->flags |= FLOW_COPIES;
}

static void read_constant(struct flow_insn *to, int64_t value)
{
	if (to->kind != FLOW_ON || to->refers || value <= 0)
		return;
	to->refers = value;
	to->flags |= FLOW_CONSTANT;
}

static bool adds_one(const cs_insn *from)
{
	const cs_x86 *x = &from->detail->x86;

	if (!x->op_count || x->operands[0].type != X86_OP_MEM || x->operands[0].size != 8)
		return false;
	return from->id == X86_INS_INC ||
	       (from->id == X86_INS_ADD && x->op_count == 2 &&
		x->operands[1].type == X86_OP_IMM && x->operands[1].imm == 1);
}

static uint32_t bit(unsigned reg)
{
	uint8_t number = x86_64_number(reg);

	return number && number < VECTOR ? 1u << number : 0;
}

/* Registers that an instruction writes, and libcapstone 4 leaves out. */
static uint32_t unnamed_writes(unsigned id)
{
	switch (id) {
	case X86_INS_CMPXCHG:
	case X86_INS_XLATB:
		return 1u << RAX;
	case X86_INS_ENTER:
		return 1u << RBP | 1u << RSP;
	default:
		return 0;
	}
}

static void read_writes(struct flow_insn *to, const cs_insn *from)
{
	const cs_x86 *x = &from->detail->x86;

	to->writes |= unnamed_writes(from->id);
	for (int i = 0; i < from->detail->regs_write_count; i++)
		to->writes |= bit(from->detail->regs_write[i]);
	for (int i = 0; i < x->op_count; i++)
		if (x->operands[i].type == X86_OP_REG && x->operands[i].access & CS_AC_WRITE)
			to->writes |= bit(x->operands[i].reg);
}

void x86_64_flow(struct flow_insn *to, csh handle, const cs_insn *from)
{
	const cs_x86 *x = &from->detail->x86;

	if (!from->id)
		return;
	to->kind = kind_of(handle, from);
	for (int i = 0; i < x->op_count; i++)
		if (x->operands[i].type == X86_OP_MEM)
			read_memory(to, from, &x->operands[i].mem);
	if (x->op_count == 1 && x->operands[0].type == X86_OP_IMM &&
	    (to->kind == FLOW_CALL || to->kind == FLOW_JUMP || to->kind == FLOW_BRANCH))
		to->target = x->operands[0].imm;
	if (adds_one(from))
		to->flags |= FLOW_COUNTS;
	else if (x->op_count && x->operands[x->op_count - 1].type == X86_OP_IMM)
		read_constant(to, x->operands[x->op_count - 1].imm);
	if (from->id == X86_INS_CMP && x->op_count == 2 &&
	    (x->operands[0].type == X86_OP_MEM || x->operands[1].type == X86_OP_MEM))
		to->flags |= FLOW_COMPARES;
	if (to->kind == FLOW_INDIRECT && x->op_count == 1 && x->operands[0].type == X86_OP_REG)
		to->base = x86_64_number(x->operands[0].reg);
	read_writes(to, from);
	read_sum(to, from);
	read_copy(to, from);
	if (from->id == X86_INS_LEA && to->writes == 1u << R11)
		to->flags |= FLOW_LINKS;
	if (from->id == X86_INS_POP && to->writes & X86_64_PRESERVED)
		to->flags |= FLOW_RESTORES;
}

/* A register, from the stack. */
static bool is_pop(const struct elfobj *elf, const struct flow_insn *insn, uint8_t to)
{
	size_t n, at = insn->size - 1;
	const unsigned char *bytes = elfobj_bytes(elf, insn->address, &n);

	return bytes && n >= insn->size && (!at || (at == 1 && bytes[0] == 0x41)) &&
	       (bytes[at] & 0xf8) == 0x58 && insn->writes & 1u << to;
}

static bool is_fence(const struct elfobj *elf, const struct flow_insn *insn)
{
	static const unsigned char lfence[] = { 0x0f, 0xae, 0xe8 };
	size_t n;
	const unsigned char *bytes = elfobj_bytes(elf, insn->address, &n);

	return bytes && n >= sizeof lfence && !memcmp(bytes, lfence, sizeof lfence);
}

/* A return of -mlvi-cfi, which -mlvi-hardening has: popq %A; lfence; jmpq *%A. */
static bool returns_by(const struct elfobj *elf, const struct flow_insn *jump)
{
	const struct flow_insn *fence = jump - 1, *pop = jump - 2;

	return jump->base && jump->base < VECTOR && !(jump->flags & (FLOW_WORD | FLOW_ENTRY)) &&
	       pop->address + pop->size == fence->address &&
	       fence->address + fence->size == jump->address && is_fence(elf, fence) &&
	       is_pop(elf, pop, jump->base);
}

void x86_64_join(const struct elfobj *elf, struct flow_insn *insns, size_t n)
{
	for (size_t i = 2; i < n; i++)
		if (insns[i].kind == FLOW_INDIRECT && returns_by(elf, &insns[i]))
			insns[i].kind = FLOW_RETURN;
}

/* ud1, which -ftrapv and sanitizers without a runtime trap by: its operand says which trap
   it is, and libcapstone 4 takes that for the next instruction. */
size_t x86_64_misread(const uint8_t *bytes, size_t n)
{
	size_t at = n && bytes[0] == 0x67;
	uint8_t form;

	if (n < at + 3 || bytes[at] != 0x0f || bytes[at + 1] != 0xb9)
		return 0;
	form = bytes[at + 2];
	at += 3 + ((form & 7) == 4 && form >> 6 != 3);
	if (form >> 6 == 1)
		at += 1;
	else if (form >> 6 == 2 || (form & 0xc7) == 5)
		at += 4;
	return at <= n ? at : 0;
}

static uint64_t made_address(const struct code *code)
{
	int32_t distance;

	memcpy(&distance, code->bytes + 3, sizeof distance);
	return code->address + 7 + (int64_t)distance;
}

/* leaq word(%rip), %A; incq (%A,%B).  leaq cell(%rip), %r10; addq %B, %r10: its hits. */
static bool counts_by_register(const struct code *code, uint64_t *word)
{
	static const unsigned char r10[] = { 0x4c, 0x8d, 0x15 };
	const unsigned char *bytes = code->bytes, *next = bytes + 7;

	if (code->n < 10 || (bytes[0] & 0xfb) != 0x48 || bytes[1] != 0x8d ||
	    (bytes[2] & 0xc7) != 0x05)
		return false;
	if (next[1] == 0xff && next[2] == 0x04) {
		*word = made_address(code);
		return true;
	}
	if (!memcmp(bytes, r10, sizeof r10) && (next[1] == 0x01 || next[1] == 0x03)) {
		*word = made_address(code) + 8;
		return true;
	}
	return false;
}

/* incq %gs:word(%rip); addq $1, %gs:word(%rip) */
bool x86_64_counts(const struct code *code, uint64_t *word)
{
	static const unsigned char inc[] = { 0x65, 0x48, 0xff, 0x05 };
	static const unsigned char add[] = { 0x65, 0x48, 0x83, 0x05 };
	int32_t distance;
	bool one;

	if (counts_by_register(code, word))
		return true;
	if (code->n < 9 || code->bytes[0] != inc[0])
		return false;
	one = !memcmp(code->bytes, add, sizeof add) && code->bytes[8] == 1;
	if (!one && memcmp(code->bytes, inc, sizeof inc))
		return false;
	memcpy(&distance, code->bytes + 4, sizeof distance);
	*word = code->address + 8 + one + (int64_t)distance;
	return true;
}

/* call, jmp and jcc with 32 bits, jmp and jcc with 8, and loop. */
size_t x86_64_leads(const struct code *code, uint64_t *to)
{
	const uint8_t *b = code->bytes;
	size_t size = 0;
	int32_t far;

	if (code->n >= 5 && (b[0] == 0xe8 || b[0] == 0xe9))
		size = 5;
	else if (code->n >= 6 && b[0] == 0x0f && (b[1] & 0xf0) == 0x80)
		size = 6;
	if (size) {
		memcpy(&far, b + size - 4, sizeof far);
		*to = code->address + size + (int64_t)far;
		return size;
	}
	if (code->n < 2 || !((b[0] & 0xf0) == 0x70 || b[0] == 0xeb || (b[0] & 0xfc) == 0xe0))
		return 0;
	*to = code->address + 2 + (int64_t)(int8_t)b[1];
	return 2;
}
