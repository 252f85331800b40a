// What the source calls the parts of a condition that come from macros: `NULL`, not `((void *)0)`.
//
// A part of a condition is called by a macro's name if it is all of the macro's expansion and nothing else. Which tokens
// come from which expansions the preprocessor knows of the user's own source; a refactored text is preprocessed already,
// and its origin (`coverage::origin`, runtime/abi) knows it.
#pragma once

#include <clang/AST/ASTContext.h>
#include <clang/AST/Expr.h>
#include <clang/AST/PrettyPrinter.h>
#include <clang/AST/Stmt.h>
#include <clang/Basic/SourceManager.h>
#include <clang/Lex/Lexer.h>
#include <clang/Lex/Preprocessor.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/StringMap.h>
#include <llvm/Support/MemoryBuffer.h>

#include <optional>
#include <string>
#include <vector>

// Which tokens expansions became. Tokens come in the order of the text, each under a key of its own with the expansions
// that it comes from, the outermost first.
class Runs {
    struct Run {
        int expansion;
        uint64_t last;
    };

    // By the first token, and of those that end together the outermost first.
    llvm::DenseMap<uint64_t, std::vector<Run>> all;
    // The expansions that go on, each with where it began.
    std::vector<std::pair<int, uint64_t>> open;
    uint64_t last = 0;

    void close(size_t from) {
        for (size_t at = from; at < open.size(); ++at)
            all[open[at].second].push_back({open[at].first, last});
        open.resize(from);
    }

public:
    void token(uint64_t key, llvm::ArrayRef<int> expansions) {
        size_t same = 0;
        while (same < expansions.size() && same < open.size() && open[same].first == expansions[same])
            ++same;
        close(same);
        last = key;
        for (; same < expansions.size(); ++same)
            open.emplace_back(expansions[same], key);
    }

    void end() { close(0); }
    bool goOn() const { return !open.empty(); }

    // The outermost expansion that became just the tokens from one to another, or -1.
    int outermost(uint64_t first, uint64_t last) const {
        if (auto known = all.find(first); known != all.end())
            for (const Run &run : known->second)
                if (run.last == last)
                    return run.expansion;
        return -1;
    }
};

// Expansions that a token comes from. Two arguments can come from one.
class Around {
    llvm::SmallVector<int, 8> all;

public:
    void add(int expansion) {
        if (!llvm::is_contained(all, expansion))
            all.push_back(expansion);
    }
    llvm::ArrayRef<int> get() const { return all; }
};

// The tokens of a macro's use, in one line.
inline std::string joined(llvm::StringRef text, const clang::LangOptions &language) {
    std::string line, whole = text.str();
    const char *begin = whole.data();
    clang::Lexer lexer(clang::SourceLocation(), language, begin, begin, begin + whole.size());
    for (clang::Token token;;) {
        lexer.LexFromRawLexer(token);
        if (token.is(clang::tok::eof))
            return line;
        bool isApart = token.hasLeadingSpace() || token.isAtStartOfLine();
        if (isApart && !line.empty() && line.back() != '(' && token.isNot(clang::tok::r_paren))
            line += ' ';
        line.append(lexer.getBufferLocation() - token.getLength(), token.getLength());
    }
}

// The origin of a refactored text, as far as macros are concerned.
class Origin {
    struct Expansion {
        unsigned file;
        // Of the name and of the end, counted from 1.
        unsigned line, column, endLine, endColumn;
        // Empty: an argument.
        std::string name;
        int outer;
        // Of an argument: the expansion that its text comes from.
        int written;
    };

    const clang::LangOptions &language;
    std::string name;
    std::vector<std::string> files;
    std::vector<Expansion> expansions;
    Runs runs;
    struct Source {
        std::unique_ptr<llvm::MemoryBuffer> text;
        // Where each line begins.
        std::vector<size_t> lines;
    };
    mutable llvm::StringMap<Source> sources;

    static int optional(llvm::StringRef field) {
        int number = -1;
        return field.getAsInteger(10, number) ? -1 : number;
    }

    static unsigned number(llvm::StringRef field) {
        unsigned number = 0;
        field.getAsInteger(10, number);
        return number;
    }

