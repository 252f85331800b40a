#pragma once

// Modules that a unit imports, as their sources were read: what has to be known to compile them again. Compiled modules
// say it themselves, whoever made them; how code is made of them is the importing unit's own business.
//
// Modules that are made by module maps (`-fmodules`) are not among them: clang makes them again on its own.
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Lex/HeaderSearchOptions.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <clang/Serialization/ASTReader.h>
#include <map>

namespace {

struct Modules {
    struct One {
        std::string name, source;
        // What its source is: `interface`, or a header unit, which is a `user-header` or a `system-header`.
        llvm::StringRef form;
        // Of the command line: what shapes the text, and how it is read.
        std::vector<std::string> words;
        std::vector<clang::HeaderSearchOptions::Entry> search;
        std::vector<std::string> files;
        // Numbers of those that it imports, which stand before it.
        std::vector<size_t> imports;
    };
    std::vector<One> all;
    // What others were made from, by module maps.
    std::vector<std::string> byMaps;

    explicit Modules(clang::CompilerInstance &compiler) : compiler(compiler), reader(readerOf(compiler)) {
        if (!reader)
            return;
        for (clang::serialization::ModuleFile &file : reader->getModuleManager())
            if (isMade(file))
                number(file);
            else if (file.Kind == clang::serialization::MK_ExplicitModule)
                visit(file, [&](std::string name, bool) { byMaps.push_back(std::move(name)); });
    }

    // The one that the unit is compiled from.
    std::optional<size_t> main() const {
        for (const auto &[file, number] : numbers)
            if (file->Kind == clang::serialization::MK_MainFile)
                return number;
        return std::nullopt;
    }

private:
    using ModuleFile = clang::serialization::ModuleFile;

    clang::CompilerInstance &compiler;
    clang::ASTReader *reader;
    std::map<const ModuleFile *, size_t> numbers;

    static clang::ASTReader *readerOf(clang::CompilerInstance &compiler) {
        if (auto reader = compiler.getASTReader())
            return reader.get();
        // What was compiled already comes with a reader of its own.
        const auto &inputs = compiler.getFrontendOpts().Inputs;
        bool isCompiled = !inputs.empty() && inputs[0].getKind().getFormat() == clang::InputKind::Precompiled;
        return isCompiled ? static_cast<clang::ASTReader *>(compiler.getASTContext().getExternalSource()) : nullptr;
    }

    // Whether the build has had it made, and for what it is.
    static bool isMade(const ModuleFile &file) {
        switch (file.Kind) {
        case clang::serialization::MK_ExplicitModule:
        case clang::serialization::MK_PrebuiltModule:
        case clang::serialization::MK_MainFile: return file.ModuleMapPath.empty() && !file.ModuleName.empty();
        default: return false;
        }
    }

    // Hears what a compiled module says of itself.
    struct Listener : clang::ASTReaderListener {
        One &one;
        bool isHeader = false;

        explicit Listener(One &one) : one(one) {}

        bool ReadPreprocessorOptions(const clang::PreprocessorOptions &options, llvm::StringRef, bool, bool,
                                     std::string &) override {
            for (const auto &[macro, isUndefined] : options.Macros)
                one.words.push_back((isUndefined ? "-U" : "-D") + macro);
            for (const std::string &name : options.MacroIncludes)
                one.words.insert(one.words.end(), {"-imacros", name});
            for (const std::string &name : options.Includes)
                one.words.insert(one.words.end(), {"-include", name});
            return false;
        }

        bool ReadHeaderSearchPaths(const clang::HeaderSearchOptions &options, bool) override {
            one.search = options.UserEntries;
            return false;
        }

        bool ReadLanguageOptions(const clang::LangOptions &options, llvm::StringRef, bool, bool) override {
            isHeader = options.getCompilingModule() == clang::LangOptions::CMK_HeaderUnit;
            // Who compiles on from a syntax tree need not say it again.
            std::string standard = options.CPlusPlus26 ? "26" : options.CPlusPlus23 ? "23" : "20";
            one.words.push_back((options.GNUMode ? "-std=gnu++" : "-std=c++") + standard);
            one.words.push_back(options.CXXExceptions ? "-fexceptions" : "-fno-exceptions");
            one.words.push_back(options.RTTI ? "-frtti" : "-fno-rtti");
            return false;
        }
    };

    template <class Visitor> void visit(ModuleFile &file, Visitor visitor) {
        auto named = [&](const clang::serialization::InputFileInfo &info, bool isOfSystem) {
            llvm::SmallString<0> space;
            llvm::StringRef name = info.UnresolvedImportedFilename;
            visitor(clang::ASTReader::ResolveImportedPathAndAllocate(space, name, file), isOfSystem);
        };
        reader->visitInputFileInfos(file, /*IncludeSystem=*/true, named);
    }

    size_t number(ModuleFile &file) {
        if (auto known = numbers.find(&file); known != numbers.end())
            return known->second;
        One one;
        for (ModuleFile *imported : file.Imports)
            if (isMade(*imported))
                one.imports.push_back(number(*imported));
        one.name = file.ModuleName;
        one.source = file.ActualOriginalSourceFileName;
        bool isSystem = false;
        visit(file, [&](std::string name, bool isOfSystem) {
            isSystem |= isOfSystem && name == one.source;
            one.files.push_back(std::move(name));
        });
        Listener listener(one);
        clang::ASTReader::readASTFileControlBlock(file.FileName, compiler.getFileManager(), compiler.getModuleCache(),
                                                  compiler.getPCHContainerReader(), /*FindModuleFileExtensions=*/false,
                                                  listener, /*ValidateDiagnosticOptions=*/false);
        one.form = !listener.isHeader ? "interface" : isSystem ? "system-header" : "user-header";
        all.push_back(std::move(one));
        return numbers[&file] = all.size() - 1;
    }
};

} // namespace
