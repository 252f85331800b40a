// Wraps each condition of the user's code into a marker, between parsing and code generation:
//
//     if (a == b)      →   if (__builtin_expect_with_probability((long)(a == b), MARK + 7, 0.75) != 0)
//     switch (c)       →   switch ((int)__builtin_expect_with_probability((long)c, MARK + 8, 0.75))
//     n += a < b       →   n += (int)__builtin_expect_with_probability((long)(a < b), MARK + 9, 0.75)
//
// and writes a table of what each number stands for (`runtime/abi/src/coverage.rs`). Operands of && and || are
// conditions of their own; the && or || itself is not one: with all that is below it, it is a decision, and has a row
// that says in which order its conditions are asked. Constant evaluation sees through the marker, so constant
// expressions stay constant; no LLVM pass removes it before ours runs.
//
// The program's meaning does not change.
#include "macros.h"

#include <clang/AST/ASTConsumer.h>
#include <clang/AST/DeclFriend.h>
#include <clang/AST/DeclTemplate.h>
#include <clang/AST/ExprCXX.h>
#include <clang/Basic/Builtins.h>
#include <clang/Frontend/CompilerInstance.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Frontend/FrontendPluginRegistry.h>
#include <clang/Lex/Lexer.h>
#include <llvm/ADT/DenseMap.h>
#include <llvm/ADT/StringExtras.h>
#include <llvm/ADT/SmallPtrSet.h>
#include <llvm/ADT/StringSet.h>
#include <llvm/Support/FileSystem.h>
#include <llvm/Support/xxhash.h>

using namespace clang;

namespace {

constexpr uint64_t MAGIC = 0x667a000000000000;
constexpr uint64_t MASK = 0xffff000000000000;
constexpr uint64_t SWITCH = 1ull << 32;
constexpr double PROBABILITY = 0.75;
// The most bytes kept of a condition's text. A longer text ends in its length and a hash.
constexpr size_t LONGEST = 1000;

enum class Kind { Branch, Value, Switch };

// Rows of fields with tabs between them.
class Table {
    std::string rows = "fz-conditions 3\n";
    bool first = true;

public:
    Table &field(StringRef text) {
        if (!first)
            rows += '\t';
        first = false;
        for (char c : text) {
            switch (c) {
            case '\t': rows += "\\t"; break;
            case '\n': rows += "\\n"; break;
            case '\r': rows += "\\r"; break;
            case '\\': rows += "\\\\"; break;
            default: rows += c;
            }
        }
        return *this;
    }
    Table &field(uint64_t number) { return field(std::to_string(number)); }
    void end() {
        rows += '\n';
        first = true;
    }
    StringRef text() const { return rows; }
};

class Marker {
    ASTContext &context;
    Table &table;
    const SourceManager &sources;
    Macros macros;
    FunctionDecl *builtin = nullptr;
    unsigned next = 0;
    llvm::SmallPtrSet<const Stmt *, 32> seen;
    llvm::StringSet<> files;
    // What this round has looked into: a template can befriend itself, and all of them each other.
    llvm::SmallPtrSet<const DeclContext *, 32> visited;
    // Parts of conditions that already have a marker: `a == b` in `if (!(a == b))`.
    llvm::SmallPtrSet<const Stmt *, 32> covered;
    // The numbers of the markers of operands of && and ||.
    llvm::DenseMap<const Expr *, unsigned> numbers;
    // Operations of decisions that are collected already.
    llvm::SmallPtrSet<const Expr *, 32> inDecision;
    // Range-based `for` loops by their condition, which clang generates.
    llvm::DenseMap<const Expr *, CXXForRangeStmt *> ranges;

public:
    Marker(ASTContext &context, Table &table, const Origin *origin, const Expanded *expanded)
        : context(context), table(table), sources(context.getSourceManager()), macros(sources, context.getLangOpts(), origin, expanded) {}

    // From here on declarations are looked into once more: there may be further template instantiations.
    void begin() { visited.clear(); }

