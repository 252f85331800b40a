//! `cargo xtask bench emit`: one captured build and its variants, against as many whole builds by afl-cc. All builds of a
//! program use as many jobs as there are processors, one build after the other. And what capturing itself costs a compile.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::{Duration, Instant},
};

use anyhow::{Result, ensure};
use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use super::parts;
use xtask::{apt, build, env, proc, repo, setup, table};

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    cargo xtask bench emit\n  \
    cargo xtask bench emit --only capture\n  \
    cargo xtask bench emit --programs xmllint --json target/emit.json")]
pub struct Options {
    /// A part of it
    #[arg(long, value_enum)]
    only: Option<Part>,
    /// The programs to build (all)
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    programs: Vec<String>,
    /// Write all figures to this file
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Part {
    /// What capturing costs a compile
    Capture,
    /// A captured build and its variants, against whole builds
    Builds,
}

/// A small source, for which the headers are most of the work, and one in which templates are.
const SOURCES: [(&str, &str, &str, usize); 2] = [
    (
        "fz-cc",
        "small.c",
        "#include <stdio.h>\n#include <stdlib.h>\n#include <string.h>\n#include <errno.h>\n#include <math.h>\n\
         int main(int c, char **v) {\n\
         \x20 if (c > 1 && !strcmp(v[1], \"abc\")) puts(\"x\");\n\
         \x20 for (int i = 0; i < c; i++) if (v[i][0] == 'a' && v[i][1] == 'b') printf(\"%d %f\\n\", i, sin(i));\n\
         \x20 return errno;\n}\n",
        25,
    ),
    (
        "fz-cxx",
        "large.cc",
        "#include <regex>\n#include <map>\n#include <iostream>\n\
         int main(int c, char **v) {\n\
         \x20 std::regex r(\"a[bc]+d\"); std::map<std::string, int> m;\n\
         \x20 for (int i = 1; i < c; i++) if (std::regex_match(v[i], r)) m[v[i]]++;\n\
         \x20 for (auto &[k, n] : m) std::cout << k << n;\n}\n",
        5,
    ),
];

/// What is built as its own build system does it.
struct Program {
    name: &'static str,
    package: &'static str,
    version: &'static str,
    fallback: &'static [&'static str],
    configure: &'static str,
    make: &'static str,
    /// Removes the program, so that making it again is its link.
    unlink: &'static str,
    path: &'static str,
}

/// Without CET: afl-cc 4.40c takes `-fcf-protection` for `-flto`.
const PROGRAMS: [Program; 2] = [
    Program {
        name: "xmllint",
        package: "libxml2",
        version: "2.9.14+dfsg-1.3~deb12u4",
        fallback: &["2.9.14+dfsg-1.3~deb12u6"],
        configure: "./configure --without-python --without-lzma --without-zlib --without-icu --without-iconv \
                    --without-threads --without-http --without-ftp --disable-shared",
        make: "make -j$JOBS libxml2.la xmllint",
        unlink: "rm xmllint",
        path: "xmllint",
    },
    Program {
        name: "readelf",
        package: "binutils",
        version: "2.40-2",
        fallback: &[],
        configure: "for part in ld gold gas gdb gdbserver gdbsupport sim gprof gprofng readline libdecnumber; do \
                    off=\"${off-} --disable-$part\"; done; \
                    ./configure $off --disable-cet --disable-nls --disable-werror --disable-shared --without-zstd && \
                    make -j$JOBS MAKEINFO=true configure-host",
        make: "make -j$JOBS MAKEINFO=true all-libiberty all-zlib all-bfd all-libctf all-libsframe && \
               make -C binutils -j$JOBS MAKEINFO=true readelf",
        unlink: "rm binutils/readelf",
        path: "binutils/readelf",
    },
];

