//! The Rust sources as the rules see them: which module a file is, which names it uses, and what those stand for.
//!
//! Names are resolved as the compiler does it, as far as the rules need: through `crate`, `self`, `super`, child modules,
//! imports, re-exports and other crates of the checkout. Tokens of macros are searched for paths too. What is left aside
//! are names that only a type's own declaration explains (methods, associated items) and preludes.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::path::{Path, PathBuf};

use anyhow::Result;
use proc_macro2::{TokenStream, TokenTree};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

use super::House;
use super::crates::{Crate, crates};

/// A path that a file names.
#[derive(Debug, Clone)]
pub struct Named {
    pub segments: Vec<String>,
    pub line: usize,
    /// In code that only tests have.
    pub is_test: bool,
    /// What it stands for.
    pub target: Target,
    /// The module in which it stands, below the file's crate.
    module: Vec<String>,
}

/// What a path stands for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Target {
    /// Something in a file of the checkout, by its index; the rest of the path.
    File(usize, Vec<String>),
    /// A path of a crate that is no part of the checkout.
    External(Vec<String>),
    Unknown,
}

/// A Rust file.
pub struct File {
    pub path: PathBuf,
    /// Whether only tests are built with it.
    pub is_test: bool,
    pub names: Vec<Named>,
    /// Methods that it calls.
    pub methods: Vec<Named>,
    /// Macros that it calls, by their last names.
    pub calls: Vec<Named>,
    /// Its syntax, for rules that ask for more.
    pub syntax: syn::File,
    /// The files that `#[path]`s of it name, with their lines.
    pub relocated: Vec<(PathBuf, usize)>,
    of: usize,
    module: Vec<String>,
}

/// A module, in a file of its own or within one.
#[derive(Default, Clone)]
struct Module {
    file: usize,
    imports: HashMap<String, Vec<String>>,
    globs: Vec<Vec<String>>,
    items: BTreeSet<String>,
}

/// The sources and crates of a house.
pub struct Sources {
    pub files: Vec<File>,
    pub crates: Vec<Crate>,
    modules: HashMap<(usize, Vec<String>), Module>,
    /// Macros that are known at their crate's root, with their files.
    macros: HashMap<(usize, String), usize>,
    /// What could not be read as Rust.
    pub complaints: Vec<String>,
}

/// Names that were looked up in a module on the way to a target: re-exports and globs may lead in circles.
type Asked = HashSet<(usize, Vec<String>)>;

impl Sources {
    pub fn read(house: &House) -> Result<Sources> {
        let crates = crates(house)?;
        let mut sources = Sources {
            files: Vec::new(),
            crates,
            modules: HashMap::new(),
            macros: HashMap::new(),
            complaints: Vec::new(),
        };
        let mut test_modules = BTreeSet::new();
        let mut relocated = Vec::new();
        for (path, text) in house.texts(&["rs"])? {
            let Some((of, module)) = sources.place(path) else {
                continue;
            };
            let syntax = match syn::parse_file(&text) {
                Ok(syntax) => syntax,
                Err(error) => {
                    let line = error.span().start().line;
                    let place = path.display();
                    sources
                        .complaints
                        .push(format!("{place}:{line}: is not Rust: {error}"));
                    continue;
                }
            };
            let mut reader = Reader::new(module.clone());
            reader.visit_file(&syntax);
            let index = sources.files.len();
            for (module, mut read) in reader.modules {
                read.file = index;
                sources.modules.insert((of, module), read);
            }
            let folder = path.parent().expect("a file has a folder");
            for (module, named, _) in &reader.relocated {
                relocated.push(((of, module.clone()), folder.join(named)));
            }
            let macros = reader.macros.into_iter().map(|name| ((of, name), index));
            sources.macros.extend(macros);
            test_modules.extend(reader.test_modules.into_iter().map(|m| (of, m)));
            sources.files.push(File {
                path: path.to_path_buf(),
                is_test: false,
                names: reader.names,
                methods: reader.methods,
                calls: reader.calls,
                relocated: reader
                    .relocated
                    .into_iter()
                    .map(|(_, named, line)| (folder.join(named), line))
                    .collect(),
                syntax,
                of,
                module,
            });
        }
        for (module, path) in relocated {
            if let Some(file) = sources.files.iter().find(|f| f.path == path)
                && let Some(found) = sources.modules.get(&(file.of, file.module.clone()))
            {
                let found = found.clone();
                sources.modules.insert(module, found);
            }
        }
        for file in &mut sources.files {
            let above = (1..=file.module.len()).map(|n| file.module[..n].to_vec());
            file.is_test = above
                .into_iter()
                .any(|m| test_modules.contains(&(file.of, m)));
        }
        for index in 0..sources.files.len() {
            let file = &sources.files[index];
            let resolved =
                |n: &Named| sources.resolve(file.of, &n.module, &n.segments, &mut Asked::new());
            let targets: Vec<Target> = file.names.iter().map(resolved).collect();
            for (named, target) in sources.files[index].names.iter_mut().zip(targets) {
                named.target = target;
            }
        }
        Ok(sources)
    }

