/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * cfi.c - call frame instructions and expressions (DWARF 5, 6.4 and 2.5).
 *
 * gp_row_run interprets the instructions of a CIE and an FDE up to an address;
 * what is left in u->row says where the caller's registers are.  gp_expression
 * evaluates the expressions that such a row may hold.
 *
 * The bytes may be wrong: nothing is read beyond them, offsets may be anything, and
 * expressions end after a fixed number of operations.  About 1 us for a row.
 */
#include "unwind.h"

#define MAX_OPERATIONS 256u

typedef uint16_t __attribute__((aligned(1))) u16_at;
typedef uint32_t __attribute__((aligned(1))) u32_at;
typedef uint64_t __attribute__((aligned(1))) u64_at;

uint64_t gp_get(struct gp_bytes *b, unsigned size)
{
	const unsigned char *p = b->at;

	if ((size_t)(b->end - p) < size) {
		b->bad = true;
		b->at = b->end;
		return 0;
	}
	b->at += size;
	switch (size) {
	case 1:
		return *p;
	case 2:
		return *(const u16_at *)p;
	case 4:
		return *(const u32_at *)p;
	default:
		return *(const u64_at *)p;
	}
}

static int64_t get_signed(struct gp_bytes *b, unsigned size)
{
	uint64_t v = gp_get(b, size);
	unsigned unused = 64 - 8 * size;

	return (int64_t)(v << unused) >> unused;
}

static uint64_t get_leb(struct gp_bytes *b, bool sign)
{
	uint64_t v = 0, byte;
	unsigned shift = 0;

	do {
		byte = gp_get(b, 1);
		if (shift < 64)
			v |= (byte & 0x7f) << shift;
		shift += 7;
	} while (byte & 0x80);
	if (sign && shift < 64 && byte & 0x40)
		v |= ~0ull << shift;
	return v;
}

uint64_t gp_get_uleb(struct gp_bytes *b)
{
	return get_leb(b, false);
}

int64_t gp_get_sleb(struct gp_bytes *b)
{
	return (int64_t)get_leb(b, true);
}

/*
 * An address encoded as DW_EH_PE_* says (LSB core, 10.5.1); 'data' is what datarel
 * is relative to.
 */
uintptr_t gp_get_address(struct gp_bytes *b, uint8_t encoding, uintptr_t data)
{
	uintptr_t here = (uintptr_t)b->at;
	int64_t v = 0;

	switch (encoding & 0x0f) {
	case 0x00:
	case 0x04:
	case 0x0c:
		v = (int64_t)gp_get(b, 8);
		break;
	case 0x01:
		v = (int64_t)gp_get_uleb(b);
		break;
	case 0x02:
		v = (int64_t)gp_get(b, 2);
		break;
	case 0x03:
		v = (int64_t)gp_get(b, 4);
		break;
	case 0x09:
		v = gp_get_sleb(b);
		break;
	case 0x0a:
		v = get_signed(b, 2);
		break;
	case 0x0b:
		v = get_signed(b, 4);
		break;
	default:
		b->bad = true;
	}
	switch (encoding & 0x70) {
	case 0x00:
		break;
	case 0x10:
		v += (int64_t)here;
		break;
	case 0x30:
		v += (int64_t)data;
		break;
	default:
		b->bad = true;
	}
	return (uintptr_t)v;
}

/* ------------------------------------------------------------------ */

/* The interpreter's state that a row does not hold. */
struct run {
	struct gp_unwind *u;
	const struct gp_cie *cie;
	struct gp_bytes code;
	uintptr_t at;        /* the address that the row holds for */
	unsigned remembered; /* rows put aside */
};

static void set(struct run *r, uint64_t reg, enum gp_how how, int64_t value)
{
	struct gp_where *w;

	if (reg >= GP_REGS) /* a vector register, of no use to a walk */
		return;
	w = &r->u->row.reg[reg];
	w->how = (uint8_t)how;
	w->value = value;
}

static void set_cfa(struct run *r, uint64_t reg, int64_t offset)
{
	struct gp_where *w = &r->u->row.cfa;

	if (reg >= GP_REGS)
		r->code.bad = true;
	w->how = GP_VALUE;
	w->reg = (uint8_t)reg;
	w->value = offset;
}

static void set_expression(struct run *r, struct gp_where *w, enum gp_how how)
{
	uint64_t size = gp_get_uleb(&r->code);

	if (size > (uint64_t)(r->code.end - r->code.at)) {
		r->code.bad = true;
		return;
	}
	if (w) {
		w->how = (uint8_t)how;
		w->value = (int64_t)r->code.at;
		w->size = (uint32_t)size;
	}
	r->code.at += size;
}