    // The functions that a declaration is or contains, with all template instantiations so far. What has a marker does not
    // get another.
    void look(Decl *decl) {
        if (!decl || isForeign(decl->getLocation()))
            return;
        if (auto *function = dyn_cast<FunctionDecl>(decl))
            markFunction(function);
        else if (auto *pattern = dyn_cast<FunctionTemplateDecl>(decl))
            for (FunctionDecl *function : pattern->specializations())
                markFunction(function);
        else if (auto *pattern = dyn_cast<ClassTemplateDecl>(decl))
            for (ClassTemplateSpecializationDecl *record : pattern->specializations())
                lookInside(record);
        else if (auto *friends = dyn_cast<FriendDecl>(decl))
            look(friends->getFriendDecl());
        else if (auto *variable = dyn_cast<VarDecl>(decl))
            markVariable(variable);
        else if (auto *context = dyn_cast<DeclContext>(decl))
            lookInside(context);
    }

private:
    void lookInside(DeclContext *context) {
        if (!context->isDependentContext() && visited.insert(context).second)
            for (Decl *decl : context->decls())
                look(decl);
    }

    void markFunction(FunctionDecl *function) {
        if (!function->doesThisDeclarationHaveABody() || function->isDependentContext() ||
            function->isConsteval() || isForeign(function->getLocation()))
            return;
        tellFile(function->getLocation());
        if (auto *constructor = dyn_cast<CXXConstructorDecl>(function))
            for (CXXCtorInitializer **each = constructor->init_begin(); each != constructor->init_end(); ++each)
                markInitializer(*each);
        walk(function->getBody());
    }

    void markVariable(VarDecl *variable) {
        Expr *value = variable->getInit();
        if (!value || value->isValueDependent())
            return;
        value = unmarked(value);
        if (value != variable->getInit())
            *variable->getInitAddress() = value;
        Expr *marked = variable->hasConstantInitialization() ? nullptr : markKept(value);
        walk(value);
        if (marked)
            *variable->getInitAddress() = marked;
    }

    // An initializer's value cannot be replaced, so the initializer is made anew.
    void markInitializer(CXXCtorInitializer *&initializer) {
        Expr *value = unmarked(initializer->getInit());
        Expr *marked = initializer->isAnyMemberInitializer() ? markKept(value) : nullptr;
        walk(value);
        if (!marked)
            return;
        SourceLocation member = initializer->getMemberLocation(), left = initializer->getLParenLoc(),
                       right = initializer->getRParenLoc();
        auto *made = initializer->isIndirectMemberInitializer()
                         ? new (context) CXXCtorInitializer(context, initializer->getIndirectMember(), member, left,
                                                            marked, right)
                         : new (context)
                               CXXCtorInitializer(context, initializer->getMember(), member, left, marked, right);
        if (initializer->isWritten())
            made->setSourceOrder(initializer->getSourceOrder());
        initializer = made;
    }

    Expr *markKept(Expr *value) {
        bool isNew = value && !seen.count(value) && !isUnevaluated(value);
        return isNew && isTruth(value) ? mark(value, Kind::Value) : nullptr;
    }

    bool isForeign(SourceLocation place) const {
        return place.isInvalid() || sources.isInSystemHeader(sources.getExpansionLoc(place));
    }

