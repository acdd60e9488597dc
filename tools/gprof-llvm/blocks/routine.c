/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * routine.c - the instructions of a function: of its symbol, and of the pieces that the compiler
 * put elsewhere (foo.cold), which jumps from known pieces lead to, or which have its name.
 */
#include "blocks/block_builder.h"
#include "code/callsite.h"

#include <string.h>

size_t routine_at(const struct routine *r, uint64_t address)
{
	size_t i = gp_first(k, r->n, r->insns[k].address < address);

	return i < r->n && r->insns[i].address == address ? i : r->n;
}

/* A part of the function's code, which is decoded from its start. */
struct text {
	uint64_t address;
	const uint8_t *bytes;
	size_t n;
};

/* Fills in the next instruction; false at the end. */
static bool decode_next(struct block_builder *m, struct text *t, struct flow_insn *insn)
{
	size_t size = m->processor->misread ? m->processor->misread(t->bytes, t->n) : 0;

	*insn = (struct flow_insn){ .address = t->address, .size = size, .kind = FLOW_STOP };
	if (size) {
		t->address += size;
		t->bytes += size;
		t->n -= size;
		return true;
	}
	if (!cs_disasm_iter(m->decoder, &t->bytes, &t->n, &t->address, m->insn))
		return false;
	insn->size = m->insn->size;
	insn->kind = FLOW_UNKNOWN;
	m->processor->flow(insn, m->decoder, m->insn);
	if (!strncmp(m->insn->mnemonic, "nop", 3))
		insn->flags |= FLOW_NOP;
	return true;
}

/* The machine outliner takes straight lines that several blocks have in common. */
static bool is_line(const struct flow_insn *insn, bool last)
{
	if (insn->flags & (FLOW_COUNTS | FLOW_OURS | FLOW_LINKS))
		return false;
	return last ? insn->kind == FLOW_RETURN || (insn->kind == FLOW_JUMP && insn->target)
		    : insn->kind == FLOW_ON;
}

#define MOST_OUTLINED 4096 /* instructions of one piece; more is no such code */

static uint32_t read_outlined(struct block_builder *m, const struct elf_symbol *s)
{
	struct block_outlined o = { .start = s->address, .first = m->b->ninsns };
	struct text t = { .address = s->address };
	struct flow_insn insn;

	t.bytes = elfobj_bytes(m->elf, t.address, &t.n);
	if (!t.bytes || s->size > t.n)
		return GP_NONE;
	for (t.n = s->size; decode_next(m, &t, &insn); o.insns++) {
		if (!is_line(&insn, !t.n) || o.insns == MOST_OUTLINED) {
			m->b->ninsns = o.first;
			return GP_NONE;
		}
		o.returns = insn.kind == FLOW_RETURN;
		*gp_push(m->b->insns, m->b->ninsns, m->b->insns_room) =
			insn.size | (insn.flags & FLOW_NOP ? BLOCK_INSN_NOP : 0);
	}
	if (!o.insns || t.n) {
		m->b->ninsns = o.first;
		return GP_NONE;
	}
	*gp_push(m->b->outlined, m->b->noutlined, m->b->outlined_room) = o;
	return m->b->noutlined - 1;
}

uint32_t routine_outlined(struct block_builder *m, const struct flow_insn *insn)
{
	const struct elf_symbol *s = insn->target ? elfobj_symbol_at(m->elf, insn->target) : NULL;
	int created;
	uint32_t *at;

	if (!s || s->address != insn->target || !gp_begins(s->name, ELF_OUTLINED) ||
	    gp_map_get(&m->record_at, s->address, 0) != GP_NONE)
		return GP_NONE;
	at = gp_map_put(&m->outlined_at, s->address, 0, &created);
	if (created)
		*at = read_outlined(m, s);
	return *at;
}

/* Compilers fill gaps with bytes that are not meant to run. */
static bool decode(struct block_builder *m, uint64_t address, uint64_t end)
{
	struct routine *r = &m->routine;
	struct text t = { .address = address };
	struct flow_insn insn;
	size_t first = r->n;

	t.bytes = elfobj_bytes(m->elf, address, &t.n);
	if (!t.bytes || end <= address || end - address > t.n)
		return builder_fail(m, BLOCKS_NO_CODE);
	t.n = end - address;
	while (decode_next(m, &t, &insn)) {
		*gp_push(r->insns, r->n, r->room) = insn;
		if (insn.kind == FLOW_UNKNOWN)
			return builder_fail(m, BLOCKS_NO_CODE);
	}
	if (r->n == first) /* less than an instruction */
		return builder_fail(m, BLOCKS_NO_CODE);
	if (m->processor->join)
		m->processor->join(m->elf, r->insns + first, r->n - first);
	return true;
}

static bool is_inside(const struct routine *r, uint64_t address)
{
	for (size_t i = 0; i < r->npieces; i++)
		if (address >= r->pieces[i].start && address < r->pieces[i].end)
			return true;
	return false;
}

static bool add_piece(struct block_builder *m, uint64_t start, uint64_t end)
{
	struct routine *r = &m->routine;

	*gp_push(r->pieces, r->npieces, r->pieces_room) =
		(struct elf_code){ .start = start, .end = end };
	return decode(m, start, end);
}

/* Where unreachable code would be: without optimisation jumps to it remain. */
static bool is_end(const struct routine *r, uint64_t address)
{
	for (size_t i = 0; i < r->npieces; i++)
		if (address == r->pieces[i].end)
			return true;
	return false;
}

