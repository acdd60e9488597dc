/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * aarch64.c - what the tool knows of the machine code of AArch64 (see processor.h); how its
 * instructions follow each other is in aarch64_flow.c.
 *
 * An address is made in two steps, the page and the offset in it, so registers are followed.
 * libcapstone tells calls, jumps and their targets; for the rest few bits of the instruction
 * word do.  All code that counts is one piece of assembly: it begins by reading the thread
 * pointer into x16, uses x13 to x17 only, and ends by the addition in memory
 * (pass/aarch64.c).
 */
#include "code/aarch64.h"
#include "code/body.h"
#include "code/disasm.h"
#include "code/processor.h"

#include <elf.h>
#include <string.h>

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

/* The last operand: what is tested stands in front. */
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

/* ------------------------------------------------------------------ code classes */

#define FP 29

static bool is_preserved(unsigned r, bool vector)
{
	return vector ? r >= 8 && r < 16 : r >= 19 && r <= 30;
}

static bool is_frame_base(unsigned r)
{
	return r == SP || r == FP;
}

/* ------------------------------------------------------------------ */

enum access { ACCESS_NONE, ACCESS_OFFSET, ACCESS_BEFORE, ACCESS_AFTER };

/* A load or store by a base register and a constant. */
struct access_of {
	enum access kind;
	bool load, vector, pair;
	int32_t disp;
};

/* ldp, stp of 64 bits */
static bool read_pair(uint32_t w, struct access_of *a)
{
	static const enum access kinds[4] = { ACCESS_NONE, ACCESS_AFTER, ACCESS_OFFSET,
					      ACCESS_BEFORE };
	unsigned top = w >> 26 & 0x3f;

	if (w >> 30 != 2 && w >> 30 != 1)
		return false;
	if (field(w, 27, 3) != 5 || field(w, 25, 1) || (top & 1 ? w >> 30 != 1 : w >> 30 != 2))
		return false;
	*a = (struct access_of){ .kind = kinds[field(w, 23, 2)], .load = field(w, 22, 1),
				 .vector = field(w, 26, 1), .pair = true,
				 .disp = signed_field(w, 15, 7) * 8 };
	return true;
}

/* ldr, str and their like of one register */
static bool read_single(uint32_t w, struct access_of *a)
{
	bool scaled = field(w, 24, 1), vector = field(w, 26, 1);
	unsigned opc = field(w, 22, 2);

	if (field(w, 27, 3) != 7 || field(w, 25, 1))
		return false;
	*a = (struct access_of){ .vector = vector, .load = vector ? opc & 1 : opc };
	if (scaled) {
		a->kind = ACCESS_OFFSET;
	} else if (!field(w, 21, 1)) {
		a->kind = field(w, 10, 2) == 1 ? ACCESS_AFTER
			  : field(w, 10, 2) == 3 ? ACCESS_BEFORE : ACCESS_OFFSET;
		a->disp = signed_field(w, 12, 9);
	}
	return true;
}

static void read_access(struct code_insn *to, uint32_t w, const struct access_of *a)
{
	unsigned base = field(w, 5, 5), r = field(w, 0, 5);

	to->base = GENERAL(base);
	if (!a->pair && a->kind == ACCESS_NONE)
		to->index = GENERAL(field(w, 16, 5));
	if (a->load)
		to->writes = a->vector ? VECTOR(r) : GENERAL(r);
	if (a->kind == ACCESS_NONE || !is_frame_base(base))
		return;
	if (base == SP && (a->kind == ACCESS_BEFORE || a->kind == ACCESS_AFTER)) {
		to->flags |= INSN_STACK;
		to->stack = a->disp;
	}
	if (is_preserved(r, a->vector))
		to->flags |= INSN_SAVES;
	if (a->load)
		to->flags |= INSN_MOVE;
	else if (!a->pair && r <= 1)
		to->flags |= INSN_RESULT;
}

/* ------------------------------------------------------------------ */

