// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// flow.cpp - see flow.h.
//
// C++ because LLVM's analyses are classes.  They are made here, on the stack: the pass is a module
// pass at the end of the pipeline, where cached results of the analysis manager may be stale.

#include "flow.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Analysis/BlockFrequencyInfo.h"
#include "llvm/Analysis/BranchProbabilityInfo.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Constants.h"
#include "llvm/IR/DebugInfoMetadata.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/MDBuilder.h"
#include "llvm/IR/PatternMatch.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <vector>

using namespace llvm;

namespace {

constexpr uint32_t None = ~0u;
using BlockSet = SmallPtrSet<const BasicBlock *, 8>;

constexpr unsigned LeastCases = 4;  // of a jump table
constexpr unsigned LeastTargets = 4; // fewer: the code generator tests bits
constexpr uint64_t MostHoles = 1024;

// Values without a case, of a switch that becomes a jump table; else none.  A switch is dense
// enough for a table if a tenth of the values has a case, where size counts 40 %.
std::vector<ConstantInt *> holesOf(const SwitchInst &S)
{
	std::vector<APInt> Values;
	std::vector<ConstantInt *> Holes;
	BlockSet Targets;
	uint64_t Cases = S.getNumCases();
	for (auto Case : S.cases()) {
		Values.push_back(Case.getCaseValue()->getValue());
		Targets.insert(Case.getCaseSuccessor());
	}
	if (Cases < LeastCases || Targets.size() < LeastTargets ||
	    isa<UnreachableInst>(S.getDefaultDest()->getFirstNonPHIOrDbg()))
		return Holes;
	// Narrow values are extended by zeros before the table is made.
	bool Narrow = Values.front().getBitWidth() < 32;
	std::sort(Values.begin(), Values.end(), [Narrow](const APInt &A, const APInt &B) {
		return Narrow ? A.ult(B) : A.slt(B);
	});
	APInt Range = Values.back() - Values.front();
	uint64_t Most = std::min(MostHoles, S.getFunction()->hasOptSize() ? Cases : 4 * Cases);
	if (Range.getActiveBits() > 32 || Range.getZExtValue() + 1 - Cases > Most)
		return Holes;
	for (size_t I = 1; I < Values.size(); I++)
		for (APInt V = Values[I - 1] + 1; V != Values[I]; ++V)
			Holes.push_back(ConstantInt::get(S.getContext(), V));
	return Holes;
}

// The block of a switch's holes, or null if it has none.
BasicBlock *fillHoles(SwitchInst &S)
{
	std::vector<ConstantInt *> Holes = holesOf(S);
	if (Holes.empty())
		return nullptr;
	BasicBlock *From = S.getParent(), *Default = S.getDefaultDest();
	BasicBlock *Hole = BasicBlock::Create(S.getContext(), "", From->getParent(), Default);
	SwitchInstProfUpdateWrapper Switch(S);
	BranchInst::Create(Default, Hole)->setDebugLoc(S.getDebugLoc());
	for (PHINode &P : Default->phis())
		P.addIncoming(P.getIncomingValueForBlock(From), Hole);
	for (ConstantInt *Value : Holes)
		Switch.addCase(Value, Hole, uint32_t(0));
	return Hole;
}

BlockSet fillHoles(Function &F)
{
	std::vector<SwitchInst *> Switches;
	BlockSet Holes;
	if (F.hasFnAttribute("no-jump-tables"))
		return Holes;
	for (BasicBlock &B : F)
		if (auto *S = dyn_cast_or_null<SwitchInst>(B.getTerminator()))
			Switches.push_back(S);
	for (SwitchInst *S : Switches)
		if (BasicBlock *Hole = fillHoles(*S))
			Holes.insert(Hole);
	return Holes;
}

// Two conditions of a branch, both or one of which must be true.
struct Pair {
	Instruction *First, *Second;
	bool Both;
};

bool isIn(const Value *V, const BasicBlock *Block)
{
	auto *I = dyn_cast<Instruction>(V);
	return I && I->getParent() == Block && !isa<PHINode>(I);
}

bool findPair(const BranchInst &Branch, Pair &P)
{
	using namespace PatternMatch;
	Value *A, *B, *Joined = Branch.getCondition();
	const BasicBlock *Block = Branch.getParent();
	if (!Joined->hasOneUse() || !isIn(Joined, Block) ||
	    Branch.getMetadata(LLVMContext::MD_unpredictable))
		return false;
	P.Both = match(Joined, m_LogicalAnd(m_Value(A), m_Value(B)));
	if (!P.Both && !match(Joined, m_LogicalOr(m_Value(A), m_Value(B))))
		return false;
	if (!isIn(A, Block) || !isIn(B, Block) || A == B)
		return false;
	P.First = cast<Instruction>(A);
	P.Second = cast<Instruction>(B);
	return true;
}

// Weights of the two branches, of which the second decides half of the cases of the original one.
void shareWeights(BranchInst &First, BranchInst &Second, bool Both)
{
	MDNode *Old = First.getMetadata(LLVMContext::MD_prof);
	std::vector<uint64_t> W;
	for (unsigned I = 0; Old && I < Old->getNumOperands(); I++)
		if (auto *C = mdconst::dyn_extract_or_null<ConstantInt>(Old->getOperand(I)))
			W.push_back(C->getZExtValue());
	First.setMetadata(LLVMContext::MD_prof, nullptr);
	if (W.size() != 2)
		return;
	if (std::max(W[0], W[1]) > UINT32_MAX / 4)
		for (uint64_t &Weight : W)
			Weight = (Weight + 3) / 4;
	auto Set = [](BranchInst &Branch, uint64_t True, uint64_t False) {
		Branch.setMetadata(LLVMContext::MD_prof, MDBuilder(Branch.getContext())
				   .createBranchWeights(uint32_t(True), uint32_t(False)));
	};
	if (Both) {
		Set(First, 2 * W[0] + W[1], W[1]);
		Set(Second, 2 * W[0], W[1]);
	} else {
		Set(First, W[0], W[0] + 2 * W[1]);
		Set(Second, W[0], 2 * W[1]);
	}
}

// Makes a branch by two conditions two; returns the second, or null if there is one only.
BranchInst *splitCondition(BranchInst &Branch)
{
	BasicBlock *From = Branch.getParent();
	BasicBlock *True = Branch.getSuccessor(0), *False = Branch.getSuccessor(1);
	Pair P;
	if (True == False || !findPair(Branch, P))
		return nullptr;
	auto *Joined = cast<Instruction>(Branch.getCondition());
	BasicBlock *New = BasicBlock::Create(From->getContext(), "", From->getParent(),
					     From->getNextNode());
	BranchInst *Second = BranchInst::Create(True, False, P.Second, New);
	Second->setDebugLoc(Branch.getDebugLoc());
	Second->setMetadata(LLVMContext::MD_loop, Branch.getMetadata(LLVMContext::MD_loop));
	for (PHINode &Phi : (P.Both ? True : False)->phis())
		Phi.replaceIncomingBlockWith(From, New);
	for (PHINode &Phi : (P.Both ? False : True)->phis())
		Phi.addIncoming(Phi.getIncomingValueForBlock(From), New);
	Branch.setCondition(P.First);
	Branch.setSuccessor(P.Both ? 0 : 1, New);
	shareWeights(Branch, *Second, P.Both);
	Joined->eraseFromParent();
	if (P.Second->hasOneUse() && isa<CmpInst>(P.Second))
		P.Second->moveBefore(*New, Second->getIterator());
	return Second;
}

void splitConditions(Function &F)
{
	std::vector<BranchInst *> Work;
	// The code generator makes such functions as they are.
	if (F.hasOptNone() || F.isConvergent())
		return;
	for (BasicBlock &B : F)
		if (auto *Branch = dyn_cast_or_null<BranchInst>(B.getTerminator()))
			if (Branch->isConditional())
				Work.push_back(Branch);
	while (!Work.empty()) {
		BranchInst *Branch = Work.back(), *Second = splitCondition(*Branch);
		Work.pop_back();
		if (!Second)
			continue;
		Work.push_back(Branch);
		Work.push_back(Second);
	}
}

// The edge of a block to each other block; 'Last' holds, for each block, the edge that
// reached it last.
class Reader {
public:
	Reader(flow *Result, Function &Of)
		: Flow(Result), F(Of), DT(Of), LI(DT), BPI(Of, LI), BFI(Of, BPI, LI),
		  Holes(fillHoles(Of))
	{
	}