    void walk(Stmt *parent) {
        if (!parent || isUnevaluated(parent) || !seen.insert(parent).second)
            return;
        if (auto *lambda = dyn_cast<LambdaExpr>(parent)) {
            look(lambda->getCallOperator());
            if (FunctionTemplateDecl *pattern = lambda->getLambdaClass()->getDependentLambdaCallOperator())
                look(pattern);
            for (Expr *capture : lambda->capture_inits())
                walk(capture);
            return;
        }
        // Clang decomposes the rewritten operator again, so its operands are visited, not the rewritten form.
        if (auto *rewritten = dyn_cast<CXXRewrittenBinaryOperator>(parent)) {
            CXXRewrittenBinaryOperator::DecomposedForm parts = rewritten->getDecomposedForm();
            walk(const_cast<Expr *>(parts.LHS));
            walk(const_cast<Expr *>(parts.RHS));
            return;
        }
        // Other declarations contain no code.
        if (auto *declarations = dyn_cast<DeclStmt>(parent))
            for (Decl *decl : declarations->decls())
                if (isa<TagDecl>(decl))
                    look(decl);
        if (auto *statement = dyn_cast<SwitchStmt>(parent)) {
            statement->setCond(unmarked(statement->getCond()));
            if (Expr *marked = mark(statement->getCond(), Kind::Switch, statement))
                statement->setCond(marked);
        }
        if (auto *loop = dyn_cast<CXXForRangeStmt>(parent))
            ranges[loop->getCond()] = loop;
        // Before its operands are replaced.
        Decision decision;
        auto *whole = dyn_cast<Expr>(parent);
        if (isLogical(whole) && !inDecision.count(whole))
            collect(whole, decision);
        for (Stmt *&child : parent->children()) {
            auto *expression = unmarked(dyn_cast_or_null<Expr>(child));
            if (expression)
                child = expression;
            Expr *marked = expression ? markChild(parent, expression) : nullptr;
            walk(expression ? expression : child);
            if (marked)
                child = marked;
        }
        if (auto *choice = dyn_cast<AbstractConditionalOperator>(parent))
            tellArms(choice);
        tellDecision(decision);
    }

    // What another unit's marker was put around: an interface whose compilation had it marked gives functions away with
    // their markers, whose numbers mean nothing here.
    Expr *unmarked(Expr *expression) const {
        auto *whole = dyn_cast_or_null<ImplicitCastExpr>(expression);
        auto *call = whole ? dyn_cast<CallExpr>(whole->getSubExpr()) : nullptr;
        if (!call || !isExpect(call) || call->getNumArgs() != 3 || call->getDirectCallee() == builtin)
            return expression;
        auto *number = dyn_cast<IntegerLiteral>(call->getArg(1));
        if (!number || (number->getValue().getZExtValue() & MASK) != MAGIC)
            return expression;
        return cast<ImplicitCastExpr>(call->getArg(0))->getSubExpr();
    }

    // A part of a decision in postfix order: a condition, or an operation on what stands before it.
    struct Part {
        // Null: an operation.
        Expr *condition;
        char operation;
    };

    struct Decision {
        SmallVector<Part, 8> parts;
        SourceLocation begin, end;
        std::string text;
    };

    void collect(Expr *whole, Decision &decision) {
        decision.begin = whole->getBeginLoc();
        decision.end = whole->getEndLoc();
        decision.text = printed(whole);
        collectParts(whole, decision.parts);
    }

    void collectParts(Expr *expression, SmallVectorImpl<Part> &parts) {
        bool isNegated = false;
        auto *operation = dyn_cast<BinaryOperator>(stripped(expression, &isNegated));
        if (!isLogical(operation)) {
            parts.push_back({expression, 0});
            return;
        }
        inDecision.insert(operation);
        collectParts(operation->getLHS(), parts);
        collectParts(operation->getRHS(), parts);
        parts.push_back({nullptr, operation->getOpcode() == BO_LAnd ? '&' : '|'});
        if (isNegated)
            parts.push_back({nullptr, '!'});
    }

    void tellDecision(const Decision &decision) {
        if (decision.parts.empty() || isForeign(decision.begin))
            return;
        std::string order;
        for (const Part &part : decision.parts) {
            order += order.empty() ? "" : " ";
            if (!part.condition) {
                order += part.operation;
                continue;
            }
            auto number = numbers.find(part.condition);
            order += number == numbers.end() ? "?" : std::to_string(number->second);
            // What clang decides while it compiles. It sees through markers.
            Expr::EvalResult known;
            if (!part.condition->isValueDependent() && part.condition->EvaluateAsInt(known, context))
                order += known.Val.getInt().getBoolValue() ? "+" : "-";
        }
        table.field("D");
        tellExtent(decision.begin, decision.end);
        table.field(decision.text).field(order).end();
    }

