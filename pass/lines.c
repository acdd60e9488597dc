/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* lines.c - see lines.h. */
#include "lines.h"
#include "array.h"
#include "ir.h"

#include <llvm-c/DebugInfo.h>
#include <stdlib.h>
#include <string.h>

#define MOST_STEPS 8 /* blocks without code that follow each other */

static bool is_intrinsic(LLVMValueRef inst, const char *prefix)
{
	LLVMValueRef callee = LLVMIsACallInst(inst) ? LLVMGetCalledValue(inst) : NULL;

	return callee && LLVMIsAFunction(callee) && LLVMGetIntrinsicID(callee) &&
	       !strncmp(ir_name(callee), prefix, strlen(prefix));
}

static bool is_jump(LLVMValueRef i)
{
	return LLVMIsABranchInst(i) && !LLVMIsConditional(i);
}

/* The jump of a case without code has the location of the code before it. */
static bool is_stale(LLVMValueRef jump)
{
	LLVMBasicBlockRef block = LLVMGetInstructionParent(jump);
	LLVMBasicBlockRef before = LLVMGetPreviousBasicBlock(block);

	return before && LLVMGetFirstInstruction(block) == jump &&
	       is_jump(LLVMGetBasicBlockTerminator(before)) &&
	       LLVMInstructionGetDebugLoc(LLVMGetBasicBlockTerminator(before)) ==
		       LLVMInstructionGetDebugLoc(jump);
}

/* Of the way to go on: clang reads it at no place in the source, before LLVM 15 for the switch. */
static bool reads_choice(LLVMValueRef i)
{
	LLVMUseRef use = LLVMGetFirstUse(i);

	return LLVMIsALoadInst(i) &&
	       (!LLVMInstructionGetDebugLoc(i) ||
		(use && !LLVMGetNextUse(use) && LLVMIsASwitchInst(LLVMGetUser(use))));
}

/* Where a scope ends whose variables have lifetimes, clang stores which way to go on, for a switch
   after it. */
static bool is_choice(LLVMValueRef store)
{
	LLVMValueRef next = LLVMGetNextInstruction(store), to;

	if (!LLVMIsAStoreInst(store) || !next || !is_jump(next) ||
	    LLVMInstructionGetDebugLoc(store) != LLVMInstructionGetDebugLoc(next) ||
	    !LLVMIsAConstantInt(LLVMGetOperand(store, 0)))
		return false;
	to = LLVMGetOperand(store, 1);
	if (!LLVMIsAAllocaInst(to))
		return false;
	for (LLVMUseRef u = LLVMGetFirstUse(to); u; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);

		if (!LLVMIsAStoreInst(user) && !reads_choice(user))
			return false;
	}
	return true;
}

/* Where a variable's scope ends whose lifetime is all that ends there, clang makes a block only to
   say so, for the way of an exception too; without optimisation there is none. */
static bool only_ends_scope(LLVMValueRef jump)
{
	LLVMValueRef before = LLVMGetPreviousInstruction(jump);

	return before && is_intrinsic(before, "llvm.lifetime.end") &&
	       LLVMInstructionGetDebugLoc(before) == LLVMInstructionGetDebugLoc(jump);
}

static bool takes_exception(LLVMValueRef value)
{
	return LLVMIsAExtractValueInst(value) && LLVMIsALandingPadInst(LLVMGetOperand(value, 0));
}

/* A variable for the exception on its way. */
static bool holds_exception(LLVMValueRef variable)
{
	bool found = false;

	if (!LLVMIsAAllocaInst(variable))
		return false;
	for (LLVMUseRef u = LLVMGetFirstUse(variable); u; u = LLVMGetNextUse(u)) {
		LLVMValueRef store = LLVMGetUser(u);

		if (LLVMIsAStoreInst(store) && !takes_exception(LLVMGetOperand(store, 0)))
			return false;
		found |= LLVMIsAStoreInst(store) != NULL;
	}
	return found;
}

static bool is_resumed(LLVMValueRef i)
{
	while (LLVMIsAInsertValueInst(i) && LLVMGetFirstUse(i))
		i = LLVMGetUser(LLVMGetFirstUse(i));
	return LLVMIsAResumeInst(i);
}

static bool asks_for_type(LLVMValueRef value)
{
	return LLVMIsAICmpInst(value) &&
	       (is_intrinsic(LLVMGetOperand(value, 0), "llvm.eh.typeid.for") ||
		is_intrinsic(LLVMGetOperand(value, 1), "llvm.eh.typeid.for"));
}

/* How an exception finds its handler.  Clang gives that to lines that end a scope, even if the
   scope has nothing to clean up.  Inlined code has the handlers of its callers, so an exception
   may pass code that it would not pass without optimisation. */
