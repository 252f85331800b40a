#pragma once

// Tells which files a unit was made from: all that clang's preprocessor has read, what stands in precompiled headers, and
// lists that options name. Clang's own headers are left out: they come with the compiler.
//
// The table, of which the pass `capture` makes the unit's manifest:
//
//     {"clang": "…", "source": "a.c", "directory": "/d", "resource": "/clang/lib/clang/N",
//      "search": [{"group": "angled", "path": "include"}, …],
//      "files": [{"path": "/d/a.c", "place": "/d/a.c"}, …],
//      "modules": [{"name": "m", "form": "interface", "source": "/d/m.cppm", "words": ["-DX=1"], "search": […],
//                   "files": [7, …], "imports": [0]}, …]}
//
// `path` is absolute and has neither `.` nor `..`, which is how clang's virtual file systems look files up; `place` is
// where the bytes are, for a folder on the way may be a symbolic link. `same` is the number of an earlier row that is the
// same file under another name: `#pragma once` and `#import` ask. Of modules (`modules.h`) `files` and `imports` are numbers
// of rows. `interface` is the number of the module that a unit was compiled from, where its source is one that has been
// compiled already. A unit whose files cannot be read once more gets no
// table, but a line in `TABLE.left` that says why.
#include "modules.h"

#include <clang/Basic/CodeGenOptions.h>
#include <clang/Basic/Version.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/Utils.h>
#include <clang/Lex/HeaderSearchOptions.h>
#include <clang/Lex/Preprocessor.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/JSON.h>
#include <llvm/Support/Path.h>
#include <map>

namespace {

// Names what is read, in the order in which it is.
class Collector : public clang::DependencyCollector {
    bool needSystemDependencies() override { return true; }

    bool sawDependency(llvm::StringRef name, bool, bool, bool isModuleFile,
#if LLVM_VERSION_MAJOR >= 23
                       bool /*isDirectModuleImport*/,
#endif
                       bool isMissing) override {
        // Compiled headers and modules are made again from their sources, which are named as well.
        return !isModuleFile && !isMissing && !name.starts_with("<");
    }
};

llvm::StringRef nameOf(clang::frontend::IncludeDirGroup group) {
    switch (group) {
    case clang::frontend::Quoted: return "quoted";
    case clang::frontend::Angled: return "angled";
    case clang::frontend::System: return "system";
    case clang::frontend::ExternCSystem: return "extern-c-system";
    case clang::frontend::CSystem: return "c-system";
    case clang::frontend::CXXSystem: return "cxx-system";
    case clang::frontend::ObjCSystem: return "objc-system";
    case clang::frontend::ObjCXXSystem: return "objcxx-system";
    case clang::frontend::After: return "after";
    }
    llvm_unreachable("a group of clang's");
}

class CaptureTable {
    clang::CompilerInstance &compiler;
    std::shared_ptr<Collector> collector = std::make_shared<Collector>();
    // Of the table, and of the source as it was named.
    std::string path, source;
    // Files that passes read.
    std::vector<std::string> others;

public:
    CaptureTable(clang::CompilerInstance &compiler, llvm::StringRef path, llvm::StringRef source,
                 std::vector<std::string> others)
        : compiler(compiler), path(path), source(source), others(std::move(others)) {
        collector->attachToPreprocessor(compiler.getPreprocessor());
        // Clang attaches it to what reads precompiled headers, which there is none of yet.
        compiler.addDependencyCollector(collector);
    }

    // After all of the source has been read.
    void write() {
        std::string why, text = tell(why);
        if (why.empty())
            write(path, text, llvm::sys::fs::OF_None);
        else
            write(path + ".left", source + ": " + why + "\n", llvm::sys::fs::OF_Append);
    }

private:
    // What the table says, unless there is a reason not to write one.
    std::string tell(std::string &why) {
        const clang::HeaderSearchOptions &options = compiler.getHeaderSearchOpts();
        clang::SourceManager &sources = compiler.getSourceManager();
        if (!options.VFSOverlayFiles.empty())
            why = "an overlay puts files elsewhere";
        std::string resource = plain(options.ResourceDir);
        Files files(*this, resource + "/", why);
        auto main = sources.getFileEntryRefForID(sources.getMainFileID());
        Modules modules(compiler);
        std::optional<size_t> interface = modules.main();
        if (interface) {
            files.add(modules.all[*interface].source, modules.all[*interface].source);
        } else if (source != "-" && main) {
            files.add(main->getName(), absolute(main->getName()));
        } else {
            // The standard input cannot be read again.
            std::string copy = path + ".input";
            write(copy, sources.getBufferData(sources.getMainFileID()), llvm::sys::fs::OF_None);
            files.add("<stdin>", copy);
        }
        for (const std::string &name : collector->getDependencies())
            files.add(name, absolute(name));
        for (const std::vector<std::string> &names : {lists(), modules.byMaps})
            for (const std::string &name : names)
                files.add(name, absolute(name));
        llvm::json::Array imported;
        for (const Modules::One &one : modules.all) {
            llvm::json::Array words, read, imports(one.imports);
            for (const std::string &word : one.words)
                words.push_back(checked(word, why));
            for (const std::string &name : one.files) {
                files.add(name, absolute(name));
                auto row = files.rowOf.find(plain(name));
                if (row != files.rowOf.end())
                    read.push_back(row->second);
            }
            imported.push_back(llvm::json::Object{
                {"name", checked(one.name, why)},
                {"form", one.form},
                {"source", checked(plain(one.source), why)},
                {"words", std::move(words)},
                {"search", searched(one.search, why)},
                {"files", std::move(read)},
                {"imports", std::move(imports)},
            });
        }
        auto directory = compiler.getFileManager().getVirtualFileSystem().getCurrentWorkingDirectory();
        if (!directory)
            why = "the working directory: " + directory.getError().message();
        llvm::json::Object whole{
            {"clang", clang::getClangFullVersion()},
            {"source", checked(source, why)},
            {"directory", checked(directory ? *directory : "", why)},
            {"resource", checked(resource, why)},
            {"search", searched(options.UserEntries, why)},
            {"files", std::move(files.rows)},
            {"modules", std::move(imported)},
        };
        if (interface)
            whole["interface"] = *interface;
        std::string text;
        llvm::raw_string_ostream(text) << llvm::json::Value(std::move(whole));
        return text;
    }