    /// The crate and the module of a file. Build scripts and integration tests are crates that nobody else names.
    fn place(&self, path: &Path) -> Option<(usize, Vec<String>)> {
        let within = |c: &(usize, &Crate)| path.starts_with(&c.1.dir);
        let (of, found) = self
            .crates
            .iter()
            .enumerate()
            .filter(within)
            .max_by_key(|(_, c)| c.dir.components().count())?;
        let below = path.strip_prefix(&found.dir).ok()?.with_extension("");
        let mut module: Vec<String> = below
            .components()
            .map(|c| c.as_os_str().to_string_lossy().into_owned())
            .collect();
        match module.first().map(String::as_str) {
            Some("src") => {
                module.remove(0);
            }
            // A name that no source can write.
            _ => module.insert(0, "<beside src>".to_owned()),
        }
        if module.last().is_some_and(|last| last == "mod") {
            module.pop();
        }
        if module == ["lib"] || module == ["main"] && !self.has_lib(of) {
            module.clear();
        }
        Some((of, module))
    }

    fn has_lib(&self, of: usize) -> bool {
        self.crates[of].has_lib
    }

    fn resolve(&self, of: usize, module: &[String], path: &[String], asked: &mut Asked) -> Target {
        let Some(first) = path.first() else {
            return Target::Unknown;
        };
        let mut at = module.to_vec();
        let mut used = 0;
        match first.as_str() {
            "crate" => {
                at.clear();
                used = 1;
            }
            "self" => used = 1,
            "super" => {
                while path.get(used).is_some_and(|s| s == "super") {
                    at.pop();
                    used += 1;
                }
            }
            name => {
                if let Some(found) = self.step(of, &at, path, asked) {
                    return found;
                }
                if let Some(other) = self.crate_called(of, name) {
                    return self.walk(other, Vec::new(), &path[1..], asked);
                }
                return match self.is_foreign(of, name) {
                    true => Target::External(path.to_vec()),
                    false => Target::Unknown,
                };
            }
        }
        self.walk(of, at, &path[used..], asked)
    }

    /// Goes down from a module that is known.
    fn walk(&self, of: usize, at: Vec<String>, rest: &[String], asked: &mut Asked) -> Target {
        if !rest.is_empty()
            && let Some(found) = self.step(of, &at, rest, asked)
        {
            return found;
        }
        if let ([], Some(name)) = (&at[..], rest.first())
            && let Some(file) = self.macros.get(&(of, name.clone()))
        {
            return Target::File(*file, rest.to_vec());
        }
        match self.modules.get(&(of, at)) {
            Some(module) => Target::File(module.file, rest.to_vec()),
            None => Target::Unknown,
        }
    }

