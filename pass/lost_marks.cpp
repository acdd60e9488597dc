// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// lost_marks.cpp - see lost_marks.h.
//
// C++ because llvm-c has no callbacks for passes.  Nearly all passes remove only blocks that are
// not executed, and copy marks with blocks.  SimplifyCFG also makes code without branches, so
// the code after it is compared with the code before.  A mark that it removes counts as dropped.
// The marks that followed a block must still follow it.  If one does not, this path now skips
// it, and with it all marks up to the one that follows now: any part of a chain of comparisons
// that became a switch.  A branch on a constant counts as a jump, so code removed after it is
// not a loss. JumpThreading makes copies, removes them again, and knows more about conditions
// than this file can see.  So it is kept from removing them, and the next SimplifyCFG removes
// them instead.

#include "lost_marks.hpp"

#include "gprof_pass.h"

#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/ADT/SmallSet.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/IntrinsicInst.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/PassInstrumentation.h"

using namespace llvm;

namespace {

constexpr unsigned Never = 0;
constexpr unsigned Compare = 1;
constexpr unsigned Erase = 2; // whatever it removes of a loop was executed
constexpr unsigned Hold = 4;
constexpr unsigned Nowhere = ~0u;
constexpr char Holder[] = "llvm.sideeffect"; // free, as a mark is, but no block is empty with it

unsigned dropsOf(StringRef Pass)
{
	return StringSwitch<unsigned>(Pass)
		.Case("SimplifyCFGPass", Compare)
		.Case("LoopSimplifyPass", Compare)
		.Case("TailCallElimPass", Compare)
		.Case("LoopDeletionPass", Erase)
		.Case("JumpThreadingPass", Hold)
		.Default(Never);
}

// The target of a branch whose condition is a constant; else null.
BasicBlock *onlySuccessor(const BasicBlock &B)
{
	const Instruction *Last = B.getTerminator();
	if (auto *Branch = dyn_cast<BranchInst>(Last))
		if (Branch->isConditional())
			if (auto *C = dyn_cast<ConstantInt>(Branch->getCondition()))
				return Branch->getSuccessor(C->isZero());
	if (auto *Switch = dyn_cast<SwitchInst>(Last))
		if (auto *C = dyn_cast<ConstantInt>(Switch->getCondition()))
			return const_cast<BasicBlock *>(
				Switch->findCaseValue(C)->getCaseSuccessor());
	return nullptr;
}

SmallVector<BasicBlock *, 4> waysFrom(BasicBlock &B)
{
	if (BasicBlock *Only = onlySuccessor(B))
		return { Only };
	return { succ_begin(&B), succ_end(&B) };
}

bool acts(const Instruction &I)
{
	return I.mayHaveSideEffects() && !I.isDroppable() && !I.isLifetimeStartOrEnd();
}

} // namespace

// ------------------------------------------------------------------ code and its marks

void lost_marks::readBlock(Code &To, BasicBlock &B) const
{
	Block Read = {};
	Read.First = To.Marks.size();
	for (Instruction &I : B) {
		auto *P = dyn_cast<PseudoProbeInst>(&I);
		if (!Read.Acts && acts(I))
			Read.Acts = &I;
		uint64_t Node = P ? P->getFuncGuid()->getZExtValue() - GPROF_PASS_MARK_FIRST
				  : UINT64_MAX;
		if (Node >= Dropped.size())
			continue;
		const DILocation *At = P->getDebugLoc();
		To.OfCall[P] = To.Marks.size();
		To.Marks.push_back({ WeakVH(P), At ? At->getInlinedAt() : nullptr, uint32_t(Node),
				     uint32_t(P->getIndex()->getZExtValue()) });
	}
	Read.End = To.Marks.size();
	if (Read.First == Read.End)
		Read.Code = &B;
	To.At[&B] = To.Blocks.size();
	To.Blocks.push_back(Read);
}

