/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * executed.c - see executed.h.
 */
#include "analysis/executed.h"
#include "code/disasm.h"

#include <string.h>

struct walk {
	const struct executions *x;
	const struct blocks *b; /* of the object */
	struct disasm d;
	struct executed at;
	void (*each)(void *context, const struct executed *insn);
	void *context;
};

int executed_check(const struct executions *x, const char *name, struct gp_error *e)
{
	if (!x)
		return gp_fail(e, "'%s' does not count instructions: compile it with "
			       "GPROF_PASS=count=blocks", name);
	if (x->refused)
		return gp_fail(e, "no instructions can be counted: %s", x->refused);
	return 0;
}

int executed_check_code(const struct executions *x, const char *name, struct gp_error *e)
{
	if (executed_check(x, name, e) < 0)
		return -1;
	if (x->p->sum)
		return gp_fail(e, "'%s' is a merged profile, which has no instructions one by one: "
			       "name the original profiles", name);
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

/* ------------------------------------------------------------------ */

static void walk_stretch(struct walk *w, const struct block_stretch *s)
{
	struct disasm_insn insn;

	if (!executions_at(w->x, w->at.object, s->start, &w->at.count))
		return;
	disasm_seek(&w->d, s->start, s->end);
	while (disasm_next(&w->d, &insn)) {
		w->at.address = insn.address;
		w->at.nop = !strncmp(insn.mnemonic, "nop", 3);
		w->at.ours = s->ours && blocks_is_ours(w->b, insn.address);
		w->each(w->context, &w->at);
	}
}

static void walk_object(struct walk *w)
{
	const struct object *o = &w->x->p->objects[w->at.object];

	for (size_t i = 0; i < w->b->nstretches; i++) {
		const struct block_stretch *s = &w->b->stretches[i];
		const struct block_function *f = &w->b->functions[s->function];

		w->at.node = o->nodes[f->record];
		if (f->state == BLOCKS_SOLVED && w->at.node != GP_NONE)
			walk_stretch(w, s);
	}
}

void executed_walk(const struct executions *x,
		   void (*each)(void *context, const struct executed *insn), void *context)
{
	struct walk w = { .x = x, .each = each, .context = context };

	for (; w.at.object < x->nblocks; w.at.object++) {
		w.b = &x->blocks[w.at.object];
		if (!w.b->nstretches ||
		    disasm_open(&w.d, &x->p->objects[w.at.object].elf, false) < 0)
			continue;
		walk_object(&w);
		disasm_close(&w.d);
	}
}