	int read()
	{
		size_t Out = 0;
		for (BasicBlock &B : F) {
			Number[&B] = Flow->nblocks++;
			Out += succ_size(&B);
		}
		Flow->blocks = static_cast<flow_block *>(calloc(Flow->nblocks, sizeof(flow_block)));
		Flow->edges = static_cast<flow_edge *>(calloc(Out + 1, sizeof(flow_edge)));
		Last.assign(Flow->nblocks, None);
		if (!Flow->blocks || !Flow->edges)
			return -1;
		for (BasicBlock &B : F)
			readBlock(B);
		return 0;
	}

private:
	double frequency(const BasicBlock &B) const
	{
		return Holes.count(&B) ? 0 : double(BFI.getBlockFreq(&B).getFrequency());
	}

	static double probability(BranchProbability P)
	{
		return double(P.getNumerator()) / BranchProbability::getDenominator();
	}

	void readBlock(BasicBlock &B)
	{
		flow_block &Block = Flow->blocks[Number[&B]];
		Block.block = wrap(&B);
		Block.weight = frequency(B) / std::max(frequency(F.getEntryBlock()), 1.0);
		Block.edges = Flow->nedges;
		unsigned I = 0;
		for (BasicBlock *To : successors(&B))
			addEdge(B, I++, Number[To]);
		Block.nout = Flow->nedges - Block.edges;
	}

