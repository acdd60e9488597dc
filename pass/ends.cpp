// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// ends.cpp - see ends.h.
//
// C++ because calls become invokes, with all that is known of them, and blocks are copied.

#include "ends.h"

#include "llvm/IR/CFG.h"
#include "llvm/IR/DiagnosticInfo.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/InstIterator.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"

#include <cxxabi.h>
#include <vector>

using namespace llvm;

#if LLVM_VERSION_MAJOR >= 20
// Weak, so that an older LLVM loads the plugin, which then says what it was built for.
__asm__(".weak _ZTVN4llvm21DiagnosticInfoGenericE");
using Warning = DiagnosticInfoGeneric;
#else
using Warning = DiagnosticInfoInlineAsm;    // the one without a place that there was
#endif

namespace {

// Returns true if an exception may come out of the call, and leave the function.
bool mayUnwind(const CallInst &Call)
{
	return !Call.doesNotThrow() && !Call.isMustTailCall() && !Call.isInlineAsm() &&
	       !isa<IntrinsicInst>(Call);
}

bool becomesJump(const CallInst &Call)
{
	const Instruction *Next = Call.getNextNode();
	while (Next && (isa<DbgInfoIntrinsic>(Next) || isa<BitCastInst>(Next)))
		Next = Next->getNextNode();
	return Call.isTailCall() && Next && isa<ReturnInst>(Next);
}

// That of another function of the module, so that the program needs nothing new; libgcc's else.
Constant *personalityFor(Module &M)
{
	for (Function &F : M)
		if (F.hasPersonalityFn())
			return F.getPersonalityFn();
	auto *Type = FunctionType::get(Type::getInt32Ty(M.getContext()), true);
	return cast<Constant>(M.getOrInsertFunction("__gcc_personality_v0", Type).getCallee());
}

BasicBlock *makePad(Function &F)
{
	LLVMContext &C = F.getContext();
	BasicBlock *Pad = BasicBlock::Create(C, "", &F);
	Type *Pointer = unwrap(LLVMPointerType(wrap(Type::getInt8Ty(C)), 0));
	Type *Thrown = StructType::get(Pointer, Type::getInt32Ty(C));
	auto *Landing = LandingPadInst::Create(Thrown, 0, "", Pad);
	Landing->setCleanup(true);
	ResumeInst::Create(Landing, Pad);
	return Pad;
}

} // namespace

void ends_copy_return(LLVMBasicBlockRef from)
{
	BasicBlock *From = unwrap(from), *To = From->getSingleSuccessor();
	auto *Return = dyn_cast<ReturnInst>(To->getTerminator());
	if (!Return)
		return;
	FoldReturnIntoUncondBranch(Return, To, From);
	if (pred_empty(To))
		DeleteDeadBlock(To);
}

LLVMValueRef ends_split(LLVMValueRef call, LLVMValueRef condition)
{
	auto *Call = cast<CallInst>(unwrap(call));
	Value *Condition = unwrap(condition);
	BasicBlock *From = Call->getParent(), *Inner = From->splitBasicBlock(Call->getIterator());
	ValueToValueMapTy Copied;
	BasicBlock *Outer = CloneBasicBlock(Inner, Copied, "", From->getParent());
	for (Instruction &I : *Outer)
		RemapInstruction(&I, Copied, RF_NoModuleLevelChanges | RF_IgnoreMissingLocals);
	From->getTerminator()->eraseFromParent();
	IRBuilder<> B(From);
	B.CreateCondBr(B.CreateICmpNE(Condition, ConstantInt::get(Condition->getType(), 0)), Outer,
		       Inner);
	return wrap(Outer->getTerminator());
}

void ends_pad(LLVMValueRef function)
{
	auto &F = *cast<Function>(unwrap(function));
	std::vector<CallInst *> Calls;
	if (F.doesNotThrow())
		return;
	for (Instruction &I : instructions(F)) {
		if (auto *Call = dyn_cast<CallInst>(&I)) {
			if (mayUnwind(*Call) && !becomesJump(*Call))
				Calls.push_back(Call);
		} else if (auto *Landing = dyn_cast<LandingPadInst>(&I)) {
			Landing->setCleanup(true);
		}
	}
	if (Calls.empty())
		return;
	if (!F.hasPersonalityFn())
		F.setPersonalityFn(personalityFor(*F.getParent()));
	BasicBlock *Pad = makePad(F);
	for (CallInst *Call : Calls)
		changeToInvokeAndSplitBasicBlock(Call, Pad);
}

char *ends_demangle(const char *name)
{
	int Status;
	return abi::__cxa_demangle(name, nullptr, nullptr, &Status);
}

void ends_warn(LLVMModuleRef module, const char *text)
{
	unwrap(module)->getContext().diagnose(Warning(text, DS_Warning));
}
