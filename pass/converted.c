/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* converted.c - see converted.h. */
#include "converted.h"
#include "array.h"
#include "debuginfo.h"

#include <llvm-c/DebugInfo.h>
#include <stdlib.h>

#define OF_SWITCH ((uint64_t)1 << 63)

struct places {
	uint64_t *items; /* copy and outline_call(), a switch's with OF_SWITCH; ascending; owned */
	uint32_t n, room;
};

struct code {
	struct copies *c;
	struct places all;  /* of what is nothing else than a former branch */
	struct places near; /* of arithmetic in the block at work */
	bool failed;        /* memory is out */
};

static bool is_of_bits(LLVMValueRef v)
{
	LLVMTypeRef type = LLVMTypeOf(v);

	return LLVMGetTypeKind(type) == LLVMIntegerTypeKind && LLVMGetIntTypeWidth(type) == 1;
}

/* Conditions have the place of the branch, too, but no such types. */
static bool is_made_of_branch(LLVMValueRef i)
{
	LLVMValueRef callee = LLVMIsACallInst(i) ? LLVMGetCalledValue(i) : NULL;

	if (callee)
		return LLVMIsAFunction(callee) && LLVMGetIntrinsicID(callee) &&
		       LLVMGetTypeKind(LLVMTypeOf(i)) != LLVMVoidTypeKind;
	return LLVMIsASelectInst(i) || (LLVMIsABinaryOperator(i) && is_of_bits(i)) ||
	       (LLVMIsACastInst(i) && is_of_bits(LLVMGetOperand(i, 0)));
}

static bool is_arithmetic(LLVMValueRef i)
{
	return LLVMIsABinaryOperator(i) || LLVMIsACastInst(i);
}

static void add(struct code *code, struct places *to, LLVMMetadataRef at, uint64_t flag)
{
	LLVMContextRef context = code->c->m->context;
	LLVMMetadataRef in = position_subprogram(context, LLVMDILocationGetScope(at));
	uint64_t copy;

	if (!in || !LLVMDILocationGetLine(at))
		return;
	copy = copies_find(code->c, LLVMMetadataAsValue(context, in),
			   LLVMDILocationGetInlinedAt(at));
	to->items = array_room_or(&code->failed, to->items, to->n, &to->room, sizeof *to->items);
	if (!code->failed)
		to->items[to->n++] = copy << 32 | outline_call(at) | flag;
}

static void read_block(struct code *code, LLVMBasicBlockRef block)
{
	LLVMValueRef i = LLVMGetFirstInstruction(block);

	code->near.n = 0;
	for (; i && !code->failed; i = LLVMGetNextInstruction(i)) {
		LLVMMetadataRef at = LLVMInstructionGetDebugLoc(i);

		if (at && is_made_of_branch(i))
			add(code, &code->all, at, 0);
		else if (at && LLVMIsASwitchInst(i))
			add(code, &code->all, at, OF_SWITCH);
		else if (at && is_arithmetic(i))
			add(code, &code->near, at, 0);
	}
}

static int ascending(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

static void sort(struct places *p)
{
	if (p->n)
		qsort(p->items, p->n, sizeof *p->items, ascending);
}

static bool has(const struct places *p, uint64_t key)
{
	return p->n && bsearch(&key, p->items, p->n, sizeof key, ascending);
}

/* A switch that was none in the source is several copies of the branch. */
static bool has_branch_of(const struct places *p, const struct written_function *f,
			  uint64_t copy, uint32_t mark)
{
	uint64_t key = copy << 32 | outline_branch(&f->outline, mark);

	return (uint32_t)key && (has(p, key) || (outline_nnext(&f->outline, mark) <= 2 &&
						 has(p, key | OF_SWITCH)));
}

static void find_near(struct code *code, struct function *f, const struct flow *flow)
{
	uint32_t at = 0;

	for (uint32_t i = 0; i < flow->nblocks && !code->failed; i++) {
		read_block(code, flow->blocks[i].block);
		sort(&code->near);
		for (; at < f->nmarks && f->marks[at].block == flow->blocks[i].block; at++) {
			struct mark *mark = &f->marks[at];

			mark->converted = has_branch_of(&code->near,
							&f->written.functions[mark->copy],
							mark->copy, mark->number);
		}
	}
}

static void find_all(const struct code *code, struct function *f)
{
	for (uint32_t i = 0; i < f->written.nfunctions; i++) {
		struct written_function *copy = &f->written.functions[i];

		for (uint32_t k = 0; copy->put && k < copy->outline.n; k++)
			copy->converted[k] = has_branch_of(&code->all, copy, i, k);
	}
	for (uint32_t i = 0; i < f->nmarks; i++)
		f->marks[i].converted |= f->written.functions[f->marks[i].copy]
						 .converted[f->marks[i].number];
}

int converted_find(struct copies *c, struct function *f, const struct flow *flow)
{
	struct code code = { .c = c };

	find_near(&code, f, flow);
	sort(&code.all);
	if (!code.failed)
		find_all(&code, f);
	free(code.all.items);
	free(code.near.items);
	return code.failed || c->failed ? -1 : 0;
}