    static std::string unescaped(llvm::StringRef field) {
        std::string text;
        for (size_t at = 0; at < field.size(); ++at) {
            if (field[at] != '\\' || at + 1 == field.size()) {
                text += field[at];
                continue;
            }
            char next = field[++at];
            text += next == 't' ? '\t' : next == 'n' ? '\n' : next == 'r' ? '\r' : next;
        }
        return text;
    }

    static uint64_t key(unsigned line, unsigned column) { return uint64_t(line) << 32 | column; }

    // A row names only earlier rows.
    void surround(int expansion, Around &all) const {
        if (expansion < 0)
            return;
        const Expansion &one = expansions[expansion];
        surround(one.outer, all);
        surround(one.written, all);
        if (!one.name.empty())
            all.add(expansion);
    }

    bool add(llvm::StringRef row, unsigned &line) {
        llvm::SmallVector<llvm::StringRef, 10> fields;
        row.split(fields, '\t');
        llvm::StringRef kind = fields[0];
        int known = expansions.size();
        if (kind == "N" && fields.size() > 1) {
            name = unescaped(fields[1]);
        } else if (kind == "F" && fields.size() > 1) {
            files.push_back(unescaped(fields[1]));
        } else if (kind == "L" && fields.size() > 1) {
            line = number(fields[1]);
        } else if (kind == "M" && fields.size() > 7) {
            int outer = optional(fields[5]), written = fields.size() > 8 ? optional(fields[8]) : -1;
            if (outer >= known || written >= known)
                return false;
            expansions.push_back({number(fields[1]), number(fields[2]), number(fields[3]), number(fields[6]),
                                  number(fields[7]), unescaped(fields[4]), outer, written});
        } else if (kind == "T" && fields.size() > 5) {
            int expansion = optional(fields[5]);
            if (expansion >= known)
                return false;
            Around around;
            surround(expansion, around);
            runs.token(key(line, number(fields[1])), around.get());
        }
        return true;
    }

    const Source &source(const std::string &file) const {
        auto [known, isNew] = sources.try_emplace(file);
        Source &one = known->second;
        if (!isNew)
            return one;
        auto buffer = llvm::MemoryBuffer::getFile(file);
        if (!buffer)
            return one;
        one.text = std::move(*buffer);
        one.lines.push_back(0);
        llvm::StringRef text = one.text->getBuffer();
        for (size_t at = text.find('\n'); at != llvm::StringRef::npos; at = text.find('\n', at + 1))
            one.lines.push_back(at + 1);
        return one;
    }

    // The macro's name, with its arguments where it has any.
    std::string spelled(const Expansion &one) const {
        if (one.file >= files.size() || (one.line == one.endLine && one.endColumn <= one.column + one.name.size()))
            return one.name;
        const Source &from = source(files[one.file]);
        if (one.line == 0 || one.column == 0 || one.endLine < one.line || one.endLine > from.lines.size())
            return one.name;
        size_t begin = from.lines[one.line - 1] + one.column - 1, end = from.lines[one.endLine - 1] + one.endColumn - 1;
        std::string text = joined(from.text->getBuffer().slice(begin, end), language);
        // The file may have changed since it was read.
        return llvm::StringRef(text).starts_with(one.name) ? text : one.name;
    }

public:
    Origin(llvm::StringRef path, const clang::LangOptions &language) : language(language) {
        auto buffer = llvm::MemoryBuffer::getFile(path);
        unsigned line = 0;
        for (llvm::StringRef rest = buffer ? (*buffer)->getBuffer() : ""; !rest.empty();) {
            auto [row, next] = rest.split('\n');
            rest = next;
            // The pass that reads all of it reports what is wrong.
            if (!add(row, line))
                return;
        }
        runs.end();
    }

    std::optional<std::string> named(const clang::PresumedLoc &first, const clang::PresumedLoc &last) const {
        if (first.isInvalid() || last.isInvalid() || first.getFilename() != name)
            return std::nullopt;
        int expansion = runs.outermost(key(first.getLine(), first.getColumn()), key(last.getLine(), last.getColumn()));
        return expansion < 0 ? std::nullopt : std::optional(spelled(expansions[expansion]));
    }
};

