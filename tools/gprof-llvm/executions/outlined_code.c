/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* outlined_code.c - see outlined_code.h. */
#include "executions/outlined_code.h"
#include "executions/solution.h"

static uint64_t end_of(const struct blocks *b, const struct block_outlined *o)
{
	uint64_t end = o->start;

	for (uint32_t i = 0; i < o->insns; i++)
		end += b->insns[o->first + i] & BLOCK_INSN_SIZE;
	return end;
}

void outlined_walk(const struct executions *x, uint32_t object, uint32_t node,
		   void (*each)(void *context, uint64_t start, uint64_t end,
				struct block_count count), void *context)
{
	const struct blocks *b = object < x->nblocks ? &x->blocks[object] : NULL;

	for (size_t i = 0; b && b->noutlined && i < b->nfunctions; i++) {
		const struct block_function *f = &b->functions[i];

		if (x->p->objects[object].nodes[f->record] != node || f->state != BLOCKS_SOLVED)
			continue;
		for (uint32_t k = f->first; k < f->first + f->n; k++) {
			const struct block_stretch *s = &b->stretches[k];
			const struct block_outlined *o = s->outlined == GP_NONE
								 ? NULL : &b->outlined[s->outlined];

			if (o)
				each(context, o->start, end_of(b, o),
				     executions_widen_bounds(x, blocks_count(b, s->unknown)));
		}
	}
}

struct finding {
	uint64_t address;
	struct block_count count;
	bool found;
};

static void find(void *finding, uint64_t start, uint64_t end, struct block_count count)
{
	struct finding *f = finding;

	if (f->address < start || f->address >= end)
		return;
	blocks_add(&f->count, count, 1);
	f->found = true;
}

bool outlined_at(const struct executions *x, uint32_t object, uint32_t node, uint64_t address,
		 struct block_count *count)
{
	struct finding f = { .address = address, .count.how = SOLVED_EXACT };

	outlined_walk(x, object, node, find, &f);
	*count = f.count;
	return f.found;
}
