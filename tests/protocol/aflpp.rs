//! AFL++ itself: its passes and its runtime, whose log of compares ours is compared with, and its fuzzers.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use fz_tests::{env, fz, rooms};

use crate::cmplog::{LAYOUTS, Layout, Site, Slots, Text};
use crate::fuzzer::{Options, Words};
use crate::programs::{Link, PIE, Programs, run};
use crate::start;

/// AFL++ 4.40c, if `cargo xtask setup --peers` was here.
fn aflpp() -> Option<PathBuf> {
    let prefix = rooms().join("target/peers/afl++-4.40c");
    prefix.is_dir().then_some(prefix)
}

#[test]
fn what_aflpps_runtime_logs_is_logged() {
    let Some(prefix) = aflpp() else {
        return;
    };
    let lib = prefix.join("lib/afl");
    let passes = ["switches", "instructions", "routines"]
        .map(|name| format!("-fpass-plugin={}/cmplog-{name}-pass.so", lib.display()));
    let runtime = format!("-Wl,{}/afl-compiler-rt.o", lib.display());
    let layout = &LAYOUTS[2];
    for level in ["-O0", "-O1", "-O2"] {
        let programs = Programs::new();
        let arguments = [level, &passes[0], &passes[1], &passes[2]];
        let ours = programs.executable("pairs.c", PIE, &arguments);
        let theirs = programs.plain(
            "pairs.c",
            PIE,
            &[&arguments[..], &[&runtime, "-lm"]].concat(),
        );
        for seed in 0..20u8 {
            let input: Vec<u8> = (0..100u8).map(|at| input_byte(seed, at)).collect();
            let [ours, theirs] = [&ours, &theirs].map(|program| sites(program, layout, &input));
            assert_eq!(ours.len(), theirs.len(), "{level}");
            assert!(theirs.len() > 10, "{level}: {}", theirs.len());
            for (_, site) in &theirs {
                let is_there = ours.iter().any(|(_, own)| covers(own, site));
                assert!(is_there, "{level}: {site:?}\n{ours:#?}");
            }
        }
    }
}

/// The same of builds by each side's own compiler, whatever the order of the operands. What is compared with 0 are results
/// of calls here: both sides hook the call itself, and each expands it in another way.
#[test]
fn what_aflpps_builds_log_is_logged() {
    let Some(prefix) = aflpp() else {
        return;
    };
    let layout = &LAYOUTS[2];
    let source = rooms().join("tests/protocol/pairs.c");
    let programs = Programs::new();
    let [ours, theirs] = ["ours", "theirs"].map(|name| programs.folder().join(name));
    for level in ["-O0", "-O2"] {
        let mut fz = Command::new(fz().join("bin/fz-cc"));
        fz.args(["--fz-profile=cmplog", "--fz-engine=afl"]);
        let mut afl = Command::new(prefix.join("bin/afl-clang-fast"));
        env::bare(&mut afl)
            .env("AFL_LLVM_CMPLOG", "1")
            .env("AFL_QUIET", "1");
        for (mut compiler, to) in [(fz, &ours), (afl, &theirs)] {
            run(compiler.args([level, "-w", "-o"]).arg(to).arg(&source));
        }
        for seed in 0..40u8 {
            let input: Vec<u8> = (0..100u8).map(|at| input_byte(seed, at)).collect();
            let [own, their] = [&ours, &theirs].map(|p| pairs(&sites(p, layout, &input)));
            let is_missing = |pair: &&[u128; 2]| !pair.contains(&0) && !has(&own, **pair);
            let missing: Vec<_> = their.iter().filter(is_missing).collect();
            assert!(missing.is_empty(), "{level} {seed}: {missing:x?}\n{own:x?}");
        }
    }
}

/// `x <= 5` may have become `x < 6`.
fn has(own: &BTreeSet<[u128; 2]>, [a, b]: [u128; 2]) -> bool {
    let steps = [(0, 0), (0, 1), (1, 0)];
    let mut near = steps.into_iter().flat_map(|(x, y)| {
        [
            [a.wrapping_add(x), b.wrapping_add(y)],
            [a.wrapping_sub(x), b.wrapping_sub(y)],
        ]
    });
    near.any(|[a, b]| own.contains(&[a, b]) || own.contains(&[b, a]))
}

fn pairs(sites: &[(usize, Site)]) -> BTreeSet<[u128; 2]> {
    let of = |site: &Site| match &site.slots {
        Slots::Instruction(values) => values.clone(),
        Slots::Routine(_) => Vec::new(),
    };
    sites.iter().flat_map(|(_, site)| of(site)).collect()
}

/// What is logged in the best of several runs: in each the addresses are others, so it is by chance if two sites get
/// the same key.
fn sites(program: &Path, layout: &Layout, input: &[u8]) -> Vec<(usize, Site)> {
    let runs = (0..3).map(|_| {
        let options = Options {
            words: Some(Words::IfAny),
            ..layout.options()
        };
        let mut fuzzer = start(program, &options);
        assert_eq!(fuzzer.run(input).status, 0);
        layout.sites(fuzzer.compares.as_ref().unwrap().bytes())
    });
    runs.max_by_key(Vec::len).unwrap()
}

/// Text, numbers, and what some of the compares look for.
fn input_byte(seed: u8, at: u8) -> u8 {
    match seed {
        0 => b'A',
        1 => b"\x34\x12"[usize::from(at % 2)],
        2 => b"MAGICMAGstring"[usize::from(at % 14)],
        _ => at.wrapping_mul(seed).wrapping_add(seed) | 1,
    }
}

