//! `fz inspect` and `fz doctor` over programs: what they say is what the runtime does, and nothing plain goes unseen.

use fz_tests::{RunCommand, Sandbox};
use serde_json::Value;

fn place() -> Sandbox {
    Sandbox::of("driver/programs")
}

/// However it ends.
fn json(dir: &Sandbox, words: &str) -> Value {
    dir.fz(words).json()
}

#[test]
fn the_map_is_what_the_runtime_announces() {
    let dir = &place();
    for library in ["a", "b"] {
        dir.cc(&format!("-O2 -fPIC -shared {library}.c -o lib{library}.so"));
    }
    for (name, args) in [
        ("libraries", "-O2 main.c -L. -la -lb -Wl,-rpath,$ORIGIN"),
        ("opens", "-O2 open.c"),
        ("static", "-O2 -static main.c a.c b.c"),
        ("static-pie", "-O2 -static-pie main.c a.c b.c"),
        ("lto", "-O2 -flto -fuse-ld=lld main.c a.c b.c"),
    ] {
        dir.cc(&format!("{args} -o {name}"));
        let report = json(dir, &format!("inspect --json {name}"));
        // It ends with a status of AFL++'s choosing once it has printed the size.
        let mut program = dir.command(dir.at(name));
        let announced = program.env("AFL_DUMP_MAP_SIZE", "1").outcome();
        let announced: u64 = announced
            .out()
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
    let dir = &place();
    dir.write("fz.toml", "deny = ['b.c']\n");
    dir.cc("-O2 main.c a.c b.c data.c -o p -Wl,--compress-debug-sections=zlib");
    let report = dir.json("doctor --json p");
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
    let shown = dir.prints("inspect p");
    assert!(
        shown.contains("functions without counters: 1 selection"),
        "{shown}"
    );
}

/// It is no fault: somebody may bring a runtime of his own.
#[test]
fn a_program_that_no_fuzzer_sees_is_pointed_out() {
    let dir = &place();
    dir.cc("--fz-engine=none -O2 main.c a.c b.c -o p");
    let shown = dir.prints("doctor p");
    assert!(shown.contains("note   p has no runtime"), "{shown}");
}

/// What is known of places cannot be used with the user's own debug information.
#[test]
fn a_profile_that_drops_debug_information_keeps_places() {
    let dir = &place();
    let text = "summary = 's'\nextends = 'fuzz'\n[frontend]\ndrop = ['-g*']\n";
    dir.write("mine.toml", text);
    dir.cc("--fz-profile=./mine.toml -g -O2 main.c a.c b.c -o p");
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
    let dir = &place();
    dir.call(fz_llvm::CLANG, &["main.c", "a.c", "b.c", "-o", "plain"])
        .ok();
    dir.cc("-O2 main.c a.c b.c -o stripped");
    dir.call(fz_llvm::STRIP, &["stripped"]).ok();
    for (name, says) in [
        ("plain", "has no records of fz's"),
        ("stripped", "its records are missing: `llvm-strip`"),
    ] {
        let said = dir.fz(&format!("doctor {name}")).ends(1).out();
        assert!(said.contains(says), "{said}");
    }
    for (name, says) in [("a.c", "neither a program"), ("missing", "cannot read")] {
        let said = dir.refuses(&format!("doctor {name}"));
        assert!(said.contains(says), "{said}");
    }
}

/// A link of everything that fz has not compiled: assembly by both spellings and from another assembler, an object of
/// another compiler, and one in an archive beside one that nobody wants.
fn linked_from_all(dir: &Sandbox, flags: &str) {
    for args in ["-c a.c b.c unused.c", "-c second.s third.s"] {
        dir.run(&format!("{} {args}", fz_llvm::CLANG)).ok();
    }
    dir.run("ar rcs libb.a b.o unused.o third.o").ok();
    dir.cc(&format!(
        "-O2 {flags} all.c first.S second.o a.o -L. -lb -o p"
    ));
}

#[test]
fn what_is_linked_in_is_named_the_users_first() {
    for flags in [
        "-g0",
        "-fsanitize=address",
        "-fuse-ld=lld -Wl,--gc-sections",
    ] {
        let dir = &place();
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
        let said = dir.fz("doctor p").ends(1).out();
        let answer = "1 of 6 source files is instrumented.";
        assert_eq!(said.lines().next(), Some(answer), "{said}");
        assert!(said.contains(": a.o, ./libb.a(b.o)\n"), "{said}");
        let all = dir.fz("doctor -v p").ends(1).out();
        assert!(all.contains("WRONG  p: a.o has no counters: "), "{all}");
        let compiler = format!("clang version {}", fz_llvm::RELEASE);
        assert!(said.contains(&compiler), "{said}");
    }
}

#[test]
fn assembly_is_a_reason_in_archives_too() {
    let dir = &place();
    linked_from_all(dir, "-g0");
    dir.cc("-O2 -c main.c");
    dir.cc("-c first.S");
    dir.run("ar rcs libc.a main.o first.o").ok();
    for name in ["libc.a", "first.o"] {
        let said = dir.prints(&format!("doctor {name}"));
        assert!(
            said.contains("-      assembly: ") && said.contains("first.o"),
            "{said}"
        );
    }
}

/// `make` after another FZ_PROFILE, without `make clean`.
#[test]
fn profiles_that_are_mixed_are_named_once() {
    let dir = &place();
    dir.cc("-O2 -c a.c");
    let mixes = |profile: &str, args: &str| dir.cc(&format!("--fz-profile={profile} {args}")).err();
    let said = mixes("coverage", "-O2 main.c b.c a.o -o p");
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(
        said.contains("p mixes objects of several profiles, coverage (2 units) and fuzz (a.c)"),
        "{said}"
    );
    let said = dir.fz("doctor p").ends(1).out();
    assert!(said.contains("WRONG  p mixes objects"), "{said}");
    // Other counters are counters all the same.
    mixes("split", "-O2 main.c b.c a.o -o q");
    let said = dir.prints("doctor q");
    assert!(said.contains("note   q mixes objects"), "{said}");
    // A library that the command line names is part of it.
    dir.cc("-O2 -fPIC -shared a.c -o liba.so");
    let said = mixes("coverage", "-O2 main.c b.c ./liba.so -o r");
    assert!(said.contains("and fuzz (a.c)"), "{said}");
    let told = dir.fz("doctor r").ends(1).out();
    assert!(told.contains("WRONG  r mixes objects"), "{told}");
    assert_eq!(mixes("fuzz", "-O2 main.c b.c a.o -o s"), "");
}

/// Filled pages of counters are more counters than there are PCs.
#[test]
fn a_library_for_another_engine_is_named_where_that_is_wrong() {
    let dir = &place();
    dir.cc("-O2 -fPIC -shared a.c -o liba.so");
    let link = || {
        let args = "--fz-profile=compares --fz-engine=libfuzzer -O2 h.c ./liba.so -o lf";
        dir.cc(args).err()
    };
    let said = link();
    let wrong = "./liba.so was linked for the engine afl, and lf for libfuzzer";
    assert!(
        said.contains(wrong) && said.contains("link ./liba.so with FZ_ENGINE=libfuzzer"),
        "{said}"
    );
    let told = dir.fz("doctor lf").ends(1).out();
    assert!(told.contains("WRONG") && told.contains(wrong), "{told}");
    let plan = dir.says("fuzz --dry-run -- ./lf");
    assert!(
        plan.contains("was linked for the engine afl, and"),
        "{plan}"
    );
    dir.cc("--fz-engine=libfuzzer -O2 -fPIC -shared a.c -o liba.so");
    assert!(!link().contains("was linked for"));
    let told = dir.fz("doctor lf").out();
    assert!(!told.contains("was linked for"), "{told}");
    let told = dir.prints("inspect lf");
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
    let dir = &place();
    dir.cc("--fz-profile=none -O2 -c a.c");
    let said = dir.fz("doctor -v a.o").out();
    assert!(
        said.contains("not    without fz's records: compiled by "),
        "{said}"
    );
    assert!(
        said.contains(", or by fz-cc with the profile `none`: a.o"),
        "{said}"
    );
    assert!(
        said.contains("WRONG  a.o has no counters: without"),
        "{said}"
    );
    dir.cc("--fz-profile=taint -O2 -c b.c");
    let unit = &json(dir, "doctor --json b.o")["units"][0];
    assert_eq!(unit["reason"], "taint");
}

/// What the log says, doctor says too.
#[test]
fn why_there_is_no_runtime_stands_in_the_program() {
    let dir = &place();
    dir.cc("-O2 -nostdlib -static start.c -o p");
    let said = dir.prints("doctor p");
    assert!(
        said.contains("fz-cc linked it (no runtime linked: no-standard-library)"),
        "{said}"
    );
    // rustc names all libraries itself.
    dir.cc("-O2 -nodefaultlibs main.c a.c b.c -lc -o q");
    let said = dir.prints("doctor q");
    assert!(!said.contains("no runtime"), "{said}");
}

/// An engine that works with compares is told of none by the default profile.
#[test]
fn an_engine_without_its_feedback_is_pointed_out_once() {
    let dir = &place();
    let said = |args: &str| dir.cc(args).err();
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
    let dir = &place();
    for (variable, profile) in [
        ("AFL_LLVM_CMPLOG", "cmplog"),
        ("AFL_LLVM_LAF_ALL", "split"),
        ("AFL_LLVM_CTX", "context"),
    ] {
        let mut compiler = dir.command("fz-cc");
        let result = compiler
            .env(variable, "1")
            .args(["-O2", "-c", "a.c"])
            .outcome()
            .ok();
        assert_eq!(result.err(), "");
        let report = json(dir, "doctor --json a.o");
        assert_eq!(report["units"][0]["profile"], profile);
    }
    let mut compiler = dir.command("fz-cc");
    compiler
        .env("AFL_LLVM_CMPLOG", "1")
        .env("FZ_PROFILE", "fuzz");
    let said = compiler.args(["-O2", "-c", "a.c"]).outcome().ok().err();
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(said.contains("FZ_PROFILE for `fuzz`"), "{said}");
}

#[test]
fn a_profile_may_leave_o0_as_it_is() {
    let dir = &place();
    let text = "summary = 's'\nextends = 'fuzz'\nkeep-O0 = true\n";
    dir.write("mine.toml", text);
    for (level, design, reason) in [
        ("-O0", "extension-points", Some("O0")),
        ("-O1", "own-pipeline", None),
    ] {
        dir.cc(&format!("--fz-profile=./mine.toml {level} -c b.c"));
        let unit = &json(dir, "doctor --json b.o")["units"][0];
        assert_eq!(unit["design"], design);
        assert_eq!(unit["reason"].as_str(), reason);
        assert!(unit["counters"].as_u64() > Some(0));
    }
}
