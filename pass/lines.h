/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * lines.h - which line each instruction of a function was written at, before optimisation.
 *
 * Not every jump is its line's: without optimisation a statement within another one ends in a jump
 * on, of the line where it ends.  So jumps that are always taken have a line only if nothing else
 * has it.  If such a jump leads back to code after its line, its line is the head of an endless
 * loop, which is executed where rounds begin.
 *
 *	lines_read()
 *	lines_of(), lines_head()
 *	lines_release()
 *
 *	lines_give_none()  before code is generated
 *
 * Cost: O(n log n), to sort.
 */
#ifndef GPROF_PASS_LINES_H
#define GPROF_PASS_LINES_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>

/* A block: its position in the function, and the line of its first code. */
struct lines_block {
	LLVMBasicBlockRef block;
	uint32_t number;
	uint32_t line; /* 0: not known */
	uint32_t head; /* line of the endless loop whose rounds begin there; 0: none */
};

/* Ascending when all were read. */
struct lines_set {
	uint32_t *items; /* owned */
	uint32_t n, room;
};

/* A zeroed struct can be read and released. */
struct lines {
	LLVMMetadataRef subprogram;
	struct lines_block *blocks; /* by address; owned */
	uint32_t nblocks, blocks_room;
	struct lines_set code;  /* lines of other instructions than jumps */
	struct lines_set jumps; /* lines of jumps, but for those that are a head's */
	bool failed;            /* memory is out */
};

/* Of one function after the other; keeps the memory. */
void lines_read(struct lines *l, LLVMValueRef function, LLVMMetadataRef subprogram);

/* 0: of none in the function's file. */
uint32_t lines_of(const struct lines *l, LLVMValueRef instruction);

/* Of the endless loop whose rounds begin with a block; 0: of none. */
uint32_t lines_head(const struct lines *l, LLVMBasicBlockRef block);

void lines_release(struct lines *l);

/* Without optimisation: gives line 0 to jumps that have no line of their own, such as the jump of
   a case without code.  Clang and the code generator would give them the line of the code before.
   Code that an exception passes on its way to its handler gets line 0 too. */
void lines_give_none(LLVMValueRef function);

#endif
