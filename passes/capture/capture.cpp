// Writes down, before code generation, which files a unit was made from (`table.h`), for the pass `capture`.
//
//     -plugin-arg-fz-capture table=PATH -plugin-arg-fz-capture file=WHAT-PASSES-READ …
#include "table.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Frontend/FrontendPluginRegistry.h>

using namespace clang;

namespace {

class Consumer : public ASTConsumer {
    CompilerInstance &compiler;
    CaptureTable table;

public:
    Consumer(CompilerInstance &compiler, CaptureTable table) : compiler(compiler), table(std::move(table)) {}

    void HandleTranslationUnit(ASTContext &) override {
        if (!compiler.getDiagnostics().hasErrorOccurred())
            table.write();
    }
};

class Action : public PluginASTAction {
    std::string table;
    std::vector<std::string> others;

    std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &compiler, StringRef source) override {
        // Of preprocessed text, clang names what it was made of.
        const auto &inputs = compiler.getFrontendOpts().Inputs;
        if (inputs.size() == 1 && inputs.front().isFile())
            source = inputs.front().getFile();
        return std::make_unique<Consumer>(compiler, CaptureTable(compiler, table, source, others));
    }

    bool ParseArgs(const CompilerInstance &compiler, const std::vector<std::string> &arguments) override {
        for (StringRef argument : arguments) {
            if (argument.consume_front("table="))
                table = argument.str();
            else if (argument.consume_front("file="))
                others.push_back(argument.str());
        }
        if (!table.empty())
            return true;
        DiagnosticsEngine &diagnostics = compiler.getDiagnostics();
        diagnostics.Report(diagnostics.getCustomDiagID(
            DiagnosticsEngine::Error, "fz-capture: no table: write -plugin-arg-fz-capture table=PATH"));
        return false;
    }

    ActionType getActionType() override { return AddBeforeMainAction; }
};

FrontendPluginRegistry::Add<Action> registered("fz-capture", "says which files a unit was made from");

} // namespace
