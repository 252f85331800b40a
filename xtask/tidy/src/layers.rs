//! The layers of `passes/` and `runtime/`: which file may use which, proved from the names that the sources use, and which
//! names stay out of which places. `layers.toml` is the table.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use petgraph::algo::tarjan_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use serde::Deserialize;

use super::rust::{File, Sources, Target};

/// `layers.toml`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Layers {
    pub building: Vec<Building>,
    pub crates: Vec<MayDepend>,
    pub only: Vec<Only>,
    forbidden: Vec<Forbidden>,
}

/// Rooms on floors.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Building {
    name: String,
    /// Where every file has a floor.
    folders: Vec<String>,
    floors: Vec<Vec<String>>,
}

/// What crates of a folder may depend on.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MayDepend {
    pub of: String,
    pub may: Vec<String>,
    pub why: String,
}

/// A crate from elsewhere that few may name.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Only {
    pub package: String,
    pub within: Vec<String>,
    pub why: String,
}

/// Names that sources do not say.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Forbidden {
    names: Vec<String>,
    r#in: Vec<String>,
    except: Vec<String>,
    why: String,
}

impl Layers {
    /// The table of this checkout.
    pub fn of_the_house() -> Layers {
        toml::from_str(include_str!("layers.toml")).expect("layers.toml is checked by a test")
    }
}

/// Whether a file or folder is `room` or below it, where rooms are written without extension.
pub fn stands_in(path: &Path, room: &str) -> bool {
    room.is_empty() || path.with_extension("") == Path::new(room) || path.starts_with(room)
}

/// The room of a building in which a file stands: its name and its floor.
pub fn room(building: &Building, path: &Path) -> Option<(PathBuf, usize)> {
    let floors = building.floors.iter().enumerate();
    let rooms = floors.flat_map(|(floor, rooms)| rooms.iter().map(move |room| (room, floor)));
    let mut open = None;
    for (name, floor) in rooms {
        if let Some(folder) = name.strip_suffix("/*") {
            if let Ok(below) = path.strip_prefix(folder)
                && let Some(first) = below.components().next()
            {
                let room = Path::new(folder).join(first).with_extension("");
                open = Some((room, floor));
            }
        } else if stands_in(path, name) {
            return Some((name.into(), floor));
        }
    }
    open
}

pub fn check(sources: &Sources, layers: &Layers) -> Vec<String> {
    let mut complaints = Vec::new();
    for building in &layers.building {
        complaints.extend(arrows(sources, building));
        complaints.extend(circles(sources, building));
    }
    complaints.extend(homeless(sources, layers));
    complaints.extend(forbidden(sources, layers));
    complaints
}

/// The files of the building that a file uses, each with the first line that does.
pub fn used(sources: &Sources, from: usize) -> BTreeMap<usize, usize> {
    let file = &sources.files[from];
    let mut used = BTreeMap::new();
    for named in file.names.iter().filter(|n| !n.is_test) {
        if let Target::File(to, _) = named.target
            && to != from
        {
            used.entry(to).or_insert(named.line);
        }
    }
    used
}

/// Files whose uses count: those of the program.
fn counted(sources: &Sources) -> impl Iterator<Item = (usize, &File)> {
    sources.files.iter().enumerate().filter(|(_, f)| !f.is_test)
}

/// Uses that lead up, or to a neighbour.
fn arrows(sources: &Sources, building: &Building) -> Vec<String> {
    let mut complaints = Vec::new();
    for (from, file) in counted(sources) {
        let Some((own, floor)) = room(building, &file.path) else {
            continue;
        };
        for (to, line) in used(sources, from) {
            let target = &sources.files[to].path;
            let Some((other, below)) = room(building, target) else {
                continue;
            };
            if own == other || below < floor {
                continue;
            }
            let place = format!("{}:{line}: uses {}", file.path.display(), target.display());
            let (own, other) = (own.display(), other.display());
            complaints.push(match below == floor {
                true => format!(
                    "{place}: {own} and {other} stand on one floor of {} and do not know each other; move what both \
                     need to a floor below",
                    building.name
                ),
                false => format!(
                    "{place}: {other} stands above {own} in {}; move what is used to a floor below",
                    building.name
                ),
            });
        }
    }
    complaints
}

