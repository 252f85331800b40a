// Somebody else's pass: leaves a global in every module it sees.
#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"
using namespace llvm;
struct Mark : PassInfoMixin<Mark> {
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    new GlobalVariable(M, Type::getInt8Ty(M.getContext()), false, GlobalValue::ExternalLinkage,
                       ConstantInt::get(Type::getInt8Ty(M.getContext()), 1), "third_party_was_here");
    return PreservedAnalyses::none();
  }
};
extern "C" LLVM_ATTRIBUTE_WEAK PassPluginLibraryInfo llvmGetPassPluginInfo() {
  return {LLVM_PLUGIN_API_VERSION, "mark", "1", [](PassBuilder &PB) {
            PB.registerPipelineParsingCallback(
                [](StringRef Name, ModulePassManager &MPM, ArrayRef<PassBuilder::PipelineElement>) {
                  if (Name != "mark") return false;
                  MPM.addPass(Mark());
                  return true;
                });
          }, nullptr};
}
