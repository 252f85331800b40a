// Clang's -E does not say where a token was spelled or which macro it comes from. This plugin prints the preprocessed
// text as -E does, with line markers that carry no flag but `3`, and a table of the user's tokens: rows of
// `coverage::tokens` (runtime/abi). It replaces the parser and gets the user's flags and file, so dependency files,
// diagnostics and `__OPTIMIZE__` are the same as in a normal compilation.
//
//     -plugin fz-expand -plugin-arg-fz-expand text=PATH -plugin-arg-fz-expand tokens=PATH
//
// With `table=PATH` it also says which files it has read, as `fz-capture` does, for it takes that one's place.
//
// What cannot be printed as text (modules, precompiled headers) is an error.
#include "../../passes/capture/table.h"

#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Frontend/FrontendPluginRegistry.h>
#include <clang/Lex/Lexer.h>
#include <clang/Lex/PPCallbacks.h>
#include <clang/Lex/Pragma.h>
#include <clang/Lex/Preprocessor.h>
#include <clang/Lex/PreprocessorOptions.h>
#include <clang/Lex/TokenConcatenation.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/Support/raw_ostream.h>
#include <llvm/Support/xxhash.h>

#include <map>

using namespace clang;

namespace {

void appendField(std::string &to, StringRef text) {
    for (char c : text) {
        switch (c) {
        case '\t': to += "\\t"; break;
        case '\n': to += "\\n"; break;
        case '\r': to += "\\r"; break;
        case '\\': to += "\\\\"; break;
        default: to += c;
        }
    }
}

void appendNumber(std::string &to, uint64_t number) {
    char digits[20];
    char *at = std::end(digits);
    do
        *--at = '0' + number % 10;
    while (number /= 10);
    to.append(at, std::end(digits));
}

// The rows of the table.
class Table {
    Preprocessor &pp;
    SourceManager &sm;
    std::string rows = "fz-tokens 2\n";
    llvm::DenseMap<FileID, unsigned> fileOf;
    std::map<std::string, unsigned> files;
    FileID lastFile;
    unsigned lastNumber = 0;
    llvm::DenseMap<FileID, int> expansions;
    int lastExpansion = -1;
    FileID lastEntry;

    void field(uint64_t number) {
        rows += '\t';
        appendNumber(rows, number);
    }

    void macro(int number) {
        if (number < 0)
            rows += "\t-";
        else
            field(number);
    }

    unsigned file(FileID id) {
        if (id == lastFile)
            return lastNumber;
        auto [known, isNew] = fileOf.try_emplace(id, 0);
        if (isNew) {
            auto entry = sm.getFileEntryRefForID(id);
            StringRef name = entry ? entry->getName() : sm.getBufferOrFake(id).getBufferIdentifier();
            auto [named, first] = files.try_emplace(name.str(), files.size());
            known->second = named->second;
            if (first) {
                rows += "F\t";
                appendField(rows, name);
                rows += '\t';
                // Built-in text has no file that could change.
                if (entry)
                    rows += llvm::utohexstr(llvm::xxh3_64bits(sm.getBufferOrFake(id).getBuffer()), true, 16);
                rows += '\n';
            }
        }
        lastFile = id;
        return lastNumber = known->second;
    }

    void place(std::pair<FileID, unsigned> spelled) {
        field(file(spelled.first));
        field(sm.getLineNumber(spelled.first, spelled.second));
        field(sm.getColumnNumber(spelled.first, spelled.second));
    }

    // Where the token with these characters was written. A pasted or built-in token counts where its macro is used.
    SourceLocation spelled(SourceLocation loc) const {
        while (loc.isMacroID()) {
            SourceLocation spelling = sm.getImmediateSpellingLoc(loc);
            loc = spelling.isFileID() && sm.isWrittenInScratchSpace(spelling)
                      ? sm.getImmediateExpansionRange(loc).getBegin()
                      : spelling;
        }
        return loc;
    }

    StringRef nameAt(SourceLocation named) const {
        SourceLocation at = sm.getSpellingLoc(named);
        return StringRef(sm.getCharacterData(at), Lexer::MeasureTokenLength(at, sm, pp.getLangOpts()));
    }

    // The end of the macro's name, or of the parenthesis that closes its arguments.
    std::pair<FileID, unsigned> end(const SrcMgr::ExpansionInfo &info, std::pair<FileID, unsigned> begin) const {
        SourceLocation last = info.isMacroArgExpansion() ? SourceLocation() : spelled(info.getExpansionLocEnd());
        auto at = last.isValid() ? sm.getDecomposedLoc(last) : begin;
        if (at.first != begin.first || at.second < begin.second)
            at = begin;
        SourceLocation token = sm.getComposedLoc(at.first, at.second);
        return {at.first, at.second + Lexer::MeasureTokenLength(token, sm, pp.getLangOpts())};
    }

