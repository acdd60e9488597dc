/* SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception */
/*
 * call_return.c - see call_return.h.
 *
 * A call that may not return is the rule: exit, longjmp, an exception or a kill ends
 * calls anywhere up the stack.  Wrong in that direction costs a counter, in the other it
 * would make counts wrong.
 */
#include "call_return.h"
#include "ir.h"

#include <gprof-llvm/format.h>
#include <string.h>

static bool call_has_attribute(LLVMValueRef call, const char *name)
{
	unsigned kind = LLVMGetEnumAttributeKindForName(name, strlen(name));
	LLVMValueRef callee = ir_strip_casts(LLVMGetCalledValue(call));

	if (kind && LLVMGetCallSiteEnumAttribute(call, LLVMAttributeFunctionIndex, kind))
		return true;
	return LLVMIsAFunction(callee) && ir_has_attribute(callee, name);
}

/* An instruction by which control may leave the function: a call, a jump, a system call. */
static bool asm_leaves(LLVMValueRef code)
{
	static const char *const words[] = { "call", "jmp", "int ", "ret", "sysenter", "svc",
					     "bl", "br" };
	char *text = LLVMPrintValueToString(code);
	bool leaves = !text;

	for (size_t i = 0; i < sizeof words / sizeof *words && !leaves; i++)
		leaves = strstr(text, words[i]);
	LLVMDisposeMessage(text);
	return leaves;
}

/* Intrinsics that call, or that are returned to by a jump from elsewhere. */
static bool intrinsic_leaves(const char *name)
{
	static const char *const names[] = { "llvm.experimental.gc.statepoint",
					     "llvm.experimental.patchpoint",
					     "llvm.experimental.stackmap", "llvm.eh.sjlj.",
					     "llvm.experimental.deoptimize" };

	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (!strncmp(name, names[i], strlen(names[i])))
			return true;
	return false;
}

static bool surely_returns(LLVMValueRef call)
{
	LLVMValueRef callee = ir_strip_casts(LLVMGetCalledValue(call));

	if (LLVMIsAInlineAsm(callee))
		return !asm_leaves(callee);
	if (LLVMIsAFunction(callee) && LLVMGetIntrinsicID(callee))
		return !intrinsic_leaves(ir_name(callee));
	return call_has_attribute(call, "willreturn") && call_has_attribute(call, "nounwind");
}

/* Where a call that never returns is followed by code, that code is generated. */
static bool nothing_follows(LLVMValueRef call)
{
	LLVMValueRef next = LLVMGetNextInstruction(call);

	return !next || LLVMIsAUnreachableInst(next);
}

uint8_t call_return_flags(LLVMValueRef call)
{
	if (!ir_is_call(call))
		return GPROF_SITE_RETURNS;
	if (call_has_attribute(call, "returns_twice"))
		return GPROF_SITE_RETURNS_TWICE;
	if (call_has_attribute(call, "noreturn"))
		return nothing_follows(call) ? GPROF_SITE_NEVER_RETURNS : 0;
	return surely_returns(call) ? GPROF_SITE_RETURNS : 0;
}

/* Generates no code: LLVM looks through it for a tail call. */
static bool is_nothing(LLVMValueRef inst)
{
	static const char *const names[] = { "llvm.dbg.", "llvm.lifetime.end", "llvm.pseudoprobe",
					     "llvm.assume", "llvm.experimental.noalias.scope" };
	LLVMValueRef callee;

	if (LLVMIsABitCastInst(inst))
		return true;
	callee = LLVMIsACallInst(inst) ? ir_strip_casts(LLVMGetCalledValue(inst)) : NULL;
	if (!callee || !LLVMIsAFunction(callee) || !LLVMGetIntrinsicID(callee))
		return false;
	for (size_t i = 0; i < sizeof names / sizeof *names; i++)
		if (!strncmp(ir_name(callee), names[i], strlen(names[i])))
			return true;
	return false;
}

/* Returns true if control that comes from block 'from' returns what the call returned, or
   nothing. */
static bool returns_value_of(LLVMValueRef end, LLVMBasicBlockRef from, LLVMValueRef call)
{
	LLVMValueRef value = LLVMGetNumOperands(end) ? LLVMGetOperand(end, 0) : call;

	while (LLVMIsABitCastInst(value))
		value = LLVMGetOperand(value, 0);
	if (LLVMIsAPHINode(value) && LLVMGetInstructionParent(value) != from)
		for (unsigned i = LLVMCountIncoming(value); i-- > 0;)
			if (LLVMGetIncomingBlock(value, i) == from)
				return LLVMGetIncomingValue(value, i) == call;
	return value == call;
}

bool call_may_be_jump(LLVMValueRef call)
{
	LLVMValueRef next;

	if (!LLVMIsACallInst(call) || !LLVMIsTailCall(call))
		return false;
	next = LLVMGetNextInstruction(call);
	while (next && is_nothing(next))
		next = LLVMGetNextInstruction(next);
	return next && LLVMIsAReturnInst(next) &&
	       returns_value_of(next, LLVMGetInstructionParent(call), call);
}

bool block_only_returns(LLVMBasicBlockRef block)
{
	LLVMValueRef i = LLVMGetFirstInstruction(block);

	while (i && (LLVMIsAPHINode(i) || is_nothing(i)))
		i = LLVMGetNextInstruction(i);
	return i && LLVMIsAReturnInst(i);
}

bool block_returns_by_copy(LLVMBasicBlockRef block)
{
	LLVMValueRef end = LLVMGetBasicBlockTerminator(block), call;
	LLVMBasicBlockRef to;

	to = LLVMGetNumSuccessors(end) == 1 ? LLVMGetSuccessor(end, 0) : NULL;
	if (!to || !block_only_returns(to))
		return false;
	call = LLVMGetPreviousInstruction(end);
	while (call && is_nothing(call))
		call = LLVMGetPreviousInstruction(call);
	return call && LLVMIsACallInst(call) && LLVMIsTailCall(call) &&
	       returns_value_of(LLVMGetBasicBlockTerminator(to), block, call);
}
