/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * cfi.c - call frame instructions (DWARF 5, 6.4), and the numbers in tables.
 *
 * gprt_row_run interprets the instructions of a CIE and an FDE up to an address;
 * what is left in u->row says where the caller's registers are.
 *
 * The bytes may be wrong: nothing is read beyond them, and offsets may be anything.
 * About 1 us for a row, without what it takes to read lines of tables.
 */
#include "unwind/unwind.h"

#define ROW_WORK 16u /* units of work to copy a row */

typedef uint16_t __attribute__((aligned(1))) u16_at;
typedef uint32_t __attribute__((aligned(1))) u32_at;
typedef uint64_t __attribute__((aligned(1))) u64_at;

uint64_t gprt_get(struct gprt_bytes *b, unsigned size)
{
	unsigned char whole[8];
	const unsigned char *p = NULL;

	if (b->end - b->at >= size)
		p = gprt_table(b->u, whole, b->at, size);
	if (!p) {
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

int64_t gprt_get_signed(struct gprt_bytes *b, unsigned size)
{
	uint64_t v = gprt_get(b, size);
	unsigned unused = 64 - 8 * size;

	return (int64_t)(v << unused) >> unused;
}

static uint64_t get_leb(struct gprt_bytes *b, bool sign)
{
	uint64_t v = 0, byte;
	unsigned shift = 0;

	do {
		byte = gprt_get(b, 1);
		if (shift < 64)
			v |= (byte & 0x7f) << shift;
		shift += 7;
	} while (byte & 0x80);
	if (sign && shift < 64 && byte & 0x40)
		v |= ~0ull << shift;
	return v;
}

uint64_t gprt_get_uleb(struct gprt_bytes *b)
{
	return get_leb(b, false);
}

int64_t gprt_get_sleb(struct gprt_bytes *b)
{
	return (int64_t)get_leb(b, true);
}

/*
 * An address encoded as DW_EH_PE_* says (LSB core, 10.5.1); 'data' is the base of datarel.
 */
uintptr_t gprt_get_address(struct gprt_bytes *b, uint8_t encoding, uintptr_t data)
{
	uintptr_t here = b->at, v = 0;

	switch (encoding & 0x0f) {
	case 0x00:
	case 0x04:
	case 0x0c:
		v = gprt_get(b, 8);
		break;
	case 0x01:
		v = gprt_get_uleb(b);
		break;
	case 0x02:
		v = gprt_get(b, 2);
		break;
	case 0x03:
		v = gprt_get(b, 4);
		break;
	case 0x09:
		v = (uintptr_t)gprt_get_sleb(b);
		break;
	case 0x0a:
		v = (uintptr_t)gprt_get_signed(b, 2);
		break;
	case 0x0b:
		v = (uintptr_t)gprt_get_signed(b, 4);
		break;
	default:
		b->bad = true;
	}
	switch (encoding & 0x70) {
	case 0x00:
		break;
	case 0x10:
		v += here;
		break;
	case 0x30:
		v += data;
		break;
	default:
		b->bad = true;
	}
	return v;
}

/* ------------------------------------------------------------------ */

/* The interpreter's state that a row does not hold. */
struct run {
	struct gprt_unwind *u;
	const struct gprt_cie *cie;
	struct gprt_bytes code;
	uintptr_t at;        /* the address that the row holds for */
	unsigned remembered; /* rows put aside */
};

static void set(struct run *r, uint64_t reg, enum gprt_how how, int64_t value)
{
	struct gprt_where *w;

	if (reg >= GPRT_REGS) /* a vector register, of no use to a walk */
		return;
	w = &r->u->row.reg[reg];
	w->how = (uint8_t)how;
	w->value = value;
}

/* A factored offset in bytes; of any number something. */
static int64_t bytes(const struct run *r, uint64_t factored)
{
	return (int64_t)(factored * (uint64_t)r->cie->data_align);
}

static void set_cfa(struct run *r, uint64_t reg, int64_t offset)
{
	struct gprt_where *w = &r->u->row.cfa;

	if (reg >= GPRT_REGS)
		r->code.bad = true;
	w->how = GPRT_VALUE;
	w->reg = (uint8_t)reg;
	w->value = offset;
}

static void set_expression(struct run *r, struct gprt_where *w, enum gprt_how how)
{
	uint64_t size = gprt_get_uleb(&r->code);

	if (size > r->code.end - r->code.at) {
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

static void set_register_expression(struct run *r, enum gprt_how how)
{
	uint64_t reg = gprt_get_uleb(&r->code);

	set_expression(r, reg < GPRT_REGS ? &r->u->row.reg[reg] : NULL, how);
}

static void set_in(struct run *r)
{
	uint64_t reg = gprt_get_uleb(&r->code), from = gprt_get_uleb(&r->code);

	if (from >= GPRT_REGS) {
		set(r, reg, GPRT_UNDEFINED, 0);
		return;
	}
	set(r, reg, GPRT_IN, 0);
	if (reg < GPRT_REGS)
		r->u->row.reg[reg].reg = (uint8_t)from;
}

static void restore(struct run *r, uint64_t reg)
{
	if (reg < GPRT_REGS)
		r->u->row.reg[reg] = r->u->first.reg[reg];
}

static void remember(struct run *r)
{
	if (r->remembered == GPRT_REMEMBERED) {
		r->code.bad = true;
		return;
	}
	gprt_spend(r->u, ROW_WORK);
	gprt_copy(&r->u->remembered[r->remembered++], &r->u->row, sizeof(r->u->row));
}

static void recall(struct run *r)
{
	if (!r->remembered) {
		r->code.bad = true;
		return;
	}
	gprt_spend(r->u, ROW_WORK);
	gprt_copy(&r->u->row, &r->u->remembered[--r->remembered], sizeof(r->u->row));
}

static void advance(struct run *r, uint64_t by)
{
	r->at += by * r->cie->code_align;
}

/* Instructions that set the CFA; false if it is another one. */
static bool run_cfa(struct run *r, unsigned op)
{
	struct gprt_bytes *b = &r->code;
	const struct gprt_where *cfa = &r->u->row.cfa;
	uint64_t reg;

	switch (op) {
	case 0x0c: /* def_cfa */
		reg = gprt_get_uleb(b);
		set_cfa(r, reg, (int64_t)gprt_get_uleb(b));
		return true;
	case 0x0d: /* def_cfa_register */
		set_cfa(r, gprt_get_uleb(b), cfa->value);
		return true;
	case 0x0e: /* def_cfa_offset */
		set_cfa(r, cfa->reg, (int64_t)gprt_get_uleb(b));
		return true;
	case 0x0f: /* def_cfa_expression */
		set_expression(r, &r->u->row.cfa, GPRT_EXPRESSION);
		return true;
	case 0x12: /* def_cfa_sf */
		reg = gprt_get_uleb(b);
		set_cfa(r, reg, bytes(r, (uint64_t)gprt_get_sleb(b)));
		return true;
	case 0x13: /* def_cfa_offset_sf */
		set_cfa(r, cfa->reg, bytes(r, (uint64_t)gprt_get_sleb(b)));
		return true;
	}
	return false;
}

/* Instructions that say where a register is; false if it is another one. */
static bool run_register(struct run *r, unsigned op)
{
	struct gprt_bytes *b = &r->code;
	uint64_t reg;

	switch (op) {
	case 0x05: /* offset_extended */
		reg = gprt_get_uleb(b);
		set(r, reg, GPRT_AT, bytes(r, gprt_get_uleb(b)));
		return true;
	case 0x06:
		restore(r, gprt_get_uleb(b));
		return true;
	case 0x07:
		set(r, gprt_get_uleb(b), GPRT_UNDEFINED, 0);
		return true;
	case 0x08:
		set(r, gprt_get_uleb(b), GPRT_SAME, 0);
		return true;
	case 0x09:
		set_in(r);
		return true;
	case 0x10:
		set_register_expression(r, GPRT_AT_EXPRESSION);
		return true;
	case 0x11: /* offset_extended_sf */
		reg = gprt_get_uleb(b);
		set(r, reg, GPRT_AT, bytes(r, (uint64_t)gprt_get_sleb(b)));
		return true;
	case 0x14: /* val_offset */
		reg = gprt_get_uleb(b);
		set(r, reg, GPRT_VALUE, bytes(r, gprt_get_uleb(b)));
		return true;
	case 0x15: /* val_offset_sf */
		reg = gprt_get_uleb(b);
		set(r, reg, GPRT_VALUE, bytes(r, (uint64_t)gprt_get_sleb(b)));
		return true;
	case 0x16:
		set_register_expression(r, GPRT_EXPRESSION);
		return true;
	case 0x2f: /* GNU_negative_offset_extended */
		reg = gprt_get_uleb(b);
		set(r, reg, GPRT_AT, bytes(r, 0 - gprt_get_uleb(b)));
		return true;
	}
	return false;
}

static void run_other(struct run *r, unsigned op)
{
	struct gprt_bytes *b = &r->code;

	switch (op) {
	case 0x00:
		break; /* nop */
	case 0x01:
		r->at = gprt_get_address(b, r->cie->encoding, 0);
		break; /* set_loc */
	case 0x02:
		advance(r, gprt_get(b, 1));
		break;
	case 0x03:
		advance(r, gprt_get(b, 2));
		break;
	case 0x04:
		advance(r, gprt_get(b, 4));
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
		gprt_get_uleb(b);
		break; /* GNU_args_size: no matter to a walk */
	default:
		b->bad = true;
	}
}

static void run_one(struct run *r)
{
	unsigned op = (unsigned)gprt_get(&r->code, 1), low = op & 0x3f;

	switch (op & 0xc0) {
	case 0x40:
		advance(r, low);
		break;
	case 0x80:
		set(r, low, GPRT_AT, bytes(r, gprt_get_uleb(&r->code)));
		break;
	case 0xc0:
		restore(r, low);
		break;
	default:
		if (!run_cfa(r, op) && !run_register(r, op))
			run_other(r, op);
	}
}

bool gprt_row_run(struct gprt_unwind *u, const struct gprt_cie *cie, struct gprt_bytes code,
		  uintptr_t start, uintptr_t pc)
{
	struct run r;

	r.u = u;
	r.cie = cie;
	r.code = cie->code;
	r.at = start;
	r.remembered = 0;
	gprt_clear(&u->row, sizeof(u->row));
	while (!r.code.bad && r.code.at < r.code.end)
		run_one(&r);
	gprt_copy(&u->first, &u->row, sizeof(u->row));
	if (r.code.bad)
		return false;
	r.code = code;
	/* Instructions after an advance beyond the address are of other rows. */
	while (!r.code.bad && r.code.at < r.code.end && r.at <= pc) {
		u->row_low = r.at;
		run_one(&r);
	}
	if (r.at > pc)
		u->row_high = r.at;
	else
		u->row_low = r.at;
	return !r.code.bad && (u->row.cfa.how == GPRT_VALUE || u->row.cfa.how == GPRT_EXPRESSION);
}