static void set_register_expression(struct run *r, enum gp_how how)
{
	uint64_t reg = gp_get_uleb(&r->code);

	set_expression(r, reg < GP_REGS ? &r->u->row.reg[reg] : NULL, how);
}

static void set_in(struct run *r)
{
	uint64_t reg = gp_get_uleb(&r->code), from = gp_get_uleb(&r->code);

	if (from >= GP_REGS) {
		set(r, reg, GP_UNDEFINED, 0);
		return;
	}
	set(r, reg, GP_IN, 0);
	if (reg < GP_REGS)
		r->u->row.reg[reg].reg = (uint8_t)from;
}

static void restore(struct run *r, uint64_t reg)
{
	if (reg < GP_REGS)
		r->u->row.reg[reg] = r->u->first.reg[reg];
}

static void remember(struct run *r)
{
	if (r->remembered == GP_REMEMBERED) {
		r->code.bad = true;
		return;
	}
	gp_copy(&r->u->remembered[r->remembered++], &r->u->row, sizeof(r->u->row));
}

static void recall(struct run *r)
{
	if (!r->remembered) {
		r->code.bad = true;
		return;
	}
	gp_copy(&r->u->row, &r->u->remembered[--r->remembered], sizeof(r->u->row));
}

static void advance(struct run *r, uint64_t by)
{
	r->at += by * r->cie->code_align;
}

/* Instructions that set the CFA; false if it is another one. */
static bool run_cfa(struct run *r, unsigned op)
{
	struct gp_bytes *b = &r->code;
	const struct gp_where *cfa = &r->u->row.cfa;
	int64_t align = r->cie->data_align;
	uint64_t reg;

	switch (op) {
	case 0x0c: /* def_cfa */
		reg = gp_get_uleb(b);
		set_cfa(r, reg, (int64_t)gp_get_uleb(b));
		return true;
	case 0x0d: /* def_cfa_register */
		set_cfa(r, gp_get_uleb(b), cfa->value);
		return true;
	case 0x0e: /* def_cfa_offset */
		set_cfa(r, cfa->reg, (int64_t)gp_get_uleb(b));
		return true;
	case 0x0f: /* def_cfa_expression */
		set_expression(r, &r->u->row.cfa, GP_EXPRESSION);
		return true;
	case 0x12: /* def_cfa_sf */
		reg = gp_get_uleb(b);
		set_cfa(r, reg, gp_get_sleb(b) * align);
		return true;
	case 0x13: /* def_cfa_offset_sf */
		set_cfa(r, cfa->reg, gp_get_sleb(b) * align);
		return true;
	}
	return false;
}

/* Instructions that say where a register is; false if it is another one. */
static bool run_register(struct run *r, unsigned op)
{
	struct gp_bytes *b = &r->code;
	int64_t align = r->cie->data_align;
	uint64_t reg;

	switch (op) {
	case 0x05: /* offset_extended */
		reg = gp_get_uleb(b);
		set(r, reg, GP_AT, (int64_t)gp_get_uleb(b) * align);
		return true;
	case 0x06:
		restore(r, gp_get_uleb(b));
		return true;
	case 0x07:
		set(r, gp_get_uleb(b), GP_UNDEFINED, 0);
		return true;
	case 0x08:
		set(r, gp_get_uleb(b), GP_SAME, 0);
		return true;
	case 0x09:
		set_in(r);
		return true;
	case 0x10:
		set_register_expression(r, GP_AT_EXPRESSION);
		return true;
	case 0x11: /* offset_extended_sf */
		reg = gp_get_uleb(b);
		set(r, reg, GP_AT, gp_get_sleb(b) * align);
		return true;
	case 0x14: /* val_offset */
		reg = gp_get_uleb(b);
		set(r, reg, GP_VALUE, (int64_t)gp_get_uleb(b) * align);
		return true;
	case 0x15: /* val_offset_sf */
		reg = gp_get_uleb(b);
		set(r, reg, GP_VALUE, gp_get_sleb(b) * align);
		return true;
	case 0x16:
		set_register_expression(r, GP_EXPRESSION);
		return true;
	case 0x2f: /* GNU_negative_offset_extended */
		reg = gp_get_uleb(b);
		set(r, reg, GP_AT, -(int64_t)gp_get_uleb(b) * align);
		return true;
	}
	return false;
}

