/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * jump_table_base.c - the address that a register holds at a jump: the base of its table, which is
 * often made long before, outside of a loop.
 *
 * A register holds one address at an instruction if all instructions that write it and reach that
 * instruction make this address, or copy a register that holds it.  The edges are the direct ones
 * of the function, and the edges of its jump tables as far as they are found.  Code at their
 * targets may write the register otherwise, so indirect_jumps.c asks again until nothing changes.
 * A run of the function follows only such edges up to the first missing one.  The jump with the
 * missing edge would hold another address there, so no edge is missing.
 *
 * Calls are not looked into: after one, a register that functions need not give back holds
 * anything.
 *
 * Cost: linear.
 */
#include "blocks/block_builder.h"

#include <stdlib.h>
#include <string.h>

struct walk {
	struct block_builder *m;
	const struct routine *r;
	uint64_t (*held)[BASE_REGS]; /* before each instruction */
	uint32_t *todo;  /* instructions from where to go on */
	size_t n, room;
};

/* Joins the values that come to an instruction by one more edge. */
static bool join(struct walk *w, size_t at, const uint64_t *held)
{
	uint64_t *to = w->held[at];
	bool fresh = false;

	for (size_t i = 0; i < BASE_REGS; i++) {
		if (to[i] == held[i] || to[i] == BASE_ANY)
			continue;
		to[i] = to[i] == BASE_NONE ? held[i] : BASE_ANY;
		fresh = true;
	}
	return fresh;
}

static void come(struct walk *w, size_t at, const uint64_t *held)
{
	if (at < w->r->n && join(w, at, held))
		*gp_push(w->todo, w->n, w->room) = at;
}

static uint32_t written_by(const struct walk *w, const struct flow_insn *insn)
{
	switch (insn->kind) {
	case FLOW_UNKNOWN:
		return UINT32_MAX;
	case FLOW_CALL:
	case FLOW_KERNEL:
		return insn->writes | ~w->m->processor->kept;
	default:
		return insn->writes;
	}
}

static uint64_t written(const struct flow_insn *insn, const uint64_t *before)
{
	if (insn->flags & FLOW_MAKES && insn->refers)
		return insn->refers;
	return insn->flags & FLOW_COPIES ? before[insn->base] : BASE_ANY;
}

/* The values of registers after an instruction. */
static void behind(const struct walk *w, size_t at, uint64_t *held)
{
	const struct flow_insn *insn = &w->r->insns[at];
	uint32_t writes = written_by(w, insn);
	uint64_t value = written(insn, w->held[at]);

	memcpy(held, w->held[at], sizeof w->held[at]);
	for (unsigned i = 0; i < BASE_REGS; i++)
		if (writes & 1u << i)
			held[i] = value;
}

static void come_by_hub(struct walk *w, const uint64_t *held)
{
	for (size_t i = 0; i < w->r->n; i++)
		if (w->r->marks[i] & MARK_LABEL)
			come(w, i, held);
}

static void come_by_edges(struct walk *w, size_t at, const uint64_t *held)
{
	const struct routine *r = w->r;

	if (r->marks[at] & MARK_HUB)
		come_by_hub(w, held);
	for (size_t i = gp_first(k, r->nlast, r->last[k].from < at);
	     i < r->nlast && r->last[i].from == at; i++)
		come(w, routine_at(r, r->last[i].to), held);
}

/* The profiler's code outside of the function comes back to a place that a branch or a link
   says. */
static void come_back(struct walk *w, size_t at, const uint64_t *held)
{
	const struct flow_insn *insn = &w->r->insns[at];

	if (w->r->marks[at] & MARK_COLD)
		come(w, routine_at(w->r, w->m->processor->goes_on(w->m->elf, insn->target)), held);
	if (insn->flags & FLOW_LINKS)
		come(w, routine_at(w->r, insn->refers), held);
}

static bool goes_on(const struct walk *w, size_t at)
{
	switch (w->r->insns[at].kind) {
	case FLOW_RETURN:
	case FLOW_STOP:
	case FLOW_JUMP:
	case FLOW_INDIRECT:
		return false;
	default:
		return at + 1 < w->r->n && w->r->insns[at + 1].address ==
						   w->r->insns[at].address + w->r->insns[at].size;
	}
}

/* Goes on from an instruction as long as that says anything new. */
static void go(struct walk *w, size_t at)
{
	for (;; at++) {
		const struct flow_insn *insn = &w->r->insns[at];
		uint64_t held[BASE_REGS];

		behind(w, at, held);
		if (insn->kind == FLOW_JUMP || insn->kind == FLOW_BRANCH)
			come(w, routine_at(w->r, insn->target), held);
		if (insn->kind == FLOW_INDIRECT)
			come_by_edges(w, at, held);
		come_back(w, at, held);
		if (!goes_on(w, at) || !join(w, at + 1, held))
			return;
	}
}

/* Where the function begins, and where control may come from anywhere. */
static void begin(struct walk *w)
{
	uint64_t any[BASE_REGS];

	for (size_t i = 0; i < BASE_REGS; i++)
		any[i] = BASE_ANY;
	come(w, routine_at(w->r, w->r->start), any);
	for (size_t i = 0; i < w->r->n; i++)
		if (w->r->marks[i] & (MARK_PAD | MARK_TAKEN))
			come(w, i, any);
}

static void find_held(struct block_builder *m)
{
	struct routine *r = &m->routine;
	struct walk w = { .m = m, .r = r };

	w.held = r->held = gp_alloc(r->n, sizeof *r->held);
	begin(&w);
	while (w.n)
		go(&w, w.todo[--w.n]);
	free(w.todo);
}

uint64_t jump_table_base_at(struct block_builder *m, size_t at, uint8_t reg)
{
	struct routine *r = &m->routine;

	if (reg >= BASE_REGS)
		return BASE_ANY;
	if (!r->held)
		find_held(m);
	return r->held[at][reg];
}

void jump_table_base_release(struct routine *r)
{
	free(r->held);
	r->held = NULL;
}