    /// What the first name of `rest` is in a module, and with it the rest; none if the module says nothing of it.
    fn step(&self, of: usize, at: &[String], rest: &[String], asked: &mut Asked) -> Option<Target> {
        let child = [at, &rest[..1]].concat();
        if self.modules.contains_key(&(of, child.clone())) {
            return Some(self.walk(of, child, &rest[1..], asked));
        }
        let module = self.modules.get(&(of, at.to_vec()))?;
        if !asked.insert((of, child)) {
            return None;
        }
        if let Some(import) = module.imports.get(&rest[0]) {
            // `use fz_ir::Value;` in `mod value`: the first name of an import is never the import itself.
            let path = [import, &rest[1..]].concat();
            let is_itself = import.len() == 1 && import[0] == rest[0];
            return Some(match is_itself {
                true => self.outside(of, &path, asked),
                false => self.resolve(of, at, &path, asked),
            });
        }
        if module.items.contains(&rest[0]) {
            return Some(Target::File(module.file, rest.to_vec()));
        }
        // Of globs only those of this house are known.
        module.globs.iter().find_map(|glob| {
            let Target::File(file, more) = self.resolve(of, at, glob, asked) else {
                return None;
            };
            let file = &self.files.get(file)?;
            match more.is_empty() {
                true => self.step(file.of, &file.module, rest, asked),
                false => None,
            }
        })
    }

    fn outside(&self, of: usize, path: &[String], asked: &mut Asked) -> Target {
        match self.crate_called(of, &path[0]) {
            Some(other) => self.walk(other, Vec::new(), &path[1..], asked),
            None => Target::External(path.to_vec()),
        }
    }

    /// The crate of the checkout that crate `of` knows by this name.
    fn crate_called(&self, of: usize, name: &str) -> Option<usize> {
        let package = &self.crates[of].knows.get(name)?.package;
        self.crates.iter().position(|c| c.name == *package)
    }

    fn is_foreign(&self, of: usize, name: &str) -> bool {
        ["std", "core", "alloc"].contains(&name) || self.crates[of].knows.contains_key(name)
    }

    /// The text of the constant that a path of `file` stands for.
    pub fn constant(&self, file: &File, path: &[String]) -> Option<String> {
        let (found, rest) = match self.resolve(file.of, &file.module, path, &mut Asked::new()) {
            Target::File(found, rest) => (found, rest),
            _ => return None,
        };
        let is_wanted = |item: &&syn::ItemConst| rest == [item.ident.to_string()];
        let constant = self.files[found]
            .syntax
            .items
            .iter()
            .filter_map(|item| match item {
                syn::Item::Const(constant) => Some(constant),
                _ => None,
            })
            .find(is_wanted)?;
        text(&constant.expr)
    }
}

/// The text of a string literal.
pub fn text(expression: &syn::Expr) -> Option<String> {
    match expression {
        syn::Expr::Lit(syn::ExprLit {
            lit: syn::Lit::Str(text),
            ..
        }) => Some(text.value()),
        _ => None,
    }
}

/// The line in which something begins.
pub fn line(syntax: &impl Spanned) -> usize {
    syntax.span().start().line
}

/// The segments of a path.
pub fn segments(path: &syn::Path) -> Vec<String> {
    path.segments.iter().map(|s| s.ident.to_string()).collect()
}

/// Reads one file.
struct Reader {
    /// Where it is: the file's module and those within it.
    at: Vec<String>,
    in_tests: bool,
    names: Vec<Named>,
    methods: Vec<Named>,
    calls: Vec<Named>,
    modules: BTreeMap<Vec<String>, Module>,
    test_modules: Vec<Vec<String>>,
    /// Modules with a `#[path]`: what it says, and its line.
    relocated: Vec<(Vec<String>, String, usize)>,
    macros: Vec<String>,
}

impl Reader {
    fn new(module: Vec<String>) -> Reader {
        Reader {
            modules: BTreeMap::from([(module.clone(), Module::default())]),
            at: module,
            in_tests: false,
            names: Vec::new(),
            methods: Vec::new(),
            calls: Vec::new(),
            test_modules: Vec::new(),
            relocated: Vec::new(),
            macros: Vec::new(),
        }
    }