    // The outcomes of marked conditions after which an expression is true, or false. Empty: unknown.
    std::string answers(Expr *expression, bool wanted) {
        for (;;) {
            expression = expression->IgnoreParens();
            if (auto *cast = dyn_cast<ImplicitCastExpr>(expression)) {
                expression = cast->getSubExpr();
            } else if (auto *whole = dyn_cast<FullExpr>(expression)) {
                expression = whole->getSubExpr();
            } else if (isNot(expression)) {
                expression = cast_or_null<UnaryOperator>(expression)->getSubExpr();
                wanted = !wanted;
            } else {
                break;
            }
        }
        if (auto *call = dyn_cast<CallExpr>(expression); call && builtin && call->getDirectCallee() == builtin) {
            uint64_t marker = cast<IntegerLiteral>(call->getArg(1))->getValue().getZExtValue();
            return std::to_string(static_cast<uint32_t>(marker)) + (wanted ? '+' : '-');
        }
        if (!isLogical(expression))
            return "";
        auto *operation = cast<BinaryOperator>(expression);
        std::string right = answers(operation->getRHS(), wanted);
        // `a && b` is true if `b` is, and false if either operand is.
        if (wanted == (operation->getOpcode() == BO_LAnd))
            return right;
        std::string left = answers(operation->getLHS(), wanted);
        return left.empty() || right.empty() ? "" : left + " " + right;
    }

    // An arm that is a constant has no code, so only the condition's outcomes tell whether it was chosen.
    void tellArms(AbstractConditionalOperator *choice) {
        // `a ?: b` has one arm.
        if (isa<ConditionalOperator>(choice))
            tellArm(choice->getTrueExpr(), answers(choice->getCond(), true));
        tellArm(choice->getFalseExpr(), answers(choice->getCond(), false));
    }

    void tellArm(Expr *arm, const std::string &answers) {
        if (answers.empty())
            return;
        table.field("A");
        tellPlace(sources.getExpansionLoc(arm->getBeginLoc()));
        table.field(answers).end();
    }

    static bool isUnevaluated(const Stmt *statement) {
        return isa<UnaryExprOrTypeTraitExpr, CXXNoexceptExpr, CXXTypeidExpr, ConstantExpr, RequiresExpr,
                   GenericSelectionExpr, ChooseExpr, OffsetOfExpr>(statement);
    }

    Expr *markChild(Stmt *parent, Expr *child) {
        if (decides(parent, child))
            return isLogical(stripped(child)) ? nullptr : mark(child, Kind::Branch);
        if (!covered.count(child) && isTruth(child))
            return mark(child, Kind::Value);
        return nullptr;
    }

    // Whether control flow depends on it.
    static bool decides(Stmt *parent, Expr *child) {
        if (auto *s = dyn_cast<IfStmt>(parent))
            return child == s->getCond() && !s->isConstexpr() && !s->isConsteval();
        if (auto *s = dyn_cast<WhileStmt>(parent))
            return child == s->getCond();
        if (auto *s = dyn_cast<DoStmt>(parent))
            return child == s->getCond();
        if (auto *s = dyn_cast<ForStmt>(parent))
            return child == s->getCond();
        if (auto *s = dyn_cast<CXXForRangeStmt>(parent))
            return child == s->getCond();
        if (auto *e = dyn_cast<ConditionalOperator>(parent))
            return child == e->getCond();
        if (auto *e = dyn_cast<BinaryConditionalOperator>(parent))
            return child == e->getCond();
        return isLogical(dyn_cast<Expr>(parent));
    }

    static bool isLogical(const Expr *expression) {
        auto *operation = dyn_cast_or_null<BinaryOperator>(expression);
        return operation && operation->isLogicalOp();
    }

