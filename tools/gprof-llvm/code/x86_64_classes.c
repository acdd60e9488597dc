/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * x86_64_classes.c - what the instructions of x86-64 are for, by the System V calling convention
 * (see body.h): moves that a call makes necessary, the frame, and the code that counts.
 *
 * The code that counts is recognised by its references: words of gprof_cnt, or __gprof_thread just
 * before such a word. pass/x86_64.c says how it looks.
 */
#include "code/body.h"
#include "code/x86_64.h"

#include <string.h>

static bool is_argument(uint8_t r)
{
	/* rax: see INSN_SPARE; r10: static chain. */
	return r == RDI || r == RSI || r == RDX || r == RCX || r == R8 || r == R9 || r == RAX ||
	       r == R10 || (r >= VECTOR && r < VECTOR + 8);
}

static bool is_result(uint8_t r)
{
	return r == RAX || r == RDX || r == VECTOR || r == VECTOR + 1;
}

static bool is_preserved(uint8_t r)
{
	return r == RBX || r == RBP || (r >= R12 && r <= R15);
}

static bool is_frame_word(const cs_x86_op *op)
{
	uint8_t base = op->type == X86_OP_MEM ? x86_64_number(op->mem.base) : 0;

	return (base == RSP || base == RBP) && op->mem.index == X86_REG_INVALID;
}

static bool is_move(unsigned id)
{
	switch (id) {
	case X86_INS_MOV:
	case X86_INS_MOVABS:
	case X86_INS_MOVZX:
	case X86_INS_MOVSX:
	case X86_INS_MOVSXD:
	case X86_INS_MOVAPS:
	case X86_INS_MOVAPD:
	case X86_INS_MOVUPS:
	case X86_INS_MOVUPD:
	case X86_INS_MOVSS:
	case X86_INS_MOVSD:
	case X86_INS_MOVQ:
	case X86_INS_MOVD:
	case X86_INS_MOVDQA:
	case X86_INS_MOVDQU:
	case X86_INS_VMOVAPS:
	case X86_INS_VMOVAPD:
	case X86_INS_VMOVUPS:
	case X86_INS_VMOVUPD:
	case X86_INS_VMOVSS:
	case X86_INS_VMOVSD:
	case X86_INS_VMOVQ:
	case X86_INS_VMOVD:
	case X86_INS_VMOVDQA:
	case X86_INS_VMOVDQU:
		return true;
	default:
		return false;
	}
}

/* A register is made 0. */
static bool is_zeroing(unsigned id, const cs_x86 *x)
{
	const cs_x86_op *last = &x->operands[x->op_count - 1];

	switch (id) {
	case X86_INS_XOR:
	case X86_INS_XORPS:
	case X86_INS_XORPD:
	case X86_INS_PXOR:
	case X86_INS_VXORPS:
	case X86_INS_VXORPD:
	case X86_INS_VPXOR:
		return x->op_count >= 2 && last->type == X86_OP_REG &&
		       last[-1].type == X86_OP_REG && last->reg == last[-1].reg;
	default:
		return false;
	}
}

/* A move that a call makes necessary: what it moves is there already. */
static void read_move(struct code_insn *to, const cs_insn *from)
{
	const cs_x86 *x = &from->detail->x86;
	const cs_x86_op *last = &x->operands[x->op_count - 1];

	if (is_zeroing(from->id, x)) {
		to->flags |= INSN_MOVE;
		return;
	}
	if (from->id == X86_INS_LEA) {
		if (last->mem.index == X86_REG_INVALID &&
		    (is_frame_word(last) || last->mem.base == X86_REG_RIP))
			to->flags |= INSN_MOVE;
		return;
	}
	if (!is_move(from->id) || x->op_count < 2)
		return;
	if (last->type != X86_OP_MEM || is_frame_word(last))
		to->flags |= INSN_MOVE;
	if (last->type == X86_OP_REG && is_result(x86_64_number(last->reg)) &&
	    (x->operands[0].type == X86_OP_REG || is_frame_word(&x->operands[0])))
		to->flags |= INSN_RESULT;
	if (is_frame_word(&x->operands[0]) && last->type == X86_OP_REG &&
	    is_preserved(x86_64_number(last->reg)))
		to->flags |= INSN_SAVES;
	if (is_frame_word(last) && is_preserved(to->writes))
		to->flags |= INSN_SAVES;
}