static void run_other(struct run *r, unsigned op)
{
	struct gp_bytes *b = &r->code;

	switch (op) {
	case 0x00:
		break; /* nop */
	case 0x01:
		r->at = gp_get_address(b, r->cie->encoding, 0);
		break; /* set_loc */
	case 0x02:
		advance(r, gp_get(b, 1));
		break;
	case 0x03:
		advance(r, gp_get(b, 2));
		break;
	case 0x04:
		advance(r, gp_get(b, 4));
		break;
	case 0x0a:
		remember(r);
		break;
	case 0x0b:
		recall(r);
		break;
	case 0x2d:
		break; /* AArch64: whether the return address is signed */
	case 0x2e:
		gp_get_uleb(b);
		break; /* GNU_args_size: no matter to a walk */
	default:
		b->bad = true;
	}
}

static void run_one(struct run *r)
{
	unsigned op = (unsigned)gp_get(&r->code, 1), low = op & 0x3f;

	switch (op & 0xc0) {
	case 0x40:
		advance(r, low);
		break;
	case 0x80:
		set(r, low, GP_AT, (int64_t)gp_get_uleb(&r->code) * r->cie->data_align);
		break;
	case 0xc0:
		restore(r, low);
		break;
	default:
		if (!run_cfa(r, op) && !run_register(r, op))
			run_other(r, op);
	}
}

bool gp_row_run(struct gp_unwind *u, const struct gp_cie *cie, struct gp_bytes code,
		uintptr_t start, uintptr_t pc)
{
	struct run r;

	r.u = u;
	r.cie = cie;
	r.code = cie->code;
	r.at = start;
	r.remembered = 0;
	gp_clear(&u->row, sizeof(u->row));
	while (!r.code.bad && r.code.at < r.code.end)
		run_one(&r);
	gp_copy(&u->first, &u->row, sizeof(u->row));
	if (r.code.bad)
		return false;
	r.code = code;
	/* What follows an advance beyond the address is of other rows. */
	while (!r.code.bad && r.code.at < r.code.end && r.at <= pc) {
		u->row_low = r.at;
		run_one(&r);
	}
	if (r.at > pc)
		u->row_high = r.at;
	else
		u->row_low = r.at;
	return !r.code.bad && (u->row.cfa.how == GP_VALUE || u->row.cfa.how == GP_EXPRESSION);
}

/* ------------------------------------------------------------------ */

/* An expression's stack of operands, in u->operands. */
struct stack {
	struct gp_unwind *u;
	struct gp_bytes code;
	const unsigned char *start;
	unsigned n;
};

static void push(struct stack *s, uint64_t v)
{
	if (s->n == GP_OPERANDS)
		s->code.bad = true;
	else
		s->u->operands[s->n++] = v;
}

static uint64_t pop(struct stack *s)
{
	if (!s->n) {
		s->code.bad = true;
		return 0;
	}
	return s->u->operands[--s->n];
}

/* The operand 'depth' below the top. */
static uint64_t pick(struct stack *s, unsigned depth)
{
	if (depth >= s->n) {
		s->code.bad = true;
		return 0;
	}
	return s->u->operands[s->n - 1 - depth];
}

static uint64_t from_register(struct stack *s, uint64_t reg)
{
	int64_t offset = gp_get_sleb(&s->code);

	if (reg >= GP_REGS || !(s->u->known >> reg & 1)) {
		s->code.bad = true;
		return 0;
	}
	return s->u->reg[reg] + (uint64_t)offset;
}

static uint64_t fetch(struct stack *s, unsigned size)
{
	uint64_t at = pop(s);
	uintptr_t word = 0;

	if (size != 8 || !gp_stack_word(s->u, at, &word))
		s->code.bad = true;
	return word;
}

static void jump(struct stack *s, bool taken)
{
	int64_t by = get_signed(&s->code, 2);
	const unsigned char *to = s->code.at + by;

	if (!taken)
		return;
	if (by < s->start - s->code.at || by > s->code.end - s->code.at)
		s->code.bad = true;
	else
		s->code.at = to;
}

static void rotate(struct stack *s)
{
	uint64_t a = pop(s), b = pop(s), c = pop(s);

	push(s, a);
	push(s, c);
	push(s, b);
}