    static bool isNot(const Expr *expression) {
        auto *operation = dyn_cast<UnaryOperator>(expression);
        return operation && operation->getOpcode() == UO_LNot;
    }

    // The expression without negations, parentheses and implicit casts. `isNegated` changes with each negation.
    static Expr *stripped(Expr *expression, bool *isNegated = nullptr) {
        for (;;) {
            expression = expression->IgnoreParens();
            if (auto *cast = dyn_cast<ImplicitCastExpr>(expression))
                expression = cast->getSubExpr();
            else if (auto *whole = dyn_cast<FullExpr>(expression))
                expression = whole->getSubExpr();
            else if (isNot(expression)) {
                expression = cast_or_null<UnaryOperator>(expression)->getSubExpr();
                if (isNegated)
                    *isNegated = !*isNegated;
            } else
                return expression;
        }
    }

    // A truth value that is stored or computed with: a compare, or a negation.
    static bool isTruth(Expr *expression) {
        if (!expression->getType()->isIntegerType())
            return false;
        if (isNot(expression))
            return !isLogical(stripped(expression));
        auto *compare = dyn_cast<BinaryOperator>(expression);
        return compare && compare->isComparisonOp() && compare->getOpcode() != BO_Cmp;
    }

    void cover(Expr *expression) {
        for (;;) {
            covered.insert(expression);
            if (auto *part = dyn_cast<ParenExpr>(expression))
                expression = part->getSubExpr();
            else if (auto *part = dyn_cast<CastExpr>(expression))
                expression = part->getSubExpr();
            else if (auto *part = dyn_cast<FullExpr>(expression))
                expression = part->getSubExpr();
            else if (isNot(expression))
                expression = cast<UnaryOperator>(expression)->getSubExpr();
            else if (auto *call = dyn_cast<CallExpr>(expression); call && isExpect(call))
                expression = call->getArg(0);
            else
                return;
        }
    }

    static bool isExpect(const CallExpr *call) {
        unsigned id = call->getBuiltinCallee();
        return id == Builtin::BI__builtin_expect || id == Builtin::BI__builtin_expect_with_probability;
    }

    // Whether clang's constant evaluation, which each marker calls, has another answer than the code that clang would
    // generate. It takes `strchr` of a character that no `char` can hold for null, but `strchr` converts it first:
    // `strchr(s, 254)` finds the byte.
    bool isFoldedWrongly(const Stmt *part) const {
        if (!part || isUnevaluated(part))
            return false;
        if (auto *call = dyn_cast<CallExpr>(part); call && call->getNumArgs() == 2) {
            unsigned id = call->getBuiltinCallee();
            Expr::EvalResult wanted;
            if ((id == Builtin::BIstrchr || id == Builtin::BI__builtin_strchr) &&
                !call->getArg(1)->isValueDependent() && call->getArg(1)->EvaluateAsInt(wanted, context)) {
                const llvm::APSInt &character = wanted.Val.getInt();
                llvm::APSInt converted(character.trunc(context.getCharWidth()),
                                       context.CharTy->isUnsignedIntegerType());
                if (!llvm::APSInt::isSameValue(converted, character))
                    return true;
            }
        }
        return llvm::any_of(part->children(), [&](const Stmt *child) { return isFoldedWrongly(child); });
    }

    // Wraps the expression into a marker. Null: it stays as it is.
    Expr *mark(Expr *expression, Kind kind, SwitchStmt *cases = nullptr) {
        SourceLocation place = expression->getExprLoc();
        QualType type = expression->getType();
        if (type->isDependentType() || isForeign(place) || isForeign(expression->getBeginLoc()) ||
            isFoldedWrongly(expression))
            return nullptr;
        Expr *number = toLong(expression, kind);
        if (!number)
            return nullptr;
        cover(expression);
        tell(expression, kind, cases);
        numbers[expression] = next;
        Expr *arguments[] = {number, literal(MAGIC | (cases ? SWITCH : 0) | next++, place), probability(place)};
        Expr *call = CallExpr::Create(context, callee(place), arguments, context.LongTy, VK_PRValue,
                                      expression->getEndLoc(), FPOptionsOverride());
        if (kind != Kind::Switch && !(kind == Kind::Value && !type->isBooleanType()))
            return converted(call, context.BoolTy, CK_IntegralToBoolean);
        return converted(call, type.getUnqualifiedType(), CK_IntegralCast);
    }

