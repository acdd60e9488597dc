/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * aarch64_flow.c - how the instructions of AArch64 follow each other (see control_flow.h).
 *
 * libcapstone gives the kind of an instruction and the registers that it writes.  What several make
 * together is found here, in straight lines: an address of a page and an offset in it; the three
 * instructions of a jump by a table (where the distances count from, the load of one, the sum); a
 * piece of assembly that counts (pass/aarch64.c).
 */
#include "code/aarch64.h"
#include "code/processor.h"

#define X14 GENERAL(14)
#define X15 15
#define X17 17

/* How a piece of assembly that counts ends: */
#define ADD_ONE 0xf831021fu   /* stadd x17, [x16] */
#define TRY_AGAIN 0x3500000fu /* cbnz w15; without its distance */
#define LONGEST 48            /* instructions of one piece */

static uint32_t word_of(const cs_insn *from)
{
	uint32_t w;

	memcpy(&w, from->bytes, sizeof w);
	return w;
}

/* ------------------------------------------------------------------ one instruction */

static enum flow_kind kind_of(csh handle, const cs_insn *from)
{
	uint32_t w = word_of(from);

	switch (from->id) {
	case ARM64_INS_BRK:
	case ARM64_INS_HLT:
		return FLOW_STOP;
	case ARM64_INS_SVC:
	case ARM64_INS_HVC:
	case ARM64_INS_SMC:
		return FLOW_KERNEL;
	case ARM64_INS_BL:
	case ARM64_INS_BLR:
		return FLOW_CALL;
	case ARM64_INS_RET:
	case ARM64_INS_ERET:
		return FLOW_RETURN;
	case ARM64_INS_BR:
		return FLOW_INDIRECT;
	default:
		break;
	}
	/* Forms with pointer authentication: braa, blraa, retaa and theirs. */
	if (w >> 25 == 0x6b)
		return field(w, 21, 4) == 2 || field(w, 21, 4) == 4 ? FLOW_RETURN
		       : field(w, 21, 1) ? FLOW_CALL : FLOW_INDIRECT;
	if ((w & 0x7c000000) == 0x14000000)
		return FLOW_JUMP;
	return (w & 0xff000000) == 0x54000000 || cs_insn_group(handle, from, CS_GRP_JUMP)
		       ? FLOW_BRANCH : FLOW_ON;
}

static uint32_t bit(unsigned reg)
{
	if (reg >= ARM64_REG_X0 && reg <= ARM64_REG_X28)
		return 1u << GENERAL(reg - ARM64_REG_X0);
	if (reg >= ARM64_REG_W0 && reg <= ARM64_REG_W30)
		return 1u << GENERAL(reg - ARM64_REG_W0);
	if (reg == ARM64_REG_X29)
		return 1u << GENERAL(29);
	return reg == ARM64_REG_X30 ? 1u << GENERAL(30) : 0;
}

static uint32_t written_by(csh handle, const cs_insn *from)
{
	cs_regs read, written;
	uint8_t nread, nwritten;
	uint32_t bits = 0;

	if (cs_regs_access(handle, from, read, &nread, written, &nwritten) != CS_ERR_OK)
		return UINT32_MAX;
	for (unsigned i = 0; i < nwritten; i++)
		bits |= bit(written[i]);
	return bits;
}

/* Loads of an entry by a register and an index: ldrb, ldrh, ldrsw, ldr. */
static void read_load(struct flow_insn *to, uint32_t w)
{
	static const struct {
		uint32_t bits;
		uint8_t width;
	} loads[] = { { 0x38600800, 1 }, { 0x78600800, 2 }, { 0xb8a00800, 4 } };

	for (size_t i = 0; i < sizeof loads / sizeof *loads; i++)
		if ((w & 0xffe00c00) == loads[i].bits)
			to->width = loads[i].width;
	if (!to->width)
		return;
	to->base = GENERAL(field(w, 5, 5));
	to->index = GENERAL(field(w, 16, 5));
}

