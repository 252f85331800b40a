// Clang's -fsanitize=implicit-conversion leaves explicit casts alone. Here, between parsing and code generation, each
// explicit cast of an integer to an integer becomes an implicit one in the parentheses of a cast that does nothing:
//
//     (int8_t)x      CStyleCast<IntegralCast>(x)   →   CStyleCast<NoOp>(ImplicitCast<IntegralCast>(x))
//
// C++'s other casts have that form already, with a mark on the implicit one. And in C -fsanitize=implicit-bitfield-conversion
// looks at what a bit-field is assigned only where that is an implicit cast: there a sum becomes one, to its own type.
//
// What the program means stays the same.
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

    // Functions are seen more than once; a cast that does nothing stays as it is.
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

    // In C, clang checks what a bit-field is assigned where it is converted before, and not else: so here it is.
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

    // Clang checks nothing that becomes an `enum class`: so it becomes a number of the same type first.
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

// In front of code generation, which is told of the same functions next.
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