    static llvm::json::Array searched(llvm::ArrayRef<clang::HeaderSearchOptions::Entry> entries, std::string &why) {
        llvm::json::Array search;
        for (const clang::HeaderSearchOptions::Entry &entry : entries)
            search.push_back(llvm::json::Object{{"group", nameOf(entry.Group)}, {"path", checked(entry.Path, why)}});
        return search;
    }

    struct Files {
        const CaptureTable &table;
        std::string resource;
        std::string &why;
        llvm::json::Array rows;
        // The place of each path, and its row.
        llvm::StringMap<std::string> seen;
        llvm::StringMap<int64_t> rowOf;
        std::map<llvm::sys::fs::UniqueID, int64_t> numbers;

        Files(const CaptureTable &table, std::string resource, std::string &why)
            : table(table), resource(std::move(resource)), why(why) {}

        void add(llvm::StringRef name, std::string place) {
            std::string path = table.plain(name);
            auto [known, isNew] = seen.try_emplace(path, place);
            if (llvm::StringRef(path).starts_with(resource))
                return;
            if (!isNew) {
                // Behind a symbolic link `..` may be another folder than it seems.
                if (known->second != place && !llvm::sys::fs::equivalent(known->second, place))
                    why = "two files would be " + checked(path, why);
                return;
            }
            llvm::sys::fs::file_status status;
            if (llvm::sys::fs::status(place, status) || !is_regular_file(status)) {
                why = checked(name, why) + " is not a regular file";
                return;
            }
            llvm::json::Object row{{"path", checked(path, why)}, {"place", checked(place, why)}};
            auto number = numbers.try_emplace(status.getUniqueID(), rows.size());
            if (!number.second)
                row["same"] = number.first->second;
            rowOf[path] = rows.size();
            rows.push_back(std::move(row));
        }
    };

    // What clang reads without its preprocessor.
    std::vector<std::string> lists() const {
        const clang::LangOptions &language = compiler.getLangOpts();
        const clang::CodeGenOptions &code = compiler.getCodeGenOpts();
        std::vector<std::string> all = others;
        const std::vector<std::string> &maps = compiler.getFrontendOpts().ModuleMapFiles;
        all.insert(all.end(), maps.begin(), maps.end());
        for (const auto &extra : compiler.getDependencyOutputOpts().ExtraDeps)
            all.push_back(extra.first);
        for (const auto *names :
             {&language.NoSanitizeFiles, &language.XRayAlwaysInstrumentFiles, &language.XRayNeverInstrumentFiles,
              &language.XRayAttrListFiles, &language.ProfileListFiles, &code.SanitizeCoverageAllowlistFiles,
              &code.SanitizeCoverageIgnorelistFiles})
            all.insert(all.end(), names->begin(), names->end());
        for (const std::string &name :
             {code.SampleProfileFile, code.MemoryProfileUsePath, code.ProfileInstrumentUsePath,
              code.ProfileRemappingFile, compiler.getDiagnosticOpts().DiagnosticSuppressionMappingsFile})
            if (!name.empty())
                all.push_back(name);
        return all;
    }

    std::string absolute(llvm::StringRef name) const {
        llvm::SmallString<256> path(name);
        compiler.getFileManager().makeAbsolutePath(path);
        return std::string(path);
    }

    std::string plain(llvm::StringRef name) const {
        llvm::SmallString<256> path(absolute(name));
        llvm::sys::path::remove_dots(path, /*remove_dot_dot=*/true);
        llvm::StringRef whole = path;
        return (whole.size() > 1 ? whole.rtrim('/') : whole).str();
    }

    // A text that JSON takes.
    static std::string checked(llvm::StringRef text, std::string &why) {
        if (llvm::json::isUTF8(text))
            return text.str();
        std::string fixed = llvm::json::fixUTF8(text);
        why = fixed + " is not in UTF-8";
        return fixed;
    }

    void write(const std::string &path, llvm::StringRef text, llvm::sys::fs::OpenFlags flags) {
        std::error_code error;
        llvm::raw_fd_ostream out(path, error, flags);
        if (!error) {
            out << text;
            out.close();
            error = out.error();
            out.clear_error();
        }
        if (error) {
            clang::DiagnosticsEngine &diagnostics = compiler.getDiagnostics();
            unsigned id = diagnostics.getCustomDiagID(clang::DiagnosticsEngine::Error, "cannot write %0: %1");
            diagnostics.Report(id) << path << error.message();
        }
    }
};

} // namespace
