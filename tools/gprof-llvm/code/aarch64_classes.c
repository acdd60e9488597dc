/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * aarch64_classes.c - what the instructions of AArch64 are for, by its calling convention (see
 * body.h): moves that a call makes necessary, the frame, and the code that counts.
 *
 * libcapstone finds calls, jumps and their targets; for the rest few bits of the instruction word
 * do.
 */
#include "code/aarch64.h"
#include "code/body.h"

#include <string.h>

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

void aarch64_read(struct code_insn *to, csh handle, const cs_insn *from)
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

void aarch64_monitor(struct body *c)
{
	find_tables(c);
	for (size_t i = 0; i < c->n; i++) {
		size_t end = word_at(c, i) == THREAD_POINTER ? end_of_count(c, i)
			     : c->by_call && is_way_out(c, i) ? i + 2 : 0;

		for (size_t k = i; k < end; k++)
			code_fix(&c->insns[k], CLASS_M);
	}
}
