//! `fz inspect` and `fz doctor` over programs: what they say is what the runtime does, and nothing plain goes unseen.

use std::{fs, path::Path, process::Command};

use serde_json::Value;

use fz_tests::start::{output, run, stderr, tool};

fn compile(dir: &Path, args: &str) {
    run(tool("fz-cc", dir).args(args.split(' ')));
}

fn json(dir: &Path, args: &str) -> Value {
    let result = output(tool("fz", dir).args(args.split(' ')));
    serde_json::from_slice(&result.stdout)
        .unwrap_or_else(|e| panic!("fz {args}: {e}: {}", stderr(&result)))
}

fn sources(dir: &Path) {
    for (name, text) in [
        ("a.c", "int a(int x) { return x > 1 ? x * 3 : x - 1; }\n"),
        (
            "b.c",
            "int b(int x) { switch (x) { case 1: return 4; case 9: return 2; } return x; }\n",
        ),
        (
            "main.c",
            "int a(int), b(int); int main(int c, char **v) { (void)v; return a(c) + b(c) > 90; }\n",
        ),
        (
            "open.c",
            "#include <dlfcn.h>\nint main(int c, char **v) { return c > 1 && dlopen(v[1], 1); }\n",
        ),
        ("data.c", "int data = 3;\n"),
    ] {
        fs::write(dir.join(name), text).unwrap();
    }
}

#[test]
fn the_map_is_what_the_runtime_announces() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    sources(dir);
    for library in ["a", "b"] {
        compile(
            dir,
            &format!("-O2 -fPIC -shared {library}.c -o lib{library}.so"),
        );
    }
    for (name, args) in [
        ("libraries", "-O2 main.c -L. -la -lb -Wl,-rpath,$ORIGIN"),
        ("opens", "-O2 open.c"),
        ("static", "-O2 -static main.c a.c b.c"),
        ("static-pie", "-O2 -static-pie main.c a.c b.c"),
        ("lto", "-O2 -flto -fuse-ld=lld main.c a.c b.c"),
    ] {
        compile(dir, &format!("{args} -o {name}"));
        let report = json(dir, &format!("inspect --json {name}"));
        // It ends with a status of AFL++'s choosing once it has printed the size.
        let announced = output(Command::new(dir.join(name)).env("AFL_DUMP_MAP_SIZE", "1"));
        let announced: u64 = String::from_utf8_lossy(&announced.stdout)
            .trim()
            .parse()
            .unwrap_or_else(|e| panic!("{name}: {e}: {announced:?}"));
        assert_eq!(report["programs"][0]["map"], announced, "{name}");
    }
    let report = json(dir, "inspect --json libraries");
    let images = report["programs"][0]["images"].as_array().unwrap().len();
    assert_eq!(images, 3, "{report}");
}

#[test]
fn units_have_counters_or_a_reason() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    sources(dir);
    fs::write(dir.join("fz.toml"), "deny = ['b.c']\n").unwrap();
    compile(
        dir,
        "-O2 main.c a.c b.c data.c -o p -Wl,--compress-debug-sections=zlib",
    );
    let result = run(tool("fz", dir).args(["doctor", "--json", "p"]));
    let report: Value = serde_json::from_slice(&result.stdout).unwrap();
    let unit = |source: &str| {
        let units = report["units"].as_array().unwrap();
        units
            .iter()
            .find(|u| u["source"] == source)
            .unwrap()
            .clone()
    };
    assert!(unit("a.c")["counters"].as_u64().unwrap() > 0);
    assert_eq!(unit("b.c")["reason"], "selection");
    assert_eq!(unit("data.c")["reason"], "no-functions");
    assert_eq!(unit("crtstuff.c")["reason"], "start-file");
    let shown = run(tool("fz", dir).args(["inspect", "p"]));
    let shown = String::from_utf8_lossy(&shown.stdout);
    assert!(
        shown.contains("functions without counters: 1 selection"),
        "{shown}"
    );
}

/// It is no fault: somebody may bring a runtime of his own.
#[test]
fn a_program_that_no_fuzzer_sees_is_pointed_out() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    sources(dir);
    compile(dir, "--fz-engine=none -O2 main.c a.c b.c -o p");
    let shown = run(tool("fz", dir).args(["doctor", "p"]));
    let shown = String::from_utf8_lossy(&shown.stdout);
    assert!(shown.contains("note   p has no runtime"), "{shown}");
}