    fn here(&mut self) -> &mut Module {
        self.modules.entry(self.at.clone()).or_default()
    }

    fn name(&self, segments: Vec<String>, line: usize) -> Named {
        Named {
            segments,
            line,
            is_test: self.in_tests,
            target: Target::Unknown,
            module: self.at.clone(),
        }
    }

    /// Notes what a `use` brings in.
    fn import(&mut self, tree: &syn::UseTree, before: &[String]) {
        let line = tree.span().start().line;
        match tree {
            syn::UseTree::Path(path) => {
                let before = [before, &[path.ident.to_string()]].concat();
                self.import(&path.tree, &before);
            }
            syn::UseTree::Group(group) => {
                group.items.iter().for_each(|t| self.import(t, before));
            }
            syn::UseTree::Glob(_) => {
                self.names.push(self.name(before.to_vec(), line));
                self.here().globs.push(before.to_vec());
            }
            syn::UseTree::Name(name) => self.bring(before, &name.ident, &name.ident, line),
            syn::UseTree::Rename(name) => self.bring(before, &name.ident, &name.rename, line),
        }
    }

    fn bring(&mut self, before: &[String], ident: &syn::Ident, known: &syn::Ident, line: usize) {
        let (ident, mut known) = (ident.to_string(), known.to_string());
        let mut path = before.to_vec();
        if ident != "self" {
            path.push(ident);
        } else if known == "self" {
            known = before.last().cloned().unwrap_or_default();
        }
        self.names.push(self.name(path.clone(), line));
        self.here().imports.insert(known, path);
    }

    /// Paths in the tokens of a macro.
    fn tokens(&mut self, tokens: TokenStream) {
        let mut path: Vec<String> = Vec::new();
        let (mut colons, mut line) = (0, 0);
        for token in tokens {
            match &token {
                TokenTree::Ident(ident) if colons == 2 && !path.is_empty() => {
                    path.push(ident.to_string());
                    colons = 0;
                }
                TokenTree::Ident(ident) => {
                    self.finish(&mut path, line);
                    path.push(ident.to_string());
                    (colons, line) = (0, ident.span().start().line);
                }
                TokenTree::Punct(punct) if punct.as_char() == ':' => colons += 1,
                TokenTree::Punct(punct) if punct.as_char() == '!' => {
                    let called = path.last().cloned();
                    self.calls
                        .extend(called.map(|name| self.name(vec![name], line)));
                    self.finish(&mut path, line);
                    colons = 0;
                }
                TokenTree::Group(group) => {
                    self.finish(&mut path, line);
                    colons = 0;
                    self.tokens(group.stream());
                }
                TokenTree::Punct(_) | TokenTree::Literal(_) => {
                    self.finish(&mut path, line);
                    colons = 0;
                }
            }
        }
        self.finish(&mut path, line);
    }

    fn finish(&mut self, path: &mut Vec<String>, line: usize) {
        let path = std::mem::take(path);
        if path.len() > 1 {
            self.names.push(self.name(path, line));
        }
    }
}

/// Whether something is built for tests alone.
fn is_for_tests(attributes: &[syn::Attribute]) -> bool {
    attributes.iter().any(|a| {
        a.path().is_ident("test")
            || a.path().is_ident("cfg")
                && a.parse_args::<syn::Path>()
                    .is_ok_and(|p| p.is_ident("test"))
    })
}

fn attributes(item: &syn::Item) -> &[syn::Attribute] {
    match item {
        syn::Item::Const(i) => &i.attrs,
        syn::Item::Fn(i) => &i.attrs,
        syn::Item::ForeignMod(i) => &i.attrs,
        syn::Item::Impl(i) => &i.attrs,
        syn::Item::Macro(i) => &i.attrs,
        syn::Item::Mod(i) => &i.attrs,
        syn::Item::Static(i) => &i.attrs,
        syn::Item::Struct(i) => &i.attrs,
        syn::Item::Trait(i) => &i.attrs,
        syn::Item::Use(i) => &i.attrs,
        _ => &[],
    }
}