void lost_marks::readFunction(Code &To, Function &F) const
{
	SmallVector<BasicBlock *, 32> Stack{ &F.getEntryBlock() }, Order;
	SmallPtrSet<BasicBlock *, 32> Seen;
	Seen.insert(&F.getEntryBlock());
	while (!Stack.empty()) {
		BasicBlock *B = Stack.pop_back_val();
		Order.push_back(B);
		readBlock(To, *B);
		for (BasicBlock *S : waysFrom(*B))
			if (Seen.insert(S).second)
				Stack.push_back(S);
	}
	for (size_t i = 0; i < Order.size(); i++) {
		To.Blocks[i].Ways = To.Ways.size();
		for (BasicBlock *S : waysFrom(*Order[i]))
			To.Ways.push_back(To.At.lookup(S));
		To.Blocks[i].EndWays = To.Ways.size();
	}
}

// The copy of a mark, or null.
const lost_marks::Mark *lost_marks::markOf(const Marks &In, const Mark &M)
{
	for (const Mark *Other : In)
		if (Other->isOf(M))
			return Other;
	return nullptr;
}

// The blocks with the marks that may be the next ones when a block ends.
lost_marks::Numbers lost_marks::behind(const Code &In, uint32_t From)
{
	Numbers Blocks, Stack{ From };
	SmallSet<uint32_t, 8> Seen;
	while (!Stack.empty()) {
		const Block &B = In.Blocks[Stack.pop_back_val()];
		for (uint32_t i = B.Ways; i < B.EndWays; i++) {
			uint32_t To = In.Ways[i];
			if (!Seen.insert(To).second)
				continue;
			bool Empty = In.Blocks[To].First == In.Blocks[To].End;
			(Empty ? Stack : Blocks).push_back(To);
		}
	}
	return Blocks;
}

// The marks that may be the next ones after a mark or a block; false: it is not executed.
bool lost_marks::behindNow(const Code &Now, Value *Last, Marks &Next)
{
	auto *Call = dyn_cast_or_null<Instruction>(Last);
	auto *In = Call ? Call->getParent() : dyn_cast_or_null<BasicBlock>(Last);
	auto At = Now.At.find(In);
	if (At == Now.At.end())
		return false;
	const Block &B = Now.Blocks[At->second];
	uint32_t i = B.First;
	while (Call && i < B.End && Now.Marks[i++].Call != Call)
		;
	if (i < B.End)
		Next.push_back(&Now.Marks[i]);
	else
		for (uint32_t To : behind(Now, At->second))
			Next.push_back(&Now.Marks[Now.Blocks[To].First]);
	return true;
}

// ------------------------------------------------------------------ what was skipped

// Returns true if an instruction of the block that has an effect is still in it.  Equal code at the
// start or end of several blocks may have been merged: the blocks are empty then, and may be
// skipped.
bool lost_marks::stands(uint32_t B) const
{
	const Block &Of = Was.Blocks[B];
	auto *I = cast_or_null<Instruction>(static_cast<Value *>(Of.Acts));
	bool Stands = I && I->getParent() == Of.Code;
	for (uint32_t i = Of.First; I && i < Of.End; i++) {
		auto *Call = cast_or_null<Instruction>(static_cast<Value *>(Was.Marks[i].Call));
		Stands |= Call && Call->getParent() == I->getParent();
	}
	return Stands;
}

// Returns true if a mark of 'To' is next, or, without any, nothing.
bool lost_marks::endsAt(const Numbers &Next, const Marks &To) const
{
	for (uint32_t B : Next)
		if (markOf(To, Was.Marks[Was.Blocks[B].First]))
			return true;
	return Next.empty() && To.empty();
}

// The blocks on all shortest ways to a mark of 'To'; if there is none, those that it begins with.
// A way has only blocks that could be skipped.
lost_marks::Numbers lost_marks::waysTo(const Numbers &From, const Marks &To) const
{
	DenseMap<uint32_t, unsigned> Depth;
	SmallSet<uint32_t, 8> On;
	Numbers Order;
	unsigned Last = Nowhere;
	auto Visit = [&](uint32_t B, unsigned D) {
		if (!stands(B) && Depth.insert({ B, D }).second)
			Order.push_back(B);
	};
	for (uint32_t B : From)
		Visit(B, 0);
	for (size_t i = 0; i < Order.size() && Depth[Order[i]] <= Last; i++) {
		Numbers Next = behind(Was, Order[i]);
		if (endsAt(Next, To)) {
			Last = Depth[Order[i]];
			On.insert(Order[i]);
		} else {
			for (uint32_t B : Next)
				Visit(B, Depth[Order[i]] + 1);
		}
	}
	Numbers Ways;
	for (size_t i = Order.size(); i--;) {
		unsigned D = Depth[Order[i]];
		bool Is = On.count(Order[i]) || (Last == Nowhere && !D);
		if (!Is && D < Last)
			for (uint32_t B : behind(Was, Order[i]))
				Is |= On.count(B) && Depth[B] == D + 1;
		if (!Is)
			continue;
		On.insert(Order[i]);
		Ways.push_back(Order[i]);
	}
	return Ways;
}

