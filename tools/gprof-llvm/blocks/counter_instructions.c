/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * counter_instructions.c - the instructions of a function that count, in both forms.
 *
 * The instruction names the word, or a register does that the instruction right before was given
 * its address in.  The hits of a cell are counted by the register that had the cell's address
 * in the test before it: the address was made, the thread's bias added, the cell compared, a
 * branch around the way to the runtime.
 */
#include "blocks/block_builder.h"

#define TEST 6 /* instructions from the address of a cell to the count of its hits */

/* The word that an instruction gives a register the address of. */
static uint32_t made(const struct block_builder *m, size_t at, uint8_t reg)
{
	const struct flow_insn *insn = &m->routine.insns[at];

	if (!reg || !(insn->flags & FLOW_MAKES) || insn->writes != 1u << reg)
		return GP_NONE;
	return counter_at(m, insn->refers);
}

static uint32_t hits_at(const struct block_builder *m, size_t insn, size_t *begins)
{
	uint8_t reg = m->routine.insns[insn].base;
	uint32_t cell;

	for (size_t i = insn; i && insn - i < TEST; i--) {
		cell = made(m, i - 1, reg);
		if (cell == GP_NONE || cell + 1 >= m->cg->ncounters)
			continue;
		*begins = i - 1;
		return m->words[cell + 1].kind == COUNTER_HITS ? cell + 1 : GP_NONE;
	}
	return GP_NONE;
}

uint32_t counter_instruction_at(const struct block_builder *m, size_t insn, size_t *begins)
{
	const struct flow_insn *i = &m->routine.insns[insn];
	uint32_t word;

	*begins = insn - i->back;
	if (!(i->flags & FLOW_COUNTS))
		return GP_NONE;
	if (i->refers || !insn)
		return i->refers ? counter_at(m, i->refers) : GP_NONE;
	if (!i->index)
		return hits_at(m, insn, begins);
	*begins = insn - 1;
	word = made(m, insn - 1, i->base);
	return word != GP_NONE ? word : made(m, insn - 1, i->index);
}
