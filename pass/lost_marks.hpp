// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// lost_marks.hpp - struct lost_marks, of lost_marks.h, for C++.
//
//	lost_marks::passes()   of one compiler: all that it does from then on is watched
//	begin()           a module has its marks
//	end()             these are gone
#ifndef GPROF_PASS_LOST_MARKS_HPP
#define GPROF_PASS_LOST_MARKS_HPP

#include "lost_marks.h"

#include "llvm/ADT/DenseMap.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/IR/ValueHandle.h"

#include <memory>
#include <vector>

namespace llvm {
class Any;
class BasicBlock;
class Function;
class Module;
class PassInstrumentationCallbacks;
}

struct lost_marks {
	static void passes(std::shared_ptr<lost_marks> W, llvm::PassInstrumentationCallbacks *Callbacks);
	void begin(uint32_t Nodes);
	void end(llvm::Module &M);
	bool dropped(uint32_t Node, uint32_t Number) const;

	struct Mark {
		llvm::WeakVH Call; // null: it was removed
		const void *Inlined;
		uint32_t Node, Number;
		bool isOf(const Mark &M) const // copies of one
		{
			return Inlined == M.Inlined && Node == M.Node && Number == M.Number;
		}
	};
	using Marks = llvm::SmallVector<const Mark *, 8>;

private:
	struct Block {
		llvm::WeakVH Code;      // only without marks: else these tell where it is
		uint32_t First, End;    // its marks
		uint32_t Ways, EndWays; // where it may lead, positions in Code.Ways
		llvm::WeakVH Acts;      // its first that does more than compute values; null: none
	};
	// What may be executed of a function.
	struct Code {
		std::vector<Mark> Marks;
		std::vector<Block> Blocks;
		std::vector<uint32_t> Ways; // numbers of blocks
		llvm::DenseMap<const llvm::Value *, uint32_t> OfCall; // positions in Marks
		llvm::DenseMap<const llvm::BasicBlock *, uint32_t> At;
	};
	using Numbers = llvm::SmallVector<uint32_t, 8>; // of blocks
	void before(llvm::StringRef Pass, const llvm::Any &Unit);
	void after(const llvm::Function *F, bool Changed);
	void readBlock(Code &To, llvm::BasicBlock &B) const;
	void readFunction(Code &To, llvm::Function &F) const;
	static const Mark *markOf(const Marks &In, const Mark &M);
	static Numbers behind(const Code &In, uint32_t Block);
	bool stands(uint32_t Block) const;
	static bool behindNow(const Code &Now, llvm::Value *Last, Marks &Next);
	bool endsAt(const Numbers &Next, const Marks &To) const;
	Numbers waysTo(const Numbers &From, const Marks &To) const;
	Numbers allWaysTo(uint32_t From, const Mark &To) const;
	void dropBetween(const Numbers &From, const Mark &To);
	void dropBlocks(const Numbers &Blocks);
	bool isNew(const Marks &Before, const Mark &M) const;
	void dropSkipped(const Numbers &Next, const Marks &There);
	void compare(llvm::Function &F);
	void drop(const Mark &M);
	void dropErased();
	void hold(llvm::Function &F) const;
	static void release(const llvm::Function &F);

	unsigned How = 0; // the pass at work drops marks: dropsOf()
	Code Was;         // as it began
	std::vector<std::vector<bool>> Dropped; // by node and number
	bool Blind = false; // nothing is known
};

#endif