/* add, sub of a constant */
static void read_addition(struct code_insn *to, uint32_t w)
{
	unsigned from = field(w, 5, 5), r = field(w, 0, 5);
	int32_t constant = field(w, 10, 12) << (field(w, 22, 1) ? 12 : 0);

	if (r == SP && from == SP) {
		to->flags |= INSN_STACK;
		to->stack = field(w, 30, 1) ? -constant : constant;
	} else if ((r == SP && from == FP) || (r == FP && from == SP)) {
		to->flags |= INSN_FRAME;
	} else if (is_frame_base(from) || from == r) { /* of a local; the rest of an address */
		to->flags |= INSN_MOVE;
	}
}

static bool is_move(uint32_t w)
{
	return (w & 0x7fe0ffe0) == 0x2a0003e0 ||                       /* mov register */
	       (w & 0x1f800000) == 0x12800000 ||                       /* movn, movz, movk */
	       (w & 0x1f000000) == 0x10000000 ||                       /* adr, adrp */
	       (w & 0xffbffc00) == 0x1e204000 ||                       /* fmov d, d */
	       ((w & 0xbfe0fc00) == 0x0ea01c00 && field(w, 5, 5) == field(w, 16, 5));
}

static void read_other(struct code_insn *to, uint32_t w)
{
	unsigned group = field(w, 25, 4), r = field(w, 0, 5);
	struct access_of a;

	if (read_pair(w, &a) || read_single(w, &a)) {
		read_access(to, w, &a);
	} else if ((group & 0xe) == 8 || (group & 7) == 5) { /* of constants, of registers */
		to->writes = r == 31 && group != 8 ? 0 : GENERAL(r);
		if ((w & 0xbf000000) == 0x91000000 || (w & 0xff000000) == 0xd1000000)
			read_addition(to, w);
	} else if ((group & 7) == 7) {
		to->writes = VECTOR(r);
	}
	if (is_move(w)) {
		to->flags |= INSN_MOVE;
		if (((w & 0x7fe0ffe0) == 0x2a0003e0 && field(w, 16, 5) <= 1) ||
		    ((w & 0xffbffc00) == 0x1e204000 && !field(w, 5, 5)))
			to->flags |= INSN_RESULT;
	}
	/* x8: where a large result goes. */
	if ((to->writes >= GENERAL(0) && to->writes <= GENERAL(8)) ||
	    (to->writes >= VECTOR(0) && to->writes <= VECTOR(7)))
		to->flags |= INSN_ARGUMENT;
}

static uint32_t word_of(const cs_insn *from)
{
	uint32_t w;

	memcpy(&w, from->bytes, sizeof w);
	return w;
}

static void read_kind(struct code_insn *to, csh handle, const cs_insn *from)
{
	switch (from->id) {
	case ARM64_INS_BL:
	case ARM64_INS_BLR:
		to->kind = INSN_CALL;
		break;
	case ARM64_INS_RET:
		to->kind = INSN_RETURN;
		break;
	case ARM64_INS_B:
		to->kind = (word_of(from) & 0x7c000000) == 0x14000000 ? INSN_JUMP : INSN_BRANCH;
		break;
	case ARM64_INS_BR:
	case ARM64_INS_BRK:
		to->kind = INSN_JUMP;
		break;
	case ARM64_INS_SVC:
		to->kind = INSN_KERNEL;
		break;
	case ARM64_INS_NOP:
		to->kind = INSN_PADDING;
		break;
	default:
		if (cs_insn_group(handle, from, CS_GRP_JUMP))
			to->kind = INSN_BRANCH;
	}
}

#define BTI_C 0xd503245fu
#define PACIASP 0xd503233fu
#define PACIBSP 0xd503237fu
#define AUTIASP 0xd50323bfu
#define AUTIBSP 0xd50323ffu

