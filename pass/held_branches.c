/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * held_branches.c - see held_branches.h.
 *
 * Passes merge equal calls at the start of two blocks, unless they are `nomerge'.
 */
#include "held_branches.h"
#include "ir.h"

#include <llvm-c/DebugInfo.h>
#include <string.h>

#define PROBES "llvm.pseudo_probe_desc" /* named metadata, of the functions with probes */
#define HOLDER "llvm.sideeffect"

/* Where a call may be put, or NULL. */
static LLVMValueRef first_place(LLVMBasicBlockRef block)
{
	LLVMValueRef i = LLVMGetFirstInstruction(block);

	while (LLVMIsAPHINode(i) || LLVMIsALandingPadInst(i) || LLVMIsACatchPadInst(i) ||
	       LLVMIsACleanupPadInst(i))
		i = LLVMGetNextInstruction(i);
	return LLVMIsACatchSwitchInst(i) ? NULL : i;
}

static void hold(const struct module *m, LLVMBuilderRef b, LLVMValueRef holder,
		 LLVMBasicBlockRef block)
{
	LLVMValueRef place = first_place(block);

	if (!place)
		return;
	LLVMPositionBuilderBefore(b, place);
	LLVMSetCurrentDebugLocation2(b, LLVMInstructionGetDebugLoc(place));
	ir_add_call_attribute(m, LLVMBuildCall2(b, LLVMGlobalGetValueType(holder), holder, NULL, 0,
						""), "nomerge");
}

static bool is_held(LLVMBasicBlockRef block, LLVMValueRef holder)
{
	LLVMValueRef i = first_place(block);

	return i && LLVMIsACallInst(i) && LLVMGetCalledValue(i) == holder;
}

static void hold_ways(const struct module *m, LLVMBuilderRef b, LLVMValueRef holder,
		      LLVMValueRef branch)
{
	unsigned n = LLVMGetNumSuccessors(branch);

	for (unsigned i = 0; n > 1 && i < n; i++)
		if (!is_held(LLVMGetSuccessor(branch, i), holder))
			hold(m, b, holder, LLVMGetSuccessor(branch, i));
}

void held_branches_add(const struct module *m)
{
	LLVMBuilderRef b;
	LLVMValueRef holder;

	if (!LLVMGetNamedMetadataNumOperands(m->m, PROBES))
		return;
	holder = LLVMGetIntrinsicDeclaration(
		m->m, LLVMLookupIntrinsicID(HOLDER, strlen(HOLDER)), NULL, 0);
	b = LLVMCreateBuilderInContext(m->context);
	for (LLVMValueRef f = LLVMGetFirstFunction(m->m); f; f = LLVMGetNextFunction(f))
		for (LLVMBasicBlockRef block = LLVMGetFirstBasicBlock(f); block;
		     block = LLVMGetNextBasicBlock(block))
			hold_ways(m, b, holder, LLVMGetBasicBlockTerminator(block));
	LLVMDisposeBuilder(b);
}