/// The name by which an item is known in its module.
fn known_as(item: &syn::Item) -> Option<String> {
    let ident = match item {
        syn::Item::Const(i) => &i.ident,
        syn::Item::Enum(i) => &i.ident,
        syn::Item::Fn(i) => &i.sig.ident,
        syn::Item::Macro(i) => i.ident.as_ref()?,
        syn::Item::Static(i) => &i.ident,
        syn::Item::Struct(i) => &i.ident,
        syn::Item::Trait(i) => &i.ident,
        syn::Item::Type(i) => &i.ident,
        syn::Item::Union(i) => &i.ident,
        _ => return None,
    };
    Some(ident.to_string())
}

impl<'a> Visit<'a> for Reader {
    fn visit_item(&mut self, item: &'a syn::Item) {
        let outside = self.in_tests;
        self.in_tests |= is_for_tests(attributes(item));
        if let Some(name) = known_as(item) {
            let is_exported = |a: &syn::Attribute| a.path().is_ident("macro_export");
            if attributes(item).iter().any(is_exported) {
                self.macros.push(name.clone());
            }
            self.here().items.insert(name);
        }
        visit::visit_item(self, item);
        self.in_tests = outside;
    }

    fn visit_item_mod(&mut self, item: &'a syn::ItemMod) {
        let name = item.ident.to_string();
        self.at.push(name);
        for attribute in item.attrs.iter().filter(|a| a.path().is_ident("path")) {
            if let Ok(syn::MetaNameValue { value, .. }) = attribute.meta.require_name_value()
                && let Some(path) = text(value)
            {
                self.relocated.push((self.at.clone(), path, line(item)));
            }
        }
        if item.content.is_some() {
            self.here();
            visit::visit_item_mod(self, item);
        } else if self.in_tests {
            self.test_modules.push(self.at.clone());
        }
        self.at.pop();
    }

    fn visit_item_use(&mut self, item: &'a syn::ItemUse) {
        self.import(&item.tree, &[]);
    }

    fn visit_path(&mut self, path: &'a syn::Path) {
        if path.segments.len() > 1 {
            let line = path.span().start().line;
            self.names.push(self.name(segments(path), line));
        }
        visit::visit_path(self, path);
    }

    fn visit_expr_method_call(&mut self, call: &'a syn::ExprMethodCall) {
        let line = call.method.span().start().line;
        self.methods
            .push(self.name(vec![call.method.to_string()], line));
        visit::visit_expr_method_call(self, call);
    }

    fn visit_macro(&mut self, item: &'a syn::Macro) {
        let called = segments(&item.path).pop().into_iter().collect();
        self.calls.push(self.name(called, line(&item.path)));
        self.tokens(item.tokens.clone());
        visit::visit_macro(self, item);
    }
}

#[cfg(test)]
mod tests {
    use super::{Sources, Target};
    use crate::planted;

    fn edges(files: &[(&str, &str)], from: &str) -> Vec<String> {
        let (_dir, house) = planted(files);
        let sources = Sources::read(&house).unwrap();
        assert!(sources.complaints.is_empty(), "{:?}", sources.complaints);
        let file = sources
            .files
            .iter()
            .find(|f| f.path.ends_with(from))
            .unwrap();
        let mut targets: Vec<String> = file
            .names
            .iter()
            .map(|named| match &named.target {
                Target::File(found, rest) => {
                    let path = sources.files[*found].path.display();
                    format!("{}:{path} {}", named.line, rest.join("::"))
                }
                Target::External(path) => format!("{}:{}", named.line, path.join("::")),
                Target::Unknown => format!("{}:? {}", named.line, named.segments.join("::")),
            })
            .collect();
        targets.dedup();
        targets
    }

    const CRATES: [(&str, &str); 2] = [
        (
            "a/Cargo.toml",
            "[package]\nname = \"the-a\"\n[dependencies]\nthe-b.path = \"../b\"\nserde = \"1\"\n",
        ),
        ("b/Cargo.toml", "[package]\nname = \"the-b\"\n"),
    ];

