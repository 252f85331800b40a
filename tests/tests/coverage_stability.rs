//! What has an identity keeps it: in another folder, with other names for the same files, and behind edits elsewhere. The
//! package `tests/coverage/package` has functions of one name in several files, lambdas, and a source that its build makes.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use fz_coverage::{identities::Kind, store::Store};
use fz_tests::{RunCommand, env, fz, in_parallel, rooms};
use tempfile::TempDir;
use walkdir::WalkDir;

/// Sources below `src`; what the build makes is `gen.c`.
const UNITS: [&str; 4] = ["a/util.c", "b/util.c", "main.cc", "gen.c"];

/// How a package is built.
struct Way {
    /// Where the compiler runs; the generated source is there.
    folder: &'static str,
    /// The sources, as it is given them.
    sources: &'static str,
    flags: &'static [&'static str],
    is_parallel: bool,
}

const IN_TREE: Way = Way {
    folder: "",
    sources: "src",
    flags: &[],
    is_parallel: false,
};

struct Package {
    scratch: TempDir,
}

impl Package {
    fn new(below: &str) -> Package {
        let package = Package {
            scratch: tempfile::tempdir().unwrap(),
        };
        let from = rooms().join("tests/coverage/package");
        for file in WalkDir::new(&from).into_iter().map(Result::unwrap) {
            let to = package.scratch.path().join(below);
            let to = to.join(file.path().strip_prefix(&from).unwrap());
            if file.file_type().is_dir() {
                fs::create_dir_all(to).unwrap();
            } else {
                fs::copy(file.path(), to).unwrap();
            }
        }
        package
    }

    fn path(&self, name: &str) -> PathBuf {
        self.scratch.path().join(name)
    }

    fn edit(&self, file: &str, from: &str, to: &str) {
        let text = fs::read_to_string(self.path(file)).unwrap();
        assert_eq!(text.matches(from).count(), 1, "{file}: {from}");
        fs::write(self.path(file), text.replace(from, to)).unwrap();
    }

    /// Builds it, runs an input, and leaves the store.
    fn collect(&self, root: &str, way: &Way) -> PathBuf {
        let root = self.path(root);
        let folder = root.join(way.folder);
        fs::create_dir_all(&folder).unwrap();
        if !way.folder.is_empty() {
            fs::rename(root.join("gen.c"), folder.join("gen.c")).unwrap();
        }
        let sources = way.sources.replace("ROOT", root.to_str().unwrap());
        let tool = |name: &str| {
            let mut command = Command::new(fz().join("bin").join(name));
            env::bare(&mut command)
                .current_dir(&folder)
                .env("HOME", &root)
                .envs([("FZ_PROFILE", "coverage"), ("FZ_ENGINE", "afl")]);
            command
        };
        let compile = |unit: &str| {
            let source = match unit {
                "gen.c" => unit.to_owned(),
                unit => format!("{sources}/{unit}"),
            };
            let object = format!("{}.o", unit.replace('/', "-"));
            let compiler = if unit.ends_with(".cc") {
                "fz-cxx"
            } else {
                "fz-cc"
            };
            tool(compiler)
                .args(["-w", "-c", &format!("-I{sources}"), &source, "-o", &object])
                .args(way.flags)
                .outcome()
                .ok();
            object
        };
        let objects: Vec<String> = match way.is_parallel {
            true => in_parallel(&UNITS, |unit| compile(unit)),
            false => UNITS.iter().rev().map(|unit| compile(unit)).collect(),
        };
        tool("fz-cxx")
            .args(&objects)
            .args(["-o", "p"])
            .outcome()
            .ok();
        fs::write(folder.join("input"), "x_1q").unwrap();
        tool("fz")
            .args(["cov", "collect", "./p", "-i", "input", "-o", "s.fzcov"])
            .outcome()
            .ok();
        folder.join("s.fzcov")
    }
}

