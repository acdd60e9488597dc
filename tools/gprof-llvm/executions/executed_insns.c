/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * executed_insns.c - see executed_insns.h.
 */
#include "code/disasm.h"
#include "executions/definitions.h"
#include "executions/executed_insns.h"
#include "executions/solution.h"

#include <string.h>

struct walk {
	const struct executions *x;
	const struct blocks *b; /* of the object */
	struct disasm d;
	struct executed_insn at;
	void (*each)(void *context, const struct executed_insn *insn);
	void *context;
};

int executed_check(const struct executions *x, const char *name, struct gp_error *e)
{
	if (!x && !*name) /* merged: it names no binary */
		return gp_fail(e, "the profile does not count instructions: compile the program "
			       "with GPROF_PASS=count=blocks");
	if (!x)
		return gp_fail(e, "'%s' does not count instructions: compile it with "
			       "GPROF_PASS=count=blocks", name);
	if (x->refused)
		return gp_fail(e, "no instructions can be counted: %s", x->refused);
	return 0;
}

struct executed_sum executed_sum(const struct executions *x)
{
	struct executed_sum sum = { .insns.how = SOLVED_EXACT, .ours.how = SOLVED_EXACT };

	for (size_t i = 0; i < x->n; i++) {
		if (x->items[i].function->state != BLOCKS_SOLVED) {
			sum.unknown++;
			continue;
		}
		blocks_add(&sum.insns, x->items[i].insns, 1);
		blocks_add(&sum.ours, x->items[i].ours, 1);
	}
	return sum;
}

struct executed_sum executed_sum_of_thread(const struct program *p,
					   const struct program_profile *of, uint32_t thread)
{
	struct executions x;
	struct executed_sum sum;

	executions_init_thread(&x, p, of, thread);
	sum = executed_sum(&x);
	executions_release(&x);
	return sum;
}

char *executed_text(const struct executed_sum *sum)
{
	return blocks_text(sum->insns);
}

/* ------------------------------------------------------------------ */

static void walk_code(struct walk *w, uint64_t start, uint64_t end)
{
	struct disasm_insn insn;

	w->at.in = w->at.to = NULL;
	disasm_seek(&w->d, start, end);
	while (disasm_next(&w->d, &insn)) {
		w->at.address = insn.address;
		w->at.nop = !strncmp(insn.mnemonic, "nop", 3);
		w->at.ours = blocks_is_ours(w->b, insn.address);
		w->each(w->context, &w->at);
	}
}

/* Code that was moved out of a stretch runs after it. */
static void walk_outlined(struct walk *w, const struct block_outlined *o)
{
	w->at.to = NULL;
	w->at.ours = false;
	w->at.outlined = true;
	w->at.address = o->start;
	for (uint32_t i = 0; i < o->insns; i++) {
		uint8_t insn = w->b->insns[o->first + i];

		w->at.nop = insn & BLOCK_INSN_NOP;
		w->each(w->context, &w->at);
		w->at.address += insn & BLOCK_INSN_SIZE;
	}
	w->at.outlined = false;
}

/* The instructions that the solver decoded are kept. */
static void walk_stretch(struct walk *w, const struct block_stretch *s)
{
	if (!executions_at(w->x, w->at.object, s->start, &w->at.count))
		return;
	w->at.address = s->start;
	w->at.in = s;
	w->at.to = NULL;
	for (uint32_t i = 0; i < s->insns; i++) {
		uint8_t insn = w->b->insns[s->first + i];

		w->at.nop = insn & BLOCK_INSN_NOP;
		w->at.ours = insn & BLOCK_INSN_OURS;
		if (i + 1 == s->insns && s->jumps != GP_NONE)
			w->at.to = &w->b->stretches[s->jumps];
		w->each(w->context, &w->at);
		w->at.address += insn & BLOCK_INSN_SIZE;
	}	if (s->outlined != GP_NONE)
		walk_outlined(w, &w->b->outlined[s->outlined]);
}

static const struct block_function *enter(struct walk *w, uint32_t function)
{
	const struct block_function *f = &w->b->functions[function];

	w->at.node = w->x->p->objects[w->at.object].nodes[f->record];
	if (w->at.node == GP_NONE)
		return NULL;
	w->at.deletes = definition_deletes(w->x->p->graph.nodes[w->at.node].name);
	return f;
}

static void walk_solved(struct walk *w)
{
	for (size_t i = 0; i < w->b->nstretches; i++) {
		const struct block_stretch *s = &w->b->stretches[i];
		const struct block_function *f = enter(w, s->function);

		if (f && f->state == BLOCKS_SOLVED)
			walk_stretch(w, s);
	}
}

/* Pieces that the compiler put elsewhere are left out: what is not solved has no list of them. */
static void walk_unknown(struct walk *w)
{
	struct elfobj *elf = &w->x->p->objects[w->at.object].elf;

	if (!w->b->nfunctions || disasm_open(&w->d, elf, false) < 0)
		return;
	w->at.count = (struct block_count){ .hi = COUNT_UNBOUNDED, .how = SOLVED_NOT };
	for (size_t i = 0; i < w->b->nfunctions; i++) {
		const struct block_function *f = enter(w, i);

		if (f && f->state != BLOCKS_SOLVED)
			walk_code(w, f->start, elfobj_code_end(elf, f->start));
	}
	disasm_close(&w->d);
}

static void walk(struct walk *w, bool all)
{
	for (; w->at.object < w->x->nblocks; w->at.object++) {
		w->b = &w->x->blocks[w->at.object];
		walk_solved(w);
		if (all)
			walk_unknown(w);
	}
}

void executed_walk(const struct executions *x,
		   void (*each)(void *context, const struct executed_insn *insn), void *context)
{
	walk(&(struct walk){ .x = x, .each = each, .context = context }, false);
}

void executed_walk_all(const struct executions *x,
		       void (*each)(void *context, const struct executed_insn *insn), void *context)
{
	walk(&(struct walk){ .x = x, .each = each, .context = context }, true);
}