static bool is_sum(uint32_t w)
{
	return (w & 0xff200000) == 0x8b000000; /* add x, x, x {, shift} */
}

static bool is_copy(uint32_t w)
{
	return (w & 0xffe0ffe0) == 0xaa0003e0; /* mov x, x: orr x, xzr, x */
}

/* An instruction that the decoder does not know goes on, unless it is 0 or in the group of
   branches. */
static void read_unknown(struct flow_insn *to, const cs_insn *from)
{
	uint32_t w = from->size == sizeof w ? word_of(from) : 0;

	if (w >> 16 && (w >> 26 & 7) != 5) {
		to->kind = FLOW_ON;
		to->writes = w == ADD_ONE ? 0 : UINT32_MAX;
	}
}

void aarch64_flow(struct flow_insn *to, csh handle, const cs_insn *from)
{
	const cs_arm64 *x = &from->detail->arm64;
	const cs_arm64_op *last = x->op_count ? &x->operands[x->op_count - 1] : NULL;
	uint32_t w = word_of(from);

	if (!from->id) {
		read_unknown(to, from);
		return;
	}
	to->kind = kind_of(handle, from);
	to->writes = written_by(handle, from);
	if (last && last->type == ARM64_OP_IMM &&
	    (to->kind == FLOW_JUMP || to->kind == FLOW_BRANCH || to->kind == FLOW_CALL))
		to->target = last->imm;
	if (to->kind == FLOW_INDIRECT)
		to->base = GENERAL(field(w, 5, 5));
	if ((w & 0x1f000000) == 0x10000000) {
		to->refers = made_by_adr(w, to->address);
		to->flags |= w >> 31 ? 0 : FLOW_MAKES;
		if (!(w >> 31) && to->writes == 1u << X14)
			to->flags |= FLOW_LINKS;
	}
	if (to->kind == FLOW_ON)
		read_load(to, w);
	if (is_sum(w)) {
		to->flags |= FLOW_SUMS;
		to->base = GENERAL(field(w, 5, 5));
		to->index = GENERAL(field(w, 16, 5));
	}
	if (is_copy(w) && field(w, 16, 5) < 31) {
		to->flags |= FLOW_COPIES;
		to->base = GENERAL(field(w, 16, 5));
	}
}

/* ------------------------------------------------------------------ what counts */

/* A piece of assembly, as it is read: from a read of the thread pointer on. */
struct piece {
	uint64_t made[18]; /* in x0 to x17: addresses, of a page at first */
	uint64_t word;     /* that it counts; 0: not seen */
	size_t n;          /* instructions; 0: it does not count */
	size_t next;       /* if it does not: where another piece begins, or 0 */
};

static bool ends_count(uint32_t w)
{
	return w == ADD_ONE || (w & 0xff00001f) == TRY_AGAIN;
}

/* Returns true if an instruction may be inside: it writes scratch registers, or jumps. */
static bool is_inside(uint32_t w)
{
	unsigned r = field(w, 0, 5);

	if ((w & 0x7c000000) == 0x14000000 || (w & 0xff000010) == 0x54000000 ||
	    (w & 0x7e000000) == 0x34000000)
		return true;
	return w == 0xd503201f || w == 0xeb0d021f || /* nop; cmp x16, x13 */
	       ((w >> 26 & 7) != 5 && r >= 13 && r <= 17);
}

static void make(struct piece *p, uint32_t w, uint64_t address)
{
	unsigned r = field(w, 0, 5), from = field(w, 5, 5);

	if (r > X17)
		return;
	if ((w & 0x1f000000) == 0x10000000)
		p->made[r] = made_by_adr(w, address);
	else if ((w & 0xffc00000) == 0x91000000 && from == r && p->made[r])
		p->made[r] += field(w, 10, 12);
	else if (w == 0x910021f0) /* add x16, x15, #8: the hits of a cell */
		p->word = p->made[X15] ? p->made[X15] + 8 : 0;
	else if (w == 0x8b110210) /* add x16, x16, x17 */
		p->word = p->made[X17];
}