/// The keys of each function, and which of them outcomes have.
fn keys(store: &Path, only: Option<Kind>) -> BTreeMap<String, BTreeSet<u64>> {
    let catalogue = Store::open(store).unwrap().catalogue;
    let mut keys: BTreeMap<String, BTreeSet<u64>> = BTreeMap::new();
    for identity in &catalogue.identities {
        let function = &catalogue.functions[identity.function];
        let name = format!("{} {}", function.symbol, function.file);
        if only.is_none_or(|kind| kind == identity.kind) {
            keys.entry(name).or_default().insert(identity.key);
        }
    }
    keys
}

/// What is not the same, by the name that functions have in the source.
fn changed(before: &Path, after: &Path, only: Option<Kind>) -> BTreeSet<String> {
    let all = |store| -> BTreeMap<String, BTreeSet<u64>> {
        let mut all: BTreeMap<String, BTreeSet<u64>> = BTreeMap::new();
        for (name, keys) in keys(store, only) {
            all.entry(name).or_default().extend(keys);
        }
        all
    };
    let (before, after) = (all(before), all(after));
    let of = |all: &BTreeMap<String, BTreeSet<u64>>| {
        let keys = all
            .iter()
            .flat_map(|(name, keys)| keys.iter().map(move |k| (*k, name.clone())));
        keys.collect::<BTreeMap<u64, String>>()
    };
    let (before, after) = (of(&before), of(&after));
    let lost = before.iter().filter(|(key, _)| !after.contains_key(key));
    let new = after.iter().filter(|(key, _)| !before.contains_key(key));
    lost.chain(new).map(|(_, name)| name.clone()).collect()
}

#[test]
fn builds_elsewhere_have_the_same_identities() {
    let ways = [
        ("one", IN_TREE),
        (
            "a/deeper/place",
            Way {
                folder: "build",
                sources: "../src",
                is_parallel: true,
                ..IN_TREE
            },
        ),
        (
            "two words",
            Way {
                folder: "out/of/tree",
                sources: "ROOT/src",
                flags: &["-O2", "-g", "-DNOTHING"],
                is_parallel: true,
            },
        ),
        (
            "src",
            Way {
                sources: "./src/../src",
                flags: &["-O0", "-ffile-prefix-map=src=elsewhere"],
                ..IN_TREE
            },
        ),
    ];
    let built = in_parallel(&ways, |(root, way)| {
        let package = Package::new(root);
        let store = package.collect(root, way);
        (package, store)
    });
    let first = keys(&built[0].1, None);
    assert!(first.values().flatten().count() > 60, "{first:?}");
    let helpers = first.keys().filter(|f| f.starts_with("helper "));
    assert_eq!(helpers.count(), 3);
    for (_, store) in &built[1..] {
        assert_eq!(
            changed(&built[0].1, store, None),
            BTreeSet::new(),
            "{store:?}"
        );
        let mut merge = Command::new(fz().join("bin/fz"));
        let out = env::bare(&mut merge)
            .args(["cov", "merge", "-o"])
            .arg(store.with_file_name("all.fzcov"))
            .args([&built[0].1, store])
            .outcome()
            .ok();
        let said = String::from_utf8_lossy(&out.stderr);
        assert!(!said.contains("identities are only in"), "{said}");
    }
}

/// File, text, what replaces it, and the functions whose identities change.
const EDITS: [(&str, &str, &str, &[&str]); 8] = [
    (
        "src/a/util.c",
        "static int helper",
        "\n/* moved */\n\nstatic int helper",
        &[],
    ),
    (
        "src/a/util.c",
        "    return count;",
        "    count += 2;\n    return count;",
        &["helper src/a/util.c"],
    ),
    (
        "src/a/util.c",
        "c == 'x'",
        "c == 'y'",
        &["twice src/a/util.c"],
    ),
    (
        "src/a/util.c",
        "static int twice",
        "static int added(int c) {\n    return c == 4 ? 1 : helper(c);\n}\nint (*volatile where)(int) = added;\nstatic int twice",
        &["added src/a/util.c"],
    ),
    (
        "src/common.h",
        "LARGEST 9",
        "LARGEST 8",
        &["clamped src/common.h", "helper gen.c"],
    ),
    (
        "src/main.cc",
        "static int letters",
        "static int more(const char *text) {\n    return each(text, [](int c) { return c == 'm' ? 1 : 0; });\n}\nint (*volatile where)(const char *) = more;\nstatic int letters",
        &["more"],
    ),
    (
        "src/main.cc",
        "    int n = 0;\n    for (; *text; text++) n += isOther",
        "    auto isNone = [](int c) { return c == 0; };\n    if (isNone(*text)) return 0;\n    int n = 0;\n    for (; *text; text++) n += isOther",
        &["others"],
    ),
    (
        "src/b/util.c",
        "case 'b'",
        "case 'c'",
        &["helper src/b/util.c"],
    ),
];

