//! Compares one program's builds: for each input, what they print, how they end, and with a sanitizer what it reports.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::Result;
use serde::{Deserialize, Serialize};

use super::compile::{Build, Compiler};
use super::matrix::Row;
use super::program::{Language, Level, Program, Sanitizer, Source};
use super::reports;
use super::scratch::Scratch;
use crate::limited::{End, Run, run};
use crate::{proc, repo};

/// Instrumented programs are slower, sanitizers slower still: so many times clang's time, and this much besides.
const SLOWER: u32 = 10;
const GRACE: Duration = Duration::from_secs(5);

/// Tells programs whose meaning is defined. Packed structures make pointers that are not aligned, on purpose.
const DEFINED: &[&str] = &[
    "-fsanitize=undefined,address,float-cast-overflow",
    "-fno-sanitize=alignment",
];

/// Where comparisons happen.
pub struct Lab {
    pub sanitizer: Option<Sanitizer>,
    /// Builds are made below it and thrown away.
    pub scratch: Scratch,
    /// What differed is kept below it.
    pub failures: PathBuf,
}

/// What came of one program.
#[derive(Debug, Default, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verdict {
    /// Runs (or refusals to build) that were compared, for each profile.
    pub compared: BTreeMap<String, u64>,
    pub left_out: Vec<Omission>,
    pub differences: Vec<Difference>,
    /// Listed as an exception, and yet all builds agreed.
    pub needless: bool,
}

/// Why something was not compared.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Omission {
    /// Clang's build does not end.
    Endless,
    /// Clang's build does not do the same each time.
    Unstable,
    /// UBSan or ASan finds fault with the program.
    Undefined(String),
    /// It is an exception, for this reason.
    Listed(String),
    /// MSan takes what the C++ library wrote for uninitialized.
    Library,
}

impl Omission {
    pub fn kind(&self) -> &'static str {
        match self {
            Omission::Endless => "does not end when built by clang",
            Omission::Unstable => "does something else each time when built by clang",
            Omission::Undefined(_) => "has undefined behaviour",
            Omission::Listed(_) => "is an exception that tests/differential/torture.toml names",
            Omission::Library => "uses a C++ library that MSan does not know",
        }
    }
}

/// A build that behaves in another way than clang's.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    pub source: Source,
    pub program: String,
    pub profile: String,
    pub level: Level,
    pub what: String,
    /// The command that shows it again.
    pub replay: String,
    /// Where source, input and outputs are.
    pub kept: PathBuf,
}

impl Lab {
    pub fn compare(&self, program: &Program, rows: &[Row]) -> Result<Verdict> {
        let dir = self.scratch.sub()?;
        let mut comparison = Comparison {
            lab: self,
            program,
            dir: dir.path(),
            clang: Compiler::clang(),
            verdict: Verdict::default(),
            fault: None,
        };
        comparison.all(rows)?;
        Ok(comparison.verdict)
    }

    fn flags(&self) -> Vec<String> {
        match self.sanitizer {
            Some(sanitizer) => vec![format!("-fsanitize={}", sanitizer.name()), "-g1".into()],
            None => Vec::new(),
        }
    }
}

struct Comparison<'a> {
    lab: &'a Lab,
    program: &'a Program,
    dir: &'a Path,
    clang: Compiler,
    verdict: Verdict,
    /// What the sanitizers said of the program, once asked.
    fault: Option<Option<String>>,
}