/* Reads the piece that code begins with; the first instruction is THREAD_POINTER. */
static void read_piece(struct piece *p, const struct code *code)
{
	uint32_t w;

	memset(p, 0, sizeof *p);
	for (size_t k = 1; k < LONGEST && 4 * k + 4 <= code->n; k++) {
		memcpy(&w, code->bytes + 4 * k, sizeof w);
		if (ends_count(w)) {
			p->n = k + 1;
			return;
		}
		if (w == THREAD_POINTER) {
			p->next = k;
			return;
		}
		if (!is_inside(w))
			return;
		make(p, w, code->address + 4 * k);
	}
}

size_t aarch64_piece(const struct code *code, size_t *next)
{
	struct piece p;

	read_piece(&p, code);
	*next = p.next;
	return p.n;
}

/* adrp x, page; add y, x, #offset */
bool aarch64_makes(const struct code *code, uint64_t *address)
{
	uint32_t w, next;

	if (code->address % 4 || code->n < 8)
		return false;
	memcpy(&w, code->bytes, sizeof w);
	memcpy(&next, code->bytes + 4, sizeof next);
	if ((w & 0x9f000000) != 0x90000000 || (next & 0xffc00000) != 0x91000000 ||
	    field(next, 5, 5) != field(w, 0, 5))
		return false;
	*address = made_by_adr(w, code->address) + field(next, 10, 12);
	return true;
}

bool aarch64_counts(const struct code *code, uint64_t *word)
{
	struct piece p;
	uint32_t w;

	if (code->address % 4 || code->n < 4)
		return false;
	memcpy(&w, code->bytes, sizeof w);
	if (w != THREAD_POINTER)
		return false;
	read_piece(&p, code);
	*word = p.word;
	return p.n && p.word;
}

/* ------------------------------------------------------------------ several together */

struct lines {
	const struct elfobj *elf;
	struct flow_insn *insns;
	size_t n;
	struct code code; /* all of it; its bytes are there */
};

static uint32_t word_at(const struct lines *l, size_t at)
{
	uint32_t w;

	memcpy(&w, l->code.bytes + (l->insns[at].address - l->code.address), sizeof w);
	return w;
}

static struct code code_at(const struct lines *l, size_t at)
{
	size_t before = l->insns[at].address - l->code.address;

	return (struct code){ l->insns[at].address, l->code.bytes + before, l->code.n - before };
}

/* Each count is known by its last instruction, which is not tried again here: executions
   of the two that try are of those that succeed. */
static void join_count(struct lines *l, size_t at)
{
	struct code code = code_at(l, at);
	struct flow_insn *end;
	struct piece p;

	read_piece(&p, &code);
	if (at + p.next >= l->n || at + p.n > l->n)
		return;
	if (p.next && l->insns[at + p.next - 1].kind == FLOW_JUMP) /* to the runtime: a prologue */
		for (size_t i = at; i < at + p.next; i++)
			l->insns[i].flags |= FLOW_OURS;
	if (!p.n)
		return;
	end = &l->insns[at + p.n - 1];
	end->kind = FLOW_ON;
	end->target = 0;
	end->flags |= FLOW_COUNTS | FLOW_THREAD;
	end->refers = p.word;
	end->back = p.n - 1;
}

/* adrp x, page; add x, x, #offset: the second makes the address.  A copy of the page is not a copy
   of the register's earlier value. */
