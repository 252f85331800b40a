//! One name everywhere: pass `byte-split` is `byte_split`, a room of its own in `passes/src`, a row of the registry, and
//! `tests/passes/byte-split/`.

use std::collections::BTreeSet;
use std::path::Path;

use syn::visit::{self, Visit};

use super::House;
use super::layers::used;
use super::rust::{File, Sources, segments, text};

/// Where passes are declared: by `pass!`, or in rows of structures of these names, with a field `name`.
const DECLARED_IN: [&str; 2] = ["passes/src/registry.rs", "passes/schema/src"];
const ROWS: [&str; 2] = ["Pass", "PassInfo"];

const SOURCES: &str = "passes/src";
const REGISTRY: &str = "passes/src/registry.rs";
const TESTS: &str = "tests/passes";

pub fn check(house: &House, sources: &Sources) -> Vec<String> {
    let names = names(sources);
    let mut complaints = Vec::new();
    for (file, declared) in all_declared(sources) {
        complaints.extend(declared.unreadable.iter().map(|line| {
            format!(
                "{}:{line}: the name of this pass is no text; write one, or a constant that is one",
                file.path.display()
            )
        }));
    }
    let registry = sources
        .files
        .iter()
        .position(|f| f.path == Path::new(REGISTRY));
    let registered: BTreeSet<&Path> = registry.map_or_else(BTreeSet::new, |index| {
        let files = used(sources, index);
        files
            .keys()
            .map(|f| sources.files[*f].path.as_path())
            .collect()
    });
    for name in &names {
        let room = name.replace('-', "_");
        let files =
            [format!("{room}.rs"), format!("{room}/mod.rs")].map(|f| Path::new(SOURCES).join(f));
        let Some(file) = files.iter().find(|f| house.exists(f)) else {
            let file = files[0].display();
            complaints.push(format!(
                "{REGISTRY}: pass {name} wants a file of its own, {file}"
            ));
            continue;
        };
        if !registered.contains(file.as_path()) {
            let file = file.display();
            complaints.push(format!(
                "{REGISTRY}: pass {name} has no row, or its row does not use {file}"
            ));
        }
        let tests = Path::new(TESTS).join(name);
        let is_test = |p: &&std::path::PathBuf| {
            p.starts_with(&tests) && p.extension().is_some_and(|x| x == "ll")
        };
        if !house.files.iter().any(|p| is_test(&p)) {
            complaints.push(format!(
                "{}/: pass {name} has no file tests; add one",
                tests.display()
            ));
        }
    }
    complaints.extend(strays(house, &names));
    complaints
}

/// The names of all passes.
pub fn names(sources: &Sources) -> BTreeSet<String> {
    let declared = all_declared(sources);
    declared.into_iter().flat_map(|(_, d)| d.names).collect()
}

/// What the files declare that declare passes.
fn all_declared(sources: &Sources) -> Vec<(&File, Declared)> {
    let is_here = |file: &&File| {
        !file.is_test && DECLARED_IN.iter().any(|place| file.path.starts_with(place))
    };
    let files = sources.files.iter().filter(is_here);
    files.map(|file| (file, declared(sources, file))).collect()
}

/// Folders of tests that are no pass's.
fn strays(house: &House, names: &BTreeSet<String>) -> Vec<String> {
    let folder = |p: &Path| {
        let below = p.strip_prefix(TESTS).ok()?;
        Some(below.iter().next()?.to_string_lossy().into_owned())
    };
    let folders: BTreeSet<String> = house.files.iter().filter_map(|p| folder(p)).collect();
    folders
        .difference(names)
        .map(|name| format!("{TESTS}/{name}: no pass has this name; name it as its pass"))
        .collect()
}

/// What a file declares.
#[derive(Default)]
struct Declared {
    names: Vec<String>,
    unreadable: Vec<usize>,
}

