/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * source_flow.c - see source_flow.h.
 *
 * Words of 32 bits: the number of marks, for each mark and the entry where its own words begin,
 * and where all end.  A mark's words are the number of those that may be next, these, then its
 * lines in pairs.
 */
#include "source_flow.h"
#include "array.h"
#include "ir.h"

#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

#define AT_EXIT 255u /* as a column; clang gives it line 0 */

void source_flow_block(struct source_flow_maker *o, LLVMBasicBlockRef block, uint32_t first,
		       uint32_t end)
{
	o->blocks = array_room_or(&o->failed, o->blocks, o->nblocks, &o->blocks_room,
				  sizeof *o->blocks);
	if (!o->failed)
		o->blocks[o->nblocks++] = (struct source_flow_block){ block, first, end, 0 };
}

void source_flow_word(struct source_flow_maker *o, uint32_t word)
{
	o->words = array_room_or(&o->failed, o->words, o->nwords, &o->words_room, sizeof *o->words);
	if (!o->failed)
		o->words[o->nwords++] = word;
}

static int by_address(const void *x, const void *y)
{
	const struct source_flow_block *a = x, *b = y;

	return ((uintptr_t)a->block > (uintptr_t)b->block) -
	       ((uintptr_t)a->block < (uintptr_t)b->block);
}

static struct source_flow_block *find(struct source_flow_maker *o, LLVMBasicBlockRef block)
{
	struct source_flow_block key = { .block = block };

	return bsearch(&key, o->blocks, o->nblocks, sizeof key, by_address);
}

static void push(struct source_flow_maker *o, LLVMBasicBlockRef block)
{
	o->stack = array_room_or(&o->failed, o->stack, o->nstack, &o->stack_room, sizeof *o->stack);
	if (!o->failed)
		o->stack[o->nstack++] = block;
}

/* Landing pads are left out: a call's lines are the same whether or not it throws. */
static void push_successors(struct source_flow_maker *o, LLVMBasicBlockRef block)
{
	LLVMValueRef last = LLVMGetBasicBlockTerminator(block);
	unsigned n = LLVMIsAInvokeInst(last) ? 1 : LLVMGetNumSuccessors(last);

	for (unsigned i = 0; i < n; i++)
		push(o, LLVMGetSuccessor(last, i));
}

static bool leaves(LLVMBasicBlockRef block)
{
	LLVMValueRef last = LLVMGetBasicBlockTerminator(block);

	return !LLVMGetNumSuccessors(last) && !LLVMIsAUnreachableInst(last);
}

/* The marks after the last mark of a block whose successors are on the stack. */
static void put_next(struct source_flow_maker *o, uint32_t stamp, uint32_t nmarks)
{
	while (o->nstack && !o->failed) {
		struct source_flow_block *b = find(o, o->stack[--o->nstack]);

		if (!b || b->seen == stamp)
			continue;
		b->seen = stamp;
		if (b->first < b->end) {
			source_flow_word(o, b->first);
			continue;
		}
		push_successors(o, b->block);
		if (leaves(b->block))
			source_flow_word(o, nmarks);
	}
}

/* Begins what is next to a mark; the number of these comes first. */
static uint32_t begin_mark(struct source_flow_maker *o, uint32_t mark)
{
	uint32_t at = o->nwords;

	if (!o->failed)
		o->words[1 + mark] = at;
	source_flow_word(o, 0);
	return at;
}

static void end_next(struct source_flow_maker *o, uint32_t at)
{
	if (!o->failed)
		o->words[at] = o->nwords - at - 1;
}

static void put_block(struct source_flow_maker *o, uint32_t stamp, LLVMBasicBlockRef block,
		      uint32_t nmarks, source_flow_words *words, void *of)
{
	struct source_flow_block b = *find(o, block);

	for (uint32_t i = b.first; i < b.end; i++) {
		uint32_t at = begin_mark(o, i);

		if (i + 1 < b.end) {
			source_flow_word(o, i + 1);
		} else {
			push_successors(o, block);
			put_next(o, stamp, nmarks);
			if (leaves(block))
				source_flow_word(o, nmarks);
		}
		end_next(o, at);
		if (words(of, o, i) && !o->failed)
			o->words[at] |= SOURCE_FLOW_KEPT;
	}
}

