/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * instructions.c - see instructions.h.
 */
#include "analysis/instructions.h"
#include "code/decoder.h"
#include "code/processor.h"

#include <stdlib.h>
#include <string.h>

void instructions_init(struct instructions *x, const struct program *p)
{
	*x = (struct instructions){ .p = p };
}

static void decode(struct instructions *x, const struct object *o, uint64_t start, uint64_t end)
{
	const struct processor *processor = processor_of(&o->elf);
	const uint8_t *bytes;
	uint64_t at = start;
	cs_insn *insn;
	csh decoder;
	size_t n;

	bytes = elfobj_bytes(&o->elf, start, &n);
	if (!processor || !bytes ||
	    !decoder_open(processor->arch, processor->mode, &decoder, &insn))
		return;
	n = n < end - start ? n : end - start;
	while (cs_disasm_iter(decoder, &bytes, &n, &at, insn))
		*gp_push(x->starts, x->nstarts, x->starts_room) = insn->address;
	decoder_close(&decoder, &insn);
}

static const struct instruction_extent *extent_of(struct instructions *x, uint32_t object,
						  uint64_t start, uint64_t end)
{
	int created;
	uint32_t *at = gp_map_put(&x->extent_at, start, object, &created);
	size_t first = x->nstarts;

	if (created) {
		*at = x->nextents;
		decode(x, &x->p->objects[object], start, end);
		*gp_push(x->extents, x->nextents, x->extents_room) =
			(struct instruction_extent){ first, x->nstarts - first };
	}
	return &x->extents[*at];
}

uint64_t instruction_at(struct instructions *x, uint32_t object, uint64_t address)
{
	const struct instruction_extent *e;
	const uint64_t *starts;
	uint64_t start, end;
	size_t i;

	if (object == GP_NONE || !x->p->objects[object].present ||
	    !object_extent(&x->p->objects[object], address, &start, &end))
		return address;
	e = extent_of(x, object, start, end);
	starts = x->starts + e->first;
	i = gp_first(k, e->n, starts[k] <= address);
	return i ? starts[i - 1] : address;
}

void instructions_release(struct instructions *x)
{
	gp_map_release(&x->extent_at);
	free(x->extents);
	free(x->starts);
	memset(x, 0, sizeof *x);
}