    // The expansion that a token comes from. As in clang, each expansion is an entry of its own, and so is each macro
    // argument.
    int expansion(SourceLocation loc) {
        if (loc.isFileID())
            return -1;
        FileID entry = sm.getFileID(loc);
        if (entry == lastEntry)
            return lastExpansion;
        const SrcMgr::ExpansionInfo &info = sm.getSLocEntry(entry).getExpansion();
        SourceLocation named = info.getExpansionLocStart();
        int outer = expansion(named);
        // What an argument's text comes from, if that is a macro as well.
        int written = info.isMacroArgExpansion() ? expansion(info.getSpellingLoc()) : -1;
        auto [known, isNew] = expansions.try_emplace(entry, expansions.size());
        if (isNew) {
            auto at = sm.getDecomposedLoc(spelled(named));
            unsigned number = file(at.first);
            rows += 'M';
            field(number);
            field(sm.getLineNumber(at.first, at.second));
            field(sm.getColumnNumber(at.first, at.second));
            rows += '\t';
            if (!info.isMacroArgExpansion())
                appendField(rows, nameAt(named));
            macro(outer);
            auto behind = end(info, at);
            field(sm.getLineNumber(behind.first, behind.second));
            field(sm.getColumnNumber(behind.first, behind.second));
            if (written >= 0)
                field(written);
            rows += '\n';
        }
        lastEntry = entry;
        return lastExpansion = known->second;
    }

public:
    explicit Table(Preprocessor &pp) : pp(pp), sm(pp.getSourceManager()) {}

    void token(size_t offset, size_t length, SourceLocation loc) {
        int number = expansion(loc);
        auto at = sm.getDecomposedLoc(spelled(loc));
        file(at.first);
        rows += 'T';
        field(offset);
        field(length);
        place(at);
        macro(number);
        rows += '\n';
    }

    void kept(size_t offset, size_t end) {
        rows += 'S';
        field(offset);
        field(end);
        rows += '\n';
    }

    const std::string &text() const { return rows; }
};

class Printer {
    Preprocessor &pp;
    SourceManager &sm;
    TokenConcatenation concatenation;
    Table table;
    std::string text;
    // The file and line of the text's next line, as line markers state them.
    std::string file;
    unsigned line = 1;
    bool system = false;
    size_t systemFrom = 0;
    bool lineIsEmpty = true;
    bool lineIsDirective = false;
    Token previous, beforePrevious;

    void newline() {
        text += '\n';
        line++;
        lineIsEmpty = true;
        lineIsDirective = false;
    }

    void endSystem() {
        if (system)
            table.kept(systemFrom, text.size());
        system = false;
    }

    void marker(const PresumedLoc &at, bool isSystem) {
        if (!isSystem)
            endSystem();
        else if (!system)
            systemFrom = text.size();
        system = isSystem;
        file = at.getFilename();
        text += "# ";
        appendNumber(text, at.getLine());
        text += " \"";
        for (char c : file) {
            if (c == '"' || c == '\\')
                text += '\\';
            if (c == '\n')
                text += "\\n";
            else
                text += c;
        }
        text += isSystem ? "\" 3" : "\"";
        newline();
        line = at.getLine();
    }

public:
    // Whether the current file may have changed.
    bool moved = true;

    explicit Printer(Preprocessor &pp) : pp(pp), sm(pp.getSourceManager()), concatenation(pp), table(pp) {
        previous.startToken();
        beforePrevious.startToken();
        FileID main = sm.getMainFileID();
        marker(sm.getPresumedLoc(sm.getLocForStartOfFile(main)), false);
    }

    // Ends the line unless it is empty, and moves to the line of `loc`.
    void moveTo(SourceLocation loc) {
        loc = sm.getExpansionLoc(loc);
        PresumedLoc at = sm.getPresumedLoc(loc);
        if (at.isInvalid())
            return;
        if (!lineIsEmpty)
            newline();
        bool isSystem = SrcMgr::isSystem(sm.getFileCharacteristic(loc));
        if (isSystem != system || (moved && file != at.getFilename()) || at.getLine() < line ||
            at.getLine() > line + 8)
            marker(at, isSystem);
        while (line < at.getLine())
            newline();
        moved = false;
    }

    // White space before a token.
    void separate(const Token &token, bool startsLine, bool space) {
        if (startsLine || moved || lineIsDirective) {
            moveTo(token.getLocation());
            // A hash in the first column would be a directive.
            if (token.is(tok::hash))
                text += ' ';
        } else if (space || token.hasLeadingSpace() ||
                   (!lineIsEmpty && concatenation.AvoidConcat(beforePrevious, previous, token))) {
            text += ' ';
        }
        lineIsDirective = false;
        beforePrevious = previous;
        previous = token;
    }