static void put_marks(struct source_flow_maker *o, LLVMBasicBlockRef entry, uint32_t nmarks,
		      source_flow_words *words, void *of)
{
	uint32_t stamp = 0, at;

	for (LLVMBasicBlockRef b = entry; b && !o->failed; b = LLVMGetNextBasicBlock(b))
		put_block(o, ++stamp, b, nmarks, words, of);
	at = begin_mark(o, nmarks);
	push(o, entry);
	put_next(o, ++stamp, nmarks);
	end_next(o, at);
}

LLVMMetadataRef source_flow_finish(struct source_flow_maker *o, LLVMContextRef context,
				   uint32_t nmarks, source_flow_words *words, void *of)
{
	LLVMBasicBlockRef entry = o->blocks[0].block;

	qsort(o->blocks, o->nblocks, sizeof *o->blocks, by_address);
	o->nwords = o->nstack = 0;
	source_flow_word(o, nmarks);
	for (uint32_t i = 0; i < nmarks + 2; i++)
		source_flow_word(o, 0);
	if (!o->failed)
		put_marks(o, entry, nmarks, words, of);
	o->nblocks = 0;
	if (o->failed)
		return NULL;
	o->words[nmarks + 2] = o->nwords;
	return LLVMMDStringInContext2(context, (const char *)o->words,
				      o->nwords * sizeof *o->words);
}

void source_flow_release(struct source_flow_maker *o)
{
	free(o->blocks);
	free(o->words);
	free(o->stack);
}

/* ------------------------------------------------------------------ */

uint32_t source_flow_call(LLVMMetadataRef location)
{
	if (!location)
		return 0;
	return LLVMDILocationGetLine(location) << 8 | (LLVMDILocationGetColumn(location) & 255);
}

uint32_t source_flow_call_at(LLVMValueRef call, LLVMValueRef at_exit)
{
	uint32_t place = source_flow_call(LLVMInstructionGetDebugLoc(call));

	return at_exit ? place | AT_EXIT : place;
}

static uint32_t word(const struct source_flow *o, uint32_t at)
{
	uint32_t value;

	memcpy(&value, o->words + at * sizeof value, sizeof value);
	return value;
}

struct source_flow source_flow_of(LLVMValueRef string)
{
	unsigned length;
	struct source_flow o = { LLVMGetMDString(string, &length), 0 };

	o.n = word(&o, 0);
	return o;
}

uint32_t source_flow_nnext(const struct source_flow *o, uint32_t mark)
{
	return word(o, word(o, 1 + mark)) & ~SOURCE_FLOW_KEPT;
}

bool source_flow_is_kept(const struct source_flow *o, uint32_t mark)
{
	return word(o, word(o, 1 + mark)) & SOURCE_FLOW_KEPT;
}

uint32_t source_flow_next(const struct source_flow *o, uint32_t mark, uint32_t i)
{
	return word(o, word(o, 1 + mark) + 1 + i);
}

uint32_t source_flow_call_of(const struct source_flow *o, uint32_t mark)
{
	return word(o, word(o, 1 + mark) + 1 + source_flow_nnext(o, mark));
}

uint32_t source_flow_callee(const struct source_flow *o, uint32_t mark)
{
	return word(o, word(o, 1 + mark) + 2 + source_flow_nnext(o, mark));
}

uint32_t source_flow_nlines(const struct source_flow *o, uint32_t mark)
{
	uint32_t first = word(o, 1 + mark) + 3 + source_flow_nnext(o, mark);

	return (word(o, 2 + mark) - first) / 2;
}

uint32_t source_flow_line(const struct source_flow *o, uint32_t mark, uint32_t i, uint32_t *marks)
{
	uint32_t at = word(o, 1 + mark) + 3 + source_flow_nnext(o, mark) + 2 * i;

	*marks = word(o, at + 1);
	return word(o, at);
}
