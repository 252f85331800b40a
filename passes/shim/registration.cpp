// The C++ that registration needs, and nothing more: LLVM's pass manager is a template interface without a C form. It
// makes no decisions; every pass is Rust.

#include "llvm/IR/Module.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"
#include "llvm/Support/CBindingWrapping.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Target/TargetMachine.h"

using namespace llvm;

namespace {

// The only channel from the driver: pipeline texts, and the profile's name for error messages.
cl::opt<std::string> PreCodeGen("fz-precodegen", cl::Hidden,
                                cl::desc("pipeline that replaces the optimiser, run before code generation"));
cl::opt<std::string> Start("fz-start", cl::Hidden, cl::desc("passes at the start of the optimiser's pipeline"));
cl::opt<std::string> OptimizerEarly("fz-optimizer-early", cl::Hidden,
                                    cl::desc("passes after simplification, before sanitizers"));
cl::opt<std::string> OptimizerLast("fz-optimizer-last", cl::Hidden, cl::desc("passes at the end of the pipeline"));
cl::list<std::string> Plugins("fz-plugin", cl::Hidden, cl::desc("plugins whose passes the pipeline may name"));
cl::opt<std::string> Profile("fz-profile", cl::Hidden, cl::desc("the profile that errors name"));
cl::opt<bool> Verify("fz-verify", cl::Hidden, cl::desc("verify the module after each of fz's passes, their order, and what they leave"));

} // namespace

// Implemented in Rust (src/plugin.rs).
extern "C" {
void *fz_pass_create(const char *Text, size_t Len, const char *Profile);
void *fz_pass_refusal(const char *Why, size_t Len, const char *Profile);
void fz_pass_destroy(void *Pass);
bool fz_pass_run(void *Pass, LLVMModuleRef M, bool Verify);
void fz_verify_end(LLVMModuleRef M);
}

namespace {

struct RustPass : PassInfoMixin<RustPass> {
  std::shared_ptr<void> Pass;
  explicit RustPass(void *P) : Pass(P, fz_pass_destroy) {}
  PreservedAnalyses run(Module &M, ModuleAnalysisManager &) {
    return fz_pass_run(Pass.get(), wrap(&M), Verify) ? PreservedAnalyses::none() : PreservedAnalyses::all();
  }
  static bool isRequired() { return true; }
};

bool parseOurs(StringRef Name, ModulePassManager &MPM) {
  void *P = fz_pass_create(Name.data(), Name.size(), Profile.c_str());
  if (!P)
    return false;
  MPM.addPass(RustPass(P));
  return true;
}

// Reports the error once there is a module to report it in. A fatal error would print clang's stack and ask for a bug
// report.
void addRefusal(ModulePassManager &MPM, Error E) {
  std::string Why = toString(std::move(E));
  MPM.addPass(RustPass(fz_pass_refusal(Why.data(), Why.size(), Profile.c_str())));
}

void addAt(PassBuilder &PB, ModulePassManager &MPM, StringRef Text) {
  if (Text.empty())
    return;
  if (auto E = PB.parsePassPipeline(MPM, Text))
    addRefusal(MPM, std::move(E));
}

} // namespace

extern "C" void fz_shim_register(PassBuilder &PB) {
  PB.registerPipelineParsingCallback(
      [](StringRef Name, ModulePassManager &MPM, ArrayRef<PassBuilder::PipelineElement>) {
        return parseOurs(Name, MPM);
      });
  PB.registerPipelineStartEPCallback(
      [&PB](ModulePassManager &MPM, OptimizationLevel) { addAt(PB, MPM, Start); });
  PB.registerOptimizerEarlyEPCallback(
      [&PB](ModulePassManager &MPM, OptimizationLevel, ThinOrFullLTOPhase) { addAt(PB, MPM, OptimizerEarly); });
  PB.registerOptimizerLastEPCallback(
      [&PB](ModulePassManager &MPM, OptimizationLevel, ThinOrFullLTOPhase) { addAt(PB, MPM, OptimizerLast); });
}

namespace {

void runOwnPipeline(Module &M, TargetMachine &TM) {
  PassBuilder PB(&TM);
  LoopAnalysisManager LAM;
  FunctionAnalysisManager FAM;
  CGSCCAnalysisManager CGAM;
  ModuleAnalysisManager MAM;
  PB.registerModuleAnalyses(MAM);
  PB.registerCGSCCAnalyses(CGAM);
  PB.registerFunctionAnalyses(FAM);
  PB.registerLoopAnalyses(LAM);
  PB.crossRegisterProxies(LAM, FAM, CGAM, MAM);
  fz_shim_register(PB);
  ModulePassManager MPM;
  for (const std::string &Path : Plugins) {
    auto Other = PassPlugin::Load(Path);
    if (Other)
      Other->registerPassBuilderCallbacks(PB);
    else
      addRefusal(MPM, Other.takeError());
  }
  addAt(PB, MPM, PreCodeGen);
  MPM.run(M, MAM);
}

} // namespace

extern "C" bool fz_shim_precodegen(Module &M, TargetMachine &TM, CodeGenFileType, raw_pwrite_stream &) {
  if (!PreCodeGen.empty())
    runOwnPipeline(M, TM);
  if (Verify)
    fz_verify_end(wrap(&M));
  return false;
}
