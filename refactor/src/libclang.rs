//! libclang, loaded from where the compiler in use has it: parses a text, and tells its syntax tree.
//!
//! `clang-sys` has the types; it would look for the library itself, by the environment.

use std::collections::HashMap;
use std::ffi::{CStr, CString, OsString, c_char, c_int, c_uint, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::Path;
use std::ptr;

use clang_sys::*;
use libloading::Library;

use crate::Refusal;
use crate::source::{Source, Span};
use crate::tree::{Id, Kind, ROOT, Tree};

macro_rules! functions {
    ($($name:ident($($type:ty),*) $(-> $result:ty)?;)*) => {
        /// The functions that are in use.
        #[expect(non_snake_case, reason = "they are libclang's names")]
        struct Clang {
            $($name: unsafe extern "C" fn($($type),*) $(-> $result)?,)*
            _library: Library,
        }

        impl Clang {
            fn load(path: &Path) -> Result<Clang, libloading::Error> {
                // SAFETY: libclang only registers itself when it is loaded; the types are those of its ABI, which is
                // stable.
                unsafe {
                    let library = Library::new(path)?;
                    Ok(Clang {
                        $($name: *library.get(concat!(stringify!($name), "\0").as_bytes())?,)*
                        _library: library,
                    })
                }
            }
        }
    };
}

functions! {
    clang_createIndex(c_int, c_int) -> CXIndex;
    clang_disposeIndex(CXIndex);
    clang_parseTranslationUnit2(
        CXIndex, *const c_char, *const *const c_char, c_int, *mut CXUnsavedFile, c_uint,
        CXTranslationUnit_Flags, *mut CXTranslationUnit) -> CXErrorCode;
    clang_disposeTranslationUnit(CXTranslationUnit);
    clang_getTranslationUnitCursor(CXTranslationUnit) -> CXCursor;
    clang_visitChildren(CXCursor, CXCursorVisitor, CXClientData) -> c_uint;
    clang_getCursorExtent(CXCursor) -> CXSourceRange;
    clang_getRangeStart(CXSourceRange) -> CXSourceLocation;
    clang_getRangeEnd(CXSourceRange) -> CXSourceLocation;
    clang_Range_isNull(CXSourceRange) -> c_int;
    clang_getSpellingLocation(
        CXSourceLocation, *mut CXFile, *mut c_uint, *mut c_uint, *mut c_uint);
    clang_getNumDiagnostics(CXTranslationUnit) -> c_uint;
    clang_getDiagnostic(CXTranslationUnit, c_uint) -> CXDiagnostic;
    clang_disposeDiagnostic(CXDiagnostic);
    clang_getDiagnosticSeverity(CXDiagnostic) -> CXDiagnosticSeverity;
    clang_getDiagnosticSpelling(CXDiagnostic) -> CXString;
    clang_getCString(CXString) -> *const c_char;
    clang_disposeString(CXString);
}

const KINDS: &[(CXCursorKind, Kind)] = &[
    (CXCursor_Namespace, Kind::Scope),
    (CXCursor_LinkageSpec, Kind::Scope),
    (CXCursor_StructDecl, Kind::Scope),
    (CXCursor_UnionDecl, Kind::Scope),
    (CXCursor_ClassDecl, Kind::Scope),
    (CXCursor_ClassTemplate, Kind::Scope),
    (CXCursor_ClassTemplatePartialSpecialization, Kind::Scope),
    (CXCursor_Constructor, Kind::Constructor),
    (CXCursor_VarDecl, Kind::Variable),
    (CXCursor_MemberRef, Kind::Reference),
    (CXCursor_NamespaceRef, Kind::Reference),
    (CXCursor_TemplateRef, Kind::Reference),
    (CXCursor_TypeRef, Kind::Reference),
    (CXCursor_FunctionDecl, Kind::Declaration),
    (CXCursor_FunctionTemplate, Kind::Declaration),
    (CXCursor_CXXMethod, Kind::Declaration),
    (CXCursor_Destructor, Kind::Declaration),
    (CXCursor_ConversionFunction, Kind::Declaration),
    (CXCursor_FieldDecl, Kind::Declaration),
    (CXCursor_EnumDecl, Kind::Declaration),
    (CXCursor_TypedefDecl, Kind::Declaration),
    (CXCursor_UsingDirective, Kind::Declaration),
    (CXCursor_UsingDeclaration, Kind::Declaration),
    (CXCursor_TypeAliasDecl, Kind::Declaration),
    (CXCursor_CXXAccessSpecifier, Kind::Declaration),
    (CXCursor_UnexposedDecl, Kind::Declaration),
    (CXCursor_StaticAssert, Kind::Declaration),
    (CXCursor_FriendDecl, Kind::Declaration),
    (CXCursor_ConceptDecl, Kind::Declaration),
    (CXCursor_CompoundStmt, Kind::Compound),
    (CXCursor_IfStmt, Kind::If),
    (CXCursor_SwitchStmt, Kind::Switch),
    (CXCursor_WhileStmt, Kind::While),
    (CXCursor_DoStmt, Kind::Do),
    (CXCursor_ForStmt, Kind::For),
    (CXCursor_CXXForRangeStmt, Kind::ForRange),
    (CXCursor_CaseStmt, Kind::Case),
    (CXCursor_DefaultStmt, Kind::Default),
    (CXCursor_LabelStmt, Kind::Label),
    (CXCursor_DeclStmt, Kind::Declarations),
    (CXCursor_CXXTryStmt, Kind::Try),
    (CXCursor_CXXCatchStmt, Kind::Catch),
    (CXCursor_ConditionalOperator, Kind::Conditional),
    (CXCursor_BinaryOperator, Kind::Binary),
    (CXCursor_CompoundAssignOperator, Kind::Assignment),
    (CXCursor_UnaryOperator, Kind::Unary),
    (CXCursor_ParenExpr, Kind::Paren),
    (CXCursor_CallExpr, Kind::Call),
    (CXCursor_LambdaExpr, Kind::Lambda),
    (CXCursor_StmtExpr, Kind::StatementExpression),
    (CXCursor_InitListExpr, Kind::List),
    (CXCursor_CXXParenListInitExpr, Kind::List),
    (CXCursor_CXXNewExpr, Kind::Effect),
    (CXCursor_CXXDeleteExpr, Kind::Effect),
    (CXCursor_CXXThrowExpr, Kind::Effect),
];

/// A text that was parsed.
pub struct Parsed {
    clang: Clang,
    index: CXIndex,
    unit: CXTranslationUnit,
    /// Warnings and errors.
    pub diagnostics: usize,
}

impl Drop for Parsed {
    fn drop(&mut self) {
        // SAFETY: both are libclang's, and nobody uses them any more.
        unsafe {
            if !self.unit.is_null() {
                (self.clang.clang_disposeTranslationUnit)(self.unit);
            }
            (self.clang.clang_disposeIndex)(self.index);
        }
    }
}

pub fn parse(libclang: &Path, text: &Path, arguments: &[OsString]) -> Result<Parsed, Refusal> {
    let clang = Clang::load(libclang).map_err(|e| Refusal::Libclang {
        path: libclang.to_owned(),
        message: e.to_string(),
    })?;
    let refused = |message: String| Refusal::Parse {
        path: text.to_owned(),
        message,
    };
    let zero = |_| refused("a zero byte in an argument".to_owned());
    let name = CString::new(text.as_os_str().as_bytes()).map_err(zero)?;
    let arguments = arguments
        .iter()
        .map(|a| CString::new(a.as_bytes()))
        .collect::<Result<Vec<_>, _>>()
        .map_err(zero)?;
    let pointers: Vec<_> = arguments.iter().map(|a| a.as_ptr()).collect();
    let mut unit = ptr::null_mut();
    // SAFETY: all pointers live until the calls return.
    let (index, code) = unsafe {
        let index = (clang.clang_createIndex)(0, 0);
        let code = (clang.clang_parseTranslationUnit2)(
            index,
            name.as_ptr(),
            pointers.as_ptr(),
            pointers.len() as c_int,
            ptr::null_mut(),
            0,
            CXTranslationUnit_None,
            &mut unit,
        );
        (index, code)
    };
    let mut parsed = Parsed {
        clang,
        index,
        unit,
        diagnostics: 0,
    };
    if code != CXError_Success || unit.is_null() {
        return Err(refused(format!("error {code}")));
    }
    if let Some(error) = parsed.count_diagnostics() {
        return Err(refused(error));
    }
    Ok(parsed)
}

impl Parsed {
    /// The first error, if there is one.
    fn count_diagnostics(&mut self) -> Option<String> {
        let mut first = None;
        // SAFETY: the unit is libclang's and lives.
        unsafe {
            for at in 0..(self.clang.clang_getNumDiagnostics)(self.unit) {
                let diagnostic = (self.clang.clang_getDiagnostic)(self.unit, at);
                let severity = (self.clang.clang_getDiagnosticSeverity)(diagnostic);
                self.diagnostics += usize::from(severity >= CXDiagnostic_Warning);
                if severity >= CXDiagnostic_Error && first.is_none() {
                    let text = (self.clang.clang_getDiagnosticSpelling)(diagnostic);
                    let words = CStr::from_ptr((self.clang.clang_getCString)(text));
                    first = Some(words.to_string_lossy().into_owned());
                    (self.clang.clang_disposeString)(text);
                }
                (self.clang.clang_disposeDiagnostic)(diagnostic);
            }
        }
        first
    }

    /// The syntax tree over the user's tokens.
    pub fn tree(&self, source: &Source) -> Tree {
        let mut walk = Walk {
            clang: &self.clang,
            source,
            kinds: KINDS.iter().copied().collect(),
            tree: Tree::new(0..source.len()),
            open: Vec::new(),
        };
        // SAFETY: the unit lives, and so does `walk`, until the visit is over.
        unsafe {
            let root = (self.clang.clang_getTranslationUnitCursor)(self.unit);
            walk.open.push((root, ROOT));
            (self.clang.clang_visitChildren)(root, visit, ptr::from_mut(&mut walk).cast());
        }
        walk.tree
    }
}

/// Whether two cursors are of one declaration, statement or expression. libclang's own answer also compares from where
/// a statement was reached, which differs behind a lambda.
fn is_same(one: &CXCursor, other: &CXCursor) -> bool {
    let at = usize::from((CXCursor_UnexposedExpr..CXCursor_TranslationUnit).contains(&one.kind));
    one.kind == other.kind && one.data[at] == other.data[at]
}

struct Walk<'a> {
    clang: &'a Clang,
    source: &'a Source<'a>,
    kinds: HashMap<CXCursorKind, Kind>,
    tree: Tree,
    /// The cursors around the one that is visited, each with the node that its children belong to.
    open: Vec<(CXCursor, Id)>,
}

