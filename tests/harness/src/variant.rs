//! The builds that are compared: which compiler with which settings, and what comes of it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use super::subject::{File, Kind, Subject, harness_dir};
use crate::progress::bar;
use crate::{ask, parallel};
use xtask::{env, proc, repo, setup};

/// What a counter does behind 255 where the comparison is not about that.
pub const WRAP: &str = "wrap";

#[derive(Debug, Clone, PartialEq, Eq)]
enum Compiler {
    Clang(&'static [&'static str]),
    /// afl-clang-fast with these settings.
    Afl(&'static [(&'static str, &'static str)]),
    /// fz-cc with a profile that changes another's edge counters.
    Fz {
        profile: &'static str,
        count: &'static str,
        prune: &'static str,
    },
    /// fz-cc with a profile of its own, by its text.
    Profile(String),
    /// fz-cc with a profile as it is, which programs then say that they are built by.
    Shipped(&'static str),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Variant {
    pub name: String,
    compiler: Compiler,
    asan: bool,
    /// Another level of optimisation than -O2.
    level: Option<&'static str>,
}

/// What stands around a library's harness.
#[derive(Clone, Copy)]
pub enum Around {
    /// `main.c`, and the `counters_*.c` that fits the build.
    Loop,
    /// `persistent.c`, for afl-fuzz.
    Persistent,
}

impl Variant {
    pub fn plain() -> Variant {
        Variant::clang("clang", &[])
    }

    pub fn sancov() -> Variant {
        Variant::clang(
            "clang inline-8bit-counters",
            &["-fsanitize-coverage=inline-8bit-counters"],
        )
    }

    /// Clang's source coverage, which knows the branches of the source.
    pub fn source_coverage() -> Variant {
        Variant::clang(
            "clang source coverage",
            &["-fprofile-instr-generate", "-fcoverage-mapping"],
        )
    }

    /// The same with whole evaluations of its decisions.
    pub fn mcdc() -> Variant {
        Variant::clang(
            "clang mcdc",
            &[
                "-fprofile-instr-generate",
                "-fcoverage-mapping",
                "-fcoverage-mcdc",
            ],
        )
    }

    /// Clang's own checks of what guards are of, which report and go on.
    pub fn integer_checks() -> Variant {
        Variant::clang(
            "clang's checks",
            &[
                "-fsanitize=integer,implicit-conversion,bounds,shift,bool,enum,vla-bound",
                "-fsanitize-recover=all",
            ],
        )
    }

    pub fn pcguard() -> Variant {
        Variant::afl("PCGUARD", &[])
    }

    pub fn pcguard_skip_neverzero() -> Variant {
        Variant::afl(
            "PCGUARD skip-neverzero",
            &[("AFL_LLVM_SKIP_NEVERZERO", "1")],
        )
    }

    /// afl-clang-fast with all of its splitting: switches, compares, floats, string functions.
    pub fn laf_all() -> Variant {
        Variant::afl("LAF_ALL", &[("AFL_LLVM_LAF_ALL", "1")])
    }

    /// A profile that extends `parent` with these lines.
    pub fn profile(name: &str, parent: &str, lines: &str) -> Variant {
        Variant::of(
            name,
            Compiler::Profile(format!(
                "summary = \"{name}\"\nextends = \"{parent}\"\n{lines}"
            )),
        )
    }

    /// A profile that fz has.
    pub fn shipped(profile: &'static str) -> Variant {
        Variant::of(format!("fz {profile}"), Compiler::Shipped(profile))
    }

    pub fn fz(profile: &'static str, count: &'static str, prune: &'static str) -> Variant {
        Variant::of(
            format!("{profile} {count} {prune}"),
            Compiler::Fz {
                profile,
                count,
                prune,
            },
        )
    }

    pub fn asan(mut self) -> Variant {
        self.name += " + ASan";
        self.asan = true;
        self
    }

    /// afl-clang-fast's build for `afl-fuzz -c`.
    pub fn afl_cmplog() -> Variant {
        Variant::afl("afl cmplog", &[("AFL_LLVM_CMPLOG", "1")])
    }

    pub fn level(mut self, level: &'static str) -> Variant {
        self.name = format!("{} {level}", self.name);
        self.level = Some(level);
        self
    }

    fn of(name: impl Into<String>, compiler: Compiler) -> Variant {
        Variant {
            name: name.into(),
            compiler,
            asan: false,
            level: None,
        }
    }

    fn clang(name: &str, flags: &'static [&'static str]) -> Variant {
        Variant::of(name, Compiler::Clang(flags))
    }

    fn afl(name: &str, settings: &'static [(&'static str, &'static str)]) -> Variant {
        Variant::of(name, Compiler::Afl(settings))
    }

    /// Why this toolchain cannot build it.
    pub fn missing(&self) -> Option<String> {
        let Compiler::Fz { profile, .. } = self.compiler else {
            return None;
        };
        let file = repo::stage().join(format!("share/fz/profiles/{profile}.toml"));
        (!file.exists()).then(|| format!("no profile {profile}"))
    }

    fn slug(&self) -> String {
        self.name.replace(' ', "-").to_lowercase()
    }

    /// Compiles and links `subject` in a folder of its own.
    pub fn build(&self, subject: &Subject, around: Around) -> Result<Built> {
        let place = match around {
            Around::Loop => "builds",
            Around::Persistent => "persistent",
        };
        let dir = subject.dir().join(place).join(self.slug());
        repo::fresh(&dir)?;
        let files = subject.files()?;
        let cxx = files.iter().any(|f| is_cxx(&f.path));
        let mut jobs: Vec<(Command, PathBuf)> = Vec::new();
        let mut add = |mut command: Command, file: &File| {
            let object = dir.join(format!("{}.o", jobs.len()));
            command
                .args(&file.flags)
                .args(["-w", "-c"])
                .arg(&file.path)
                .arg("-o")
                .arg(&object);
            jobs.push((command, object));
        };
        for file in &files {
            add(self.command(&dir, is_cxx(&file.path))?, file);
        }
        let of_harness = |name: &str| File {
            path: harness_dir().join(name),
            flags: Vec::new(),
        };
        match (subject.kind, around) {
            (Kind::Program, _) => {}
            (Kind::Library, Around::Persistent) => {
                add(self.command(&dir, false)?, &of_harness("persistent.c"));
            }
            (Kind::Library, Around::Loop) => {
                for name in ["main.c", self.counters_file()] {
                    add(plain_command(false), &of_harness(name));
                }
            }
        }
        let src = subject.src();
        let label = format!("{} {} compile", subject.name, self.name);
        let started = Instant::now();
        let objects = compile(&label, jobs, &src)?;
        let compiled = started.elapsed();
        let program = dir.join(&subject.name);
        let mut link = self.command(&dir, cxx)?;
        link.args(&objects)
            .args(&subject.link)
            .arg("-o")
            .arg(&program)
            .current_dir(&src);
        proc::output(&mut link).with_context(|| format!("{} {}", subject.name, self.name))?;
        let counters = self.counters(&program)?;
        Ok(Built {
            variant: self.clone(),
            program,
            counters,
            compiled,
        })
    }

    /// The compiler with everything that makes this variant, but without inputs.
    fn command(&self, dir: &Path, cxx: bool) -> Result<Command> {
        let mut command = match &self.compiler {
            Compiler::Clang(flags) => {
                let mut command = plain_command(cxx);
                command.args(*flags);
                command
            }
            Compiler::Afl(settings) => {
                let name = if cxx {
                    "bin/afl-clang-fast++"
                } else {
                    "bin/afl-clang-fast"
                };
                let mut command = optimised(setup::aflpp().join(name));
                command.env("AFL_QUIET", "1").envs(settings.iter().copied());
                command
            }
            Compiler::Fz {
                profile,
                count,
                prune,
            } => {
                let edges = format!("count = \"{count}\"\nprune = \"{prune}\"");
                let text = format!(
                    "summary = \"{}\"\nextends = \"{profile}\"\n[feedback.edges]\n{edges}\n",
                    self.name
                );
                with_profile(dir, &text, cxx)?
            }
            Compiler::Profile(text) => with_profile(dir, text, cxx)?,
            Compiler::Shipped(profile) => {
                let mut command = fz(cxx);
                command.arg(format!("--fz-profile={profile}"));
                command
            }
        };
        command.args(self.level);
        if self.asan {
            match self.compiler {
                Compiler::Afl(_) => command.env("AFL_USE_ASAN", "1"),
                _ => command.arg("-fsanitize=address"),
            };
        }
        Ok(command)
    }

    fn counters_file(&self) -> &'static str {
        if *self == Variant::sancov() {
            "counters_sancov.c"
        } else if *self == Variant::source_coverage() {
            "counters_source.c"
        } else {
            "counters_none.c"
        }
    }

    /// How many counters the program has.
    fn counters(&self, program: &Path) -> Result<u64> {
        match self.compiler {
            Compiler::Clang(_) => section(program, "__sancov_cntrs"),
            Compiler::Afl(_) => Ok(section(program, "__sancov_guards")? / 4),
            Compiler::Fz { .. } | Compiler::Profile(_) | Compiler::Shipped(_) => {
                Ok(ask::counters(program)?.iter().sum())
            }
        }
    }
}

