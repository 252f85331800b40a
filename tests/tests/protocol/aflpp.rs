//! AFL++'s passes and its runtime, whose log of compares ours is compared with.

use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

use fz_tests::peers::Aflpp;
use fz_tests::{env, fz, rooms};

use super::cmplog::{LAYOUTS, Layout, Site, Slots, Text};
use super::fuzzer::{Options, Words};
use super::programs::{PIE, Programs, run};
use super::start;

/// What the C library is told of the processor: its choice of `memcmp` depends on that.
const PROCESSORS: [&str; 3] = [
    "",
    "glibc.cpu.hwcaps=-AVX512VL",
    "glibc.cpu.hwcaps=-AVX512VL,-AVX2",
];

#[test]
fn what_aflpps_runtime_logs_is_logged() {
    let Some(compiler) = Aflpp::V440.program("afl-clang-fast") else {
        return;
    };
    let lib = compiler.parent().unwrap().with_file_name("lib/afl");
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
        for (seed, processor) in (0..20u8).zip(PROCESSORS.into_iter().cycle()) {
            let input: Vec<u8> = (0..100u8).map(|at| input_byte(seed, at)).collect();
            let [ours, theirs] =
                [&ours, &theirs].map(|program| sites(program, layout, processor, &input));
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
    let Some(compiler) = Aflpp::V440.program("afl-clang-fast") else {
        return;
    };
    let layout = &LAYOUTS[2];
    let source = rooms().join("tests/protocol/pairs.c");
    let programs = Programs::new();
    let [ours, theirs] = ["ours", "theirs"].map(|name| programs.folder().join(name));
    for level in ["-O0", "-O2"] {
        let mut fz = Command::new(fz().join("bin/fz-cc"));
        fz.args(["--fz-profile=cmplog", "--fz-engine=afl"]);
        let mut afl = Command::new(&compiler);
        env::bare(&mut afl)
            .env("AFL_LLVM_CMPLOG", "1")
            .env("AFL_QUIET", "1");
        for (mut compiler, to) in [(fz, &ours), (afl, &theirs)] {
            run(compiler.args([level, "-w", "-o"]).arg(to).arg(&source));
        }
        for seed in 0..40u8 {
            let input: Vec<u8> = (0..100u8).map(|at| input_byte(seed, at)).collect();
            let [own, their] = [&ours, &theirs].map(|p| pairs(&sites(p, layout, "", &input)));
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
fn sites(program: &Path, layout: &Layout, processor: &str, input: &[u8]) -> Vec<(usize, Site)> {
    let runs = (0..3).map(|_| {
        let options = Options {
            words: Some(Words::IfAny),
            variables: vec![("GLIBC_TUNABLES", processor.into())],
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
            let [own_values, values] = [own_values, values].map(|v| signs(v, own.shape));
            same_head && own_values.starts_with(&values) && (is_case || own.shape == their.shape)
        }
        (Slots::Routine(own_texts), Slots::Routine(texts)) => {
            let mut pairs = own_texts.iter().flatten().zip(texts.iter().flatten());
            same_head && own.shape <= their.shape && pairs.all(|(own, their)| begins(own, their))
        }
        _ => false,
    }
}

/// Of what `memcmp` and its like return only the sign is said. The rest depends on the processor, and there on whether an
/// operand crosses a page: another program has its data elsewhere.
fn signs(values: &[[u128; 2]], shape: u64) -> Vec<[u128; 2]> {
    let sign = |[result, with]: [u128; 2]| match (shape, with) {
        (3, 0) => [(result as u32 as i32).signum() as u32 as u128, 0],
        _ => [result, with],
    };
    values.iter().copied().map(sign).collect()
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