    Expr *toLong(Expr *expression, Kind kind) {
        QualType type = expression->getType();
        if (kind == Kind::Switch || (kind == Kind::Value && !type->isBooleanType())) {
            bool fits = type->isIntegralOrEnumerationType() && context.getTypeSize(type) <= 64;
            return fits ? converted(expression, context.LongTy, CK_IntegralCast) : nullptr;
        }
        Expr *truth = expression;
        if (!type->isBooleanType()) {
            if (type->isIntegralOrEnumerationType())
                truth = converted(expression, context.BoolTy, CK_IntegralToBoolean);
            else if (type->isAnyPointerType())
                truth = converted(expression, context.BoolTy, CK_PointerToBoolean);
            else if (type->isRealFloatingType())
                truth = converted(expression, context.BoolTy, CK_FloatingToBoolean);
            else
                return nullptr;
        }
        return converted(truth, context.LongTy, CK_IntegralCast);
    }

    Expr *converted(Expr *value, QualType to, CastKind kind) {
        return ImplicitCastExpr::Create(context, to, kind, value, nullptr, VK_PRValue, FPOptionsOverride());
    }

    Expr *literal(uint64_t number, SourceLocation place) {
        return IntegerLiteral::Create(context, llvm::APInt(64, number), context.LongTy, place);
    }

    Expr *probability(SourceLocation place) {
        return FloatingLiteral::Create(context, llvm::APFloat(PROBABILITY), true, context.DoubleTy, place);
    }

    Expr *callee(SourceLocation place) {
        if (!builtin) {
            QualType parameters[] = {context.LongTy, context.LongTy, context.DoubleTy};
            QualType type =
                context.getFunctionType(context.LongTy, parameters, FunctionProtoType::ExtProtoInfo());
            DeclContext *parent = context.getTranslationUnitDecl();
            if (context.getLangOpts().CPlusPlus)
                parent = LinkageSpecDecl::Create(context, parent, place, place, LinkageSpecLanguageIDs::C, false);
            builtin = FunctionDecl::Create(context, parent, place, place,
                                           &context.Idents.get("__builtin_expect_with_probability"), type,
                                           nullptr, SC_Extern);
            builtin->setImplicit();
            SmallVector<ParmVarDecl *, 3> made;
            for (QualType parameter : parameters)
                made.push_back(ParmVarDecl::Create(context, builtin, place, place, nullptr, parameter, nullptr,
                                                   SC_None, nullptr));
            builtin->setParams(made);
            builtin->addAttr(BuiltinAttr::CreateImplicit(context, Builtin::BI__builtin_expect_with_probability));
        }
        auto *name = DeclRefExpr::Create(context, NestedNameSpecifierLoc(), SourceLocation(), builtin, false, place,
                                         builtin->getType(), VK_LValue);
        return converted(name, context.getPointerType(builtin->getType()), CK_FunctionToPointerDecay);
    }

    void tell(Expr *expression, Kind kind, SwitchStmt *cases) {
        static const char *const NAMES[] = {"branch", "value", "switch"};
        table.field("C").field(next).field(NAMES[static_cast<int>(kind)]);
        tellExtent(expression->getBeginLoc(), expression->getEndLoc());
        table.field(printed(expression)).end();
        if (cases)
            tellCases(cases);
    }

    // Where it begins and ends in the compiled text, where it is spelled, and the macro that it comes from.
    void tellExtent(SourceLocation begin, SourceLocation end) {
        tellPlace(sources.getExpansionLoc(begin));
        PresumedLoc last = sources.getPresumedLoc(sources.getExpansionLoc(end));
        table.field(last.getLine()).field(last.getColumn());
        SourceLocation whole = spelledWhole(begin, end);
        tellSpelled(whole);
        table.field(outermostMacro(whole));
    }

