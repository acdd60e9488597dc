// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// flow.cpp - see flow.h.
//
// C++ because LLVM's analyses are classes.  They are made here, on the stack: the pass is
// a module pass at the end of the pipeline, and what an analysis manager holds there need
// not be true of the code any more.

#include "flow.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/Analysis/BlockFrequencyInfo.h"
#include "llvm/Analysis/BranchProbabilityInfo.h"
#include "llvm/Analysis/LoopInfo.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/Function.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <vector>

using namespace llvm;

namespace {

constexpr uint32_t None = ~0u;

// The edge of a block to each other block; 'Last' holds, for each block, the edge that
// reached it last.
class Reader {
public:
	Reader(flow *Result, Function &Of)
		: Flow(Result), F(Of), DT(Of), LI(DT), BPI(Of, LI), BFI(Of, BPI, LI)
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
		return double(BFI.getBlockFreq(&B).getFrequency());
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
		Flow->edges[Last[To]].weight += Flow->blocks[From].weight *
						probability(BPI.getEdgeProbability(&B, Successor));
	}

	flow *Flow;
	Function &F;
	DominatorTree DT;
	LoopInfo LI;
	BranchProbabilityInfo BPI;
	BlockFrequencyInfo BFI;
	DenseMap<const BasicBlock *, uint32_t> Number;
	std::vector<uint32_t> Last;
};

} // namespace

int flow_read(struct flow *Flow, LLVMValueRef Value)
{
	memset(Flow, 0, sizeof *Flow);
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
