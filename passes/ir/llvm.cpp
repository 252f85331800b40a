// What LLVM's C interface lacks: one call each, without logic of its own.

#include "llvm-c/Core.h"
#include "llvm/Analysis/OptimizationRemarkEmitter.h"
#include "llvm/Analysis/TargetLibraryInfo.h"
#include "llvm/Analysis/ValueTracking.h"
#include "llvm/Demangle/Demangle.h"
#include "llvm/IR/CFG.h"
#include "llvm/IR/Dominators.h"
#include "llvm/IR/IRBuilder.h"
#include "llvm/IR/Instructions.h"
#include "llvm/IR/Mangler.h"
#include "llvm/IR/Module.h"
#include "llvm/IR/Verifier.h"
#include "llvm/Passes/PassBuilder.h"
#include "llvm/Plugins/PassPlugin.h"
#include "llvm/Support/CBindingWrapping.h"
#include "llvm/Support/CommandLine.h"
#include "llvm/Target/TargetMachine.h"
#include "llvm/Transforms/Utils/BasicBlockUtils.h"
#include "llvm/Transforms/Utils/BuildLibCalls.h"
#include "llvm/Transforms/Utils/Cloning.h"
#include "llvm/Transforms/Utils/Local.h"
#include "llvm/Transforms/Utils/ModuleUtils.h"
#include "llvm/Transforms/Utils/PromoteMemToReg.h"
#include "llvm/Transforms/Utils/SimplifyLibCalls.h"

using namespace llvm;

namespace {

// The function type with one more pointer parameter, after the fixed ones.
FunctionType *withNest(FunctionType *Type) {
  SmallVector<llvm::Type *, 8> Parameters(Type->params());
  Parameters.push_back(PointerType::getUnqual(Type->getContext()));
  return FunctionType::get(Type->getReturnType(), Parameters, Type->isVarArg());
}

// The functions whose labels a constant holds.
void labelled(const Constant *C, SmallPtrSetImpl<const Constant *> &Seen, DenseSet<const GlobalValue *> &Functions) {
  if (isa<GlobalValue>(C) || !Seen.insert(C).second)
    return;
  if (auto *Label = dyn_cast<BlockAddress>(C)) {
    Functions.insert(Label->getFunction());
    return;
  }
  for (const Use &Operand : C->operands())
    labelled(cast<Constant>(Operand), Seen, Functions);
}

} // namespace