/// afl-cc's builds for a campaign, and their settings.
const PEERS: [(&str, &[(&str, &str)]); 6] = [
    ("plain", &[]),
    ("cmplog", &[("AFL_LLVM_CMPLOG", "1")]),
    ("laf", &[("AFL_LLVM_LAF_ALL", "1")]),
    ("address", &[("AFL_USE_ASAN", "1")]),
    ("undefined", &[("AFL_USE_UBSAN", "1")]),
    ("context", &[("AFL_LLVM_CALLER", "1")]),
];

/// Ours, beside the captured build by `fuzz`.
const VARIANTS: [&str; 6] = [
    "fuzz",
    "cmplog",
    "split",
    "fuzz.address",
    "fuzz.undefined",
    "context",
];

/// The part of the peer's time that all of ours may take, and the one that we want.
const BOUND: f64 = 0.6;
const GOAL: f64 = 0.4;

#[derive(Clone, Copy, Default)]
struct Times {
    configure: Duration,
    compile: Duration,
    link: Duration,
    /// Of processors, for all of it.
    processor: Duration,
}

impl Times {
    fn all(self) -> Duration {
        self.configure + self.compile + self.link
    }
}

pub fn main(options: &Options) -> Result<()> {
    build::ready()?;
    setup::peers()?;
    if options.only != Some(Part::Builds) {
        capture()?;
    }
    if options.only == Some(Part::Capture) {
        return Ok(());
    }
    let known: Vec<&str> = PROGRAMS.iter().map(|p| p.name).collect();
    for name in &options.programs {
        ensure!(
            known.contains(&name.as_str()),
            "{name}: there are {}",
            known.join(", ")
        );
    }
    let wanted =
        |p: &&Program| options.programs.is_empty() || options.programs.iter().any(|n| n == p.name);
    let mut all = Vec::new();
    for program in PROGRAMS.iter().filter(wanted) {
        all.push(measured(program)?);
    }
    parts::write(options.json.as_deref(), &all)
}

/// Processor time of compiles with capturing off, into the object, and into a folder; they take turns.
fn capture() -> Result<()> {
    let dir = repo::made().join("bench/capture");
    fs::create_dir_all(&dir)?;
    let mut rows = Vec::new();
    for (compiler, name, text, runs) in SOURCES {
        fs::write(dir.join(name), text)?;
        let mut best = [(Duration::MAX, 0); 3];
        for _ in 0..runs {
            for (mode, best) in ["off", "embed", "store"].iter().zip(&mut best) {
                let mut command = repo::tool(compiler);
                command
                    .current_dir(&dir)
                    .args(["-g", "-O2", "-c", name, "-o", "out.o"])
                    .env("FZ_CAPTURE", mode)
                    .env("FZ_CAPTURE_STORE", dir.join("store"));
                let before = proc::cpu_of_children();
                proc::output(&mut command)?;
                let took = proc::cpu_of_children().saturating_sub(before);
                *best = (best.0.min(took), fs::metadata(dir.join("out.o"))?.len());
            }
        }
        for (mode, (took, bytes)) in ["off", "embed", "store"].iter().zip(best) {
            rows.push(vec![
                name.to_owned(),
                (*mode).to_owned(),
                format!("{:.3}", took.as_secs_f64()),
                format!("{:.2}", took.as_secs_f64() / best[0].0.as_secs_f64()),
                table::grouped(bytes),
            ]);
        }
    }
    println!(
        "processor time of a compile, in seconds, the best of several that take turns (bound 1.25)"
    );
    table::under("source | capture | seconds | of off | bytes", &rows);
    println!();
    Ok(())
}