/// Whether a site of ours tells what one of theirs does. Theirs starts again from no hits at the 64th, takes every
/// switch for one of 64 bits, logs 32 bytes of memory whatever its size, and a byte more of strings.
fn covers(own: &Site, their: &Site) -> bool {
    let is_case = their.attribute == 1 && their.shape == 7;
    let same_head = own.hits >= their.hits && own.attribute == their.attribute;
    match (&own.slots, &their.slots) {
        (Slots::Instruction(own_values), Slots::Instruction(values)) => {
            same_head && own_values.starts_with(values) && (is_case || own.shape == their.shape)
        }
        (Slots::Routine(own_texts), Slots::Routine(texts)) => {
            let mut pairs = own_texts.iter().flatten().zip(texts.iter().flatten());
            same_head && own.shape <= their.shape && pairs.all(|(own, their)| begins(own, their))
        }
        _ => false,
    }
}

/// Behind a string stands what the linker has put there.
fn begins(own: &Text, their: &Text) -> bool {
    let len = usize::from(own.len & 0x7f);
    let is_string = own.len & 0x80;
    their
        .bytes
        .starts_with(&own.bytes[..len.min(own.bytes.len())])
        && is_string == their.len & 0x80
        && own.len <= their.len
}

/// What is left of a fuzzer's run that ends at the first crash.
struct Campaign {
    folder: tempfile::TempDir,
    said: String,
}

impl Campaign {
    fn run(fuzzer: &Path, seed: &[u8], seconds: u32, options: &[&str], program: &Path) -> Campaign {
        let folder = tempfile::tempdir().unwrap();
        let [seeds, out] = ["in", "out"].map(|name| folder.path().join(name));
        std::fs::create_dir(&seeds).unwrap();
        std::fs::write(seeds.join("seed"), seed).unwrap();
        let settings = [
            "AFL_BENCH_UNTIL_CRASH",
            "AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES",
            "AFL_NO_AFFINITY",
            "AFL_NO_UI",
            "AFL_SKIP_CPUFREQ",
        ];
        let mut command = Command::new(fuzzer);
        env::bare(&mut command)
            .envs(settings.map(|name| (name, "1")))
            .arg("-i")
            .arg(&seeds)
            .arg("-o")
            .arg(&out)
            .args(["-V", &seconds.to_string()])
            .args(options)
            .arg("--")
            .arg(program);
        let output = command.stdin(Stdio::null()).output().unwrap();
        let said = String::from_utf8_lossy(&output.stdout).into_owned();
        Campaign { folder, said }
    }

    fn has_crash(&self) -> bool {
        let crashes = self.folder.path().join("out/default/crashes");
        let crashes = std::fs::read_dir(crashes).unwrap_or_else(|_| panic!("{}", self.said));
        crashes.count() > 0
    }
}

#[test]
fn fuzzers_solve_transformed_compares_and_strings() {
    let programs = Programs::new();
    let hooked = ["-DHOOKED", "-O1", "-fsanitize-coverage=trace-cmp"];
    let program = programs.executable("solve.c", PIE, &hooked);
    let is_solved = |fuzzer: &Path, compares: &str, program: &Path, seconds: u32| {
        Campaign::run(fuzzer, &[b'A'; 30], seconds, &["-c", compares], program).has_crash()
    };
    // Debian's 4.04c starts the fuzzed program for `-c` too, whatever `-c` names: the two have to be one.
    assert!(is_solved(Path::new("afl-fuzz"), "0", &program, 60));

    let Some(prefix) = aflpp() else {
        return;
    };
    let fuzzer = prefix.join("bin/afl-fuzz");
    assert!(is_solved(&fuzzer, "0", &program, 60));
    let companion = program.with_file_name("companion");
    std::fs::rename(&program, &companion).unwrap();
    let program = programs.executable("solve.c", PIE, &["-O1"]);
    assert!(is_solved(
        &fuzzer,
        companion.to_str().unwrap(),
        &program,
        60
    ));
    assert!(!is_solved(&fuzzer, "-", &program, 5), "without compares");
}

#[test]
fn a_sanitizers_build_is_a_companion() {
    let Some(prefix) = aflpp() else {
        return;
    };
    let fuzzer = prefix.join("bin/afl-fuzz");
    let programs = Programs::new();
    let sanitized = Link {
        flags: &["-fuse-ld=lld", "-fsanitize=address"],
        ..PIE
    };
    let companion = programs.executable("hidden.c", sanitized, &["-fsanitize=address"]);
    let to = companion.with_file_name("companion");
    std::fs::rename(&companion, &to).unwrap();
    let program = programs.executable("hidden.c", PIE, &[]);
    let options = ["-w", to.to_str().unwrap()];
    assert!(Campaign::run(&fuzzer, b"FTAAAAAA", 60, &options, &program).has_crash());
    assert!(!Campaign::run(&fuzzer, b"FTAAAAAA", 5, &[], &program).has_crash());
}

#[test]
fn what_ijon_says_is_worth_reaching_is_reached() {
    let Some(prefix) = aflpp() else {
        return;
    };
    let programs = Programs::new();
    let program = programs.executable("ijon.c", PIE, &[]);
    let campaign = Campaign::run(&prefix.join("bin/afl-fuzz"), b"m\x05", 5, &[], &program);
    let said = &campaign.said;
    assert!(said.contains("IJON map:"), "{said}");
    let kept = std::fs::read_dir(campaign.folder.path().join("out/default/ijon_max")).unwrap();
    assert!(kept.count() > 0, "no input was kept for its values: {said}");
}
