//! Compares one program's builds: for each input, what they print, how they end, and with a sanitizer what it reports.

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use anyhow::Result;
use serde::{Deserialize, Serialize};

use super::compile::{Build, Compiler, file_name};
use super::difference::{difference, is_in_the_program};
use super::failures::{Difference, Runs};
use super::matrix::Row;
use super::program::{Program, Sanitizer, Source};
use super::reports;
use super::scratch::Scratch;
use fz_harness::level::{Language, Level};
use fz_harness::limited::{End, Run, run};

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
    /// Whether somebody listens to compare feedback.
    pub listeners: bool,
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

    /// What every compiler is given for the sanitizer.
    pub fn flags(&self) -> Vec<String> {
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
        let theirs = clang.build(self.program, level, &flags, &plain)?;
        match theirs {
            Build::Done => {}
            Build::Endless => {
                self.verdict.left_out.push(Omission::Endless);
                return Ok(false);
            }
            Build::Refused(_) | Build::Crashed(_) => {
                for compiler in compilers {
                    let output = self.place(compiler, level)?;
                    let ours = compiler.build(self.program, level, &flags, &output)?;
                    match unlike(&theirs, &ours) {
                        None => self.agreed(compiler),
                        Some(what) => self.differs(compiler.name(), level, &what, None)?,
                    }
                }
                return Ok(true);
            }
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
            Build::Crashed(said) => {
                let what = format!("the compiler crashes: {said}");
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
            if self.lab.sanitizer == Some(Sanitizer::Undefined)
                && let Some(written) = self.as_written(input, limit)?
                && is_in_the_program(before, &after, &written)
            {
                self.agreed(compiler);
                continue;
            }
            let again = self.started(plain, input, limit)?;
            if difference(before, &again, self.lab.sanitizer).is_some() {
                self.verdict.left_out.push(Omission::Unstable);
                return Ok(());
            }
            if self.is_endless(input, limit)? {
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
            let runs = Some(Runs {
                input,
                clang: before,
                ours: &after,
            });
            return self.differs(compiler.name(), level, &what, runs);
        }
        Ok(())
    }

    /// Whether clang's build without optimisation does not end: in C a loop without effects may be taken to end, and what
    /// comes after one, clang's own builds included, is up to the optimiser.
    fn is_endless(&self, input: Option<&Path>, limit: Duration) -> Result<bool> {
        let written = self.as_written(input, limit.max(self.program.limit()))?;
        Ok(written.is_some_and(|run| run.end == End::TimedOut))
    }

    /// What clang's build without optimisation does, if there is one.
    fn as_written(&self, input: Option<&Path>, limit: Duration) -> Result<Option<Run>> {
        let plain = self.place(&self.clang, Level::O0)?;
        let built = self
            .clang
            .build(self.program, Level::O0, &self.lab.flags(), &plain)?;
        match built {
            Build::Done => self.started(&plain, input, limit).map(Some),
            Build::Refused(_) | Build::Crashed(_) | Build::Endless => Ok(None),
        }
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
            .env("ASAN_OPTIONS", "detect_leaks=0")
            // What guards report is no output of the program.
            .env("FZ_GUARD", "count")
            // Labels that nothing has would not get into the way of anything.
            .env("FZ_TAINT_INPUT", "-");
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
            Build::Refused(said) | Build::Crashed(said) => Some(said),
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
        runs: Option<Runs>,
    ) -> Result<()> {
        if let Some(why) = &self.program.exception {
            let listed = Omission::Listed(why.clone());
            self.verdict.left_out.push(listed);
            return Ok(());
        }
        let difference = Difference::of(self.lab, self.program, profile, level, what);
        difference.keep(self.lab, self.program, runs)?;
        self.verdict.differences.push(difference);
        Ok(())
    }
}

/// What is wrong with our compiler's end where clang's build of a program did not come about.
fn unlike(theirs: &Build, ours: &Build) -> Option<String> {
    match (theirs, ours) {
        (_, Build::Done) => Some("builds what clang refuses".into()),
        (_, Build::Endless) => Some("the compiler does not end".into()),
        // Where clang crashes, its fault is ours too.
        (Build::Refused(_), Build::Crashed(said)) => Some(format!("the compiler crashes: {said}")),
        (_, Build::Refused(_) | Build::Crashed(_)) => None,
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::os::unix::fs::PermissionsExt;

    use super::{
        Build, Compiler, Lab, Language, Level, Omission, Program, Source, Verdict, unlike,
    };
    use crate::differential::scratch::Scratch;

    /// Compares clang's build with that of a compiler which defines `OURS`.
    fn compared(text: &str) -> Verdict {
        let dir = tempfile::tempdir().unwrap();
        let tree = dir.path().join("tree");
        fs::create_dir_all(tree.join("bin")).unwrap();
        let compiler = tree.join("bin/fz-cc");
        let script = format!("#!/bin/sh\nshift\nexec {} -DOURS \"$@\"\n", fz_llvm::CLANG);
        fs::write(&compiler, script).unwrap();
        fs::set_permissions(&compiler, fs::Permissions::from_mode(0o755)).unwrap();
        let path = dir.path().join("program.c");
        fs::write(&path, text).unwrap();
        let lab = Lab {
            sanitizer: None,
            scratch: Scratch::new(&dir.path().join("scratch")).unwrap(),
            failures: dir.path().join("failures"),
            listeners: false,
        };
        let program = Program {
            source: Source::Csmith,
            name: "1".into(),
            language: Language::C,
            path,
            flags: Vec::new(),
            inputs: Vec::new(),
            exception: None,
        };
        let ours = Compiler::fz(&tree, "ours", None);
        lab.compare(&program, &[(Level::O1, vec![&ours])]).unwrap()
    }

    const ENDS: &str = "#ifdef OURS\nreturn 2;\n#else\nreturn 1;\n#endif\n}\n";

    #[test]
    fn what_another_build_does_is_a_difference() {
        let verdict = compared(&format!("int main(void) {{\n{ENDS}"));
        assert_eq!(verdict.left_out, []);
        let [difference] = &verdict.differences[..] else {
            panic!("{verdict:?}");
        };
        assert_eq!(difference.what, "clang's exits with 1, this exits with 2");
    }

    #[test]
    fn after_an_endless_loop_anything_may_happen() {
        let endless = "#ifndef __OPTIMIZE__\nfor (;;);\n#endif\n";
        let verdict = compared(&format!("int main(void) {{\n{endless}{ENDS}"));
        assert_eq!(verdict.left_out, [Omission::Endless]);
        assert_eq!(verdict.differences, []);
    }

    #[test]
    fn a_crash_differs_from_a_refusal() {
        let (refused, crashed) = (Build::Refused("no".into()), Build::Crashed("ouch".into()));
        assert_eq!(unlike(&refused, &refused), None);
        assert_eq!(unlike(&crashed, &crashed), None);
        let what = unlike(&refused, &crashed).unwrap();
        assert_eq!(what, "the compiler crashes: ouch");
        assert!(unlike(&refused, &Build::Done).is_some());
    }
}