#[test]
fn an_edit_changes_what_it_is_in_alone() {
    let before = Package::new("");
    let before_store = before.collect("", &IN_TREE);
    let wrong = in_parallel(&EDITS, |(file, from, to, expected)| {
        let package = Package::new("");
        package.edit(file, from, to);
        let changed = changed(&before_store, &package.collect("", &IN_TREE), None);
        let is_expected = |name: &String| expected.iter().any(|e| name.contains(e));
        let found = expected
            .iter()
            .all(|e| changed.iter().any(|name| name.contains(e)));
        match found && changed.iter().all(is_expected) {
            true => String::new(),
            false => format!("{file}, {from}: {expected:?} is expected, and it is {changed:?}\n"),
        }
    });
    assert!(wrong.concat().is_empty(), "\n{}", wrong.concat());
}

#[test]
fn what_is_compiled_as_it_is_has_the_same_conditions() {
    let before = Package::new("");
    let before_store = before.collect("", &IN_TREE);
    let after = Package::new("");
    let begins = [
        ("src/a/util.c", "static int count;"),
        ("src/b/util.c", "static int helper"),
        ("src/main.cc", "namespace {"),
    ];
    for (number, (file, from)) in begins.iter().enumerate() {
        let name = format!("const int line_{number}");
        let line = format!("extern {name};\n{name} = __builtin_LINE();\n{from}");
        after.edit(file, from, &line);
    }
    let after_store = after.collect("", &IN_TREE);
    let mut doctor = Command::new(fz().join("bin/fz"));
    let doctor = env::bare(&mut doctor)
        .args(["doctor", "--json"])
        .arg(after.path("p"));
    let report: serde_json::Value =
        serde_json::from_slice(&doctor.output().unwrap().stdout).unwrap();
    let units = report["units"].as_array().unwrap().iter();
    // The step that they got no further than.
    let originals = units.filter(|u| u["refactored"] == "refactoring");
    assert_eq!(originals.count(), begins.len(), "{report}");
    for kind in [Kind::Function, Kind::Outcome] {
        assert_eq!(
            changed(&before_store, &after_store, Some(kind)),
            BTreeSet::new()
        );
    }
}

#[test]
fn what_looks_at_the_clock_is_unstable() {
    let scratch = tempfile::tempdir().unwrap();
    let source = include_str!("coverage_stability/what-looks-at-the-clock-is-unstable.c");
    fs::write(scratch.path().join("a.c"), source).unwrap();
    fs::write(scratch.path().join("input"), "a").unwrap();
    let tool = |name: &str| {
        let mut command = Command::new(fz().join("bin").join(name));
        env::bare(&mut command)
            .current_dir(scratch.path())
            .envs([("FZ_PROFILE", "coverage"), ("FZ_ENGINE", "afl")]);
        command
    };
    tool("fz-cc").args(["a.c", "-o", "p"]).outcome().ok();
    tool("fz")
        .args([
            "cov", "collect", "./p", "-i", "input", "-o", "s.fzcov", "--repeat", "24",
        ])
        .outcome()
        .ok();
    let catalogue = Store::open(&scratch.path().join("s.fzcov"))
        .unwrap()
        .catalogue;
    let conditions = catalogue
        .identities
        .iter()
        .filter(|i| i.kind == Kind::Outcome);
    let unstable: BTreeSet<(&str, bool)> = conditions
        .map(|i| (i.text.as_str(), i.is_unstable))
        .collect();
    let expected = [
        ("(now.tv_nsec / 1000) % 2 == 1", true),
        ("c == 'a'", false),
        ("now.tv_nsec == -1", false),
    ];
    assert_eq!(unstable, BTreeSet::from(expected));
}