    #[test]
    fn names_lead_to_the_files_that_define_them() {
        let lib = "mod one; mod two; pub use the_b as ir; macro_rules! m { () => { $crate::two::made() } }";
        let one = "use super::two::{self, inner::Deep as D, *};\nuse crate::ir::value::Value;\nfn f() { two::made(); }\n\
                   fn g() -> D { std::env::var(); ir::x() }\nfn h() { println!(\"{}\", crate::two::made()) }\n\
                   use serde::{de, ser::X};\nfn i() { de::y(); Short::new(); unknown::z(); }";
        let two = "pub mod inner { pub struct Deep; }\npub use the_b::value::Short;\npub fn made() {}\npub use crate::ir;";
        let files = [
            &CRATES[..],
            &[
                ("a/src/lib.rs", lib),
                ("a/src/one.rs", one),
                ("a/src/two.rs", two),
                ("b/src/lib.rs", "pub mod value;"),
                (
                    "b/src/value.rs",
                    "pub struct Value; pub struct Short; pub fn x() {}",
                ),
            ],
        ]
        .concat();
        assert_eq!(
            edges(&files, "one.rs"),
            [
                "1:a/src/two.rs ",
                "1:a/src/two.rs Deep",
                "1:a/src/two.rs ",
                "2:b/src/value.rs Value",
                "3:a/src/two.rs made",
                "4:std::env::var",
                "4:b/src/lib.rs x",
                "5:a/src/two.rs made",
                "6:serde::de",
                "6:serde::ser::X",
                "7:serde::de::y",
                "7:b/src/value.rs Short::new",
                "7:? unknown::z",
            ]
        );
        assert_eq!(
            edges(&files, "a/src/lib.rs"),
            ["1:b/src/lib.rs ", "1:a/src/two.rs made"]
        );
    }

    #[test]
    fn macros_and_modules_elsewhere_lead_to_their_files() {
        let files = [
            &CRATES[..],
            &[
                ("a/src/lib.rs", "mod sys; mod one;"),
                (
                    "a/src/sys.rs",
                    "#[cfg(x)]\n#[path = \"sys/x86.rs\"]\nmod arch; pub use arch::call;",
                ),
                (
                    "a/src/sys/x86.rs",
                    "#[macro_export]\nmacro_rules! address { () => {} }\npub fn call() {}",
                ),
                (
                    "a/src/one.rs",
                    "use crate::address;\nfn f() { crate::sys::call(); crate::address!() }",
                ),
            ],
        ]
        .concat();
        assert_eq!(
            edges(&files, "one.rs"),
            [
                "1:a/src/sys/x86.rs address",
                "2:a/src/sys/x86.rs call",
                "2:a/src/sys/x86.rs address"
            ]
        );
    }

    #[test]
    fn what_only_tests_have_is_known() {
        let lib = "fn f() { std::fs::read(); }\n#[cfg(test)]\nmod tests;\n#[cfg(test)]\nmod more { fn g() { std::fs::write(); } }";
        let files = [
            &CRATES[..],
            &[
                ("a/src/lib.rs", lib),
                ("a/src/tests.rs", "mod deep;"),
                ("a/src/tests/deep.rs", ""),
            ],
        ]
        .concat();
        let (_dir, house) = planted(&files);
        let sources = Sources::read(&house).unwrap();
        let tests: Vec<_> = sources.files.iter().map(|f| f.is_test).collect();
        assert_eq!(tests, [false, true, true]);
        let names: Vec<_> = sources.files[0].names.iter().map(|n| n.is_test).collect();
        assert_eq!(names, [false, true]);
    }

    #[test]
    fn what_is_not_rust_is_told() {
        let files = [&CRATES[..], &[("a/src/lib.rs", "fn f() {\n  let = 1;\n}")]].concat();
        let (_dir, house) = planted(&files);
        let complaints = Sources::read(&house).unwrap().complaints;
        assert!(
            complaints[0].starts_with("a/src/lib.rs:2: is not Rust"),
            "{complaints:?}"
        );
    }
}