/* Instructions that change the stack or the frame pointer. */
static void read_frame(struct code_insn *to, const cs_insn *from)
{
	const cs_x86 *x = &from->detail->x86;
	const cs_x86_op *last = x->op_count ? &x->operands[x->op_count - 1] : NULL;
	bool constant = last && last->type == X86_OP_IMM;

	to->flags |= INSN_STACK;
	if (from->id == X86_INS_PUSH) {
		to->stack = -8;
	} else if (from->id == X86_INS_POP) {
		to->stack = 8;
	} else if (from->id == X86_INS_ADD && constant && to->writes == RSP) {
		to->stack = last->imm;
	} else if (from->id == X86_INS_SUB && constant && to->writes == RSP) {
		to->stack = -last->imm;
	} else if (from->id == X86_INS_LEA && to->writes == RSP && is_frame_word(last) &&
		   x86_64_number(last->mem.base) == RSP) {
		to->stack = last->mem.disp;
	} else {
		to->flags &= ~INSN_STACK;
	}
	if (from->id == X86_INS_LEAVE || from->id == X86_INS_ENTER ||
	    (from->id == X86_INS_AND && constant && to->writes == RSP) ||
	    (from->id == X86_INS_LEA && is_frame_word(last) && !code_is(to, INSN_STACK) &&
	     (to->writes == RSP || to->writes == RBP)) ||
	    (from->id == X86_INS_MOV && last->type == X86_OP_REG &&
	     ((to->writes == RSP && x86_64_number(last->reg) == RBP) ||
	      (to->writes == RBP && x86_64_number(last->reg) == RSP))))
		to->flags |= INSN_FRAME;
}

static void read_kind(struct code_insn *to, csh handle, const cs_insn *from)
{
	const cs_x86 *x = &from->detail->x86;

	if (cs_insn_group(handle, from, CS_GRP_CALL))
		to->kind = INSN_CALL;
	else if (cs_insn_group(handle, from, CS_GRP_RET))
		to->kind = INSN_RETURN;
	else if (from->id == X86_INS_JMP || from->id == X86_INS_LJMP || from->id == X86_INS_UD2)
		to->kind = INSN_JUMP;
	else if (cs_insn_group(handle, from, CS_GRP_JUMP))
		to->kind = INSN_BRANCH;
	else if (from->id == X86_INS_SYSCALL || from->id == X86_INS_SYSENTER ||
		 from->id == X86_INS_INT)
		to->kind = INSN_KERNEL;
	else if (from->id == X86_INS_NOP || from->id == X86_INS_INT3)
		to->kind = INSN_PADDING;
	if (to->kind != INSN_CALL && to->kind != INSN_JUMP && to->kind != INSN_BRANCH)
		return;
	if (x->op_count == 1 && x->operands[0].type == X86_OP_IMM)
		to->target = x->operands[0].imm;
	else if (x->op_count == 1 && x->operands[0].type == X86_OP_REG)
		to->base = x86_64_number(x->operands[0].reg);
	if (to->kind == INSN_JUMP && to->index)
		to->flags |= INSN_TABLE;
}

static void read_operand(struct code_insn *to, const cs_x86_op *op)
{
	if (op->type != X86_OP_MEM)
		return;
	to->base = x86_64_number(op->mem.base);
	to->index = x86_64_number(op->mem.index);
	if (op->mem.segment == X86_REG_FS)
		to->flags |= INSN_THREAD;
	else if (op->mem.base == X86_REG_RIP)
		to->refers = to->address + to->size + op->mem.disp;
	else if (!to->base)
		to->refers = op->mem.disp;
}