fn measured(program: &Program) -> Result<Value> {
    let dir = repo::made().join("bench/emit").join(program.name);
    repo::clear(&dir)?;
    let mut rows = Vec::new();
    let mut figures = Vec::new();
    let mut row = |what: &str, times: Times| {
        let seconds = |d: Duration| format!("{:.1}", d.as_secs_f64());
        rows.push(vec![
            what.to_owned(),
            seconds(times.configure),
            seconds(times.compile),
            seconds(times.link),
            seconds(times.all()),
            seconds(times.processor),
        ]);
        figures.push(json!({
            "build": what,
            "configure": times.configure.as_secs_f64(),
            "compile": times.compile.as_secs_f64(),
            "link": times.link.as_secs_f64(),
            "processor": times.processor.as_secs_f64(),
        }));
    };
    let fz = repo::stage();
    let ours = built(
        program,
        &dir.join("captured"),
        &fz.join("bin/fz-cc"),
        &fz.join("bin/fz-cxx"),
        &[],
    )?;
    row("fz-cc, captured", ours);
    let began = Instant::now();
    let before = proc::cpu_of_children();
    let cache = dir.join("cache");
    let mut command = Command::new(fz.join("bin/fz"));
    env::unsteered(&mut command);
    command
        .arg("emit")
        .arg(dir.join("captured").join(program.path))
        .args(["--profile", &VARIANTS.join(",")])
        .arg("--cache")
        .arg(&cache)
        .arg("-o")
        .arg(dir.join("emitted"));
    proc::run(&format!("{} fz emit", program.name), &mut command)?;
    let emitted = Times {
        compile: began.elapsed(),
        processor: proc::cpu_of_children().saturating_sub(before),
        ..Times::default()
    };
    row("fz emit, six variants", emitted);
    let mut theirs = Times::default();
    let afl = setup::aflpp().join("bin");
    for (name, settings) in PEERS {
        let times = built(
            program,
            &dir.join(name),
            &afl.join("afl-clang-fast"),
            &afl.join("afl-clang-fast++"),
            settings,
        )?;
        theirs.compile += times.all();
        theirs.processor += times.processor;
        row(&format!("afl-clang-fast, {name}"), times);
    }
    let ratio = (ours.all() + emitted.all()).as_secs_f64() / theirs.all().as_secs_f64();
    let processor =
        (ours.processor + emitted.processor).as_secs_f64() / theirs.processor.as_secs_f64();
    println!("{}: seconds by the clock", program.name);
    table::under(
        "build | configure | compile | link | all | processor",
        &rows,
    );
    println!(
        "one captured build and six variants: {ratio:.2} of six whole builds (bound {BOUND}, goal {GOAL}), {processor:.2} of processor time\n"
    );
    Ok(json!({"program": program.name, "builds": figures, "ratio": ratio, "processor": processor}))
}

/// Unpacks, configures and makes a program.
fn built(
    program: &Program,
    dir: &Path,
    cc: &Path,
    cxx: &Path,
    settings: &[(&str, &str)],
) -> Result<Times> {
    let source: apt::Source = serde_json::from_value(json!({
        "package": program.package, "version": program.version, "fallback": program.fallback,
    }))?;
    source.unpack(dir)?;
    let step = |what: &str, script: &str| -> Result<Duration> {
        let mut command = Command::new("sh");
        env::unsteered(&mut command);
        command
            .args(["-euc", script])
            .current_dir(dir)
            .envs([
                ("CFLAGS", "-g -O2 -w"),
                ("CXXFLAGS", "-g -O2 -w"),
                ("AFL_QUIET", "1"),
            ])
            .env("CC", cc)
            .env("CXX", cxx)
            .env("JOBS", repo::jobs().to_string())
            .envs(settings.iter().copied());
        let name = dir.file_name().unwrap_or_default().to_string_lossy();
        let began = Instant::now();
        proc::run(&format!("{} {name} {what}", program.name), &mut command)?;
        Ok(began.elapsed())
    };
    let before = proc::cpu_of_children();
    let configure = step("configure", program.configure)?;
    let whole = step("make", program.make)?;
    let processor = proc::cpu_of_children().saturating_sub(before);
    step("unlink", program.unlink)?;
    let link = step("link", program.make)?;
    ensure!(
        dir.join(program.path).exists(),
        "{} was not made",
        program.path
    );
    Ok(Times {
        configure,
        compile: whole.saturating_sub(link),
        link,
        processor,
    })
}
