//! Whether afl-fuzz finds integers that go wrong behind a parser, with guards and with clang's `-fsanitize=integer`.
//! Counted are executions until the first crash, so campaigns may share the machine.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::{Result, ensure};
use serde_json::json;

use super::Options;
use crate::solving::{Campaign, Outcome, median};
use crate::trials::{Results, Trials, Turn};
use fz_harness::guards::harness::{self, Format};
use fz_harness::guards::integer::Integer;
use fz_harness::guards::program::{self, Program};
use fz_harness::level::Language;
use fz_harness::limited;
use fz_harness::progress;
use xtask::table::{self, grouped};
use xtask::{env, proc, repo, setup};

/// Programs of each weakness.
const EACH: usize = 5;

/// A build that is fuzzed.
struct Contender {
    name: &'static str,
    compilers: Compilers,
    flags: &'static [&'static str],
    /// How the second build differs that afl-fuzz has compares from (`-c`), if there is one.
    compares: Option<Extra>,
    /// What makes a finding a crash.
    environment: &'static [(&'static str, &'static str)],
}

/// What a compiler is given besides.
struct Extra {
    flags: &'static [&'static str],
    environment: &'static [(&'static str, &'static str)],
}

#[derive(Clone, Copy)]
enum Compilers {
    Fz,
    Afl,
}

const GUARDS: Contender = Contender {
    name: "guards",
    compilers: Compilers::Fz,
    flags: &["--fz-profile=guards", "--fz-engine=afl"],
    compares: None,
    environment: &[("FZ_GUARD", "trap")],
};

const INTEGER: Contender = Contender {
    name: "integer",
    compilers: Compilers::Afl,
    flags: &[
        "-fsanitize=fuzzer",
        "-fsanitize=integer",
        "-fno-sanitize-recover=integer",
    ],
    compares: None,
    environment: &[],
};

static CONTENDERS: [Contender; 4] = [
    GUARDS,
    Contender {
        name: "guards-c",
        compares: Some(Extra {
            flags: &["--fz-profile=exploit"],
            environment: &[],
        }),
        ..GUARDS
    },
    INTEGER,
    Contender {
        name: "integer-c",
        compares: Some(Extra {
            flags: &[],
            environment: &[("AFL_LLVM_CMPLOG", "1")],
        }),
        ..INTEGER
    },
];

impl Contender {
    fn compiler(&self, language: Language) -> Command {
        let fz = repo::stage().join("bin");
        let afl = setup::aflpp().join("bin");
        let mut command = Command::new(match (self.compilers, language) {
            (Compilers::Fz, Language::C) => fz.join("fz-cc"),
            (Compilers::Fz, Language::Cxx) => fz.join("fz-cxx"),
            (Compilers::Afl, Language::C) => afl.join("afl-clang-fast"),
            (Compilers::Afl, Language::Cxx) => afl.join("afl-clang-fast++"),
        });
        env::unsteered(&mut command);
        command
            .env("AFL_QUIET", "1")
            .args(self.flags)
            .args(["-O2", "-w"]);
        command
    }

    /// What afl-fuzz is told of the second build: of all inputs, with sums and digits solved as well.
    fn arguments(&self, program: &Path) -> Vec<OsString> {
        match self.compares {
            Some(_) => vec![
                "-c".into(),
                second(program).into(),
                "-l".into(),
                "3ATR".into(),
            ],
            None => Vec::new(),
        }
    }

    fn build(&self, program: &Program, dir: &Path) -> Result<PathBuf> {
        let executable = dir.join(format!("{}.{}", program.name, self.name));
        let compile = |extra: &Extra, to: &Path| {
            let mut compiler = self.compiler(program.language);
            compiler
                .current_dir(dir)
                .args(extra.flags)
                .envs(extra.environment.iter().copied())
                .args([Path::new(&program.file()), Path::new("-o"), to]);
            proc::output(&mut compiler)
        };
        let none = Extra {
            flags: &[],
            environment: &[],
        };
        compile(&none, &executable)?;
        if let Some(extra) = &self.compares {
            compile(extra, &second(&executable))?;
        }
        Ok(executable)
    }
}

fn second(program: &Path) -> PathBuf {
    let mut name = program.as_os_str().to_owned();
    name.push(".compares");
    name.into()
}

/// A program in all builds.
struct Target {
    program: Program,
    /// The line that goes wrong, as reports begin.
    place: String,
    /// As the contenders stand.
    built: Vec<PathBuf>,
}