void x86_64_read(struct code_insn *to, csh handle, const cs_insn *from)
{
	const cs_x86 *x = &from->detail->x86;

	for (int i = 0; i < x->op_count; i++)
		read_operand(to, &x->operands[i]);
	read_kind(to, handle, from);
	if (from->id == X86_INS_ENDBR64)
		to->flags |= INSN_LANDING;
	if (from->id == X86_INS_CMP && x->op_count == 2 && x->operands[0].type == X86_OP_MEM)
		to->flags |= INSN_COMPARE;
	if (x->op_count && x->operands[0].type == X86_OP_REG && to->kind == INSN_OTHER &&
	    x->operands[0].access & CS_AC_WRITE)
		to->writes = x86_64_number(x->operands[0].reg);
	if (to->kind != INSN_OTHER)
		return;
	if (is_argument(to->writes))
		to->flags |= INSN_ARGUMENT;
	if (x->op_count)
		read_move(to, from);
	/* al: how many vector registers hold arguments, a constant. */
	if (to->writes == RAX && !is_zeroing(from->id, x) &&
	    x->operands[x->op_count - 1].type != X86_OP_IMM)
		to->flags |= INSN_SPARE;
	read_frame(to, from);
}

#define NEAR 6 /* instructions between the parts of one count */

/* The nearest instruction before that writes a register, in the straight line. */
static struct code_insn *written_before(const struct body *c, size_t at, uint8_t reg, size_t most)
{
	for (size_t i = at; reg && i-- && at - i <= most;) {
		struct code_insn *insn = &c->insns[i];

		if (insn->writes == reg)
			return insn;
		if (insn->kind == INSN_CALL || insn->kind == INSN_JUMP)
			return NULL;
	}
	return NULL;
}

/* The bias of the thread, and the place of __gprof_thread that it came from. */
static void mark_bias(struct body *c, size_t at, uint8_t reg)
{
	struct code_insn *bias = written_before(c, at, reg, 4 * NEAR), *offset;

	if (!bias || !code_is(bias, INSN_THREAD))
		return;
	code_fix(bias, CLASS_M);
	offset = written_before(c, bias - c->insns, bias->base, 4 * NEAR);
	if (offset && (offset->refers || code_is(offset, INSN_MOVE)))
		code_fix(offset, CLASS_M);
}

/* The value of a register, by the order of the instructions. */
enum held { HELD_OTHER, HELD_COUNTER, HELD_BIAS };

/* An operand of the thread-local form: the address of a word of gprof_cnt, and the bias. */
static bool is_sum(const enum held *held, const struct code_insn *insn)
{
	return insn->kind == INSN_OTHER &&
	       ((held[insn->base] == HELD_COUNTER && held[insn->index] == HELD_BIAS) ||
		(held[insn->base] == HELD_BIAS && held[insn->index] == HELD_COUNTER));
}

static void forget_scratch(enum held *held)
{
	for (int r = 0; r < VECTOR; r++)
		if (!is_preserved(r))
			held[r] = HELD_OTHER;
}

/* Words of gprof_cnt: named, or by two registers. */
static void mark_counts(struct body *c)
{
	enum held held[256] = { 0 };

	for (size_t i = 0; i < c->n; i++) {
		struct code_insn *insn = &c->insns[i];
		bool names = insn->refers >= c->counters && insn->refers < c->counters_end;

		if (names || is_sum(held, insn))
			code_fix(insn, CLASS_M);
		if (is_sum(held, insn))
			mark_bias(c, i, held[insn->base] == HELD_BIAS ? insn->base : insn->index);
		if (insn->kind == INSN_CALL)
			forget_scratch(held);
		if (insn->writes)
			held[insn->writes] = names && code_is(insn, INSN_MOVE) ? HELD_COUNTER
					     : code_is(insn, INSN_THREAD) ? HELD_BIAS : HELD_OTHER;
	}
}

static bool begins(const struct elfobj *elf, uint64_t address, const char *code, size_t size)
{
	size_t n;
	const unsigned char *bytes = elfobj_bytes(elf, address, &n);

	return bytes && n >= size + 4 && !memcmp(bytes, code, size);
}

#define XOR_EAX "\x31\xc0"     /* xorl %eax, %eax */
#define LEA_R10 "\x4c\x8d\x15" /* leaq counter(%rip), %r10 */
#define LEA_R11 "\x4c\x8d\x1d" /* leaq where-to-go-on(%rip), %r11 */
#define LEA_SIZE 7

/* Code that a new thread runs, after the functions of the section: some of these, in this order,
   and a jump. */