/* Operations on two operands, b the upper one; false if it is another one. */
static bool binary(struct stack *s, unsigned op, uint64_t *v)
{
	uint64_t a, b;

	if (op < 0x1a || op > 0x2e || op == 0x1f || op == 0x20 || op == 0x23 || op == 0x28)
		return false;
	if (op == 0x1b || op == 0x1d) /* div, mod: no table needs them */
		return false;
	b = pop(s);
	a = pop(s);
	switch (op) {
	case 0x1a:
		*v = a & b;
		break;
	case 0x1c:
		*v = a - b;
		break;
	case 0x1e:
		*v = a * b;
		break;
	case 0x21:
		*v = a | b;
		break;
	case 0x22:
		*v = a + b;
		break;
	case 0x24:
		*v = b < 64 ? a << b : 0;
		break;
	case 0x25:
		*v = b < 64 ? a >> b : 0;
		break;
	case 0x26:
		*v = (uint64_t)((int64_t)a >> (b < 64 ? b : 63));
		break;
	case 0x27:
		*v = a ^ b;
		break;
	case 0x29:
		*v = a == b;
		break;
	case 0x2a:
		*v = (int64_t)a >= (int64_t)b;
		break;
	case 0x2b:
		*v = (int64_t)a > (int64_t)b;
		break;
	case 0x2c:
		*v = (int64_t)a <= (int64_t)b;
		break;
	case 0x2d:
		*v = (int64_t)a < (int64_t)b;
		break;
	case 0x2e:
		*v = a != b;
		break;
	}
	return true;
}

/* Constants, registers, the stack itself; false if it is another one. */
static bool operand(struct stack *s, unsigned op, uint64_t *v)
{
	struct gp_bytes *b = &s->code;

	if (op >= 0x08 && op <= 0x0f) { /* const1u, const1s, const2u .. const8s */
		unsigned size = 1u << (op - 0x08) / 2;

		*v = op & 1 ? (uint64_t)get_signed(b, size) : gp_get(b, size);
		return true;
	}
	if (op >= 0x30 && op <= 0x4f) { /* lit0 .. lit31 */
		*v = op - 0x30;
		return true;
	}
	if (op >= 0x70 && op <= 0x8f) { /* breg0 .. breg31 */
		*v = from_register(s, op - 0x70);
		return true;
	}
	switch (op) {
	case 0x03: /* addr */
		*v = gp_get(b, 8);
		return true;
	case 0x10:
		*v = gp_get_uleb(b);
		return true;
	case 0x11:
		*v = (uint64_t)gp_get_sleb(b);
		return true;
	case 0x12: /* dup */
		*v = pick(s, 0);
		return true;
	case 0x14: /* over */
		*v = pick(s, 1);
		return true;
	case 0x15:
		*v = pick(s, (unsigned)gp_get(b, 1));
		return true;
	case 0x92: /* bregx */
		*v = from_register(s, gp_get_uleb(b));
		return true;
	}
	return false;
}

/* Operations on one operand; false if it is another one. */
static bool unary(struct stack *s, unsigned op, uint64_t *v)
{
	switch (op) {
	case 0x06: /* deref */
		*v = fetch(s, 8);
		return true;
	case 0x94:
		*v = fetch(s, (unsigned)gp_get(&s->code, 1));
		return true;
	case 0x1f:
		*v = 0 - pop(s);
		return true;
	case 0x20:
		*v = ~pop(s);
		return true;
	case 0x23: /* plus_uconst */
		*v = pop(s) + gp_get_uleb(&s->code);
		return true;
	}
	return false;
}

/* Operations whose result is not one operand. */
static void other(struct stack *s, unsigned op)
{
	uint64_t a, b;

	switch (op) {
	case 0x13:
		pop(s);
		break;
	case 0x16: /* swap */
		a = pop(s);
		b = pop(s);
		push(s, a);
		push(s, b);
		break;
	case 0x17:
		rotate(s);
		break;
	case 0x28:
		jump(s, pop(s) != 0);
		break;
	case 0x2f:
		jump(s, true);
		break;
	case 0x96:
		break; /* nop */
	default:
		s->code.bad = true;
	}
}

static void operation(struct stack *s)
{
	unsigned op = (unsigned)gp_get(&s->code, 1);
	uint64_t v = 0;

	if (operand(s, op, &v) || unary(s, op, &v) || binary(s, op, &v))
		push(s, v);
	else
		other(s, op);
}

bool gp_expression(struct gp_unwind *u, const struct gp_where *w, uint64_t first, bool has_first,
		   uintptr_t *result)
{
	const unsigned char *start = (const unsigned char *)w->value;
	struct stack s;

	s.u = u;
	s.code.at = s.start = start;
	s.code.end = start + w->size;
	s.code.bad = false;
	s.n = 0;
	if (has_first)
		push(&s, first);
	for (unsigned i = 0; s.code.at < s.code.end && !s.code.bad; i++) {
		if (i == MAX_OPERATIONS)
			return false;
		operation(&s);
	}
	*result = pop(&s);
	return !s.code.bad;
}