extern "C" fn visit(cursor: CXCursor, parent: CXCursor, data: CXClientData) -> CXChildVisitResult {
    // SAFETY: `data` is the `Walk` of `tree`, which nobody else uses meanwhile.
    let walk = unsafe { &mut *data.cast::<Walk>() };
    walk.enter(cursor, parent)
}

impl Walk<'_> {
    /// libclang goes down by a list of its own, so that no depth of nesting is too deep.
    fn enter(&mut self, cursor: CXCursor, parent: CXCursor) -> CXChildVisitResult {
        let span = self.span(cursor);
        if let Some(at) = self.open.iter().rposition(|(c, _)| is_same(c, &parent)) {
            self.open.truncate(at + 1);
        }
        // The two forms of an operator that C++20 rewrites are visited by turns: then it is what is around.
        let holds = |id: Id| {
            let around = &self.tree.node(id).span;
            let inside = |s: &Span| around.start <= s.start && s.end <= around.end;
            span.as_ref().is_none_or(inside)
        };
        let above = self.open.iter().rev().find(|(_, id)| holds(*id));
        let above = above.map_or(ROOT, |(_, id)| *id);
        let Some(span) = span else {
            // What is written nowhere may have parts that are.
            self.open.push((cursor, above));
            return CXChildVisit_Recurse;
        };
        // Of system headers.
        if span.is_empty() {
            return CXChildVisit_Continue;
        }
        let kind = self.kinds.get(&cursor.kind).copied();
        let acts = self.source.acts_in(&span);
        let id = self.tree.push(kind.unwrap_or(Kind::Other), span, above);
        if !acts {
            return CXChildVisit_Continue;
        }
        self.open.push((cursor, id));
        CXChildVisit_Recurse
    }

    fn span(&self, cursor: CXCursor) -> Option<Span> {
        // SAFETY: cursors, ranges and locations are plain values; libclang leaves out what it has no place for.
        unsafe {
            let range = (self.clang.clang_getCursorExtent)(cursor);
            if (self.clang.clang_Range_isNull)(range) != 0 {
                return None;
            }
            let offset = |location| {
                let mut offset = 0;
                let none = ptr::null_mut::<c_void>();
                (self.clang.clang_getSpellingLocation)(
                    location,
                    none.cast(),
                    ptr::null_mut(),
                    ptr::null_mut(),
                    &mut offset,
                );
                offset
            };
            let start = offset((self.clang.clang_getRangeStart)(range));
            let end = offset((self.clang.clang_getRangeEnd)(range));
            Some(self.source.at_offset(start)..self.source.at_offset(end.max(start)))
        }
    }
}