// The blocks on all ways to 'To' on which all could be skipped.
lost_marks::Numbers lost_marks::allWaysTo(uint32_t From, const Mark &To) const
{
	DenseMap<uint32_t, Numbers> Before;
	Numbers Order, On;
	SmallSet<uint32_t, 8> Seen;
	auto Visit = [&](uint32_t B) {
		if (!stands(B) && Before.insert({ B, {} }).second)
			Order.push_back(B);
	};
	Visit(From);
	for (size_t i = 0; i < Order.size(); i++) {
		Numbers Next = behind(Was, Order[i]);
		if (endsAt(Next, { &To }) && Seen.insert(Order[i]).second)
			On.push_back(Order[i]);
		for (uint32_t B : Next) {
			if (To.isOf(Was.Marks[Was.Blocks[B].First]))
				continue;
			Visit(B);
			if (Before.count(B))
				Before[B].push_back(Order[i]);
		}
	}
	for (size_t i = 0; i < On.size(); i++)
		for (uint32_t B : Numbers(Before[On[i]]))
			if (Seen.insert(B).second)
				On.push_back(B);
	return On;
}

void lost_marks::dropBlocks(const Numbers &Blocks)
{
	for (uint32_t B : Blocks)
		for (uint32_t i = Was.Blocks[B].First; i < Was.Blocks[B].End; i++)
			drop(Was.Marks[i]);
}

// The mark that is next now was not next before.  Any path to it may be the one that became
// shorter, for instance where a chain of comparisons became a switch.
void lost_marks::dropBetween(const Numbers &From, const Mark &To)
{
	for (uint32_t B : From)
		dropBlocks(allWaysTo(B, To));
}

// Returns true if a mark that is next now was elsewhere before.  Iterations of an unrolled loop
// have the same marks, so it may belong to a later iteration.  If the mark of the next iteration is
// gone, the two may have been merged.
bool lost_marks::isNew(const Marks &Before, const Mark &M) const
{
	auto At = Was.OfCall.find(M.Call);
	bool Moved = At != Was.OfCall.end() && Was.Marks[At->second].Call == M.Call;
	for (const Mark *Other : Before)
		if (Other->isOf(M) && (!Moved || !Other->Call || Other->Call == M.Call))
			return false;
	return true;
}

// Of one block: what was next after it, and is next now.  If all that was still is, what else is
// next is so by a way on which the rest is skipped.
void lost_marks::dropSkipped(const Numbers &Next, const Marks &There)
{
	Numbers Gone;
	Marks Before;
	for (uint32_t B : Next) {
		const Mark &First = Was.Marks[Was.Blocks[B].First];
		Before.push_back(&First);
		if (markOf(There, First))
			continue;
		Gone.push_back(B);
		dropBlocks(waysTo({ B }, There));
	}
	for (const Mark *M : There)
		if (isNew(Before, *M))
			dropBetween(Gone.empty() ? Next : Gone, *M);
}

void lost_marks::compare(Function &F)
{
	Code Now;
	readFunction(Now, F);
	for (uint32_t i = 0; i < Was.Blocks.size(); i++) {
		const Block &B = Was.Blocks[i];
		Numbers Next = behind(Was, i);
		Marks There;
		Value *Last = B.First < B.End ? Was.Marks[B.End - 1].Call : B.Code;
		if (!Next.empty() && behindNow(Now, Last, There))
			dropSkipped(Next, There);
	}
}