    void tellFile(SourceLocation place) {
        SourceLocation written = sources.getExpansionLoc(place);
        PresumedLoc presumed = sources.getPresumedLoc(written);
        if (!presumed.isValid() || !files.insert(presumed.getFilename()).second)
            return;
        FileID file = sources.getFileID(written);
        auto entry = sources.getFileEntryRefForID(file);
        std::string hash;
        if (entry && entry->getName() == presumed.getFilename())
            hash = llvm::utohexstr(llvm::xxh3_64bits(sources.getBufferOrFake(file).getBuffer()), true, 16);
        table.field("U").field(presumed.getFilename()).field(hash).end();
    }

    void tellCases(SwitchStmt *statement) {
        SmallVector<SwitchCase *, 16> cases;
        for (SwitchCase *c = statement->getSwitchCaseList(); c; c = c->getNextSwitchCase())
            cases.push_back(c);
        bool hasDefault = false;
        for (SwitchCase *one : llvm::reverse(cases)) {
            table.field("K").field(next);
            std::string text = "default";
            if (auto *label = dyn_cast<CaseStmt>(one)) {
                Expr *high = label->getRHS() ? label->getRHS() : label->getLHS();
                table.field(number(label->getLHS())).field(number(high));
                text = "case " + printed(label->getLHS());
                if (label->getRHS())
                    text += " ... " + printed(label->getRHS());
            } else {
                hasDefault = true;
                table.field("-").field("-");
            }
            tellPlaces(one->getKeywordLoc());
            table.field(text).end();
        }
        if (!hasDefault) {
            table.field("K").field(next).field("-").field("-");
            tellPlaces(statement->getCond()->getBeginLoc());
            table.field("default").end();
        }
    }

    std::string number(Expr *value) {
        return llvm::toString(value->EvaluateKnownConstInt(context), 10);
    }

    std::string printed(const Expr *expression) {
        std::string text;
        llvm::raw_string_ostream out(text);
        PrintingPolicy policy(context.getLangOpts());
        if (CXXForRangeStmt *loop = ranges.lookup(expression)) {
            // A structured binding has no name.
            StringRef name = loop->getLoopVariable()->getName();
            out << (name.empty() ? "[]" : name) << " : ";
            expression = loop->getRangeInit();
        }
        expression->printPretty(out, &macros, policy);
        if (text.size() > LONGEST) {
            uint64_t hash = 0xcbf29ce484222325;
            for (unsigned char c : text)
                hash = (hash ^ c) * 0x100000001b3;
            std::string rest = " ... (" + std::to_string(text.size()) + " bytes, " + llvm::utohexstr(hash) + ")";
            text = text.substr(0, LONGEST) + rest;
        }
        return text;
    }

    // Writes the place in the compiled text, then the spelling location.
    void tellPlaces(SourceLocation place) {
        tellPlace(sources.getExpansionLoc(place));
        tellSpelled(place);
    }

    void tellSpelled(SourceLocation place) {
        SourceLocation inside = sources.getSpellingLoc(place);
        tellPlace(sources.isWrittenInScratchSpace(inside) ? sources.getExpansionLoc(place) : inside);
    }

    // Where the range from `begin` to `end` begins in the innermost macro expansion that contains all of it, as in
    // clang's own coverage.
    SourceLocation spelledWhole(SourceLocation begin, SourceLocation end) const {
        // A macro argument counts where the macro's body names the parameter.
        for (SourceLocation *place : {&begin, &end})
            while (sources.isMacroArgExpansion(*place))
                *place = sources.getImmediateExpansionRange(*place).getBegin();
        size_t beginDepth = depth(begin), endDepth = depth(end);
        while (sources.getFileID(begin) != sources.getFileID(end) && beginDepth + endDepth > 0) {
            bool leaveBegin = beginDepth >= endDepth, leaveEnd = endDepth >= beginDepth;
            if (leaveEnd) {
                end = sources.getImmediateExpansionRange(end).getEnd();
                --endDepth;
            }
            if (leaveBegin) {
                begin = sources.getImmediateExpansionRange(begin).getBegin();
                --beginDepth;
            }
        }
        return begin;
    }

