//! Every mark that one pass leaves for another has a writer, a reader and an eraser. Its file in `passes/src/marks`
//! declares them in a constant:
//!
//! ```text
//! pub const LIFE: Life = Life {
//!     made_by: &["pins"],
//!     read_by: &["edges", "dictionary"],
//!     gone_after: &["pins"],
//! };
//! ```
//!
//! The lists hold names of passes, and [`OTHERS`]. They are held against the sources: each pass that names the file is in
//! one of them, and each pass in them comes to the file, by itself or through a room below.

use std::collections::BTreeSet;
use std::path::Path;

use syn::visit::{self, Visit};

use super::layers::used;
use super::passes;
use super::rust::{File, Sources, line, text};

const FOLDER: &str = "passes/src/marks";
const PASSES: &str = "passes/src";
const ROW: &str = "Life";

/// The fields of a declaration, and what one that is empty means.
const FIELDS: [(&str, &str); 3] = [
    ("made_by", "nobody writes it"),
    ("read_by", "nobody reads it"),
    ("gone_after", "nobody erases it"),
];

/// Those that may stand in the lists beside passes: clang's plugins write some marks, code generation drops metadata and
/// attributes that it does not know, and what is code of the program stays.
const OTHERS: [&str; 3] = ["clang", "code generation", "never"];

/// What names of marks begin with: metadata and functions, and attributes.
const PREFIXES: [&str; 2] = ["fz.", "fz-"];

pub fn check(sources: &Sources) -> Vec<String> {
    let names = passes::names(sources);
    let mut complaints: Vec<_> = sources.files.iter().flat_map(of_their_own).collect();
    for (index, file) in sources.files.iter().enumerate() {
        if file.is_test || file.path.parent() != Some(Path::new(FOLDER)) {
            continue;
        }
        let lives = lives(file);
        if lives.is_empty() {
            complaints.push(format!(
                "{}: says neither who makes nor who reads nor who erases the mark; declare a `{ROW}`",
                file.path.display()
            ));
        }
        let mut declared = BTreeSet::new();
        for life in &lives {
            let place = format!("{}:{}", file.path.display(), life.line);
            for ((field, lack), found) in FIELDS.iter().zip(&life.fields) {
                if found.is_empty() {
                    complaints.push(format!("{place}: `{field}` names nobody: {lack}"));
                }
                for name in found {
                    if !names.contains(name) && !OTHERS.contains(&name.as_str()) {
                        complaints
                            .push(format!("{place}: `{field}` names {name}, which is no pass"));
                    }
                    declared.insert(name.clone());
                }
            }
        }
        if !lives.is_empty() {
            complaints.extend(held_against_uses(sources, index, &declared, &names));
        }
    }
    complaints
}

