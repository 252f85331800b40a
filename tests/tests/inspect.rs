//! `fz inspect` against the runtime: the map is what is announced, and an offset of it is the edge that was taken.

use std::{
    collections::BTreeSet,
    fs,
    path::Path,
    process::{Command, Output, Stdio},
};

use fz_tests::{env, fz};
use serde_json::Value;

fn command(name: impl AsRef<Path>, dir: &Path) -> Command {
    let mut command = Command::new(name.as_ref());
    env::bare(&mut command)
        .current_dir(dir)
        .stdin(Stdio::null());
    command
}

fn output(command: &mut Command) -> Output {
    command
        .output()
        .unwrap_or_else(|e| panic!("{command:?}: {e}"))
}

/// Runs what has to work; what it prints.
fn run(command: &mut Command) -> String {
    let out = output(command);
    assert!(
        out.status.success(),
        "{command:?}: {}\n{}",
        out.status,
        String::from_utf8_lossy(&out.stderr)
    );
    String::from_utf8_lossy(&out.stdout).into_owned()
}

fn cc(dir: &Path, args: &str) {
    run(command(fz().join("bin/fz-cc"), dir).args(args.split_whitespace()));
}

fn inspect(dir: &Path, args: &str) -> Output {
    output(
        command(fz().join("bin/fz"), dir)
            .arg("inspect")
            .args(args.split_whitespace()),
    )
}

fn said(dir: &Path, args: &str) -> String {
    let out = inspect(dir, args);
    assert!(out.status.success(), "fz inspect {args}: {out:?}");
    String::from_utf8_lossy(&out.stdout).into_owned()
}

fn json(dir: &Path, args: &str) -> Value {
    serde_json::from_str(&said(dir, &format!("--json {args}"))).unwrap()
}

/// What the runtime announces; `None` if it is not there.
fn announced(dir: &Path, program: &str) -> Option<u64> {
    let out = output(command(dir.join(program), dir).env("AFL_DUMP_MAP_SIZE", "1"));
    String::from_utf8_lossy(&out.stdout).trim().parse().ok()
}

/// `main` calls `top`, which calls `left` and `right`; each in a library where there are libraries.
fn sources(dir: &Path) {
    for (name, text) in [
        (
            "main.c",
            "int top(int);\n\
             int main(int argc, char **argv) {\n\
             \x20 (void)argv;\n\
             \x20 if (argc > 2)\n\
             \x20   return top(argc) == -1;\n\
             \x20 return 0;\n\
             }\n",
        ),
        (
            "top.c",
            "int left(int), right(int);\nint top(int x) { return x > 3 ? left(x) : right(x); }\n",
        ),
        ("left.c", "int left(int x) { return x > 5 ? x * 3 : 7; }\n"),
        (
            "right.c",
            "int right(int x) { return x > 5 ? x - 3 : 9; }\n",
        ),
    ] {
        fs::write(dir.join(name), text).unwrap();
    }
}

fn libraries(dir: &Path) {
    for (name, needs) in [("left", ""), ("right", ""), ("top", "-L. -lright -lleft")] {
        let rpath = "-Wl,-rpath,$ORIGIN";
        cc(
            dir,
            &format!("-O2 -g -fPIC -shared {name}.c -o lib{name}.so {needs} {rpath}"),
        );
    }
}

#[test]
fn the_map_is_what_is_announced_however_it_was_linked() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    sources(dir);
    libraries(dir);
    let all = "main.c top.c left.c right.c";
    let shared = "main.c -L. -ltop -lleft -Wl,-rpath,$ORIGIN -Wl,-rpath-link,.";
    for (name, args) in [
        ("libraries", shared.to_owned()),
        ("gold", format!("-fuse-ld=gold {all}")),
        ("gold-libraries", format!("-fuse-ld=gold {shared}")),
        ("lld-libraries", format!("-fuse-ld=lld {shared}")),
        ("gc", format!("-Wl,--gc-sections {all}")),
        ("no-pie", format!("-no-pie {all}")),
        ("own-rpath", format!("{shared} -Wl,--disable-new-dtags")),
    ] {
        cc(dir, &format!("-O2 {args} -o {name}"));
        run(command("strip", dir).args([name, "-o", &format!("{name}-stripped")]));
        for name in [name, &format!("{name}-stripped")] {
            let report = json(dir, name);
            let announced = announced(dir, name);
            assert!(announced.is_some(), "{name}");
            assert_eq!(report["programs"][0]["map"].as_u64(), announced, "{name}");
            assert_eq!(
                report["programs"][0]["missing"].as_array().unwrap().len(),
                0
            );
        }
    }
    // A plain executable gives libraries no runtime: nobody announces anything.
    run(command("gcc", dir)
        .args(["main.c", "-L.", "-ltop", "-Wl,-rpath,$ORIGIN"])
        .args(["-Wl,-rpath-link,.", "-o", "plain"]));
    assert_eq!(announced(dir, "plain"), None);
    assert!(json(dir, "plain")["programs"][0]["map"].is_null());
    assert!(said(dir, "plain").contains("no map"));
}

