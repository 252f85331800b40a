//! `cargo xtask bench emit`: one captured build and its variants, against as many whole builds by afl-cc. All builds of a
//! program use as many jobs as there are processors, one build after the other.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
    time::{Duration, Instant},
};

use anyhow::{Result, ensure};
use clap::Args;
use serde_json::{Value, json};
use xtask::{apt, build, env, proc, repo, setup, table};

#[derive(Args)]
#[command(after_help = "Examples:\n  \
    cargo xtask bench emit\n  \
    cargo xtask bench emit --programs xmllint --json target/emit.json")]
pub struct Options {
    /// The programs to build (all)
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    programs: Vec<String>,
    /// Write all figures to this file
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
}

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
                    ./configure $off --disable-nls --disable-werror --disable-shared --without-zstd && \
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

/// Ours, beside the captured build by `fuzz`: profiles and a sanitizer.
const VARIANTS: [(&str, &str); 6] = [
    ("fuzz", ""),
    ("cmplog", ""),
    ("split", ""),
    ("fuzz", "address"),
    ("fuzz", "undefined"),
    ("context", ""),
];

/// The part of the peer's time that all of ours may take, and the one that we want.
const BOUND: f64 = 0.6;
const GOAL: f64 = 0.4;

#[derive(Clone, Copy, Default)]
struct Times {
    configure: Duration,
    compile: Duration,
    link: Duration,
}

impl Times {
    fn all(self) -> Duration {
        self.configure + self.compile + self.link
    }
}

pub fn main(options: &Options) -> Result<()> {
    build::ready()?;
    setup::peers()?;
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
    if let Some(path) = &options.json {
        fs::write(path, serde_json::to_string_pretty(&all)?)?;
    }
    Ok(())
}

fn measured(program: &Program) -> Result<Value> {
    let dir = repo::made().join("bench/emit").join(program.name);
    if dir.exists() {
        fs::remove_dir_all(&dir)?;
    }
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
        ]);
        figures.push(json!({
            "build": what,
            "configure": times.configure.as_secs_f64(),
            "compile": times.compile.as_secs_f64(),
            "link": times.link.as_secs_f64(),
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
    let cache = dir.join("cache");
    for sanitizer in ["", "address", "undefined"] {
        let profiles: Vec<&str> = VARIANTS
            .iter()
            .filter(|v| v.1 == sanitizer)
            .map(|v| v.0)
            .collect();
        let mut command = Command::new(fz.join("bin/fz"));
        env::unsteered(&mut command);
        command
            .arg("emit")
            .arg(dir.join("captured").join(program.path))
            .args(["--profile", &profiles.join(",")])
            .arg("--cache")
            .arg(&cache)
            .arg("-o")
            .arg(dir.join("emitted"));
        if !sanitizer.is_empty() {
            command.args(["--sanitize", sanitizer]);
        }
        proc::run(
            &format!("{} fz emit {}", program.name, profiles.join(",")),
            &mut command,
        )?;
    }
    let emitted = Times {
        compile: began.elapsed(),
        ..Times::default()
    };
    row("fz emit, six variants", emitted);
    let mut theirs = Duration::ZERO;
    let afl = setup::aflpp().join("bin");
    for (name, settings) in PEERS {
        let times = built(
            program,
            &dir.join(name),
            &afl.join("afl-clang-fast"),
            &afl.join("afl-clang-fast++"),
            settings,
        )?;
        theirs += times.all();
        row(&format!("afl-clang-fast, {name}"), times);
    }
    let ratio = (ours.all() + emitted.all()).as_secs_f64() / theirs.as_secs_f64();
    println!("{}: seconds by the clock", program.name);
    table::print(&["build", "configure", "compile", "link", "all"], &rows);
    println!(
        "one captured build and six variants: {ratio:.2} of six whole builds (bound {BOUND}, goal {GOAL})\n"
    );
    Ok(json!({"program": program.name, "builds": figures, "ratio": ratio}))
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
    let configure = step("configure", program.configure)?;
    let whole = step("make", program.make)?;
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
    })
}