fn declared(sources: &Sources, file: &File) -> Declared {
    struct Rows<'s> {
        sources: &'s Sources,
        file: &'s File,
        declared: Declared,
    }
    impl<'a> Visit<'a> for Rows<'_> {
        fn visit_expr_struct(&mut self, row: &'a syn::ExprStruct) {
            let is_row = row
                .path
                .segments
                .last()
                .is_some_and(|s| ROWS.iter().any(|r| s.ident == r));
            let mut fields = row.fields.iter();
            let name = fields.find(|f| matches!(&f.member, syn::Member::Named(n) if n == "name"));
            if let Some(field) = name.filter(|_| is_row) {
                let constant = match &field.expr {
                    syn::Expr::Path(path) => {
                        self.sources.constant(self.file, &segments(&path.path))
                    }
                    other => text(other),
                };
                match constant {
                    Some(name) => self.declared.names.push(name),
                    None => self.declared.unreadable.push(super::rust::line(field)),
                }
            }
            visit::visit_expr_struct(self, row);
        }

        /// `pass! { "name": … }`
        fn visit_macro(&mut self, one: &'a syn::Macro) {
            if one.path.is_ident("pass") {
                let begin = one.tokens.clone().into_iter().next();
                let name = begin.and_then(|token| syn::parse2::<syn::LitStr>(token.into()).ok());
                match name {
                    Some(name) => self.declared.names.push(name.value()),
                    None => self.declared.unreadable.push(super::rust::line(one)),
                }
            }
        }
    }
    let mut rows = Rows {
        sources,
        file,
        declared: Declared::default(),
    };
    rows.visit_file(&file.syntax);
    rows.declared
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::{planted, rust::Sources};

    const HOUSE: &[(&str, &str)] = &[
        ("passes/Cargo.toml", "[package]\nname = \"fz-passes\"\n"),
        (
            "passes/src/lib.rs",
            "mod registry; mod byte_split; mod edges;",
        ),
        (
            "passes/src/registry.rs",
            "use crate::{byte_split, edges};\nconst ROWS: &[PassInfo] = &[PassInfo { name: byte_split::NAME, f: 1 }, PassInfo {\n\
             name: \"edges\", f: edges::new() }];",
        ),
        (
            "passes/src/byte_split.rs",
            "pub const NAME: &str = \"byte-split\";",
        ),
        ("passes/src/edges/mod.rs", "pub fn new() {}"),
        ("tests/passes/byte-split/a.ll", ""),
        ("tests/passes/edges/a.ll", ""),
    ];

    fn complaints(without: &str, with: &[(&str, &str)]) -> Vec<String> {
        let kept = HOUSE.iter().copied().filter(|(path, _)| *path != without);
        let files: Vec<_> = kept.chain(with.iter().copied()).collect();
        let (_dir, house) = planted(&files);
        let sources = Sources::read(&house).unwrap();
        assert!(sources.complaints.is_empty(), "{:?}", sources.complaints);
        check(&house, &sources)
    }

    #[test]
    fn passes_in_order_are_fine() {
        assert_eq!(complaints("", &[]), [""; 0]);
        // As the schema declares them.
        let schema = [
            (
                "passes/schema/Cargo.toml",
                "[package]\nname = \"fz-schema\"\n",
            ),
            ("passes/schema/src/lib.rs", ""),
            (
                "passes/schema/src/passes/edges.rs",
                "pub const PASS: Pass = Pass { name: \"edges\" };",
            ),
        ];
        assert_eq!(complaints("", &schema), [""; 0]);
    }

    #[test]
    fn a_pass_without_tests_is_found() {
        assert_eq!(
            complaints("tests/passes/byte-split/a.ll", &[]),
            ["tests/passes/byte-split/: pass byte-split has no file tests; add one"]
        );
        let beside = [("tests/passes/edges/a.table", "")];
        assert_eq!(
            complaints("tests/passes/edges/a.ll", &beside),
            ["tests/passes/edges/: pass edges has no file tests; add one"]
        );
    }

    #[test]
    fn a_pass_without_a_file_of_its_own_is_found() {
        let moved = [("passes/src/other/edges.rs", "")];
        assert_eq!(
            complaints("passes/src/edges/mod.rs", &moved),
            ["passes/src/registry.rs: pass edges wants a file of its own, passes/src/edges.rs"]
        );
    }

    #[test]
    fn a_pass_of_the_schema_without_a_row_is_found() {
        let schema = [
            (
                "passes/schema/Cargo.toml",
                "[package]\nname = \"fz-schema\"\n",
            ),
            (
                "passes/schema/src/lib.rs",
                "pub const PASS: Pass = Pass { name: \"pins\" };",
            ),
            ("passes/src/pins.rs", ""),
            ("tests/passes/pins/a.ll", ""),
        ];
        assert_eq!(
            complaints("", &schema),
            [
                "passes/src/registry.rs: pass pins has no row, or its row does not use passes/src/pins.rs"
            ]
        );
    }

    #[test]
    fn tests_of_no_pass_are_found() {
        let stray = [("tests/passes/byte_split/a.ll", "")];
        assert_eq!(
            complaints("", &stray),
            ["tests/passes/byte_split: no pass has this name; name it as its pass"]
        );
    }

    #[test]
    fn a_name_that_nobody_can_read_is_found() {
        let registry = "use crate::{byte_split, edges};\nconst ROWS: &[PassInfo] = &[PassInfo { name: byte_split::NAME },\n\
             PassInfo { name: edges::new() }];";
        let said = complaints(
            "passes/src/registry.rs",
            &[("passes/src/registry.rs", registry)],
        );
        assert_eq!(
            said[0],
            "passes/src/registry.rs:3: the name of this pass is no text; write one, or a constant that is one"
        );
    }
}
