// Clang's -fsanitize=implicit-conversion does not check explicit casts. Between parsing and code generation this plugin
// turns each explicit cast of an integer to an integer into a no-op cast around an implicit one:
//
//     (int8_t)x      CStyleCast<IntegralCast>(x)   →   CStyleCast<NoOp>(ImplicitCast<IntegralCast>(x))
//
// C++'s named casts have that form already, but their implicit cast is marked as part of an explicit one. In C,
// -fsanitize=implicit-bitfield-conversion checks an assignment to a bit-field only if the value is an implicit cast, so
// every other value gets one, to its own type.
//
// The program's meaning does not change.
#include <clang/AST/ASTConsumer.h>
#include <clang/AST/DynamicRecursiveASTVisitor.h>
#include <clang/Frontend/FrontendAction.h>
#include <clang/Frontend/FrontendPluginRegistry.h>

using namespace clang;

namespace {

class Casts : public DynamicRecursiveASTVisitor {
    ASTContext &context;

public:
    explicit Casts(ASTContext &context) : context(context) {
        ShouldVisitTemplateInstantiations = true;
        ShouldVisitImplicitCode = true;
    }

    // Functions are visited more than once: a no-op cast is left as it is.
    bool VisitExplicitCastExpr(ExplicitCastExpr *cast) override {
        toEnumeration(cast);
        if (cast->getCastKind() == CK_IntegralCast && !scoped(cast->getType())) {
            cast->setSubExpr(converted(cast->getSubExpr(), cast->getType()));
            cast->setCastKind(CK_NoOp);
        }
        Expr *part = cast->getSubExpr();
        while (auto *implicit = dyn_cast<ImplicitCastExpr>(part)) {
            toEnumeration(implicit);
            if (implicit->getCastKind() == CK_IntegralCast)
                implicit->setIsPartOfExplicitCast(false);
            part = implicit->getSubExpr();
        }
        return true;
    }

    // In C, clang checks an assignment to a bit-field only if the value is an implicit cast.
    bool VisitBinaryOperator(BinaryOperator *assignment) override {
        Expr *value = assignment->getRHS();
        if (assignment->getOpcode() == BO_Assign && assignment->getLHS()->refersToBitField() &&
            value->getType()->isIntegerType() && !isa<ImplicitCastExpr>(value))
            assignment->setRHS(converted(value, value->getType()));
        return true;
    }

private:
    Expr *converted(Expr *value, QualType to) {
        return ImplicitCastExpr::Create(context, to, CK_IntegralCast, value, nullptr, VK_PRValue,
                                        FPOptionsOverride());
    }

    static const EnumDecl *scoped(QualType type) {
        const auto *enumeration = type->getAs<EnumType>();
        return enumeration && enumeration->getDecl()->isScoped() ? enumeration->getDecl() : nullptr;
    }

    // Clang does not check conversions to an `enum class`, so the value is first converted to its underlying type.
    void toEnumeration(CastExpr *cast) {
        const EnumDecl *to = scoped(cast->getType());
        if (!to || cast->getCastKind() != CK_IntegralCast)
            return;
        QualType number = to->getIntegerType();
        Expr *value = cast->getSubExpr();
        if (!context.hasSameUnqualifiedType(value->getType(), number))
            cast->setSubExpr(converted(value, number));
    }
};

// Runs before code generation, which sees the same functions next.
class Consumer : public ASTConsumer {
    ASTContext *context = nullptr;

public:
    void Initialize(ASTContext &made) override { context = &made; }

    bool HandleTopLevelDecl(DeclGroupRef group) override {
        for (Decl *decl : group)
            Casts(*context).TraverseDecl(decl);
        return true;
    }

    void HandleInlineFunctionDefinition(FunctionDecl *function) override {
        Casts(*context).TraverseDecl(function);
    }
};

class Action : public PluginASTAction {
    std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &, StringRef) override {
        return std::make_unique<Consumer>();
    }

    bool ParseArgs(const CompilerInstance &, const std::vector<std::string> &) override { return true; }

    ActionType getActionType() override { return AddBeforeMainAction; }
};

FrontendPluginRegistry::Add<Action> registered("fz-casts", "explicit casts of integers are checked as implicit ones");

} // namespace