/// Circles of files that lead through several rooms.
fn circles(sources: &Sources, building: &Building) -> Vec<String> {
    let mut graph = DiGraph::<(&Path, PathBuf), ()>::new();
    let mut nodes: BTreeMap<usize, NodeIndex> = BTreeMap::new();
    for (index, file) in counted(sources) {
        if let Some((own, _)) = room(building, &file.path) {
            nodes.insert(index, graph.add_node((&file.path, own)));
        }
    }
    for (from, node) in &nodes {
        for to in used(sources, *from).keys().filter_map(|to| nodes.get(to)) {
            graph.add_edge(*node, *to, ());
        }
    }
    let mut complaints = Vec::new();
    for circle in tarjan_scc(&graph) {
        let rooms: BTreeSet<&PathBuf> = circle.iter().map(|n| &graph[*n].1).collect();
        if rooms.len() > 1 {
            let mut files: Vec<_> = circle.iter().map(|n| graph[*n].0.display()).collect();
            files.sort_by_key(ToString::to_string);
            let files: Vec<String> = files.iter().map(ToString::to_string).collect();
            complaints.push(format!(
                "{}: these files of several rooms use each other in a circle: {}",
                building.name,
                files.join(", ")
            ));
        }
    }
    complaints.sort();
    complaints
}

/// Files that should stand on a floor and do not, and modules that are not where their names say.
fn homeless(sources: &Sources, layers: &Layers) -> Vec<String> {
    let mut complaints = Vec::new();
    for (_, file) in counted(sources) {
        let place = file.path.display();
        let Some(building) = layers.building.iter().find(|b| {
            let mut folders = b.folders.iter();
            folders.any(|folder| file.path.starts_with(folder))
        }) else {
            continue;
        };
        if room(building, &file.path).is_none() {
            complaints.push(format!(
                "{place}: stands on no floor; give it one in xtask/tidy/src/layers.toml"
            ));
        }
        // Another file for each processor is fine.
        let own = room(building, &file.path).map(|(name, _)| name);
        for (target, line) in &file.relocated {
            if room(building, target).map(|(name, _)| name) != own {
                complaints.push(format!(
                    "{place}:{line}: a module stands where its name says; move {} instead",
                    target.display()
                ));
            }
        }
    }
    complaints
}

/// Names that a place does not say.
fn forbidden(sources: &Sources, layers: &Layers) -> Vec<String> {
    let mut complaints = BTreeSet::new();
    for file in &sources.files {
        for row in &layers.forbidden {
            let is_in = row.r#in.iter().any(|place| stands_in(&file.path, place));
            let is_free = |e: &String| match e.as_str() {
                BUILD_SCRIPT => is_build_script(&file.path),
                place => file.path.ends_with(place) || stands_in(&file.path, place),
            };
            if !is_in || row.except.iter().any(is_free) {
                continue;
            }
            for (name, line) in said(file, &row.names) {
                complaints.insert((
                    file.path.clone(),
                    line,
                    format!("`{name}` here: {}", row.why),
                ));
            }
        }
    }
    let told =
        |(path, line, what): (PathBuf, usize, String)| format!("{}:{line}: {what}", path.display());
    complaints.into_iter().map(told).collect()
}

/// In lists of exceptions: what cargo talks to by the environment.
const BUILD_SCRIPT: &str = "<build script>";

fn is_build_script(path: &Path) -> bool {
    path.ends_with("build.rs") && path.iter().all(|part| part != "src")
}