	void addEdge(BasicBlock &B, unsigned Successor, uint32_t To)
	{
		uint32_t From = Number[&B];
		if (Last[To] == None || Last[To] < Flow->blocks[From].edges) {
			Last[To] = Flow->nedges++;
			Flow->edges[Last[To]] = { From, To, Successor, 0 };
			Flow->blocks[To].nin++;
		}
		if (!Holes.count(B.getTerminator()->getSuccessor(Successor)))
			Flow->edges[Last[To]].weight +=
				Flow->blocks[From].weight *
				probability(BPI.getEdgeProbability(&B, Successor));
	}

	flow *Flow;
	Function &F;
	DominatorTree DT;
	LoopInfo LI;
	BranchProbabilityInfo BPI;
	BlockFrequencyInfo BFI;
	BlockSet Holes; // filled after the analyses, which say how often the rest is executed
	DenseMap<const BasicBlock *, uint32_t> Number;
	std::vector<uint32_t> Last;
};

} // namespace

int flow_read(struct flow *Flow, LLVMValueRef Value)
{
	memset(Flow, 0, sizeof *Flow);
	splitConditions(*unwrap<Function>(Value));
	return Reader(Flow, *unwrap<Function>(Value)).read();
}

void flow_release(struct flow *Flow)
{
	free(Flow->blocks);
	free(Flow->edges);
	memset(Flow, 0, sizeof *Flow);
}

LLVMBasicBlockRef flow_split(const struct flow *Flow, uint32_t Edge)
{
	const flow_edge &E = Flow->edges[Edge];
	CriticalEdgeSplittingOptions Options;
	Options.setMergeIdenticalEdges();
	return wrap(SplitCriticalEdge(unwrap(Flow->blocks[E.from].block)->getTerminator(),
				      E.successor, Options));
}

uint32_t flow_scope_line(LLVMValueRef Value)
{
	const DISubprogram *S = unwrap<Function>(Value)->getSubprogram();
	return S ? S->getScopeLine() : 0;
}

LLVMValueRef flow_own_code(LLVMValueRef Function)
{
	auto *F = dyn_cast<llvm::Function>(unwrap(Function));
	return F && F->hasMetadata(LLVMContext::MD_type) ? wrap(NoCFIValue::get(F)) : Function;
}