// The expansions of the text that is being compiled.
class Expanded {
    const clang::SourceManager &sources;
    const clang::LangOptions &language;
    std::vector<clang::FileID> entries;
    llvm::DenseMap<clang::FileID, int> numbers;
    Runs runs;

    void surround(clang::SourceLocation place, Around &all) {
        if (place.isFileID())
            return;
        clang::FileID entry = sources.getFileID(place);
        const clang::SrcMgr::ExpansionInfo &info = sources.getSLocEntry(entry).getExpansion();
        surround(info.getExpansionLocStart(), all);
        if (info.isMacroArgExpansion()) {
            surround(info.getSpellingLoc(), all);
            return;
        }
        auto [known, isNew] = numbers.try_emplace(entry, entries.size());
        if (isNew)
            entries.push_back(entry);
        all.add(known->second);
    }

public:
    explicit Expanded(clang::Preprocessor &pp) : sources(pp.getSourceManager()), language(pp.getLangOpts()) {
        pp.setTokenWatcher([this](const clang::Token &token) {
            bool isMacros = !token.isAnnotation() && token.getLocation().isMacroID();
            if (!isMacros && !runs.goOn())
                return;
            Around around;
            if (isMacros)
                surround(token.getLocation(), around);
            runs.token(token.getLocation().getRawEncoding(), around.get());
        });
    }

    std::optional<std::string> named(clang::SourceLocation first, clang::SourceLocation last) const {
        int expansion = runs.outermost(first.getRawEncoding(), last.getRawEncoding());
        if (expansion < 0)
            return std::nullopt;
        const clang::SrcMgr::ExpansionInfo &info = sources.getSLocEntry(entries[expansion]).getExpansion();
        clang::SourceLocation begin = sources.getSpellingLoc(info.getExpansionLocStart());
        clang::SourceLocation end = sources.getSpellingLoc(info.getExpansionLocEnd());
        bool isInvalid = false;
        llvm::StringRef text = clang::Lexer::getSourceText(clang::CharSourceRange::getTokenRange(begin, end), sources,
                                                           language, &isInvalid);
        if (isInvalid || text.empty() || sources.isWrittenInScratchSpace(begin))
            return std::nullopt;
        return joined(text, language);
    }
};

// Prints the parts of an expression that have a name, and numbers as they are written: `0xff`, not `255`.
class Macros : public clang::PrinterHelper {
    const clang::SourceManager &sources;
    const clang::LangOptions &language;
    const Origin *origin;
    const Expanded *expanded;

public:
    Macros(const clang::SourceManager &sources, const clang::LangOptions &language, const Origin *origin,
           const Expanded *expanded)
        : sources(sources), language(language), origin(origin), expanded(expanded) {}

    // Of a template's argument that place is where its parameter is named.
    std::optional<std::string> number(const clang::Stmt *part) const {
        if (!llvm::isa<clang::IntegerLiteral, clang::FloatingLiteral, clang::CharacterLiteral>(part))
            return std::nullopt;
        clang::SourceLocation at = sources.getSpellingLoc(part->getBeginLoc());
        if (at.isInvalid() || sources.isWrittenInScratchSpace(at))
            return std::nullopt;
        llvm::StringRef text(sources.getCharacterData(at), clang::Lexer::MeasureTokenLength(at, sources, language));
        bool isNumber = !text.empty() && (llvm::isDigit(text[0]) || text[0] == '.' || text.ends_with("'"));
        return isNumber && !text.contains('\n') ? std::optional(text.str()) : std::nullopt;
    }

    bool handledStmt(clang::Stmt *part, llvm::raw_ostream &out) override {
        clang::SourceLocation begin = part->getBeginLoc(), end = part->getEndLoc();
        std::optional<std::string> name;
        if (begin.isMacroID() && expanded)
            name = expanded->named(begin, end);
        else if (begin.isFileID() && origin)
            name = origin->named(sources.getPresumedLoc(begin), sources.getPresumedLoc(end));
        if (!name)
            name = number(part);
        if (name)
            out << *name;
        return name.has_value();
    }
};