    // A token of a directive.
    void word(const Token &token, bool space) {
        moved = false;
        separate(token, false, space);
        spell(token);
    }

    void spell(const Token &token) {
        if (IdentifierInfo *name = token.getIdentifierInfo())
            text += name->getName();
        else if (token.isLiteral() && !token.needsCleaning() && token.getLiteralData())
            text.append(token.getLiteralData(), token.getLength());
        else
            text += pp.getSpelling(token);
        lineIsEmpty = false;
    }

    void token(const Token &token, bool startsLine) {
        separate(token, startsLine, false);
        size_t from = text.size();
        spell(token);
        line += StringRef(text).substr(from).count('\n');
        if (!system)
            table.token(from, text.size() - from, token.getLocation());
    }

    // The bytes of an `#embed`, as numbers.
    void embedded(const Token &token, bool startsLine) {
        separate(token, startsLine, true);
        size_t from = text.size();
        bool first = true;
        for (unsigned char byte : static_cast<EmbedAnnotationData *>(token.getAnnotationValue())->BinaryData) {
            if (!first)
                text += ',';
            first = false;
            appendNumber(text, byte);
        }
        lineIsEmpty = false;
        if (!system)
            table.kept(from, text.size());
    }

    size_t beginDirective(SourceLocation loc) {
        moveTo(loc);
        lineIsDirective = false;
        return text.size();
    }

    void endDirective(size_t from) {
        lineIsEmpty = false;
        // The text after a directive begins on a line of its own.
        newline();
        lineIsDirective = true;
        if (!system)
            table.kept(from, text.size());
    }

    void directive(SourceLocation loc, const llvm::Twine &words) {
        size_t from = beginDirective(loc);
        text += words.str();
        endDirective(from);
    }

    void append(StringRef words) { text += words; }

    void end() {
        if (!lineIsEmpty)
            newline();
        endSystem();
    }

    const std::string &written() const { return text; }
    const std::string &rows() const { return table.text(); }
};

// Passes on pragmas that the preprocessor does not know, for the parser or code generation.
class Unknown : public PragmaHandler {
    Printer &printer;
    StringRef prefix;
    bool expands;

public:
    Unknown(Printer &printer, StringRef prefix, bool expands)
        : printer(printer), prefix(prefix), expands(expands) {}

    void HandlePragma(Preprocessor &pp, PragmaIntroducer, Token &token) override {
        size_t from = printer.beginDirective(token.getLocation());
        printer.append(prefix);
        if (expands) {
            auto first = std::make_unique<Token[]>(1);
            first[0] = token;
            pp.EnterTokenStream(std::move(first), 1, /*DisableMacroExpansion=*/false, /*IsReinject=*/false);
            pp.Lex(token);
        }
        for (bool first = true; token.isNot(tok::eod); first = false) {
            printer.word(token, first);
            if (expands)
                pp.Lex(token);
            else
                pp.LexUnexpandedToken(token);
        }
        printer.endDirective(from);
    }
};

// Passes on pragmas that the preprocessor knows.
class Callbacks : public PPCallbacks {
    Printer &printer;

public:
    explicit Callbacks(Printer &printer) : printer(printer) {}

    void FileChanged(SourceLocation, FileChangeReason, SrcMgr::CharacteristicKind, FileID) override {
        printer.moved = true;
    }

    void Ident(SourceLocation loc, StringRef words) override { printer.directive(loc, "#ident " + words); }

    void PragmaDiagnosticPush(SourceLocation loc, StringRef space) override {
        printer.directive(loc, "#pragma " + space + " diagnostic push");
    }

    void PragmaDiagnosticPop(SourceLocation loc, StringRef space) override {
        printer.directive(loc, "#pragma " + space + " diagnostic pop");
    }

    void PragmaDiagnostic(SourceLocation loc, StringRef space, diag::Severity severity, StringRef what) override {
        static const char *const words[] = {"ignored", "remark", "warning", "error", "fatal"};
        unsigned at = unsigned(severity) - unsigned(diag::Severity::Ignored);
        printer.directive(loc, "#pragma " + space + " diagnostic " + words[at] + " \"" + what + "\"");
    }

    void PragmaDebug(SourceLocation loc, StringRef what) override {
        printer.directive(loc, "#pragma clang __debug " + what);
    }

    void PragmaExecCharsetPush(SourceLocation loc, StringRef name) override {
        printer.directive(loc, "#pragma execution_character_set(push" + (name.empty() ? "" : ", " + name.str()) + ")");
    }

