/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * expression.c - the expressions that a row of an unwind table may hold (DWARF 5, 2.5): a
 * stack machine, whose operands are in the struct gprt_unwind, for want of room elsewhere.
 *
 * The bytes may be wrong: nothing is read beyond them, memory is read where it is stack only,
 * and an expression ends after MAX_OPERATIONS, wherever it jumps.
 */
#include "unwind/unwind.h"

#define MAX_OPERATIONS 256u

/* The operands, in u->operands. */
struct stack {
	struct gprt_unwind *u;
	struct gprt_bytes code;
	uintptr_t start;
	unsigned n;
};

static void push(struct stack *s, uint64_t v)
{
	if (s->n == GPRT_OPERANDS)
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
	int64_t offset = gprt_get_sleb(&s->code);

	if (reg >= GPRT_REGS || !(s->u->known >> reg & 1)) {
		s->code.bad = true;
		return 0;
	}
	return s->u->reg[reg] + (uint64_t)offset;
}

static uint64_t fetch(struct stack *s, unsigned size)
{
	uint64_t at = pop(s);
	uintptr_t word = 0;

	if (size != 8 || !gprt_stack_word(s->u, at, &word))
		s->code.bad = true;
	return word;
}

static void jump(struct stack *s, bool taken)
{
	int64_t by = gprt_get_signed(&s->code, 2);
	uintptr_t to = s->code.at + (uintptr_t)(intptr_t)by;

	if (!taken)
		return;
	if (to - s->start > s->code.end - s->start)
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
	struct gprt_bytes *b = &s->code;

	if (op >= 0x08 && op <= 0x0f) { /* const1u, const1s, const2u .. const8s */
		unsigned size = 1u << (op - 0x08) / 2;

		*v = op & 1 ? (uint64_t)gprt_get_signed(b, size) : gprt_get(b, size);
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
		*v = gprt_get(b, 8);
		return true;
	case 0x10:
		*v = gprt_get_uleb(b);
		return true;
	case 0x11:
		*v = (uint64_t)gprt_get_sleb(b);
		return true;
	case 0x12: /* dup */
		*v = pick(s, 0);
		return true;
	case 0x14: /* over */
		*v = pick(s, 1);
		return true;
	case 0x15:
		*v = pick(s, (unsigned)gprt_get(b, 1));
		return true;
	case 0x92: /* bregx */
		*v = from_register(s, gprt_get_uleb(b));
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
		*v = fetch(s, (unsigned)gprt_get(&s->code, 1));
		return true;
	case 0x1f:
		*v = 0 - pop(s);
		return true;
	case 0x20:
		*v = ~pop(s);
		return true;
	case 0x23: /* plus_uconst */
		*v = pop(s) + gprt_get_uleb(&s->code);
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
	unsigned op = (unsigned)gprt_get(&s->code, 1);
	uint64_t v = 0;

	if (operand(s, op, &v) || unary(s, op, &v) || binary(s, op, &v))
		push(s, v);
	else
		other(s, op);
}

bool gprt_expression(struct gprt_unwind *u, const struct gprt_where *w, uint64_t first,
		     bool has_first, uintptr_t *result)
{
	uintptr_t start = (uintptr_t)w->value;
	struct stack s;

	s.u = s.code.u = u;
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