static bool passes_exception(LLVMValueRef i)
{
	if (LLVMIsAStoreInst(i))
		return takes_exception(LLVMGetOperand(i, 0));
	if (LLVMIsALoadInst(i))
		return holds_exception(LLVMGetOperand(i, 0));
	if (LLVMIsABranchInst(i) && LLVMIsConditional(i))
		return asks_for_type(LLVMGetCondition(i));
	return LLVMIsALandingPadInst(i) || takes_exception(i) || asks_for_type(i) ||
	       is_intrinsic(i, "llvm.eh.typeid.for") || is_resumed(i);
}

/* A jump after nothing else. */
static bool only_passes(LLVMValueRef jump)
{
	LLVMValueRef i = LLVMGetFirstInstruction(LLVMGetInstructionParent(jump));

	if (!passes_exception(i))
		return false;
	while (i != jump && (passes_exception(i) || is_intrinsic(i, "llvm.lifetime.end")))
		i = LLVMGetNextInstruction(i);
	return i == jump;
}

/* Unused values: the code generator makes no code of them, even without optimisation. */
static bool is_unused(LLVMValueRef i, unsigned steps)
{
	if (!LLVMIsAGetElementPtrInst(i) && !LLVMIsACastInst(i) &&
	    (!LLVMIsALoadInst(i) || LLVMGetVolatile(i) ||
	     LLVMGetOrdering(i) != LLVMAtomicOrderingNotAtomic))
		return false;
	for (LLVMUseRef u = LLVMGetFirstUse(i); u; u = LLVMGetNextUse(u)) {
		LLVMValueRef user = LLVMGetUser(u);

		if (!steps || LLVMGetInstructionParent(user) != LLVMGetInstructionParent(i) ||
		    !is_unused(user, steps - 1))
			return false;
	}
	return true;
}

/* To the code that is next anyway. */
static bool goes_on(LLVMValueRef jump)
{
	return LLVMGetNextBasicBlock(LLVMGetInstructionParent(jump)) == LLVMGetSuccessor(jump, 0);
}

/* Without optimisation the code generator makes no code of it, or none that is a line's. */
static bool has_no_code(LLVMValueRef i)
{
	static const char *const names[] = { "llvm.dbg.", "llvm.lifetime.", "llvm.assume",
					     "llvm.invariant.", "llvm.experimental.noalias",
					     "llvm.pseudoprobe" };

	if (LLVMIsAPHINode(i) || LLVMIsAAllocaInst(i) || is_choice(i) || passes_exception(i) ||
	    is_unused(i, MOST_STEPS))
		return true;
	if (LLVMIsABitCastInst(i) && LLVMGetTypeKind(LLVMTypeOf(i)) == LLVMPointerTypeKind)
		return true;
	for (size_t k = 0; k < sizeof names / sizeof *names; k++)
		if (is_intrinsic(i, names[k]))
			return true;
	return is_jump(i) && (is_stale(i) || only_ends_scope(i) || only_passes(i) || goes_on(i));
}

static uint32_t line_of(const struct lines *l, LLVMValueRef i)
{
	LLVMMetadataRef location = LLVMInstructionGetDebugLoc(i);

	if (!location || LLVMDILocationGetInlinedAt(location) ||
	    LLVMDIScopeGetFile(LLVMDILocationGetScope(location)) !=
		    LLVMDIScopeGetFile(l->subprogram))
		return 0;
	return LLVMDILocationGetLine(location);
}

/* ------------------------------------------------------------------ */

static void add_line(struct lines *l, struct lines_set *to, uint32_t line)
{
	if (!line || (to->n && to->items[to->n - 1] == line))
		return;
	to->items = array_room_or(&l->failed, to->items, to->n, &to->room, sizeof *to->items);
	if (!l->failed)
		to->items[to->n++] = line;
}

static void add_block(struct lines *l, LLVMBasicBlockRef block)
{
	struct lines_block b = { .block = block, .number = l->nblocks };

	for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i)) {
		if (is_jump(i) || has_no_code(i))
			continue;
		b.line = b.line ? b.line : line_of(l, i);
		add_line(l, &l->code, line_of(l, i));
	}
	l->blocks = array_room_or(&l->failed, l->blocks, l->nblocks, &l->blocks_room,
				  sizeof *l->blocks);
	if (!l->failed)
		l->blocks[l->nblocks++] = b;
}

static int by_address(const void *x, const void *y)
{
	const struct lines_block *a = x, *b = y;

	return ((uintptr_t)a->block > (uintptr_t)b->block) -
	       ((uintptr_t)a->block < (uintptr_t)b->block);
}

static struct lines_block *find(const struct lines *l, LLVMBasicBlockRef block)
{
	struct lines_block key = { .block = block };

	return bsearch(&key, l->blocks, l->nblocks, sizeof key, by_address);
}

static int ascending(const void *a, const void *b)
{
	uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

	return (x > y) - (x < y);
}

static void sort(struct lines_set *set)
{
	if (set->n)
		qsort(set->items, set->n, sizeof *set->items, ascending);
}

