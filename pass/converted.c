/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/* converted.c - see converted.h. */
#include "converted.h"
#include "places.h"

#include <llvm-c/DebugInfo.h>
#include <stddef.h>

#define OF_SWITCH 0x80000000u /* beside a copy: the place is a switch's */

struct code {
	struct copies *c;
	struct places all;  /* of what is nothing else than a former branch */
	struct places near; /* of arithmetic in the block at work */
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

static void add(struct code *code, struct places *to, LLVMMetadataRef at, uint32_t flag)
{
	uint32_t copy = LLVMDILocationGetLine(at) ? copies_at(code->c, at) : WRITTEN_NOWHERE;

	if (copy != WRITTEN_NOWHERE)
		places_add(to, copy | flag, outline_call(at));
}

static bool failed(const struct code *code)
{
	return code->all.failed || code->near.failed;
}

static void read_block(struct code *code, LLVMBasicBlockRef block)
{
	LLVMValueRef i = LLVMGetFirstInstruction(block);

	code->near.n = 0;
	for (; i && !failed(code); i = LLVMGetNextInstruction(i)) {
		LLVMMetadataRef at = LLVMInstructionGetDebugLoc(i);

		if (at && is_made_of_branch(i))
			add(code, &code->all, at, 0);
		else if (at && LLVMIsASwitchInst(i))
			add(code, &code->all, at, OF_SWITCH);
		else if (at && is_arithmetic(i))
			add(code, &code->near, at, 0);
	}
}

/* A switch that was none in the source is several copies of the branch. */
static bool has_branch_of(const struct places *p, const struct written_function *f,
			  uint32_t copy, uint32_t mark)
{
	uint32_t place = outline_branch(&f->outline, mark);

	return place && (places_have(p, copy, place) ||
			 (outline_nnext(&f->outline, mark) <= 2 &&
			  places_have(p, copy | OF_SWITCH, place)));
}

static void find_near(struct code *code, struct function *f, const struct flow *flow)
{
	uint32_t at = 0;

	for (uint32_t i = 0; i < flow->nblocks && !failed(code); i++) {
		read_block(code, flow->blocks[i].block);
		places_sort(&code->near);
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
	places_sort(&code.all);
	if (!failed(&code))
		find_all(&code, f);
	places_release(&code.all);
	places_release(&code.near);
	return failed(&code) || c->failed ? -1 : 0;
}