/// What is known of places does not go with the user's own debug information.
#[test]
fn a_profile_that_drops_debug_information_keeps_places() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    sources(dir);
    let text = "summary = 's'\nextends = 'fuzz'\n[frontend]\ndrop = ['-g*']\n";
    fs::write(dir.join("mine.toml"), text).unwrap();
    compile(dir, "--fz-profile=./mine.toml -g -O2 main.c a.c b.c -o p");
    let report = json(dir, "inspect --json p");
    let sites = &report["programs"][0]["images"][0]["edges"][0]["sites"];
    let files = sites
        .as_array()
        .unwrap()
        .iter()
        .map(|s| s["source"]["file"].as_str());
    assert!(files.into_iter().all(|f| f.is_some()), "{sites}");
}

#[test]
fn programs_without_counters_fail() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    sources(dir);
    run(Command::new(fz_llvm::CLANG)
        .current_dir(dir)
        .args(["main.c", "a.c", "b.c", "-o", "plain"]));
    compile(dir, "-O2 -s main.c a.c b.c -o stripped");
    for (name, says) in [
        ("plain", "has no records of fz's"),
        ("stripped", "stripped"),
    ] {
        let result = output(tool("fz", dir).args(["doctor", name]));
        let said = String::from_utf8_lossy(&result.stdout);
        assert_eq!(result.status.code(), Some(1), "{said}");
        assert!(said.contains(says), "{said}");
    }
    for (name, says) in [("a.c", "neither a program"), ("missing", "cannot read")] {
        let result = output(tool("fz", dir).args(["doctor", name]));
        assert_eq!(result.status.code(), Some(2));
        assert!(stderr(&result).contains(says), "{}", stderr(&result));
    }
}

/// A link of everything that fz has not compiled: assembly by both spellings and from another assembler, an object of
/// another compiler, and one in an archive beside one that nobody wants.
fn linked_from_all(dir: &Path, flags: &str) {
    sources(dir);
    let symbol = |name: &str| format!(".text\n.globl {name}\n{name}: xorl %eax, %eax\n ret\n");
    for (file, text) in [
        ("first.S", symbol("first")),
        ("second.s", symbol("second")),
        // Some assemblers leave the name of the source behind.
        ("third.s", format!(".file \"third.asm\"\n{}", symbol("third"))),
        (
            "all.c",
            "int a(int), b(int), first(void), second(void), third(void);\n\
             int main(int c, char **v) { (void)v; return a(c) + b(c) + first() + second() + third(); }\n"
                .to_owned(),
        ),
        ("unused.c", "int unused(int x) { return x > 4; }\n".to_owned()),
    ] {
        fs::write(dir.join(file), text).unwrap();
    }
    for args in ["-c a.c b.c unused.c", "-c second.s third.s"] {
        run(Command::new(fz_llvm::CLANG)
            .current_dir(dir)
            .args(args.split(' ')));
    }
    run(Command::new("ar")
        .current_dir(dir)
        .args(["rcs", "libb.a", "b.o", "unused.o", "third.o"]));
    compile(
        dir,
        &format!("-O2 {flags} all.c first.S second.o a.o -L. -lb -o p"),
    );
}

#[test]
fn what_is_linked_in_is_named_the_users_first() {
    for flags in [
        "-g0",
        "-fsanitize=address",
        "-fuse-ld=lld -Wl,--gc-sections",
    ] {
        let scratch = tempfile::tempdir().unwrap();
        let dir = scratch.path();
        linked_from_all(dir, flags);
        let report = json(dir, "doctor --json p");
        let units = report["units"].as_array().unwrap();
        let of_user: Vec<_> = units
            .iter()
            .take_while(|u| u["owner"] == "user")
            .map(|u| (u["source"].as_str().unwrap(), u["state"].as_str().unwrap()))
            .collect();
        assert_eq!(
            of_user,
            [
                ("all.c", "counted"),
                ("first.S", "explained"),
                ("second.o", "explained"),
                ("a.o", "plain"),
                ("./libb.a(b.o)", "plain"),
                ("./libb.a(third.o)", "explained"),
            ],
            "{flags}"
        );
        let others = &units[of_user.len()..];
        assert!(others.iter().all(|u| u["owner"] == "system"), "{report}");
        let reasons: Vec<_> = others
            .iter()
            .map(|u| u["reason"].as_str().unwrap())
            .collect();
        let known = ["fz-runtime", "sanitizer-runtime", "start-file"];
        assert!(reasons.iter().all(|r| known.contains(r)), "{report}");
        let shown = output(tool("fz", dir).args(["doctor", "p"]));
        let said = String::from_utf8_lossy(&shown.stdout);
        assert_eq!(shown.status.code(), Some(1), "{said}");
        assert!(said.contains("WRONG  p: a.o has no counters: "), "{said}");
        let compiler = format!("clang version {}", fz_llvm::RELEASE);
        assert!(said.contains(&compiler), "{said}");
    }
}