static bool has(const struct lines_set *set, uint32_t line)
{
	return set->n && bsearch(&line, set->items, set->n, sizeof line, ascending);
}

/* Of the first code that a block leads to. */
static uint32_t first_line(const struct lines *l, const struct lines_block *b)
{
	for (unsigned steps = 0; !b->line && steps < MOST_STEPS; steps++) {
		LLVMValueRef last = LLVMGetBasicBlockTerminator(b->block);

		if (!is_jump(last))
			break;
		b = find(l, LLVMGetSuccessor(last, 0));
	}
	return b->line;
}

/* Where the rounds begin of the endless loop that a jump's line is the head of, or NULL. */
static struct lines_block *begin_of(const struct lines *l, LLVMValueRef jump)
{
	struct lines_block *to = find(l, LLVMGetSuccessor(jump, 0));
	uint32_t line = line_of(l, jump);

	return line && line < first_line(l, to) && !has(&l->code, line) &&
	       to->number <= find(l, LLVMGetInstructionParent(jump))->number ? to : NULL;
}

void lines_read(struct lines *l, LLVMValueRef function, LLVMMetadataRef subprogram)
{
	LLVMBasicBlockRef b;

	l->subprogram = subprogram;
	l->nblocks = l->code.n = l->jumps.n = 0;
	for (b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b))
		add_block(l, b);
	if (l->failed)
		return;
	sort(&l->code);
	qsort(l->blocks, l->nblocks, sizeof *l->blocks, by_address);
	for (b = LLVMGetFirstBasicBlock(function); b; b = LLVMGetNextBasicBlock(b)) {
		LLVMValueRef last = LLVMGetBasicBlockTerminator(b);
		struct lines_block *to = is_jump(last) ? begin_of(l, last) : NULL;

		if (to)
			to->head = line_of(l, last);
		else if (is_jump(last) && !has_no_code(last))
			add_line(l, &l->jumps, line_of(l, last));
	}
	sort(&l->jumps);
}

uint32_t lines_of(const struct lines *l, LLVMValueRef i)
{
	uint32_t line = has_no_code(i) ? 0 : line_of(l, i);

	return is_jump(i) && (has(&l->code, line) || begin_of(l, i)) ? 0 : line;
}

uint32_t lines_head(const struct lines *l, LLVMBasicBlockRef block)
{
	return find(l, block)->head;
}

void lines_release(struct lines *l)
{
	free(l->blocks);
	free(l->code.items);
	free(l->jumps.items);
}

/* A block that only goes on becomes a jump, unless it is counted.  Another jump of its line is
   one that does something, such as the jump after the block of a condition; where a line has
   other code no jump counts.  If an endless loop begins with a jump of its head, that jump counts
   the iterations. */
static bool has_none(const struct lines *l, LLVMValueRef jump)
{
	uint32_t line = line_of(l, jump);

	if (line && line == lines_head(l, LLVMGetInstructionParent(jump)))
		return false;
	return !LLVMInstructionGetDebugLoc(jump) || is_stale(jump) || only_passes(jump) ||
	       (goes_on(jump) && has(&l->jumps, line) && !has(&l->code, line));
}

static void give_none(const struct lines *l, LLVMBasicBlockRef block, LLVMMetadataRef none)
{
	LLVMValueRef last = LLVMGetBasicBlockTerminator(block);

	if (is_jump(last) && has_none(l, last))
		LLVMInstructionSetDebugLoc(last, none);
	for (LLVMValueRef i = LLVMGetFirstInstruction(block); i; i = LLVMGetNextInstruction(i))
		if (passes_exception(i))
			LLVMInstructionSetDebugLoc(i, none);
}

/* Loads at a function's start, such as of 'this', have no location.  If the first block has no
   other code, the line table gives its line (where '{' is) to loads repeated in the next block,
   perhaps a loop.  It does not if those loads carry line 0. */
static void give_reads_none(LLVMBasicBlockRef entry, LLVMMetadataRef none)
{
	for (LLVMValueRef i = LLVMGetFirstInstruction(entry); i; i = LLVMGetNextInstruction(i))
		if (LLVMIsALoadInst(i) && !LLVMInstructionGetDebugLoc(i))
			LLVMInstructionSetDebugLoc(i, none);
}

void lines_give_none(LLVMValueRef function)
{
	LLVMMetadataRef none, subprogram = LLVMGetSubprogram(function);
	struct lines l = { 0 };
	LLVMBasicBlockRef b;

	if (!subprogram || !ir_has_attribute(function, "optnone"))
		return;
	lines_read(&l, function, subprogram);
	none = LLVMDIBuilderCreateDebugLocation(LLVMGetModuleContext(
							LLVMGetGlobalParent(function)),
						0, 0, subprogram, NULL);
	for (b = LLVMGetLastBasicBlock(function); b; b = LLVMGetPreviousBasicBlock(b))
		give_none(&l, b, none);
	give_reads_none(LLVMGetFirstBasicBlock(function), none);
	lines_release(&l);
}