    void PragmaExecCharsetPop(SourceLocation loc) override {
        printer.directive(loc, "#pragma execution_character_set(pop)");
    }

    void PragmaAssumeNonNullBegin(SourceLocation loc) override {
        printer.directive(loc, "#pragma clang assume_nonnull begin");
    }

    void PragmaAssumeNonNullEnd(SourceLocation loc) override {
        printer.directive(loc, "#pragma clang assume_nonnull end");
    }
};

class Action : public PluginASTAction {
    std::string textPath, tokensPath, tablePath;
    // Files that passes read.
    std::vector<std::string> others;

    std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &, StringRef) override {
        return std::make_unique<ASTConsumer>();
    }

    bool usesPreprocessorOnly() const override { return true; }

    bool ParseArgs(const CompilerInstance &compiler, const std::vector<std::string> &words) override {
        for (StringRef word : words) {
            if (word.consume_front("text="))
                textPath = word.str();
            else if (word.consume_front("tokens="))
                tokensPath = word.str();
            else if (word.consume_front("table="))
                tablePath = word.str();
            else if (word.consume_front("file="))
                others.push_back(word.str());
            else
                return fail(compiler, "unknown option '" + word.str() + "'");
        }
        if (textPath.empty() || tokensPath.empty())
            return fail(compiler, "text=PATH and tokens=PATH are missing");
        return true;
    }

    ActionType getActionType() override { return ReplaceAction; }

    static bool fail(const CompilerInstance &compiler, const std::string &message) {
        DiagnosticsEngine &diagnostics = compiler.getDiagnostics();
        diagnostics.Report(diagnostics.getCustomDiagID(DiagnosticsEngine::Error, "fz-expand: %0")) << message;
        return false;
    }

    static void write(const CompilerInstance &compiler, const std::string &path, const std::string &text) {
        std::error_code error;
        llvm::raw_fd_ostream file(path, error);
        if (!error) {
            file << text;
            file.close();
            error = file.error();
            file.clear_error();
        }
        if (error)
            fail(compiler, path + ": " + error.message());
    }

    void ExecuteAction() override {
        CompilerInstance &compiler = getCompilerInstance();
        Preprocessor &pp = compiler.getPreprocessor();
        if (!compiler.getPreprocessorOpts().ImplicitPCHInclude.empty()) {
            fail(compiler, "a precompiled header has no text");
            return;
        }
        std::unique_ptr<CaptureTable> table;
        if (!tablePath.empty())
            table = std::make_unique<CaptureTable>(compiler, tablePath, getCurrentFile(), others);
        pp.SetCommentRetentionState(false, false);
        pp.setPreprocessedOutput(true);
        Printer printer(pp);
        bool microsoft = pp.getLangOpts().MicrosoftExt;
        Unknown plain(printer, "#pragma", microsoft), gcc(printer, "#pragma GCC", microsoft),
            clang(printer, "#pragma clang", microsoft), openmp(printer, "#pragma omp", true);
        pp.AddPragmaHandler(&plain);
        pp.AddPragmaHandler("GCC", &gcc);
        pp.AddPragmaHandler("clang", &clang);
        pp.AddPragmaHandler("omp", &openmp);
        pp.addPPCallbacks(std::make_unique<Callbacks>(printer));
        pp.EnterMainSourceFile();
        bool whole = print(compiler, pp, printer);
        pp.RemovePragmaHandler(&plain);
        pp.RemovePragmaHandler("GCC", &gcc);
        pp.RemovePragmaHandler("clang", &clang);
        pp.RemovePragmaHandler("omp", &openmp);
        if (!whole)
            return;
        printer.end();
        write(compiler, textPath, printer.written());
        write(compiler, tokensPath, printer.rows());
        if (table && !compiler.getDiagnostics().hasErrorOccurred())
            table->write();
    }

    static bool print(const CompilerInstance &compiler, Preprocessor &pp, Printer &printer) {
        bool startsLine = false;
        for (Token token;;) {
            pp.Lex(token);
            // A token that is not printed passes on that it began a line.
            startsLine |= token.isAtStartOfLine();
            if (token.is(tok::eof))
                return true;
            if (token.isOneOf(tok::annot_module_include, tok::annot_module_begin, tok::annot_module_end,
                              tok::annot_header_unit))
                return fail(compiler, "a module has no text");
            if (token.is(tok::eod)) {
                startsLine = true;
                continue;
            }
            if (token.is(tok::annot_embed))
                printer.embedded(token, startsLine);
            else if (token.isAnnotation() || token.is(tok::comment))
                continue;
            else
                printer.token(token, startsLine);
            startsLine = false;
        }
    }
};

FrontendPluginRegistry::Add<Action> registered("fz-expand", "prints preprocessed text and where its tokens come from");

} // namespace