/// Where a file says one of the names: paths of other crates, methods written `.name()`, and macros written `name!`. What only
/// tests print goes nowhere else.
fn said<'a>(file: &File, names: &'a [String]) -> Vec<(&'a str, usize)> {
    let mut found = Vec::new();
    for name in names {
        if let Some(method) = name.strip_prefix('.').and_then(|n| n.strip_suffix("()")) {
            let calls = file.methods.iter().filter(|m| m.segments == [method]);
            found.extend(calls.map(|m| (name.as_str(), m.line)));
            continue;
        }
        if let Some(called) = name.strip_suffix('!') {
            let calls = file.calls.iter().filter(|c| c.segments == [called]);
            let calls = calls.filter(|c| !c.is_test && !file.is_test);
            found.extend(calls.map(|c| (name.as_str(), c.line)));
            continue;
        }
        let wanted: Vec<&str> = name.split("::").collect();
        for named in &file.names {
            if let Target::External(path) = &named.target
                && path.len() >= wanted.len()
                && path.iter().zip(&wanted).all(|(a, b)| a == b)
            {
                found.push((name.as_str(), named.line));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::{Layers, check};
    use crate::{planted, rust::Sources};

    const PASSES: &[(&str, &str)] = &[
        (
            "passes/Cargo.toml",
            "[package]\nname = \"fz-passes\"\n[dependencies]\nfz-ir.path = \"ir\"\nllvm-sys = \"1\"\n",
        ),
        (
            "passes/ir/Cargo.toml",
            "[package]\nname = \"fz-ir\"\n[dependencies]\nllvm-sys = \"1\"\n",
        ),
        (
            "passes/ir/src/lib.rs",
            "pub struct Module; use llvm_sys::core::LLVMSize;",
        ),
        (
            "passes/src/lib.rs",
            "mod pass; mod marks; mod edges; mod sites; mod registry; pub use fz_ir as ir;",
        ),
        (
            "passes/src/pass.rs",
            "use crate::ir::Module; use crate::marks::pins;",
        ),
        ("passes/src/marks.rs", "pub mod pins;"),
        (
            "passes/src/marks/pins.rs",
            "use crate::ir::Module; pub fn plant() {}",
        ),
        (
            "passes/src/edges.rs",
            "mod arrays; use crate::{marks::pins, pass}; pub fn run() {}",
        ),
        ("passes/src/edges/arrays.rs", "use super::run;"),
        ("passes/src/sites.rs", "pub fn number() {}"),
        ("passes/src/registry.rs", "use crate::{edges, sites};"),
    ];

    const RUNTIME: &[(&str, &str)] = &[
        (
            "runtime/core/Cargo.toml",
            "[package]\nname = \"fz-runtime-core\"\n",
        ),
        ("runtime/core/src/lib.rs", "pub mod sys; pub mod map;"),
        ("runtime/core/src/sys.rs", "pub fn write() {}"),
        ("runtime/core/src/map.rs", "use crate::sys;"),
        (
            "runtime/protocol/Cargo.toml",
            "[package]\nname = \"fz-runtime-protocol\"\n[dependencies]\nfz-runtime-core.path = \"../core\"\n",
        ),
        (
            "runtime/protocol/src/lib.rs",
            "pub fn serve() { fz_runtime_core::map::lay(); }",
        ),
    ];

    const TOOLCHAIN: &[(&str, &str)] = &[
        (
            "toolchain/Cargo.toml",
            "[package]\nname = \"fz-toolchain\"\n[dependencies]\nlibc = \"1\"\n",
        ),
        (
            "toolchain/base/src/env.rs",
            "fn f() { std::env::var(\"X\"); }",
        ),
        (
            "toolchain/driver/build.rs",
            "fn f() { std::env::var(\"X\"); }",
        ),
    ];

    /// What is said of a house in which some files are others, or more.
    fn complaints(changed: &[(&str, &str)]) -> Vec<String> {
        let all = [PASSES, RUNTIME, TOOLCHAIN].concat();
        let kept = all
            .into_iter()
            .filter(|(path, _)| !changed.iter().any(|(other, _)| other == path));
        let files: Vec<_> = kept.chain(changed.iter().copied()).collect();
        let (_dir, house) = planted(&files);
        let sources = Sources::read(&house).unwrap();
        assert!(sources.complaints.is_empty(), "{:?}", sources.complaints);
        check(&sources, &Layers::of_the_house())
    }

    fn only_complaint(changed: &[(&str, &str)]) -> String {
        let said = complaints(changed);
        assert_eq!(said.len(), 1, "{said:#?}");
        said.into_iter().next().unwrap()
    }

    #[test]
    fn a_house_in_order_is_fine() {
        assert_eq!(complaints(&[]), [""; 0]);
    }

    #[test]
    fn a_pass_that_imports_another_is_found() {
        for text in [
            "pub fn number() {}\nuse crate::edges::run;",
            "pub fn number() {}\nfn f() { super::edges::run() }",
            "pub fn number() {}\nfn f() { vec![crate::edges::run()]; }",
        ] {
            assert_eq!(
                only_complaint(&[("passes/src/sites.rs", text)]),
                "passes/src/sites.rs:2: uses passes/src/edges.rs: passes/src/sites and passes/src/edges stand on one \
                 floor of passes and do not know each other; move what both need to a floor below"
            );
        }
        // Through another's door it is the same.
        let said = complaints(&[
            (
                "passes/src/lib.rs",
                "mod pass; mod marks; mod edges; mod sites; mod registry; pub use fz_ir as ir; pub use edges::run as go;",
            ),
            ("passes/src/sites.rs", "use crate::go; pub fn number() {}"),
        ]);
        assert!(
            said[0].starts_with("passes/src/sites.rs:1: uses passes/src/edges.rs"),
            "{said:?}"
        );
    }

    #[test]
    fn tests_may_know_all() {
        let sites = "pub fn number() {}\n#[cfg(test)]\nmod tests { use crate::edges::run; }";
        assert_eq!(complaints(&[("passes/src/sites.rs", sites)]), [""; 0]);
    }

    #[test]
    fn a_mark_that_knows_a_pass_is_found_and_so_is_the_circle() {
        let pins = "use crate::ir::Module;\nuse crate::edges;\npub fn plant() {}";
        assert_eq!(
            complaints(&[("passes/src/marks/pins.rs", pins)]),
            [
                "passes/src/marks/pins.rs:2: uses passes/src/edges.rs: passes/src/edges stands above passes/src/marks in \
                 passes; move what is used to a floor below",
                "passes: these files of several rooms use each other in a circle: passes/src/edges.rs, \
                 passes/src/marks/pins.rs, passes/src/pass.rs"
            ]
        );
    }

    #[test]
    fn a_raw_call_of_llvm_is_found() {
        for text in [
            "pub fn number() {}\nuse llvm_sys::core::*;",
            "pub fn number() {}\nfn f() { unsafe { llvm_sys::core::LLVMSize() } }",
        ] {
            assert_eq!(
                only_complaint(&[("passes/src/sites.rs", text)]),
                "passes/src/sites.rs:2: `llvm_sys` here: only passes/ir names LLVM's C interface; give it a typed \
                 function and call that"
            );
        }
    }

    #[test]
    fn a_core_that_knows_a_protocol_is_found() {
        let manifest = "[package]\nname = \"fz-runtime-core\"\n[dependencies]\nfz-runtime-protocol.path = \"../protocol\"\n";
        let map = "use crate::sys;\nfn f() { fz_runtime_protocol::serve() }";
        let said = complaints(&[
            ("runtime/core/Cargo.toml", manifest),
            ("runtime/core/src/map.rs", map),
        ]);
        assert!(
            said[0].starts_with("runtime/core/src/map.rs:2: uses runtime/protocol/src/lib.rs: runtime/protocol/src/lib stands above"),
            "{said:?}"
        );
    }

    #[test]
    fn a_lower_module_of_the_core_that_uses_a_higher_is_found() {
        let sys = "pub fn write() { crate::map::lay() }";
        let said = complaints(&[("runtime/core/src/sys.rs", sys)]);
        assert!(
            said[0].starts_with("runtime/core/src/sys.rs:1: uses runtime/core/src/map.rs"),
            "{said:?}"
        );
        assert!(said[1].contains("in a circle"), "{said:?}");
    }

    #[test]
    fn a_file_without_a_floor_is_found() {
        assert_eq!(
            only_complaint(&[("runtime/protocol/src/newer.rs", "")]),
            "runtime/protocol/src/newer.rs: stands on no floor; give it one in xtask/tidy/src/layers.toml"
        );
    }

    #[test]
    fn a_module_that_is_elsewhere_is_found() {
        let edges = "mod arrays; pub fn run() {}\n#[path = \"sites.rs\"]\nmod other;";
        assert_eq!(
            only_complaint(&[("passes/src/edges.rs", edges)]),
            "passes/src/edges.rs:2: a module stands where its name says; move passes/src/sites.rs instead"
        );
        let edges = "mod arrays; pub fn run() {}\n#[path = \"edges/x86.rs\"]\nmod arch;";
        let fine = [
            ("passes/src/edges.rs", edges),
            ("passes/src/edges/x86.rs", ""),
        ];
        assert_eq!(complaints(&fine), [""; 0]);
    }

    #[test]
    fn reading_the_environment_is_found() {
        for text in [
            "fn f() {\n  std::env::var(\"X\");\n}",
            "use std::env;\nfn f() { env::var_os(\"X\"); }",
            "use std::env::vars as all;\nfn f() {}",
            "#[test]\nfn f() { println!(\"{:?}\", std::env::vars_os()); }",
            "\nfn f() { unsafe { libc::getenv(c\"X\".as_ptr()) } }",
        ] {
            let said = complaints(&[("toolchain/base/src/other.rs", text)]);
            assert!(
                said.iter().any(|s| s
                    .contains("reads the environment; declare the variable in the crate's env.rs")),
                "{text}: {said:?}"
            );
        }
        let fine = "fn f() { std::env::temp_dir(); std::env::args(); }";
        assert_eq!(
            complaints(&[("toolchain/base/src/other.rs", fine)]),
            [""; 0]
        );
        let said = only_complaint(&[("passes/src/env.rs", "fn f() { std::env::var(\"X\"); }")]);
        assert_eq!(
            said,
            "passes/src/env.rs:1: `std::env::var` here: passes read no environment; make it a parameter of the pipeline text"
        );
    }

    #[test]
    fn another_way_to_the_terminal_is_found() {
        for (text, what) in [
            ("fn f() { println!(); }", "println!"),
            ("fn f() { std::eprintln!(\"a\"); }", "eprintln!"),
            ("fn f() { g!({ print!(\"a\") }); }", "print!"),
            ("use std::io;\nfn f() { io::stdout(); }", "std::io::stdout"),
            ("use std::io::stderr as e;", "std::io::stderr"),
        ] {
            let said = only_complaint(&[("toolchain/cli/src/run.rs", text)]);
            assert!(
                said.contains(&format!("`{what}` here: texts of others would act")),
                "{said}"
            );
        }
        let tests = "#[test]\nfn f() { println!(); }";
        let fine = [
            ("toolchain/cli/src/run.rs", tests),
            (
                "toolchain/base/src/terminal.rs",
                "fn f() { std::io::stdout(); }",
            ),
            (
                "passes/src/edges.rs",
                "mod arrays; pub fn run() { println!() }",
            ),
        ];
        assert_eq!(complaints(&fine), [""; 0]);
        let said = only_complaint(&[(
            "toolchain/cli/src/run.rs",
            "fn f() { writeln!(out, \"{name}\"); }",
        )]);
        assert!(
            said.contains("`writeln!` here: a name could break"),
            "{said}"
        );
    }

    #[test]
    fn planning_that_looks_around_is_found() {
        for (text, what) in [
            ("fn f() { std::fs::read(\"x\"); }", "`std::fs`"),
            ("use std::process::Command;", "`std::process`"),
            ("fn f() { std::env::current_dir(); }", "`std::env`"),
            ("fn f(p: &std::path::Path) { p.exists(); }", "`.exists()`"),
        ] {
            for path in [
                "toolchain/driver/src/plan.rs",
                "toolchain/driver/src/plan/placing.rs",
            ] {
                let said = only_complaint(&[(path, text)]);
                assert!(
                    said.starts_with(&format!("{path}:1: {what} here: planning is pure")),
                    "{said}"
                );
            }
        }
    }
}