void lost_marks::drop(const Mark &M)
{
	std::vector<bool> &Of = Dropped[M.Node];
	if (Of.size() <= M.Number)
		Of.resize(M.Number + 1);
	Of[M.Number] = true;
}

void lost_marks::dropErased()
{
	for (const Mark &M : Was.Marks)
		if (!M.Call)
			drop(M);
}

// ------------------------------------------------------------------ JumpThreading

void lost_marks::hold(Function &F) const
{
	Code Now;
	readFunction(Now, F);
	FunctionCallee Free = F.getParent()->getOrInsertFunction(
		Holder, FunctionType::get(Type::getVoidTy(F.getContext()), false));
	for (const Block &B : Now.Blocks)
		if (B.First < B.End && !B.Acts)
			IRBuilder<>(cast<Instruction>(Now.Marks[B.First].Call))
				.CreateCall(Free)
				->setDebugLoc(DebugLoc());
}

void lost_marks::release(const Function &F)
{
	SmallVector<Instruction *, 32> Calls;
	for (User *U : F.getParent()->getFunction(Holder)->users()) {
		auto *I = cast<Instruction>(U);
		bool Ours = !cast<CallBase>(I)->cannotMerge(); // else held_branches.c's
		if (I->getFunction() == &F && !I->getDebugLoc() && Ours)
			Calls.push_back(I);
	}
	for (Instruction *I : Calls)
		I->eraseFromParent();
}

// ------------------------------------------------------------------ what is watched

void lost_marks::before(StringRef Pass, const Any &Unit)
{
	How = Dropped.empty() ? Never : dropsOf(Pass);
	if (How == Never)
		return;
	auto *F = any_cast<const Function *>(&Unit);
	auto *L = any_cast<const Loop *>(&Unit);
	Blind |= How == Erase ? !L : !F;
	if (F && How == Hold)
		hold(const_cast<Function &>(**F));
	else if (F)
		readFunction(Was, const_cast<Function &>(**F));
	else if (L)
		for (BasicBlock *B : (*L)->blocks())
			readBlock(Was, *B);
}

// 'F': null if it is none, or there is no more such loop.
void lost_marks::after(const Function *F, bool Changed)
{
	if (How & (Compare | Erase) && Changed)
		dropErased();
	if (How == Compare && F && Changed)
		compare(const_cast<Function &>(*F));
	else if (How == Hold && F)
		release(*F);
	How = Never;
	Was.Marks.clear();
	Was.Blocks.clear();
	Was.Ways.clear();
	Was.OfCall.clear();
	Was.At.clear();
}

void lost_marks::passes(std::shared_ptr<lost_marks> W, PassInstrumentationCallbacks *Callbacks)
{
	W->Blind = !Callbacks;
	if (!Callbacks)
		return;
	Callbacks->registerBeforeNonSkippedPassCallback(
		[W](StringRef Pass, const Any &Unit) { W->before(Pass, Unit); });
	Callbacks->registerAfterPassCallback(
		[W](StringRef, const Any &Unit, const PreservedAnalyses &Kept) {
			auto *F = W->How == Never ? nullptr : any_cast<const Function *>(&Unit);
			W->after(F ? *F : nullptr, !Kept.areAllPreserved());
		});
	Callbacks->registerAfterPassInvalidatedCallback(
		[W](StringRef, auto &&...) { W->after(nullptr, true); });
}

void lost_marks::begin(uint32_t Nodes)
{
	Dropped.assign(Nodes, {});
}

void lost_marks::end(Module &M)
{
	Function *F = Dropped.empty() ? nullptr : M.getFunction(Holder);
	Dropped.clear();
	if (F && F->use_empty())
		F->eraseFromParent();
}

bool lost_marks::dropped(uint32_t Node, uint32_t Number) const
{
	return Blind || Node >= Dropped.size() ||
	       (Number < Dropped[Node].size() && Dropped[Node][Number]);
}

void lost_marks_begin(struct lost_marks *w, uint32_t nodes)
{
	w->begin(nodes);
}

bool lost_marks_has(const struct lost_marks *w, uint32_t node, uint32_t number)
{
	return w->dropped(node, number);
}