#[test]
fn assembly_is_a_reason_in_archives_too() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    linked_from_all(dir, "-g0");
    compile(dir, "-O2 -c main.c");
    compile(dir, "-c first.S");
    run(Command::new("ar")
        .current_dir(dir)
        .args(["rcs", "libc.a", "main.o", "first.o"]));
    for name in ["libc.a", "first.o"] {
        let shown = run(tool("fz", dir).args(["doctor", name]));
        let said = String::from_utf8_lossy(&shown.stdout);
        assert!(
            said.contains("first.o): assembly") || said.contains("first.o: assembly"),
            "{said}"
        );
    }
}

/// `make` after another FZ_PROFILE, without `make clean`.
#[test]
fn profiles_that_are_mixed_are_named_once() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    sources(dir);
    compile(dir, "-O2 -c a.c");
    let mixes = |profile: &str, args: &str| {
        let mut link = tool("fz-cc", dir);
        link.arg(format!("--fz-profile={profile}"));
        stderr(&run(link.args(args.split(' '))))
    };
    let said = mixes("coverage", "-O2 main.c b.c a.o -o p");
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(
        said.contains("p mixes objects of several profiles, coverage (2 units) and fuzz (a.c)"),
        "{said}"
    );
    let shown = output(tool("fz", dir).args(["doctor", "p"]));
    let said = String::from_utf8_lossy(&shown.stdout);
    assert_eq!(shown.status.code(), Some(1), "{said}");
    assert!(said.contains("WRONG  p mixes objects"), "{said}");
    // Other counters are counters all the same.
    mixes("split", "-O2 main.c b.c a.o -o q");
    let shown = run(tool("fz", dir).args(["doctor", "q"]));
    let said = String::from_utf8_lossy(&shown.stdout);
    assert!(said.contains("note   q mixes objects"), "{said}");
    // A library that the command line names is part of it.
    compile(dir, "-O2 -fPIC -shared a.c -o liba.so");
    let said = mixes("coverage", "-O2 main.c b.c ./liba.so -o r");
    assert!(said.contains("and fuzz (a.c)"), "{said}");
    let shown = output(tool("fz", dir).args(["doctor", "r"]));
    let told = String::from_utf8_lossy(&shown.stdout);
    assert_eq!(shown.status.code(), Some(1), "{told}");
    assert!(told.contains("WRONG  r mixes objects"), "{told}");
    assert_eq!(mixes("fuzz", "-O2 main.c b.c a.o -o s"), "");
}

/// Filled pages of counters are more counters than there are PCs.
#[test]
fn a_library_for_another_engine_is_named_where_that_is_wrong() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    sources(dir);
    let harness = "int a(int);\nint LLVMFuzzerTestOneInput(const char *d, unsigned long n) { return n && a(*d) == 77 ? 0 : 0; }\n";
    fs::write(dir.join("h.c"), harness).unwrap();
    compile(dir, "-O2 -fPIC -shared a.c -o liba.so");
    let link = || {
        let args = "--fz-profile=compares --fz-engine=libfuzzer -O2 h.c ./liba.so -o lf";
        stderr(&run(tool("fz-cc", dir).args(args.split(' '))))
    };
    let said = link();
    let wrong = "./liba.so was linked for the engine afl, and lf for libfuzzer";
    assert!(
        said.contains(wrong) && said.contains("link ./liba.so with FZ_ENGINE=libfuzzer"),
        "{said}"
    );
    let shown = output(tool("fz", dir).args(["doctor", "lf"]));
    let told = String::from_utf8_lossy(&shown.stdout);
    assert_eq!(shown.status.code(), Some(1), "{told}");
    assert!(told.contains("WRONG") && told.contains(wrong), "{told}");
    let plan = run(tool("fz", dir).args(["fuzz", "--dry-run", "--", "./lf"]));
    let plan = format!("{}{}", String::from_utf8_lossy(&plan.stdout), stderr(&plan));
    assert!(
        plan.contains("was linked for the engine afl, and"),
        "{plan}"
    );
    compile(
        dir,
        "--fz-engine=libfuzzer -O2 -fPIC -shared a.c -o liba.so",
    );
    assert!(!link().contains("was linked for"));
    let shown = output(tool("fz", dir).args(["doctor", "lf"]));
    let told = String::from_utf8_lossy(&shown.stdout);
    assert!(!told.contains("was linked for"), "{told}");
    let shown = run(tool("fz", dir).args(["inspect", "lf"]));
    let told = String::from_utf8_lossy(&shown.stdout);
    assert!(
        told.contains(
            "no map: lf was linked for the engine libfuzzer, which has the counters itself"
        ),
        "{told}"
    );
}