/* Takes in the target of a jump out of the known pieces, if it is a piece. */
static bool follow(struct block_builder *m, uint64_t target)
{
	const struct elf_symbol *s = elfobj_symbol_at(m->elf, target);
	struct callee callee;

	if (gp_map_get(&m->record_at, target, 0) != GP_NONE ||
	    (m->processor->goes_on && m->processor->goes_on(m->elf, target)))
		return true;
	if (s && s->address == target && !elf_part_of(s->name))
		return true;
	if (s)
		return gp_map_get(&m->record_at, s->address, 0) == GP_NONE
			       ? add_piece(m, s->address, s->address + s->size)
			       : builder_fail(m, BLOCKS_JUMP);
	/* A stub; what is code without a symbol might be a piece as well. */
	callee = callsite_target(m->elf, target);
	return callee.name || (callee.address && callee.address != target) ||
			       is_end(&m->routine, target)
		       ? true : builder_fail(m, BLOCKS_JUMP);
}

static int by_address(const void *x, const void *y, void *unused)
{
	const struct flow_insn *a = x, *b = y;

	(void)unused;
	return a->address < b->address ? -1 : a->address > b->address;
}

static uint64_t end_of(struct elfobj *elf, uint64_t start)
{
	const struct elf_symbol *s = elfobj_symbol_at(elf, start);

	return s && s->address == start ? start + s->size : elfobj_code_end(elf, start);
}

/* Returns true if the code leads to where it was not decoded, or has a subroutine within. */
static bool leads_inside(const struct routine *r, const struct flow_insn *insn)
{
	if (!insn->target || insn->target == r->start || !is_inside(r, insn->target))
		return false;
	return insn->kind == FLOW_CALL || routine_at(r, insn->target) == r->n;
}

/* Returns true if all of the code is of the kinds that flow_graph.c has equations for. */
static bool is_known(struct block_builder *m)
{
	const struct routine *r = &m->routine;
	size_t begins;

	for (size_t i = 0; i < r->n; i++) {
		const struct flow_insn *insn = &r->insns[i];

		if (leads_inside(r, insn))
			return builder_fail(m, BLOCKS_INSIDE);
		if (insn->flags & FLOW_COUNTS && insn->flags & FLOW_THREAD && !insn->refers &&
		    counter_instruction_at(m, i, &begins) == GP_NONE)
			return builder_fail(m, BLOCKS_COUNT);
	}
	return true;
}

/* From the instruction on. */
static bool follow_jumps(struct block_builder *m, size_t from)
{
	const struct routine *r = &m->routine;

	for (size_t i = from; i < r->n; i++) {
		const struct flow_insn *insn = &r->insns[i];

		if ((insn->kind == FLOW_JUMP || insn->kind == FLOW_BRANCH) &&
		    !is_inside(r, insn->target) && !follow(m, insn->target))
			return false;
	}
	return true;
}

static int by_name(const void *x, const void *y, void *unused)
{
	const struct elf_symbol *const *a = x, *const *b = y;

	(void)unused;
	return strcmp((*a)->name, (*b)->name);
}

/* All symbols by name, where clang split parts off: those follow their functions. */
static void read_names(struct block_builder *m)
{
	const struct elfobj *elf = m->elf;
	bool any = false;

	if (m->names_read)
		return;
	m->names_read = true;
	for (size_t i = 0; i < elf->nsymbols; i++)
		any |= !elf->symbols[i].function;
	for (size_t i = 0; any && i < elf->nsymbols; i++)
		*gp_push(m->names, m->nnames, m->names_room) = &elf->symbols[i];
	gp_sort(m->names, m->nnames, sizeof *m->names, by_name, NULL);
}

/* Takes in the parts that have the name and are not known yet: if several functions have it, it
   does not say whose they are. */
static bool take_parts_of(struct block_builder *m, const struct elf_symbol *function)
{
	size_t n = strlen(function->name);
	size_t i = gp_first(k, m->nnames, strcmp(m->names[k]->name, function->name) < 0);
	bool several = false;

	for (; i < m->nnames && !strncmp(m->names[i]->name, function->name, n); i++) {
		const struct elf_symbol *s = m->names[i];

		several |= !s->name[n] && s->address != function->address;
		if (s->function || elf_part_of(s->name) != n || is_inside(&m->routine, s->address))
			continue;
		if (several)
			return builder_fail(m, BLOCKS_JUMP);
		if (!add_piece(m, s->address, s->address + s->size))
			return false;
	}
	return true;
}

/* Those that tables of jumps and exceptions lead to, whatever name of the function they have. */
static bool take_parts(struct block_builder *m)
{
	const struct elf_symbol *s = elfobj_symbol_at(m->elf, m->routine.start);
	const struct elf_symbol *end = m->elf->symbols + m->elf->nsymbols;

	read_names(m);
	while (s && s > m->elf->symbols && s[-1].address == m->routine.start)
		s--;
	for (; s && s < end && s->address == m->routine.start; s++)
		if (!take_parts_of(m, s))
			return false;
	return true;
}

bool routine_read(struct block_builder *m)
{
	struct routine *r = &m->routine;
	size_t n;

	r->n = r->npieces = r->nedges = r->nlandings = 0;
	if (!add_piece(m, r->start, end_of(m->elf, r->start)) || !follow_jumps(m, 0))
		return false;
	n = r->n;
	if (!take_parts(m) || !follow_jumps(m, n))
		return false;
	if (r->npieces > 1)
		gp_sort(r->insns, r->n, sizeof *r->insns, by_address, NULL);
	r->marks = gp_grow(r->marks, &r->marks_room, r->n, sizeof *r->marks);
	memset(r->marks, 0, r->n);
	return is_known(m);
}