/// Marks that a file outside the folder makes or reads by their names.
fn of_their_own(file: &File) -> Vec<String> {
    struct Literals(Vec<(usize, String)>);
    impl<'a> Visit<'a> for Literals {
        fn visit_item_mod(&mut self, module: &'a syn::ItemMod) {
            let is_test = |a: &syn::Attribute| {
                a.path().is_ident("cfg")
                    && a.meta
                        .require_list()
                        .is_ok_and(|l| l.tokens.to_string() == "test")
            };
            if !module.attrs.iter().any(is_test) {
                visit::visit_item_mod(self, module);
            }
        }

        fn visit_attribute(&mut self, _: &'a syn::Attribute) {}

        fn visit_lit_str(&mut self, literal: &'a syn::LitStr) {
            self.0.push((line(literal), literal.value()));
        }
    }
    let is_mark = |text: &str| {
        let name = PREFIXES.iter().find_map(|p| text.strip_prefix(p));
        name.is_some_and(|n| !n.is_empty() && n.chars().all(|c| c.is_ascii_lowercase() || c == '-'))
    };
    if file.is_test || !file.path.starts_with(PASSES) || file.path.starts_with(FOLDER) {
        return Vec::new();
    }
    let mut literals = Literals(Vec::new());
    literals.visit_file(&file.syntax);
    let found = literals.0.into_iter().filter(|(_, text)| is_mark(text));
    found
        .map(|(line, text)| {
            let path = file.path.display();
            format!("{path}:{line}: `{text}` is a mark; give it a file in {FOLDER}, which says who makes, reads and erases it")
        })
        .collect()
}

/// What the declaration says too much or too little.
fn held_against_uses(
    sources: &Sources,
    mark: usize,
    declared: &BTreeSet<String>,
    names: &BTreeSet<String>,
) -> Vec<String> {
    let place = sources.files[mark].path.display();
    let mut complaints = Vec::new();
    for name in names {
        let own: Vec<usize> = (0..sources.files.len())
            .filter(|f| pass_of(&sources.files[*f]) == Some(name.replace('-', "_")))
            .collect();
        let is_direct = own.iter().any(|f| used(sources, *f).contains_key(&mark));
        if is_direct && !declared.contains(name) {
            complaints.push(format!(
                "{place}: pass {name} uses the mark and is not in its `{ROW}`"
            ));
        }
        if !is_direct && declared.contains(name) && !reaches(sources, own, mark) {
            complaints.push(format!(
                "{place}: pass {name} is in the mark's `{ROW}` and does not use it"
            ));
        }
    }
    complaints
}

/// The module of the pass that a file belongs to.
fn pass_of(file: &File) -> Option<String> {
    let below = file
        .path
        .strip_prefix(PASSES)
        .ok()
        .filter(|_| !file.is_test)?;
    let first = Path::new(below.iter().next()?).with_extension("");
    Some(first.to_string_lossy().into_owned())
}

/// Whether what these files use, and what that uses, is `mark` somewhere.
fn reaches(sources: &Sources, from: Vec<usize>, mark: usize) -> bool {
    let mut seen: BTreeSet<usize> = from.iter().copied().collect();
    let mut open = from;
    while let Some(file) = open.pop() {
        for next in used(sources, file).into_keys() {
            if next == mark {
                return true;
            }
            if seen.insert(next) {
                open.push(next);
            }
        }
    }
    false
}

/// A declaration: its line, and the names in its fields.
struct Life {
    line: usize,
    fields: [Vec<String>; 3],
}

fn lives(file: &File) -> Vec<Life> {
    struct Rows(Vec<Life>);
    impl<'a> Visit<'a> for Rows {
        fn visit_expr_struct(&mut self, row: &'a syn::ExprStruct) {
            if row.path.segments.last().is_some_and(|s| s.ident == ROW) {
                let fields = FIELDS.map(|(name, _)| {
                    let is_wanted = |f: &&syn::FieldValue| matches!(&f.member, syn::Member::Named(n) if n == name);
                    row.fields.iter().find(is_wanted).map_or_else(Vec::new, |f| texts(&f.expr))
                });
                self.0.push(Life {
                    line: line(row),
                    fields,
                });
            }
            visit::visit_expr_struct(self, row);
        }
    }
    let mut rows = Rows(Vec::new());
    rows.visit_file(&file.syntax);
    rows.0
}

/// All texts within an expression.
fn texts(expression: &syn::Expr) -> Vec<String> {
    struct Texts(Vec<String>);
    impl<'a> Visit<'a> for Texts {
        fn visit_expr(&mut self, expression: &'a syn::Expr) {
            self.0.extend(text(expression));
            visit::visit_expr(self, expression);
        }
    }
    let mut texts = Texts(Vec::new());
    texts.visit_expr(expression);
    texts.0
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::{planted, rust::Sources};

    fn complaints(pins: &str, edges: &str) -> Vec<String> {
        let (_dir, house) = planted(&[
            ("passes/Cargo.toml", "[package]\nname = \"fz-passes\"\n"),
            (
                "passes/src/lib.rs",
                "mod registry; mod edges; mod pins; mod sites; mod marks; mod pass;",
            ),
            (
                "passes/src/registry.rs",
                "const ROWS: &[PassInfo] = &[PassInfo { name: \"edges\" }, PassInfo { name: \"pins\" }, PassInfo { name: \"sites\" }];",
            ),
            ("passes/src/pass.rs", "use crate::marks::pins;"),
            ("passes/src/pins.rs", "use crate::marks::pins;"),
            ("passes/src/edges.rs", edges),
            ("passes/src/sites.rs", ""),
            ("passes/src/marks.rs", "pub mod pins;"),
            ("passes/src/marks/pins.rs", pins),
            ("passes/src/marks/pins/part.rs", ""),
        ]);
        let sources = Sources::read(&house).unwrap();
        assert!(sources.complaints.is_empty(), "{:?}", sources.complaints);
        check(&sources)
    }

    const READER: &str = "use crate::marks::pins;";

    fn life(made_by: &str, read_by: &str, gone_after: &str) -> String {
        format!(
            "\npub const LIFE: Life = Life {{ made_by: &[{made_by}], read_by: &[{read_by}], gone_after: &[{gone_after}] }};"
        )
    }

    #[test]
    fn a_mark_with_a_life_is_fine() {
        let pins = life("\"pins\", \"clang\"", "\"edges\"", "\"pins\"");
        assert_eq!(complaints(&pins, READER), [""; 0]);
        // Through a room that both know.
        assert_eq!(complaints(&pins, "use crate::pass;"), [""; 0]);
        let stays = "\npub const LIFE: Life = Life { made_by: &[\"pins\"], read_by: &[\"edges\"], gone_after: Gone::After(\"code generation\") };";
        assert_eq!(complaints(stays, READER), [""; 0]);
    }

    #[test]
    fn a_mark_without_an_eraser_is_found() {
        assert_eq!(
            complaints(&life("\"pins\"", "\"edges\"", ""), READER),
            ["passes/src/marks/pins.rs:2: `gone_after` names nobody: nobody erases it"]
        );
        let short = "pub const LIFE: Life = Life { made_by: &[\"pins\"], read_by: &[\"edges\"] };";
        assert_eq!(
            complaints(short, READER),
            ["passes/src/marks/pins.rs:1: `gone_after` names nobody: nobody erases it"]
        );
    }

    #[test]
    fn a_mark_without_a_reader_or_a_writer_is_found() {
        assert_eq!(
            complaints(&life("\"pins\"", "", "\"pins\""), ""),
            ["passes/src/marks/pins.rs:2: `read_by` names nobody: nobody reads it"]
        );
        assert_eq!(
            complaints(&life("", "\"edges\"", "\"pins\""), READER),
            ["passes/src/marks/pins.rs:2: `made_by` names nobody: nobody writes it"]
        );
    }

    #[test]
    fn a_mark_without_a_file_is_found() {
        let pins = life("\"pins\"", "\"edges\"", "\"pins\"");
        let edges = |body: &str| format!("{READER}\n{body}");
        assert_eq!(
            complaints(&pins, &edges("const KEPT: &str = \"fz.kept\";")),
            [
                "passes/src/edges.rs:2: `fz.kept` is a mark; give it a file in passes/src/marks, which says who makes, reads and erases it"
            ]
        );
        let tests = "/// \"fz-kept\"\n#[cfg(test)] mod tests { const KEPT: &str = \"fz-kept\"; }";
        assert_eq!(complaints(&pins, &edges(tests)), [""; 0]);
    }

    #[test]
    fn a_mark_that_says_nothing_is_found() {
        assert_eq!(
            complaints("pub fn plant() {}", READER),
            [
                "passes/src/marks/pins.rs: says neither who makes nor who reads nor who erases the mark; declare a `Life`"
            ]
        );
    }

    #[test]
    fn a_life_that_the_sources_contradict_is_found() {
        assert_eq!(
            complaints(&life("\"pins\"", "\"pins\"", "\"pins\""), READER),
            ["passes/src/marks/pins.rs: pass edges uses the mark and is not in its `Life`"]
        );
        assert_eq!(
            complaints(
                &life("\"pins\"", "\"edges\", \"sites\"", "\"pins\""),
                READER
            ),
            ["passes/src/marks/pins.rs: pass sites is in the mark's `Life` and does not use it"]
        );
        assert_eq!(
            complaints(&life("\"pins\"", "\"edges\"", "\"pinz\""), READER),
            ["passes/src/marks/pins.rs:2: `gone_after` names pinz, which is no pass"]
        );
    }
}