extern "C" {

void fz_llvm_emit_error(LLVMModuleRef M, const char *Text) { unwrap(M)->getContext().emitError(Text); }

bool fz_llvm_has_errors(LLVMModuleRef M) { return unwrap(M)->getContext().getDiagHandlerPtr()->HasErrors; }

bool fz_llvm_verify(LLVMModuleRef M) { return !verifyModule(*unwrap(M), &errs()); }

LLVMBasicBlockRef fz_llvm_split_critical_edge(LLVMValueRef Terminator, unsigned Successor) {
  return wrap(SplitCriticalEdge(unwrap<Instruction>(Terminator), Successor,
                                CriticalEdgeSplittingOptions().setKeepOneInputPHIs()));
}

LLVMBasicBlockRef fz_llvm_split_before(LLVMValueRef I) {
  auto *Instruction = unwrap<llvm::Instruction>(I);
  return wrap(Instruction->getParent()->splitBasicBlock(Instruction->getIterator()));
}

LLVMValueRef fz_llvm_asm_goto(LLVMBuilderRef B, LLVMTypeRef T, LLVMValueRef Asm, LLVMValueRef Argument,
                              LLVMBasicBlockRef Next, LLVMBasicBlockRef Target) {
  return wrap(unwrap(B)->CreateCallBr(unwrap<FunctionType>(T), unwrap(Asm), unwrap(Next), {unwrap(Target)},
                                      {unwrap(Argument)}));
}

LLVMBasicBlockRef fz_llvm_single_predecessor(LLVMBasicBlockRef B) { return wrap(unwrap(B)->getSinglePredecessor()); }

LLVMBasicBlockRef fz_llvm_join_edges(LLVMValueRef Terminator, LLVMBasicBlockRef Target) {
  auto *Old = unwrap<Instruction>(Terminator);
  BasicBlock *From = Old->getParent(), *To = unwrap(Target);
  BasicBlock *Block = BasicBlock::Create(Old->getContext(), "", Old->getFunction(), To);
  IRBuilder<>(Block).CreateBr(To)->setDebugLoc(Old->getDebugLoc());
  auto Edges = count(successors(Old), To);
  for (PHINode &Phi : To->phis()) {
    Phi.setIncomingBlock(Phi.getBasicBlockIndex(From), Block);
    // All entries of a φ for one predecessor have the same value.
    if (Edges > 1)
      Phi.removeIncomingValueIf([&](unsigned I) { return Phi.getIncomingBlock(I) == From; }, false);
  }
  return wrap(Block);
}

unsigned fz_llvm_operand_number(LLVMUseRef U) { return unwrap(U)->getOperandNo(); }

void fz_llvm_replace_predecessor(LLVMBasicBlockRef B, LLVMBasicBlockRef Old, LLVMBasicBlockRef New) {
  unwrap(B)->replacePhiUsesWith(unwrap(Old), unwrap(New));
}

void fz_llvm_known_bits(LLVMValueRef V, LLVMValueRef At, uint64_t Zero[2], uint64_t One[2], unsigned *Signs) {
  // `At` is the constant itself where there is no instruction to ask at. A constant's known bits do not depend on the
  // data layout.
  auto *I = dyn_cast<Instruction>(unwrap(At));
  static const DataLayout None;
  const DataLayout &Layout = I ? I->getDataLayout() : None;
  KnownBits Known = computeKnownBits(unwrap(V), Layout, nullptr, I);
  APInt Zeros = Known.Zero.zext(128), Ones = Known.One.zext(128);
  for (unsigned Word = 0; Word < 2; ++Word) {
    Zero[Word] = Zeros.getRawData()[Word];
    One[Word] = Ones.getRawData()[Word];
  }
  *Signs = ComputeNumSignBits(unwrap(V), Layout, nullptr, I);
}

bool fz_llvm_float_bits(LLVMValueRef V, uint64_t Bits[2]) {
  auto *Constant = dyn_cast<ConstantFP>(unwrap(V));
  if (!Constant)
    return false;
  APInt Value = Constant->getValueAPF().bitcastToAPInt().zextOrTrunc(128);
  for (unsigned Word = 0; Word < 2; ++Word)
    Bits[Word] = Value.getRawData()[Word];
  return true;
}

bool fz_llvm_is_inalloca(LLVMValueRef Alloca) { return unwrap<AllocaInst>(Alloca)->isUsedWithInAlloca(); }

bool fz_llvm_has_address_taken(LLVMValueRef F) {
  return unwrap<Function>(F)->hasAddressTaken(nullptr, false, true, true);
}

char *fz_llvm_folder(LLVMValueRef F, bool OfFile) {
  const DISubprogram *S = unwrap<Function>(F)->getSubprogram();
  if (!S || !S->getUnit() || !S->getFile())
    return nullptr;
  StringRef Folder = OfFile ? S->getFile()->getDirectory() : S->getUnit()->getDirectory();
  return strndup(Folder.data(), Folder.size());
}

// The complete and the deleting destructor only call the one that was written. Clang has no other mark of them.
bool fz_llvm_is_implicit(LLVMValueRef V) {
  const Function *F = unwrap<Function>(V);
  const DISubprogram *S = F->getSubprogram();
  if (S && (S->isArtificial() || (S->getFlags() & DINode::FlagThunk)))
    return true;
  StringRef Name = F->getName();
  ItaniumPartialDemangler Demangler;
  return (Name.ends_with("D0Ev") || Name.ends_with("D1Ev")) && !Demangler.partialDemangle(Name.str().c_str()) &&
         Demangler.isCtorOrDtor();
}

bool fz_llvm_is_well_defined(LLVMValueRef V, LLVMValueRef At) {
  return isGuaranteedNotToBeUndefOrPoison(unwrap(V), nullptr, unwrap<Instruction>(At));
}

size_t fz_llvm_constant_bytes(LLVMValueRef Pointer, char *Out, size_t Room) {
  ConstantDataArraySlice Slice;
  if (!getConstantDataArrayInfo(unwrap(Pointer), Slice, 8))
    return SIZE_MAX;
  for (uint64_t I = 0; I < Slice.Length && I < Room; ++I)
    Out[I] = Slice.Array ? static_cast<char>(Slice[I]) : 0;
  return Slice.Length;
}

// The parts of a `getelementptr`'s offset: the constant one, and the factor of each variable.
size_t fz_llvm_address_parts(LLVMValueRef V, LLVMModuleRef M, int64_t *Constant, int64_t *Scales, size_t Room) {
  auto *Address = dyn_cast<GEPOperator>(unwrap(V));
  if (!Address || Address->getType()->isVectorTy())
    return SIZE_MAX;
  const DataLayout &Layout = unwrap(M)->getDataLayout();
  unsigned Bits = Layout.getIndexTypeSizeInBits(Address->getType());
  SmallMapVector<Value *, APInt, 4> Variables;
  APInt Sum(Bits, 0);
  if (Bits > 64 || !Address->collectOffset(Layout, Bits, Variables, Sum))
    return SIZE_MAX;
  *Constant = Sum.getSExtValue();
  size_t Count = 0;
  for (auto &Variable : Variables)
    if (Count < Room)
      Scales[Count++] = Variable.second.getSExtValue();
  return Count;
}

// The elements of a `ConstantDataSequential`, in this machine's byte order.
const char *fz_llvm_numbers(LLVMValueRef V, size_t *Length, size_t *Width) {
  auto *Data = dyn_cast<ConstantDataSequential>(unwrap(V));
  if (!Data)
    return nullptr;
  *Width = Data->getElementByteSize();
  *Length = Data->getRawDataValues().size();
  return Data->getRawDataValues().data();
}

LLVMValueRef fz_llvm_first_insertion_point(LLVMBasicBlockRef B) {
  BasicBlock *Block = unwrap(B);
  auto It = Block->getFirstInsertionPt();
  return It == Block->end() ? nullptr : wrap(&*It);
}

void fz_llvm_keep_for_compiler(LLVMModuleRef M, LLVMValueRef *Globals, size_t Count) {
  SmallVector<GlobalValue *, 0> Values;
  for (size_t I = 0; I < Count; ++I)
    Values.push_back(unwrap<GlobalValue>(Globals[I]));
  appendToCompilerUsed(*unwrap(M), Values);
}

void fz_llvm_keep_for_linker(LLVMModuleRef M, LLVMValueRef Global) {
  appendToUsed(*unwrap(M), {unwrap<GlobalValue>(Global)});
}

void fz_llvm_add_constructor(LLVMValueRef Function, int Priority) {
  auto *F = unwrap<llvm::Function>(Function);
  appendToGlobalCtors(*F->getParent(), F, Priority, F);
}

void fz_llvm_erase_named_metadata(LLVMModuleRef M, const char *Name) {
  if (NamedMDNode *Node = unwrap(M)->getNamedMetadata(Name))
    unwrap(M)->eraseNamedMetadata(Node);
}

char *fz_llvm_demangle(const char *Name) { return strdup(demangle(Name).c_str()); }

char *fz_llvm_symbol(LLVMValueRef Global) {
  SmallString<128> Out;
  Mangler().getNameWithPrefix(Out, unwrap<GlobalValue>(Global), false);
  return strndup(Out.data(), Out.size());
}

char *fz_llvm_comdat_name(LLVMValueRef Global) {
  const Comdat *C = unwrap<GlobalObject>(Global)->getComdat();
  return C ? strndup(C->getName().data(), C->getName().size()) : nullptr;
}

LLVMValueRef fz_llvm_library_function(LLVMValueRef Caller, const char *Name, LLVMTypeRef Type) {
  auto &F = *unwrap<Function>(Caller);
  TargetLibraryInfoImpl Target(F.getParent()->getTargetTriple());
  TargetLibraryInfo Library(Target, &F);
  LibFunc Which;
  if (!Library.getLibFunc(StringRef(Name), Which) || !isLibFuncEmittable(F.getParent(), &Library, Which))
    return nullptr;
  return wrap(getOrInsertLibFunc(F.getParent(), Library, Which, unwrap<FunctionType>(Type)).getCallee());
}

LLVMValueRef fz_llvm_simplified_call(LLVMValueRef Call) {
  auto *Old = unwrap<CallInst>(Call);
  Function &F = *Old->getFunction();
  TargetLibraryInfoImpl Target(F.getParent()->getTargetTriple());
  TargetLibraryInfo Library(Target, &F);
  OptimizationRemarkEmitter Remarks(&F);
  // Named, because the simplifier keeps references only: its default arguments would be destroyed right after
  // construction.
  auto Replace = [](Instruction *I, Value *With) { I->replaceAllUsesWith(With); };
  auto Erase = [](Instruction *I) { I->eraseFromParent(); };
  LibCallSimplifier Simplifier(F.getDataLayout(), &Library, nullptr, nullptr, nullptr, Remarks, nullptr, nullptr,
                               Replace, Erase);
  IRBuilder<> Builder(Old);
  return wrap(Simplifier.optimizeCall(Old, Builder));
}

void fz_llvm_library_functions(LLVMModuleRef M, const LLVMValueRef *Functions, bool *Known, size_t Count,
                               bool ByName) {
  TargetLibraryInfoImpl Library(unwrap(M)->getTargetTriple());
  for (size_t I = 0; I < Count; ++I) {
    LibFunc Which;
    const auto &F = *unwrap<Function>(Functions[I]);
    Known[I] = ByName ? Library.getLibFunc(F.getName(), Which) : Library.getLibFunc(F, Which);
  }
}

LLVMValueRef fz_llvm_add_nest_parameter(LLVMValueRef Function) {
  auto *Old = unwrap<llvm::Function>(Function);
  FunctionType *Type = withNest(Old->getFunctionType());
  auto *New = llvm::Function::Create(Type, Old->getLinkage(), Old->getAddressSpace());
  New->copyAttributesFrom(Old);
  New->addParamAttr(Type->getNumParams() - 1, Attribute::Nest);
  New->setComdat(Old->getComdat());
  Old->getParent()->getFunctionList().insert(Old->getIterator(), New);
  New->takeName(Old);
  New->splice(New->begin(), Old);
  for (auto [From, To] : zip_first(Old->args(), New->args())) {
    From.replaceAllUsesWith(&To);
    To.takeName(&From);
  }
  New->copyMetadata(Old, 0);
  Old->replaceAllUsesWith(New);
  return wrap(New);
}

LLVMValueRef fz_llvm_add_nest_argument(LLVMValueRef Call, LLVMValueRef Argument) {
  auto *Old = unwrap<CallBase>(Call);
  LLVMContext &Context = Old->getContext();
  unsigned Fixed = Old->getFunctionType()->getNumParams();
  FunctionType *Type = withNest(Old->getFunctionType());
  SmallVector<Value *, 8> Arguments(Old->args());
  Arguments.insert(Arguments.begin() + Fixed, unwrap(Argument));
  AttributeList Before = Old->getAttributes();
  SmallVector<AttributeSet, 8> Attributes;
  for (unsigned I = 0; I < Old->arg_size(); ++I)
    Attributes.push_back(Before.getParamAttrs(I));
  Attribute Nest = Attribute::get(Context, Attribute::Nest);
  Attributes.insert(Attributes.begin() + Fixed, AttributeSet::get(Context, {Nest}));
  SmallVector<OperandBundleDef, 1> Bundles;
  Old->getOperandBundlesAsDefs(Bundles);
  CallBase *New;
  if (auto *Invoke = dyn_cast<InvokeInst>(Old)) {
    New = InvokeInst::Create(Type, Old->getCalledOperand(), Invoke->getNormalDest(), Invoke->getUnwindDest(), Arguments,
                             Bundles, "", Old->getIterator());
  } else {
    auto *Plain = CallInst::Create(Type, Old->getCalledOperand(), Arguments, Bundles, "", Old->getIterator());
    Plain->setTailCallKind(cast<CallInst>(Old)->getTailCallKind());
    New = Plain;
  }
  New->setCallingConv(Old->getCallingConv());
  New->setAttributes(AttributeList::get(Context, Before.getFnAttrs(), Before.getRetAttrs(), Attributes));
  New->copyMetadata(*Old);
  New->copyIRFlags(Old);
  New->takeName(Old);
  Old->replaceAllUsesWith(New);
  return wrap(New);
}

LLVMValueRef fz_llvm_make_call(LLVMValueRef Invoke) {
  auto *I = unwrap<InvokeInst>(Invoke);
  BasicBlock *Next = I->getNormalDest();
  CallInst *Call = changeToCall(I);
  MergeBlockIntoPredecessor(Next);
  return wrap(Call);
}

bool fz_llvm_cast_is_valid(unsigned Opcode, LLVMValueRef V, LLVMTypeRef To) {
  auto Cast = [&](auto Op) { return CastInst::castIsValid(Op, unwrap(V), unwrap(To)); };
  switch (static_cast<LLVMOpcode>(Opcode)) {
  case LLVMTrunc:
    return Cast(Instruction::Trunc);
  case LLVMZExt:
    return Cast(Instruction::ZExt);
  case LLVMSExt:
    return Cast(Instruction::SExt);
  case LLVMBitCast:
    return Cast(Instruction::BitCast);
  case LLVMFPExt:
    return Cast(Instruction::FPExt);
  case LLVMPtrToInt:
    return Cast(Instruction::PtrToInt);
  default:
    return false;
  }
}

LLVMModuleRef fz_llvm_copy(LLVMModuleRef M, const LLVMValueRef *Functions, size_t Count) {
  DenseSet<const GlobalValue *> Wanted;
  for (size_t I = 0; I < Count; ++I)
    Wanted.insert(unwrap<Function>(Functions[I]));
  ValueToValueMapTy Map;
  // Ifuncs are copied whatever is wanted.
  for (GlobalIFunc &I : unwrap(M)->ifuncs())
    Wanted.insert(I.getResolverFunction());
  // Variables are copied before functions have labels in the copy.
  DenseMap<const GlobalValue *, DenseSet<const GlobalValue *>> Tables;
  for (GlobalVariable &G : unwrap(M)->globals()) {
    SmallPtrSet<const Constant *, 16> Seen;
    DenseSet<const GlobalValue *> Of;
    if (G.hasInitializer())
      labelled(G.getInitializer(), Seen, Of);
    if (!Of.empty())
      Tables[&G] = std::move(Of);
  }
  auto IsWanted = [&](const GlobalValue *V) {
    // Another name needs the definition that it stands for.
    const GlobalValue *Of = isa<GlobalAlias>(V) ? V->getAliaseeObject() : V;
    return Of && (isa<Function>(Of) ? Wanted.contains(Of) : !Tables.contains(Of));
  };
  std::unique_ptr<Module> Copy = CloneModule(*unwrap(M), Map, IsWanted);
  for (auto &[Table, Functions] : Tables) {
    if (!all_of(Functions, [&](const GlobalValue *F) { return Wanted.contains(F); }))
      continue;
    auto *Copied = cast<GlobalVariable>(Map[Table]);
    Copied->setInitializer(MapValue(cast<GlobalVariable>(Table)->getInitializer(), Map));
    Copied->setLinkage(Table->getLinkage());
  }
  return wrap(Copy.release());
}

// Removed from its module, but not freed: Rust may hold handles to it.
void fz_llvm_retire(LLVMValueRef V) {
  if (auto *F = dyn_cast<Function>(unwrap(V))) {
    F->removeFromParent();
    F->dropAllReferences();
    return;
  }
  auto *I = unwrap<Instruction>(V);
  I->removeFromParent();
  I->dropAllReferences();
}

bool fz_llvm_is_promotable(LLVMValueRef Alloca) { return isAllocaPromotable(unwrap<AllocaInst>(Alloca)); }

void fz_llvm_promote(LLVMValueRef Alloca) {
  auto *Slot = unwrap<AllocaInst>(Alloca);
  DominatorTree Dominators(*Slot->getFunction());
  PromoteMemToReg({Slot}, Dominators);
}

void fz_llvm_delete(LLVMValueRef V) {
  if (auto *F = dyn_cast<Function>(unwrap(V)))
    delete F;
  else
    unwrap<Instruction>(V)->deleteValue();
}

void fz_llvm_free(char *Text) { free(Text); }
}