/// What fz-cc compiles with the profile `none` cannot be told from clang's own.
#[test]
fn nobody_is_blamed_for_what_is_not_known() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    sources(dir);
    compile(dir, "--fz-profile=none -O2 -c a.c");
    let shown = output(tool("fz", dir).args(["doctor", "a.o"]));
    let said = String::from_utf8_lossy(&shown.stdout);
    assert!(
        said.contains("PLAIN  a.o: without fz's records: compiled by "),
        "{said}"
    );
    assert!(
        said.contains(", or by fz-cc with the profile `none`"),
        "{said}"
    );
    assert!(
        said.contains("WRONG  a.o has no counters: without"),
        "{said}"
    );
    compile(dir, "--fz-profile=taint -O2 -c b.c");
    let unit = &json(dir, "doctor --json b.o")["units"][0];
    assert_eq!(unit["reason"], "taint");
}

/// What the log says, doctor says too.
#[test]
fn why_there_is_no_runtime_stands_in_the_program() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    fs::write(dir.join("start.c"), "void _start(void) { for (;;) {} }\n").unwrap();
    compile(dir, "-O2 -nostdlib -static start.c -o p");
    let shown = run(tool("fz", dir).args(["doctor", "p"]));
    let said = String::from_utf8_lossy(&shown.stdout);
    assert!(
        said.contains("fz-cc linked it (no runtime linked: no-standard-library)"),
        "{said}"
    );
    // rustc names all libraries itself.
    sources(dir);
    compile(dir, "-O2 -nodefaultlibs main.c a.c b.c -lc -o q");
    let shown = run(tool("fz", dir).args(["doctor", "q"]));
    let said = String::from_utf8_lossy(&shown.stdout);
    assert!(!said.contains("no runtime"), "{said}");
}

/// An engine that works with compares is told of none by the default profile.
#[test]
fn an_engine_without_its_feedback_is_pointed_out_once() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    sources(dir);
    let said = |args: &str| stderr(&run(tool("fz-cc", dir).args(args.split(' '))));
    let plain = said("--fz-engine=libfuzzer -O2 main.c a.c b.c -o p");
    assert_eq!(plain.lines().count(), 1, "{plain}");
    assert!(
        plain.contains("compile with FZ_PROFILE=compares"),
        "{plain}"
    );
    for args in [
        "-O2 main.c a.c b.c -o p",
        "--fz-engine=libfuzzer --fz-profile=compares -O2 main.c a.c b.c -o p",
        "--fz-engine=libfuzzer --fz-profile=fuzz -O2 main.c a.c b.c -o p",
    ] {
        assert_eq!(said(args), "", "{args}");
    }
}

/// A variable of afl-cc's that means a profile chooses it.
#[test]
fn variables_of_afl_cc_choose_profiles() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    sources(dir);
    for (variable, profile) in [
        ("AFL_LLVM_CMPLOG", "cmplog"),
        ("AFL_LLVM_LAF_ALL", "split"),
        ("AFL_LLVM_CTX", "context"),
    ] {
        let mut compiler = tool("fz-cc", dir);
        let result = run(compiler.env(variable, "1").args(["-O2", "-c", "a.c"]));
        assert_eq!(stderr(&result), "");
        let report = json(dir, "doctor --json a.o");
        assert_eq!(report["units"][0]["profile"], profile);
    }
    let mut compiler = tool("fz-cc", dir);
    compiler
        .env("AFL_LLVM_CMPLOG", "1")
        .env("FZ_PROFILE", "fuzz");
    let said = stderr(&run(compiler.args(["-O2", "-c", "a.c"])));
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.contains("FZ_PROFILE for `fuzz`"), "{said}");
}

#[test]
fn a_profile_may_leave_o0_as_it_is() {
    let scratch = tempfile::tempdir().unwrap();
    let dir = scratch.path();
    sources(dir);
    let text = "summary = 's'\nextends = 'fuzz'\nkeep-O0 = true\n";
    fs::write(dir.join("mine.toml"), text).unwrap();
    for (level, design, reason) in [
        ("-O0", "extension-points", Some("O0")),
        ("-O1", "own-pipeline", None),
    ] {
        compile(dir, &format!("--fz-profile=./mine.toml {level} -c b.c"));
        let unit = &json(dir, "doctor --json b.o")["units"][0];
        assert_eq!(unit["design"], design);
        assert_eq!(unit["reason"].as_str(), reason);
        assert!(unit["counters"].as_u64() > Some(0));
    }
}