pub fn run(options: &Options) -> Result<()> {
    let dir = repo::made().join("bench/guards");
    repo::clear(&dir)?;
    fs::create_dir_all(dir.join("seeds"))?;
    fs::write(dir.join("seeds/seed"), [b'a'; 24])?;
    let targets = build_all(chosen(&options.programs)?, &dir)?;
    let trials = Trials {
        label: "guards",
        targets: targets.iter().map(|t| &*t.program.name).collect(),
        contenders: CONTENDERS.iter().map(|c| c.name).collect(),
        count: options.trials,
    };
    let campaign = |core, turn: Turn| {
        let target = &targets[turn.target];
        let contender = &CONTENDERS[turn.contender];
        let campaign = Campaign {
            fuzzer: setup::aflpp().join("bin/afl-fuzz"),
            program: &target.built[turn.contender],
            environment: contender.environment,
            arguments: contender.arguments(&target.built[turn.contender]),
            solves: &|input| target.goes_wrong(input),
            seeds: &dir.join("seeds"),
            out: dir.join(format!("out-{core}")),
            mutator: None,
            executions: options.executions,
            random: turn.trial + 1,
            core,
        };
        campaign.run()
    };
    let write = |results: &Results| {
        let report = json!({
            "executions": options.executions,
            "trials": options.trials,
            "programs": trials.json(results),
        });
        options.write("hunt", report)
    };
    print(&targets, &trials.conduct(campaign, write)?);
    Ok(())
}

/// Some of each weakness, evenly spread; or those with one of these in their names.
fn chosen(names: &[String]) -> Result<Vec<Program>> {
    let mut programs = program::all();
    let weaknesses = programs.chunk_by(|a, b| a.case.cwe == b.case.cwe);
    let mut chosen: Vec<String> = Vec::new();
    for of_one in weaknesses {
        let spread = (0..EACH).map(|k| (2 * k + 1) * of_one.len() / (2 * EACH));
        chosen.extend(spread.map(|at| of_one[at].name.clone()));
    }
    programs.retain(|p| {
        chosen.contains(&p.name) && (names.is_empty() || names.iter().any(|n| p.name.contains(n)))
    });
    ensure!(
        !programs.is_empty(),
        "no program has {} in its name; there are: {}",
        names.join(" or "),
        chosen.join(", ")
    );
    Ok(programs)
}

/// Text for every other one, where a few digits are enough.
fn format(integer: &Integer, at: usize) -> Format {
    match integer.bits <= 40 && at.is_multiple_of(2) {
        true => Format::Text,
        false => Format::Bytes,
    }
}

fn build_all(programs: Vec<Program>, dir: &Path) -> Result<Vec<Target>> {
    let bar = progress::bar("guards: builds", programs.len());
    let mut targets = Vec::new();
    for (at, program) in programs.into_iter().enumerate() {
        bar.set_message(program.name.clone());
        let text = harness::text(&program, format(program.case.integer, at));
        fs::write(dir.join(program.file()), &text)?;
        let built = CONTENDERS.iter().map(|c| c.build(&program, dir));
        let built = built.collect::<Result<_>>()?;
        targets.push(Target {
            place: format!("{}:{}:", program.file(), program::line(&text)),
            program,
            built,
        });
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(targets)
}

impl Target {
    /// Whether guards report the line with this input: what crashes elsewhere is no finding.
    fn goes_wrong(&self, input: &Path) -> Result<bool> {
        let mut command = Command::new(&self.built[0]);
        env::unsteered(&mut command);
        command.arg(input).env("FZ_GUARD", "report");
        let run = limited::run(&mut command, None, Duration::from_secs(20))?;
        let said = String::from_utf8_lossy(&run.stderr);
        Ok(said.lines().any(|l| l.starts_with(&self.place)))
    }
}

fn print(targets: &[Target], results: &Results) {
    let head: Vec<&str> = std::iter::once("program")
        .chain(CONTENDERS.iter().map(|c| c.name))
        .collect();
    let row = |(target, builds): (&Target, &Vec<Vec<Outcome>>)| {
        let cells = builds.iter().map(|outcomes| cell(outcomes));
        let name = target.program.name.clone();
        std::iter::once(name).chain(cells).collect()
    };
    let mut rows: Vec<Vec<String>> = targets.iter().zip(results).map(row).collect();
    let found = |at: usize| {
        let found = results.iter().filter(|b| median(&b[at]).is_some());
        format!("{} of {}", found.count(), results.len())
    };
    let total = (0..CONTENDERS.len()).map(found);
    rows.push(std::iter::once("found".to_string()).chain(total).collect());
    println!(
        "\nexecutions until the first crash, of the middle campaign (-c: afl-fuzz is told of compares)"
    );
    table::print(&head, &rows);
}

fn cell(outcomes: &[Outcome]) -> String {
    match (median(outcomes), outcomes) {
        (Some(executions), _) => grouped(executions),
        (None, outcomes) if outcomes.iter().any(|o| matches!(o, Outcome::Wrong(_))) => {
            "another crash".to_string()
        }
        (None, _) => "-".to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::{EACH, chosen};

    #[test]
    fn every_weakness_is_hunted() {
        let programs = chosen(&[]).unwrap();
        assert_eq!(programs.len(), 6 * EACH);
        for cwe in [190, 191, 194, 195, 197, 369] {
            let of_one = programs.iter().filter(|p| p.case.cwe == cwe);
            assert_eq!(of_one.count(), EACH);
        }
        assert!(chosen(&["nothing".into()]).is_err());
    }
}