/// The edges that a run takes, as `fz inspect` explains the tuples of afl-showmap.
fn taken(dir: &Path, program: &str, arguments: &[&str]) -> BTreeSet<String> {
    run(command("afl-showmap", dir)
        .args(["-q", "-o", "map", "--"])
        .arg(dir.join(program))
        .args(arguments)
        .env("AFL_QUIET", "1"));
    let map = fs::read_to_string(dir.join("map")).unwrap();
    map.lines()
        .map(|tuple| {
            let (offset, _) = tuple.split_once(':').unwrap();
            let offset: u64 = offset.parse().unwrap();
            said(dir, &format!("--edge {offset} {program}"))
                .trim()
                .to_owned()
        })
        .collect()
}

#[test]
fn offsets_are_the_edges_that_were_taken() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    sources(dir);
    libraries(dir);
    cc(
        dir,
        "-O2 main.c -L. -lleft -ltop -Wl,-rpath,$ORIGIN -Wl,-rpath-link,. -o p",
    );
    cc(dir, "-O1 -static main.c top.c left.c right.c -o static");
    let none = taken(dir, "p", &[]);
    assert!(
        none.iter().all(|e| e.starts_with("main main.c:")) && none.len() == 2,
        "{none:?}"
    );
    assert!(
        none.iter()
            .any(|e| e.contains("main.c:4:") && e.contains("(branch)")),
        "{none:?}"
    );
    for (program, arguments, reaches) in [
        ("p", &["1", "2"][..], "right"),
        ("p", &["1", "2", "3"], "left"),
        ("static", &["1", "2"], "right"),
        ("static", &["1", "2", "3"], "left"),
    ] {
        let edges = taken(dir, program, arguments);
        let functions: BTreeSet<&str> = edges.iter().filter_map(|e| e.split(' ').next()).collect();
        assert_eq!(
            functions,
            BTreeSet::from(["main", "top", reaches]),
            "{program}: {edges:?}"
        );
    }
}

#[test]
fn objects_and_archives_explain_themselves() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    sources(dir);
    for flags in ["-c", "-gz -g -c", "-ffunction-sections -O2 -c"] {
        cc(dir, &format!("{flags} top.c -o top.o"));
        cc(dir, &format!("{flags} left.c -o left.o"));
        let first = said(dir, "--edge 0 top.o");
        assert!(first.starts_with("top top.c:2:0 -> top.c:2:"), "{first}");
        assert!(first.trim().ends_with("(entry) in top.o"), "{first}");
        cc(dir, "-r top.o left.o -o both.o");
        let report = json(dir, "both.o");
        let image = &report["programs"][0]["images"][0];
        let counters = image["counters"].as_u64().unwrap();
        let last = said(dir, &format!("--edge {} both.o", counters - 1));
        assert!(
            last.starts_with("left left.c:") || last.starts_with("top top.c:"),
            "{last}"
        );
        let names: BTreeSet<&str> = image["edges"]
            .as_array()
            .unwrap()
            .iter()
            .map(|f| f["name"].as_str().unwrap())
            .collect();
        assert_eq!(names, BTreeSet::from(["left", "top"]));
    }
    fs::write(dir.join("notes.txt"), "not code").unwrap();
    run(command("ar", dir).args(["rcs", "lib.a", "top.o", "left.o", "notes.txt"]));
    let report = json(dir, "lib.a");
    assert_eq!(report["programs"][0]["images"].as_array().unwrap().len(), 2);
    let listed = said(dir, "--long lib.a");
    assert!(
        listed.contains("unit left.c: ") && listed.contains("lib.a(top.o)"),
        "{listed}"
    );
    let out = inspect(dir, "--edge 0 lib.a");
    assert!(!out.status.success());
    assert!(String::from_utf8_lossy(&out.stderr).contains("has no map"));
}

#[test]
fn what_is_not_an_edge_is_said() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    sources(dir);
    cc(dir, "-O2 main.c top.c left.c right.c -o p");
    assert!(said(dir, "--edge 0 p").contains("head"));
    let size = announced(dir, "p").unwrap();
    assert!(said(dir, &format!("--edge {} p", size - 1)).contains(" -> "));
    let out = inspect(dir, &format!("--edge {size} p"));
    assert_eq!(out.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&out.stdout).contains("beyond"));
    run(command("strip", dir).arg("p"));
    assert!(said(dir, "p").contains("no records: `strip` removes them"));
    assert!(said(dir, "--edge 1 p").contains("`strip` removes them"));
}

/// A program whose records were damaged is refused with the place, however it was damaged.
#[test]
fn damaged_records_are_errors() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    sources(dir);
    cc(dir, "-O2 main.c top.c left.c right.c -o p");
    let mut data = fs::read(dir.join("p")).unwrap();
    let magic = fz_abi::edges_record::MAGIC.to_le_bytes();
    let at = data.windows(4).rposition(|w| w == magic).unwrap();
    data[at + 4] = 0xff;
    data[at + 5] = 0xff;
    fs::write(dir.join("p"), &data).unwrap();
    let out = inspect(dir, "p");
    assert_eq!(out.status.code(), Some(1));
    let error = String::from_utf8_lossy(&out.stderr).into_owned();
    assert!(
        error.contains("p: .debug_fz_edges: the record at offset "),
        "{error}"
    );
}