static void read_insn(struct code_insn *to, csh handle, const cs_insn *from)
{
	const cs_arm64 *x = &from->detail->arm64;
	const cs_arm64_op *last = x->op_count ? &x->operands[x->op_count - 1] : NULL;
	uint32_t w = word_of(from);

	if (w == BTI_C || w == PACIASP || w == PACIBSP)
		to->flags |= INSN_LANDING;
	if (w == PACIASP || w == PACIBSP || w == AUTIASP || w == AUTIBSP) {
		to->flags |= INSN_FRAME;
		return;
	}
	read_kind(to, handle, from);
	if (to->kind == INSN_OTHER)
		read_other(to, w);
	else if (to->kind == INSN_JUMP || to->kind == INSN_BRANCH || to->kind == INSN_CALL)
		to->target = last && last->type == ARM64_OP_IMM && from->id != ARM64_INS_BRK
				     ? (uint64_t)last->imm : 0;
	if (from->id == ARM64_INS_BR)
		to->base = GENERAL(field(w, 5, 5));
}

/* ------------------------------------------------------------------ */

static uint32_t word_at(const struct body *c, size_t i)
{
	uint32_t w = 0;
	size_t n;
	const unsigned char *bytes = elfobj_bytes(c->elf, c->insns[i].address, &n);

	if (bytes && n >= sizeof w)
		memcpy(&w, bytes, sizeof w);
	return w;
}

/* The end of the piece that begins there, exclusive, with those that it goes on with; 0: it does
   not count. */
static size_t end_of_count(const struct body *c, size_t i)
{
	size_t n, next;

	for (; i < c->n; i += next) {
		struct code code = { .address = c->insns[i].address };

		code.bytes = elfobj_bytes(c->elf, code.address, &code.n);
		if (!code.bytes)
			return 0;
		n = aarch64_piece(&code, &next);
		if (n)
			return i + n <= c->n ? i + n : 0;
		if (!next)
			return 0;
	}
	return 0;
}

/* adr x14, where-to-go-on; b monitor */
static bool is_way_out(const struct body *c, size_t i)
{
	return (word_at(c, i) & 0x9f00001f) == 0x1000000e && i + 1 < c->n &&
	       c->insns[i + 1].kind == INSN_JUMP && c->insns[i + 1].target &&
	       (c->insns[i + 1].target < c->start || c->insns[i + 1].target >= c->end);
}

/* A jump to a sum: of a table's entry and where the table counts from. */
static void find_tables(struct body *c)
{
	for (size_t i = 1; i < c->n; i++) {
		struct code_insn *insn = &c->insns[i];
		size_t k = i;

		if (insn->kind != INSN_JUMP || !insn->base)
			continue;
		while (k-- && i - k < 8 && c->insns[k].writes != insn->base)
			if (c->insns[k].kind != INSN_OTHER)
				break;
		if (k < c->n && c->insns[k].writes == insn->base &&
		    (word_at(c, k) & 0xff000000) == 0x8b000000) /* add x, x, x */
			insn->flags |= INSN_TABLE;
	}
}

static void monitor(struct body *c)
{
	find_tables(c);
	for (size_t i = 0; i < c->n; i++) {
		size_t end = word_at(c, i) == THREAD_POINTER ? end_of_count(c, i)
			     : c->by_call && is_way_out(c, i) ? i + 2 : 0;

		for (size_t k = i; k < end; k++)
			code_fix(&c->insns[k], CLASS_M);
	}
}

const struct processor processor_aarch64 = {
	.machine = EM_AARCH64,
	.name = "AArch64",
	.relative = R_AARCH64_PREL32,
	.jump_slot = R_AARCH64_JUMP_SLOT,
	.glob_dat = R_AARCH64_GLOB_DAT,
	.irelative = R_AARCH64_IRELATIVE,
	.stack_pointer = 31,
	.longest = 4,
	.direct = direct, .by_slot = by_slot, .stub = stub,
	.arch = CS_ARCH_ARM64, .mode = CS_MODE_LITTLE_ENDIAN,
	.target = target_of, .word = counted_word,
	.read = read_insn, .monitor = monitor,
	.flow = aarch64_flow, .join = aarch64_join, .makes = aarch64_makes,
	.counts = aarch64_counts,
};