impl Comparison<'_> {
    fn all(&mut self, rows: &[Row]) -> Result<()> {
        if self.program.source == Source::Generated
            && let Some(fault) = self.fault()?
        {
            // Nothing can be said about the builds; the generator is wrong.
            let what = format!("a bug of the generator: {fault}");
            return self.differs("clang", Level::O1, &what, None);
        }
        let memory = self.lab.sanitizer == Some(Sanitizer::Memory);
        if memory && self.program.language == Language::Cxx {
            self.verdict.left_out.push(Omission::Library);
            return Ok(());
        }
        for (level, compilers) in rows {
            if !self.row(*level, compilers)? {
                break;
            }
        }
        let excused = |o: &Omission| matches!(o, Omission::Listed(_));
        self.verdict.needless = self.program.exception.is_some()
            && self.verdict.differences.is_empty()
            && !self.verdict.left_out.iter().any(excused);
        Ok(())
    }

    /// Compares at one level; false if there is no point in others.
    fn row(&mut self, level: Level, compilers: &[&Compiler]) -> Result<bool> {
        let (clang, flags) = (self.clang.clone(), self.lab.flags());
        let plain = self.place(&clang, level)?;
        if !matches!(
            clang.build(self.program, level, &flags, &plain)?,
            Build::Done
        ) {
            for compiler in compilers {
                let output = self.place(compiler, level)?;
                match compiler.build(self.program, level, &flags, &output)? {
                    Build::Refused(_) => self.agreed(compiler),
                    Build::Done | Build::Endless => {
                        self.differs(compiler.name(), level, "builds what clang refuses", None)?;
                    }
                }
            }
            return Ok(true);
        }
        let mut expected = Vec::new();
        for input in self.inputs() {
            let run = self.started(&plain, input.as_deref(), self.program.limit())?;
            if run.end == End::TimedOut {
                self.verdict.left_out.push(Omission::Endless);
                return Ok(false);
            }
            expected.push((input, run));
        }
        for compiler in compilers {
            self.build(compiler, level, &plain, &expected)?;
            if matches!(
                self.verdict.left_out.last(),
                Some(Omission::Endless | Omission::Unstable | Omission::Undefined(_))
            ) {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Compares one build with clang's, up to the first difference.
    fn build(
        &mut self,
        compiler: &Compiler,
        level: Level,
        plain: &Path,
        expected: &[(Option<PathBuf>, Run)],
    ) -> Result<()> {
        let output = self.place(compiler, level)?;
        match compiler.build(self.program, level, &self.lab.flags(), &output)? {
            Build::Done => {}
            Build::Refused(said) => {
                let what = format!("clang builds it, this does not: {said}");
                return self.differs(compiler.name(), level, &what, None);
            }
            Build::Endless => {
                return self.differs(compiler.name(), level, "the compiler does not end", None);
            }
        }
        for (input, before) in expected {
            let input = input.as_deref();
            let limit = before.took * SLOWER + GRACE;
            let after = self.started(&output, input, limit)?;
            let Some(what) = difference(before, &after, self.lab.sanitizer) else {
                self.agreed(compiler);
                continue;
            };
            let again = self.started(plain, input, limit)?;
            if difference(before, &again, self.lab.sanitizer).is_some() {
                self.verdict.left_out.push(Omission::Unstable);
                return Ok(());
            }
            if after.end == End::TimedOut && self.is_endless(input, limit)? {
                self.verdict.left_out.push(Omission::Endless);
                return Ok(());
            }
            let fault = self.fault()?;
            let what = match (self.program.source, fault) {
                // csmith promises defined behaviour, but does not always keep it.
                (Source::Csmith, Some(fault)) => {
                    let undefined = Omission::Undefined(fault);
                    self.verdict.left_out.push(undefined);
                    return Ok(());
                }
                (_, Some(fault)) => format!("{what} (clang's sanitizers: {fault})"),
                (_, None) => what,
            };
            let runs = Some((input, before, &after));
            return self.differs(compiler.name(), level, &what, runs);
        }
        Ok(())
    }

    /// Whether clang's build without optimisation does not end: in C a loop without effects may be taken to end.
    fn is_endless(&self, input: Option<&Path>, limit: Duration) -> Result<bool> {
        let plain = self.place(&self.clang, Level::O0)?;
        let built = self
            .clang
            .build(self.program, Level::O0, &self.lab.flags(), &plain)?;
        Ok(
            matches!(built, Build::Done)
                && self.started(&plain, input, limit)?.end == End::TimedOut,
        )
    }

    fn agreed(&mut self, compiler: &Compiler) {
        *self
            .verdict
            .compared
            .entry(compiler.name().to_string())
            .or_default() += 1;
    }

    /// The program that a compiler makes: all have the same name, which some print.
    fn place(&self, compiler: &Compiler, level: Level) -> Result<PathBuf> {
        let name = format!("{}-{}", file_name(compiler.name()), level.name());
        let dir = self.dir.join(name);
        fs::create_dir_all(&dir)?;
        Ok(dir.join("program"))
    }

    fn started(&self, program: &Path, input: Option<&Path>, limit: Duration) -> Result<Run> {
        let mut command = Command::new(program);
        command
            .arg0("program")
            .current_dir(program.parent().expect("a build has a folder"))
            .env("ASAN_OPTIONS", "detect_leaks=0");
        run(&mut command, input, limit)
    }

    fn inputs(&self) -> Vec<Option<PathBuf>> {
        let inputs = self.program.inputs.iter().cloned().map(Some);
        inputs
            .chain(self.program.inputs.is_empty().then_some(None))
            .collect()
    }

    /// What UBSan and ASan say of the program as clang builds it. Asked once.
    fn fault(&mut self) -> Result<Option<String>> {
        if let Some(fault) = &self.fault {
            return Ok(fault.clone());
        }
        let flags: Vec<String> = DEFINED.iter().map(ToString::to_string).collect();
        let output = self.dir.join("defined");
        let build = self.clang.build(self.program, Level::O1, &flags, &output)?;
        let mut fault = match build {
            Build::Done => None,
            Build::Refused(said) => Some(said),
            Build::Endless => Some("clang does not end".into()),
        };
        for input in self.inputs() {
            if fault.is_some() {
                break;
            }
            let limit = self.program.limit() * SLOWER;
            let run = self.started(&output, input.as_deref(), limit)?;
            let line = reports::undefined(&run.stderr).into_iter().next();
            fault = line.or_else(|| reports::kind(&run.stderr));
        }
        self.fault = Some(fault.clone());
        Ok(fault)
    }

    fn differs(
        &mut self,
        profile: &str,
        level: Level,
        what: &str,
        runs: Option<(Option<&Path>, &Run, &Run)>,
    ) -> Result<()> {
        if let Some(why) = &self.program.exception {
            let listed = Omission::Listed(why.clone());
            self.verdict.left_out.push(listed);
            return Ok(());
        }
        let mut replay = format!(
            "cargo xtask test --differential {} --levels {}",
            self.program.again(),
            level.name()
        );
        if profile != self.clang.name() {
            replay += &format!(" --profiles {profile}");
        }
        if let Some(sanitizer) = self.lab.sanitizer {
            replay += &format!(" --sanitize {}", sanitizer.name());
        }
        let kept = self.lab.failures.join(format!(
            "{}-{}-{}-{}",
            self.program.source.name(),
            self.program.name,
            file_name(profile),
            level.name()
        ));
        let difference = Difference {
            source: self.program.source,
            program: self.program.name.clone(),
            profile: profile.to_string(),
            level,
            what: what.to_string(),
            replay,
            kept,
        };
        self.keep(&difference, runs)?;
        self.verdict.differences.push(difference);
        Ok(())
    }

    /// Lays a difference down for people.
    fn keep(
        &self,
        difference: &Difference,
        runs: Option<(Option<&Path>, &Run, &Run)>,
    ) -> Result<()> {
        let dir = &difference.kept;
        if dir.exists() {
            fs::remove_dir_all(dir)?;
        }
        fs::create_dir_all(dir)?;
        let path = &self.program.path;
        let name = path.file_name().expect("a file has a name");
        fs::copy(path, dir.join(name))?;
        let path = path.to_string_lossy();
        let plain = self.clang.command(
            self.program,
            difference.level,
            &self.lab.flags(),
            Path::new("program"),
        );
        // Where it was made is gone by the time that someone reads this.
        let plain = proc::rendered(&plain).replace(&*path, &name.to_string_lossy());
        fs::write(
            dir.join("about.txt"),
            format!(
                "{}\n\n{}\n\nclang: {plain}\nfz: the same with fz-cc (fz-cxx) --fz-profile={}\n",
                difference.what, difference.replay, difference.profile
            ),
        )?;
        if let Some((input, before, after)) = runs {
            if let Some(input) = input {
                fs::copy(input, dir.join("input"))?;
            }
            for (name, run) in [("clang", before), ("fz", after)] {
                fs::write(dir.join(format!("{name}.stdout")), &run.stdout)?;
                fs::write(dir.join(format!("{name}.stderr")), &run.stderr)?;
            }
        }
        Ok(())
    }
}

impl std::fmt::Display for Difference {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Difference {
            source,
            program,
            profile,
            level,
            what,
            replay,
            kept,
        } = self;
        let kept = repo::shown(kept);
        let (source, level) = (source.name(), level.name());
        write!(
            f,
            "{source} {program}, {profile} at -{level}: {what}\n  {replay}\n  {kept}"
        )
    }
}

/// A profile's name or path as part of a file's name.
fn file_name(profile: &str) -> String {
    profile.replace('/', "_")
}

/// What is not as it was, if anything.
fn difference(before: &Run, after: &Run, sanitizer: Option<Sanitizer>) -> Option<String> {
    let ends =
        || (before.end != after.end).then(|| format!("clang's {}, this {}", before.end, after.end));
    let stdout = || printed("stdout", &before.stdout, &after.stdout);
    match sanitizer {
        None => ends()
            .or_else(stdout)
            .or_else(|| printed("stderr", &before.stderr, &after.stderr)),
        Some(Sanitizer::Undefined) => {
            let (old, new) = (
                reports::undefined(&before.stderr),
                reports::undefined(&after.stderr),
            );
            let reports = || {
                printed(
                    "reports",
                    old.join("\n").as_bytes(),
                    new.join("\n").as_bytes(),
                )
            };
            // After the first report anything may happen.
            let rest = || ends().or_else(stdout).filter(|_| old.is_empty());
            reports().or_else(rest)
        }
        Some(Sanitizer::Memory) => {
            let (old, new) = (reports::kind(&before.stderr), reports::kind(&after.stderr));
            let kinds = (old != new).then(|| format!("clang's reports {old:?}, this {new:?}"));
            kinds
                .or_else(ends)
                .or_else(|| stdout().filter(|_| old.is_none()))
        }
    }
}

/// The first line that is not the same.
fn printed(stream: &str, before: &[u8], after: &[u8]) -> Option<String> {
    if before == after {
        return None;
    }
    let (old, new) = (
        String::from_utf8_lossy(before),
        String::from_utf8_lossy(after),
    );
    let (mut old, mut new) = (old.lines(), new.lines());
    for number in 1.. {
        let (one, two) = (old.next(), new.next());
        if one != two {
            let shown = |line: Option<&str>| line.map_or("nothing".into(), |l| format!("`{l}`"));
            return Some(format!(
                "{stream}, line {number}: clang's {}, this {}",
                shown(one),
                shown(two)
            ));
        }
        if one.is_none() {
            break;
        }
    }
    Some(format!("{stream} differs in what is no text"))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Sanitizer, difference};
    use crate::limited::{End, Run};

    fn run(end: End, stdout: &str, stderr: &str) -> Run {
        Run {
            end,
            stdout: stdout.into(),
            stderr: stderr.into(),
            took: Duration::ZERO,
        }
    }

    #[test]
    fn everything_that_a_program_says_counts() {
        let one = run(End::Exited(0), "a\nb\n", "");
        assert_eq!(difference(&one, &one, None), None);
        let status = difference(&one, &run(End::Signalled(11), "a\nb\n", ""), None).unwrap();
        assert_eq!(status, "clang's exits with 0, this is ended by signal 11");
        let line = difference(&one, &run(End::Exited(0), "a\nc\n", ""), None).unwrap();
        assert_eq!(line, "stdout, line 2: clang's `b`, this `c`");
        assert!(difference(&one, &run(End::Exited(0), "a\nb\n", "x"), None).is_some());
        assert!(difference(&one, &run(End::Exited(0), "a\nb", ""), None).is_some());
    }

    #[test]
    fn reports_count_without_their_addresses() {
        let report = |at: &str| format!("a.c:1:2: runtime error: load of {at}\n");
        let one = run(End::Exited(0), "a", &report("0x12"));
        let undefined = Some(Sanitizer::Undefined);
        assert_eq!(
            difference(&one, &run(End::Exited(1), "b", &report("0x34")), undefined),
            None
        );
        assert!(difference(&one, &run(End::Exited(0), "a", ""), undefined).is_some());
        let memory = |pid: &str| {
            run(
                End::Exited(1),
                "",
                &format!("=={pid}==WARNING: MemorySanitizer: use-of-x"),
            )
        };
        assert_eq!(
            difference(&memory("1"), &memory("2"), Some(Sanitizer::Memory)),
            None
        );
        assert!(difference(&one, &memory("2"), Some(Sanitizer::Memory)).is_some());
    }
}