static void join_pages(struct lines *l)
{
	uint64_t page[31] = { 0 };
	size_t by[31] = { 0 };

	for (size_t i = 0; i < l->n; i++) {
		struct flow_insn *insn = &l->insns[i];
		uint32_t w = word_at(l, i);
		unsigned r = field(w, 0, 5), from = field(w, 5, 5);
		bool adds = (w & 0xffc00000) == 0x91000000 && from < 31 && page[from];

		if (adds) {
			insn->refers = page[from] + field(w, 10, 12);
			insn->flags |= FLOW_MAKES;
			if (r == from)
				l->insns[by[from]].writes = 0; /* a half of this one */
		}
		if (insn->flags & FLOW_COPIES && page[insn->base - GENERAL(0)])
			insn->flags &= ~FLOW_COPIES;
		for (unsigned k = 0; k < 31; k++)
			if (insn->writes & 1u << GENERAL(k))
				page[k] = 0;
		if ((w & 0x9f000000) == 0x90000000 && r < 31) {
			page[r] = insn->refers;
			by[r] = i;
			insn->refers = 0;
		}
		if (insn->kind != FLOW_ON)
			memset(page, 0, sizeof page);
	}
}

/* adr x, place; load of an entry; add x, x, entry {, lsl #2} */
static void join_table(struct lines *l, size_t load)
{
	struct flow_insn *place = &l->insns[load - 1], *insn = &l->insns[load];
	uint32_t w = word_at(l, load + 1);
	unsigned to = field(w, 0, 5), entry = field(word_at(l, load), 0, 5);

	if (!is_sum(w) || field(w, 22, 2) || field(w, 10, 6) > 2 || field(w, 16, 5) != entry ||
	    field(w, 5, 5) != to || !(place->flags & FLOW_MAKES) ||
	    place->writes != 1u << GENERAL(to) || word_at(l, load - 1) >> 31)
		return;
	insn->flags |= FLOW_DISTANCE | FLOW_PLACED;
	insn->refers = place->refers;
	insn->scale = field(w, 10, 6);
	place->flags &= ~(FLOW_MAKES | FLOW_LINKS);
	place->refers = 0;
}

static bool leaves(const struct lines *l, const struct flow_insn *insn)
{
	return insn->kind == FLOW_RETURN ||
	       (insn->kind == FLOW_JUMP &&
		(insn->target < l->code.address ||
		 insn->target > l->insns[l->n - 1].address));
}

/* What straight leads out of the function: registers that it loads are the caller's. */
static void join_restored(struct lines *l)
{
	bool out = false;

	for (size_t i = l->n; i-- > 0;) {
		struct flow_insn *insn = &l->insns[i];

		if (insn->kind != FLOW_ON)
			out = leaves(l, insn);
		else if (out && (word_at(l, i) & 0x0a000000) == 0x08000000)
			insn->flags |= FLOW_RESTORES;
	}
}

/* Last calls by a word that the instructions name: ldr x, [page, #offset]; br x. */
static void join_slot(struct lines *l, size_t jump)
{
	struct flow_insn *insn = &l->insns[jump];

	for (size_t i = jump; i-- > 0 && jump - i < LONGEST && l->insns[i].kind == FLOW_ON;) {
		uint32_t w = word_at(l, i);
		unsigned page = field(w, 5, 5);

		if (l->insns[i].writes != 1u << insn->base)
			continue;
		for (; (w & 0xffc00000) == 0xf9400000 && i-- > 0 && l->insns[i].kind == FLOW_ON;)
			if (l->insns[i].writes & 1u << GENERAL(page)) {
				if ((word_at(l, i) & 0x9f000000) == 0x90000000) {
					insn->flags |= FLOW_WORD;
					insn->base = 0;
				}
				return;
			}
		return;
	}
}

void aarch64_join(const struct elfobj *elf, struct flow_insn *insns, size_t n)
{
	struct lines l = { elf, insns, n, { n ? insns->address : 0, NULL, 0 } };

	l.code.bytes = elfobj_bytes(elf, l.code.address, &l.code.n);
	if (!l.code.bytes || l.code.n < n * 4)
		return;
	for (size_t i = 0; i < n; i++)
		if (word_at(&l, i) == THREAD_POINTER)
			join_count(&l, i);
	join_pages(&l);
	for (size_t i = 1; i + 1 < n; i++)
		if (insns[i].width)
			join_table(&l, i);
	for (size_t i = 0; i < n; i++)
		if (insns[i].kind == FLOW_INDIRECT)
			join_slot(&l, i);
	join_restored(&l);
}