uint64_t x86_64_goes_on(const struct elfobj *elf, uint64_t address)
{
	int32_t distance;
	size_t n;

	if (begins(elf, address, XOR_EAX, 2))
		address += 2;
	if (begins(elf, address, LEA_R10, 3))
		address += LEA_SIZE;
	if (!begins(elf, address, LEA_R11, 3) && address > LEA_SIZE &&
	    begins(elf, address, "\xe9", 1))
		address -= LEA_SIZE; /* at the jump */
	if (!begins(elf, address, LEA_R11, 3))
		return 0;
	memcpy(&distance, elfobj_bytes(elf, address + 3, &n), sizeof distance);
	return address + LEA_SIZE + (int64_t)distance;
}

/* The test whether the thread is new, of a byte of __gprof_thread: what follows if it is
   stands where it leads, or (in binaries of earlier builds) right after the branch. */
static bool is_test(const struct body *c, size_t at)
{
	const struct code_insn *insn = &c->insns[at];
	uint64_t target;

	if (!code_is(insn, INSN_COMPARE) || !code_is(insn, INSN_THREAD) || at + 2 >= c->n ||
	    insn[1].kind != INSN_BRANCH)
		return false;
	target = insn[1].target;
	return x86_64_goes_on(c->elf, insn[2].address) ||
	       (code_is_monitor(&insn[2]) && code_is(&insn[2], INSN_COMPARE)) ||
	       ((target < c->start || target >= c->end) && x86_64_goes_on(c->elf, target));
}

/* The target of a call by pointer, moved to where the test of its cell wants it; it stays a
   part of the call if that is by this register. */
static void mark_target(struct body *c, size_t test)
{
	struct code_insn *move = written_before(c, test, RAX, 1);

	for (size_t i = test; move && i < c->n && i < test + 4 * NEAR; i++) {
		if (c->insns[i].kind != INSN_CALL)
			continue;
		if (c->insns[i].base != RAX && code_is(move, INSN_MOVE))
			code_fix(move, CLASS_M);
		return;
	}
}

static void mark_tests(struct body *c)
{
	for (size_t i = 0; i + 1 < c->n; i++) {
		struct code_insn *insn = &c->insns[i], *offset;

		if (is_test(c, i)) {
			code_fix(insn, CLASS_M);
			offset = written_before(c, i, insn->base, NEAR);
			if (offset)
				code_fix(offset, CLASS_M);
		}
		if (code_is_monitor(insn) && code_is(insn, INSN_COMPARE) &&
		    insn[1].kind == INSN_BRANCH) {
			code_fix(&insn[1], CLASS_M);
			mark_target(c, i);
		}
	}
}

/* lea where-to-go-on(%rip), %r11; jmp monitor */
static void mark_ways_out(struct body *c)
{
	for (size_t i = 0; i + 1 < c->n; i++) {
		struct code_insn *insn = &c->insns[i];

		if (insn->writes != R11 || !insn->refers || insn[1].kind != INSN_JUMP ||
		    insn->refers < c->start || insn->refers >= c->end || !insn[1].target ||
		    (insn[1].target >= c->start && insn[1].target < c->end))
			continue;
		code_fix(insn, CLASS_M);
		code_fix(&insn[1], CLASS_M);
	}
}

/* A jump by a table has its target from a load with an index, and perhaps an addition. */
static void find_tables(struct body *c)
{
	for (size_t i = 0; i < c->n; i++) {
		struct code_insn *insn = &c->insns[i];
		const struct code_insn *made;

		if (insn->kind != INSN_JUMP || insn->target || code_is(insn, INSN_TABLE))
			continue;
		made = written_before(c, i, insn->refers ? 0 : insn->base, 2 * NEAR);
		if (made && !made->index && !code_is(made, INSN_MOVE))
			made = written_before(c, made - c->insns, insn->base, 2 * NEAR);
		if (made && made->index)
			insn->flags |= INSN_TABLE;
	}
}

void x86_64_monitor(struct body *c)
{
	find_tables(c);
	if (c->by_call && c->n) { /* call __fentry__ */
		size_t first = code_is(&c->insns[0], INSN_LANDING);

		if (first < c->n && c->insns[first].kind == INSN_CALL)
			code_fix(&c->insns[first], CLASS_M);
	}
	if (c->counters == c->counters_end)
		return;
	mark_counts(c);
	mark_tests(c);
	mark_ways_out(c);
}
