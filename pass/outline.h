/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * outline.h - the marks of a function as it was written (written.h): the lines of each, and which
 * marks may be executed next.  watch.h says which of them were dropped.
 *
 *	outline_block()    for each block, before optimisation
 *	outline_finish()   a string that metadata can hold until the marks are taken out
 *	outline_of()       the same, to be read
 *
 * Memory belongs to the context.  Cost: linear but for blocks without marks, which are passed
 * once for each way to them.
 */
#ifndef GPROF_PASS_OUTLINE_H
#define GPROF_PASS_OUTLINE_H

#include <llvm-c/Core.h>
#include <stdbool.h>
#include <stdint.h>

struct outline_block {
	LLVMBasicBlockRef block;
	uint32_t first, end; /* its marks; end is not included */
	uint32_t seen;
};

/* Above the number of what is next: the mark's code ends at a call that optimisation keeps, and
   so the mark. */
#define OUTLINE_KEPT (1u << 31)

/* One at work. */
struct outline_maker {
	struct outline_block *blocks; /* owned */
	uint32_t nblocks, blocks_room;
	uint32_t *words;              /* owned */
	uint32_t nwords, words_room;
	LLVMBasicBlockRef *stack;     /* owned */
	uint32_t nstack, stack_room;
	bool failed;                  /* memory is out */
};

/* Puts the words of a mark: the call that its code ends at (outline_call()), the number of the
   function that it calls, + 1 (0: it is not here), then each of its lines with how many marks of
   the function have it.  Whether it is kept. */
typedef bool outline_words(void *context, struct outline_maker *o, uint32_t mark);

uint32_t outline_call(LLVMMetadataRef location); /* by its place in the source; NULL: none, 0 */

/* The same, of a call that is there; apart for what has a destructor called at the end:
   ir_at_exit() of it. */
uint32_t outline_call_at(LLVMValueRef call, LLVMValueRef at_exit);

void outline_block(struct outline_maker *o, LLVMBasicBlockRef block, uint32_t first, uint32_t end);
void outline_word(struct outline_maker *o, uint32_t word);

/* NULL when memory is out.  Forgets the blocks, keeps the memory. */
LLVMMetadataRef outline_finish(struct outline_maker *o, LLVMContextRef context, uint32_t nmarks,
			       outline_words *words, void *of);
void outline_release(struct outline_maker *o);

struct outline {
	const char *words;
	uint32_t n; /* marks; also the number of the entry, and of all that is outside */
};

struct outline outline_of(LLVMValueRef string);

/* 'mark': n is the entry.  Of what may be next n is the way out. */
bool outline_is_kept(const struct outline *o, uint32_t mark); /* it ends at such a call */
uint32_t outline_nnext(const struct outline *o, uint32_t mark);
uint32_t outline_next(const struct outline *o, uint32_t mark, uint32_t i);
uint32_t outline_call_of(const struct outline *o, uint32_t mark);
uint32_t outline_callee(const struct outline *o, uint32_t mark); /* of that; 0: none, else + 1 */
uint32_t outline_nlines(const struct outline *o, uint32_t mark);
uint32_t outline_line(const struct outline *o, uint32_t mark, uint32_t i, uint32_t *marks);

#endif