/// A variant of a subject, ready to run.
pub struct Built {
    pub variant: Variant,
    pub program: PathBuf,
    pub counters: u64,
    /// How long its sources took to compile.
    pub compiled: Duration,
}

impl Built {
    pub fn name(&self) -> &str {
        &self.variant.name
    }
}

/// Those of `variants` that this toolchain has, in order, built for `subject`.
pub fn build_all(subject: &Subject, variants: &[Variant], around: Around) -> Result<Vec<Built>> {
    let bar = bar(&format!("{}: builds", subject.name), variants.len());
    let mut built = Vec::new();
    for variant in variants {
        bar.set_message(variant.name.clone());
        match variant.missing() {
            Some(why) => println!("{}: {} left out: {why}", subject.name, variant.name),
            None => built.push(variant.build(subject, around)?),
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(built)
}

/// fz's compiler with a profile that is written to `dir`.
fn with_profile(dir: &Path, text: &str, cxx: bool) -> Result<Command> {
    // No profile's own name: one that extends it would extend itself.
    let file = dir.join("profile.toml");
    fs::write(&file, text)?;
    let mut command = fz(cxx);
    command.arg(format!("--fz-profile={}", file.display()));
    Ok(command)
}

fn fz(cxx: bool) -> Command {
    let name = if cxx { "bin/fz-cxx" } else { "bin/fz-cc" };
    optimised(repo::stage().join(name))
}

fn plain_command(cxx: bool) -> Command {
    optimised(if cxx {
        fz_llvm::CLANGXX
    } else {
        fz_llvm::CLANG
    })
}

fn optimised(compiler: impl AsRef<std::ffi::OsStr>) -> Command {
    let mut command = Command::new(compiler);
    env::unsteered(&mut command);
    command.arg("-O2");
    command
}

fn is_cxx(path: &Path) -> bool {
    path.extension().is_some_and(|x| x == "cc")
}

/// Runs the compilers, as many at a time as there are cores; what they made, in order.
fn compile(label: &str, jobs: Vec<(Command, PathBuf)>, dir: &Path) -> Result<Vec<PathBuf>> {
    let (commands, objects): (Vec<Command>, Vec<PathBuf>) = jobs.into_iter().unzip();
    parallel::each(commands, |_, mut command| {
        proc::output(command.current_dir(dir)).map(|_| ())
    })
    .with_context(|| label.to_string())?;
    Ok(objects)
}

/// The size of a section, 0 where there is none.
pub fn section(program: &Path, name: &str) -> Result<u64> {
    let text = proc::output(Command::new("size").arg("-A").arg(program))?;
    let row = text
        .lines()
        .find_map(|line| line.strip_prefix(name)?.split_whitespace().next());
    row.map_or(Ok(0), |size| Ok(size.parse()?))
}
