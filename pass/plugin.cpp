// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// plugin.cpp - registers the pass with clang, opt and lld.
//
// C++ because the extension points are inline C++ in LLVM's headers.  Everything
// is handed at once to gprof_pass_run(), in C.
//
// The pass runs at OptimizerLast: after inlining, so that it counts the code
// that is executed, at every optimisation level, and never at link time.

#include "gprof_pass.h"
#include "lost_marks.hpp"

#include "llvm/Config/llvm-config.h"
#include "llvm/IR/LLVMContext.h"
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#if LLVM_VERSION_MAJOR >= 22
#include "llvm/Plugins/PassPlugin.h"
#else
#include "llvm/Passes/PassPlugin.h"
#endif
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/IPO/SampleProfileProbe.h"

using namespace llvm;

namespace {

// The machine that code is generated for, which knows the compiler's options; NULL: none yet.
// PassBuilder keeps it for itself.  The arguments of an explicit instantiation may be private.
TargetMachine *machineOf(PassBuilder &PB);
template <TargetMachine *PassBuilder::*Machine> struct MachineOf {
	friend TargetMachine *machineOf(PassBuilder &PB) { return PB.*Machine; }
};
template struct MachineOf<&PassBuilder::TM>;

struct GprofPass : PassInfoMixin<GprofPass> {
	std::shared_ptr<lost_marks> Watch;
	gprof_pass_code Code;
	GprofPass(std::shared_ptr<lost_marks> W, bool Plain, bool Emulated)
		: Watch(W), Code{Plain, Emulated}
	{
	}
	PreservedAnalyses run(Module &M, ModuleAnalysisManager &)
	{
		char Error[GPROF_PASS_ERROR_SIZE];
		if (gprof_pass_run(wrap(&M), Watch.get(), &Code, Error) < 0)
			M.getContext().emitError(Twine("gprof-llvm: ") + Error);
		// llvm-c cannot erase it.
		if (NamedMDNode *Marks = M.getNamedMetadata(GPROF_PASS_MARKS))
			Marks->eraseFromParent();
		Watch->end(M);
		return PreservedAnalyses::none();
	}
	// Not to be dropped by -opt-bisect-limit and the like.
	static bool isRequired() { return true; }
};

struct GprofMarks : PassInfoMixin<GprofMarks> {
	std::shared_ptr<lost_marks> Watch;
	explicit GprofMarks(std::shared_ptr<lost_marks> W) : Watch(W) {}
	PreservedAnalyses run(Module &M, ModuleAnalysisManager &)
	{
		gprof_pass_mark(wrap(&M), Watch.get());
		return PreservedAnalyses::none();
	}
	static bool isRequired() { return true; }
};

// The probes of -fpseudo-probe-for-profiling, for compilers without that option: rustc.
struct GprofProbes : PassInfoMixin<GprofProbes> {
	TargetMachine *Machine;
	explicit GprofProbes(TargetMachine *M) : Machine(M) {}
	PreservedAnalyses run(Module &M, ModuleAnalysisManager &AM)
	{
		if (!gprof_pass_wants_probes() || M.getNamedMetadata("llvm.pseudo_probe_desc"))
			return PreservedAnalyses::all();
		return SampleProfileProbePass(Machine).run(M, AM);
	}
	static bool isRequired() { return true; }
};

struct GprofHold : PassInfoMixin<GprofHold> {
	PreservedAnalyses run(Module &M, ModuleAnalysisManager &)
	{
		gprof_pass_hold(wrap(&M));
		return PreservedAnalyses::none();
	}
	static bool isRequired() { return true; }
};

void registerCallbacks(PassBuilder &PB)
{
	auto Watch = std::make_shared<lost_marks>();
	TargetMachine *Machine = machineOf(PB);
	bool Emulated = Machine && Machine->Options.EmulatedTLS;
	gprof_pass_host_prepare();
	lost_marks::passes(Watch, PB.getPassInstrumentationCallbacks());
	PB.registerOptimizerLastEPCallback(
		[=](ModulePassManager &MPM, OptimizationLevel Level, auto &&...) {
			MPM.addPass(GprofPass(Watch, Level == OptimizationLevel::O0, Emulated));
		});
	PB.registerPipelineStartEPCallback(
		[=](ModulePassManager &MPM, OptimizationLevel Level, auto &&...) {
			if (Level == OptimizationLevel::O0)
				return;
			MPM.addPass(GprofMarks(Watch));
			MPM.addPass(GprofProbes(Machine));
		});
	PB.registerPipelineEarlySimplificationEPCallback(
		[](ModulePassManager &MPM, OptimizationLevel Level, auto &&...) {
			if (Level != OptimizationLevel::O0)
				MPM.addPass(GprofHold());
		});
	PB.registerPipelineParsingCallback(
		[=](StringRef Name, ModulePassManager &MPM,
			ArrayRef<PassBuilder::PipelineElement>) {
			if (Name != "gprof")
				return false;
			MPM.addPass(GprofPass(Watch, false, Emulated));
			return true;
		});
}

} // namespace

// A plugin in another LLVM would crash in the first inline C++ it shares with
// the host, so the version is compared before anything else; APIVersion 0
// makes the host refuse.
extern "C" __attribute__((visibility("default"))) ::llvm::PassPluginLibraryInfo
llvmGetPassPluginInfo()
{
	PassPluginLibraryInfo Info{};
	Info.PluginName = "gprof";
	Info.PluginVersion = GPROF_VERSION;
	if (gprof_pass_host_fits(LLVM_VERSION_MAJOR)) {
		Info.APIVersion = LLVM_PLUGIN_API_VERSION;
		Info.RegisterPassBuilderCallbacks = registerCallbacks;
	}
	return Info;
}