    size_t depth(SourceLocation place) const {
        size_t depth = 0;
        for (; place.isMacroID(); place = sources.getImmediateExpansionRange(place).getBegin())
            ++depth;
        return depth;
    }

    void tellPlace(SourceLocation place) {
        PresumedLoc presumed = sources.getPresumedLoc(place);
        if (presumed.isInvalid())
            table.field("").field(0).field(0);
        else
            table.field(presumed.getFilename()).field(presumed.getLine()).field(presumed.getColumn());
    }

    std::string outermostMacro(SourceLocation place) {
        SourceLocation inside = place;
        while (place.isMacroID()) {
            inside = place;
            place = sources.getImmediateExpansionRange(place).getBegin();
        }
        if (!inside.isMacroID())
            return "";
        return Lexer::getImmediateMacroName(inside, sources, context.getLangOpts()).str();
    }
};

// Runs before code generation, which sees the same functions next.
class Consumer : public ASTConsumer {
    std::string path;
    Table table;
    std::unique_ptr<Origin> origin;
    std::unique_ptr<Expanded> expanded;
    std::unique_ptr<Marker> marker;

public:
    // `origin`: of the text; empty: it is not refactored.
    Consumer(std::string path, const std::string &origin, Preprocessor &pp) : path(std::move(path)) {
        if (origin.empty())
            expanded = std::make_unique<Expanded>(pp);
        else
            this->origin = std::make_unique<Origin>(origin, pp.getLangOpts());
    }

    void Initialize(ASTContext &context) override {
        marker = std::make_unique<Marker>(context, table, origin.get(), expanded.get());
    }

    bool HandleTopLevelDecl(DeclGroupRef group) override {
        marker->begin();
        for (Decl *decl : group)
            marker->look(decl);
        return true;
    }

    void HandleInlineFunctionDefinition(FunctionDecl *function) override {
        marker->begin();
        marker->look(function);
    }

    void HandleTranslationUnit(ASTContext &context) override {
        // Template instantiations made since.
        marker->begin();
        for (Decl *decl : context.getTranslationUnitDecl()->decls())
            marker->look(decl);
        std::error_code error;
        llvm::raw_fd_ostream out(path, error);
        if (!error) {
            out << table.text();
            out.close();
            error = out.error();
            out.clear_error();
        }
        if (error) {
            DiagnosticsEngine &diagnostics = context.getDiagnostics();
            unsigned id = diagnostics.getCustomDiagID(DiagnosticsEngine::Error, "cannot write %0: %1");
            diagnostics.Report(id) << path << error.message();
        }
    }
};

class Action : public PluginASTAction {
    std::string path, origin;

    std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &compiler, StringRef) override {
        return std::make_unique<Consumer>(path, origin, compiler.getPreprocessor());
    }

    bool ParseArgs(const CompilerInstance &compiler, const std::vector<std::string> &arguments) override {
        for (StringRef argument : arguments)
            if (argument.consume_front("table="))
                path = argument.str();
            else if (argument.consume_front("origin="))
                origin = argument.str();
        if (!path.empty())
            return true;
        DiagnosticsEngine &diagnostics = compiler.getDiagnostics();
        diagnostics.Report(diagnostics.getCustomDiagID(
            DiagnosticsEngine::Error, "fz-conditions: no table: write -plugin-arg-fz-conditions table=PATH"));
        return false;
    }

    ActionType getActionType() override { return AddBeforeMainAction; }
};

FrontendPluginRegistry::Add<Action> registered("fz-conditions", "conditions are marked, and told of in a table");

} // namespace
