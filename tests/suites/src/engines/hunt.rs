//! Runs a fuzzer until it has found something, or its time is over.

use std::fs::{self, File};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result};

use fz_harness::said;
use xtask::{env, proc, repo, setup};

/// A fuzzer and how it is used.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fuzzer {
    /// AFL++ of Debian.
    DebianAfl,
    /// AFL++ 4.40c.
    NewAfl,
    Libfuzzer,
    Honggfuzz,
    /// In the program's process.
    LibAfl,
    /// By AFL's protocol.
    LibAflForkServer,
}

/// What is fuzzed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Shape {
    Harness,
    /// A program with `main`, which reads the file that it is given.
    File,
    /// The same from standard input.
    Stdin,
}

pub const FUZZERS: [Fuzzer; 6] = [
    Fuzzer::DebianAfl,
    Fuzzer::NewAfl,
    Fuzzer::Libfuzzer,
    Fuzzer::Honggfuzz,
    Fuzzer::LibAfl,
    Fuzzer::LibAflForkServer,
];

impl Fuzzer {
    pub fn name(self) -> &'static str {
        match self {
            Fuzzer::DebianAfl => "afl-fuzz 4.04c",
            Fuzzer::NewAfl => "afl-fuzz 4.40c",
            Fuzzer::Libfuzzer => "libFuzzer",
            Fuzzer::Honggfuzz => "honggfuzz",
            Fuzzer::LibAfl => "LibAFL in process",
            Fuzzer::LibAflForkServer => "LibAFL fork server",
        }
    }

    /// The engine that programs are linked for.
    pub fn engine(self) -> &'static str {
        match self {
            Fuzzer::DebianAfl | Fuzzer::NewAfl | Fuzzer::LibAflForkServer => "afl",
            Fuzzer::Libfuzzer => "libfuzzer",
            Fuzzer::Honggfuzz => "honggfuzz",
            Fuzzer::LibAfl => "libafl",
        }
    }

    /// What a run says at its end of its executions.
    fn executions(self, out: &Path, log: &str) -> Option<u64> {
        match self {
            Fuzzer::DebianAfl | Fuzzer::NewAfl => said::afl(&out.join(INSTANCE), "execs_done"),
            Fuzzer::Libfuzzer => said::libfuzzer_executions(log),
            Fuzzer::Honggfuzz => said::honggfuzz_executions(log),
            Fuzzer::LibAfl | Fuzzer::LibAflForkServer => said::libafl_executions(log),
        }
    }

    /// Where it keeps the inputs that reached something new.
    fn queue(self, out: &Path) -> PathBuf {
        match self {
            Fuzzer::DebianAfl | Fuzzer::NewAfl => out.join(INSTANCE).join("queue"),
            _ => out.join("queue"),
        }
    }

    /// The command that fuzzes `hunt.program`, and where it puts what it finds: names with this in them.
    fn command(self, hunt: &Hunt, seed: u32, out: &Path) -> (Command, PathBuf, &'static str) {
        let seconds = hunt.limit.as_secs().to_string();
        match self {
            Fuzzer::DebianAfl => hunt.afl(Path::new("/usr/bin/afl-fuzz"), seed, out),
            Fuzzer::NewAfl => hunt.afl(&setup::aflpp().join("bin/afl-fuzz"), seed, out),
            Fuzzer::Libfuzzer => {
                let queue = out.join("queue");
                let words = vec![
                    format!("-artifact_prefix={}/", out.display()),
                    format!("-max_total_time={seconds}"),
                    "-print_final_stats=1".into(),
                    // What is hunted fits; else inputs grow to 4,096 bytes.
                    "-max_len=64".into(),
                    queue.display().to_string(),
                    hunt.seeds.display().to_string(),
                ];
                // `crash-…`, `leak-…`; nothing else in the folder has a hyphen.
                (hunt.inside(&words), out.to_path_buf(), "-")
            }
            Fuzzer::LibAfl => {
                let words = hunt.libafl(&seconds, out);
                (hunt.inside(&words), out.join("crashes"), "crash-")
            }
            Fuzzer::LibAflForkServer => {
                let mut command = Command::new(repo::engines().join("libafl/fz-libafl"));
                command.args(hunt.libafl(&seconds, out));
                if let Some(cmplog) = hunt.cmplog {
                    command.arg("-c").arg(cmplog);
                }
                command.arg("--").arg(hunt.program);
                command.args((hunt.shape == Shape::File).then_some("@@"));
                (command, out.join("crashes"), "crash-")
            }
            Fuzzer::Honggfuzz => {
                let mut command = Command::new(repo::engines().join("honggfuzz/honggfuzz"));
                command.args(["--exit_upon_crash", "--threads", "1", "--verbose"]);
                command.arg("--run_time").arg(seconds);
                // Where it attaches to a child too late it gives up altogether.
                command.args(["--timeout", "10"]);
                command.arg("--input").arg(hunt.seeds);
                command.arg("--output").arg(out.join("queue"));
                command.arg("--workspace").arg(out);
                command.arg("--crashdir").arg(out.join("crashes"));
                command.args((hunt.shape == Shape::Stdin).then_some("--stdin_input"));
                command.arg("--").arg(hunt.program);
                command.args((hunt.shape == Shape::File).then_some("___FILE___"));
                (command, out.join("crashes"), "SIG")
            }
        }
    }
}

/// No file's name has it.
const NOTHING: &str = "/";

/// afl-fuzz's own folder in ours.
const INSTANCE: &str = "afl/default";

/// How long afl-fuzz is left alone.
const TURN: Duration = Duration::from_secs(60);

/// One run of a fuzzer.
pub struct Hunt<'a> {
    pub program: &'a Path,
    pub shape: Shape,
    pub seeds: &'a Path,
    /// The build that logs compares, for fuzzers that are told.
    pub cmplog: Option<&'a Path>,
    pub limit: Duration,
}

/// What came of it.
pub struct Catch {
    pub took: Duration,
    /// The input, if one was found.
    pub found: Option<PathBuf>,
    pub log: PathBuf,
}

/// What came of a run for its whole time.
pub struct Exercise {
    pub took: Duration,
    pub executions: u64,
    /// An input that ended the program.
    pub crash: Option<PathBuf>,
    /// The folder of those that reached something new.
    pub queue: PathBuf,
    pub log: PathBuf,
}

impl Hunt<'_> {
    /// Fuzzes in `out`, made anew; in turns, each with random numbers of its own.
    pub fn run(&self, fuzzer: Fuzzer, out: &Path) -> Result<Catch> {
        let mut took = Duration::ZERO;
        for seed in 1.. {
            repo::clear(out)?;
            for dir in ["queue", "crashes"] {
                fs::create_dir_all(out.join(dir))?;
            }
            let (command, found, mark) = fuzzer.command(self, seed, out);
            let turn = self.turn(fuzzer).min(self.limit - took);
            let mut catch = watch(command, &found, mark, turn, &out.join("log"))?;
            // One that ends by itself has a reason, which its log names.
            let has_ended = catch.took < turn;
            took += catch.took;
            if catch.found.is_some() || has_ended || took >= self.limit {
                catch.took = took;
                return Ok(catch);
            }
        }
        unreachable!("the time is over at last")
    }

    /// Fuzzes for the whole time, whatever is found.
    pub fn exercise(&self, fuzzer: Fuzzer, out: &Path) -> Result<Exercise> {
        repo::clear(out)?;
        for dir in ["queue", "crashes"] {
            fs::create_dir_all(out.join(dir))?;
        }
        let (mut command, found, beginning) = fuzzer.command(self, 1, out);
        if fuzzer == Fuzzer::Libfuzzer {
            // As long as the seeds are.
            command.arg("-max_len=0");
        }
        let catch = watch(command, out, NOTHING, self.limit, &out.join("log"))?;
        let log = fs::read(&catch.log)?;
        let executions = fuzzer
            .executions(out, &String::from_utf8_lossy(&log))
            .with_context(|| format!("no executions: {}", tail(&catch.log)))?;
        Ok(Exercise {
            took: catch.took,
            executions,
            crash: first(&found, beginning),
            queue: fuzzer.queue(out),
            log: catch.log,
        })
    }

    /// afl-fuzz looks at the compares of an input once only: what it has missed then it does not see again.
    fn turn(&self, fuzzer: Fuzzer) -> Duration {
        match fuzzer {
            Fuzzer::DebianAfl | Fuzzer::NewAfl => TURN,
            _ => self.limit,
        }
    }

    fn afl(&self, fuzzer: &Path, seed: u32, out: &Path) -> (Command, PathBuf, &'static str) {
        let out = out.join("afl");
        let mut command = Command::new(fuzzer);
        command.arg("-i").arg(self.seeds).arg("-o").arg(&out);
        command.args(["-s", &seed.to_string(), "-m", "none", "-t", "2000+"]);
        if let Some(cmplog) = self.cmplog {
            command.arg("-c").arg(cmplog);
        }
        command.arg("--").arg(self.program);
        command.args((self.shape == Shape::File).then_some("@@"));
        settle_afl(&mut command);
        (command, out.join("default/crashes"), "id:")
    }

    fn libafl(&self, seconds: &str, out: &Path) -> Vec<String> {
        let words = [
            "-i",
            &self.seeds.display().to_string(),
            "-o",
            &out.display().to_string(),
            "-V",
            seconds,
        ];
        words.map(String::from).to_vec()
    }

    /// A program with its engine inside: a harness takes the engine's arguments, a program gets them by the
    /// environment.
    fn inside(&self, words: &[String]) -> Command {
        let mut command = Command::new(self.program);
        if self.shape == Shape::Harness {
            command.args(words);
        } else {
            command.env("FZ_FUZZ", words.join(" "));
            command.args((self.shape == Shape::File).then_some("@@"));
        }
        command
    }
}

/// A machine that is also used for other things: no CPU pinning, no demands on core dumps or the governor.
pub fn settle_afl(command: &mut Command) {
    env::unsteered(command);
    for name in [
        "AFL_NO_UI",
        "AFL_NO_AFFINITY",
        "AFL_SKIP_CPUFREQ",
        "AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES",
    ] {
        command.env(name, "1");
    }
}

/// Runs `command` until a file whose name has `mark` in it is in the folder `found`, it ends, or the time is over.
pub fn watch(
    mut command: Command,
    found: &Path,
    mark: &str,
    limit: Duration,
    log: &Path,
) -> Result<Catch> {
    let output = File::create(log)?;
    // What is reported ends the program, as `fz fuzz` has it too: else no fuzzer hears of it.
    command.env("UBSAN_OPTIONS", "halt_on_error=1:abort_on_error=1");
    command
        .current_dir(log.parent().expect("a log has a folder"))
        .stdin(Stdio::null())
        .stdout(output.try_clone()?)
        .stderr(output)
        .process_group(0);
    let started = Instant::now();
    let mut child = command
        .spawn()
        .with_context(|| format!("cannot start {}", proc::rendered(&command)))?;
    let result = loop {
        if let Some(input) = first(found, mark) {
            break Some(input);
        }
        if child.try_wait()?.is_some() {
            break first(found, mark);
        }
        if started.elapsed() > limit {
            break None;
        }
        std::thread::sleep(Duration::from_millis(50));
    };
    let took = started.elapsed();
    end(&mut child)?;
    Ok(Catch {
        took,
        found: result,
        log: log.to_path_buf(),
    })
}

/// A whole input: fuzzers write them in place.
fn first(found: &Path, mark: &str) -> Option<PathBuf> {
    let entries = fs::read_dir(found).ok()?.filter_map(Result::ok);
    let mut paths = entries
        .filter(|e| e.file_name().to_string_lossy().contains(mark))
        .map(|e| e.path());
    paths.find(|p| p.metadata().is_ok_and(|m| m.len() > 0))
}

/// Ends a fuzzer and all that it has started.
fn end(child: &mut Child) -> Result<()> {
    let group = -(child.id() as libc::pid_t);
    for (signal, patience) in [(libc::SIGINT, 200), (libc::SIGKILL, 100)] {
        // SAFETY: kill has no preconditions; the group is the child's own, and it has not been waited for, or is gone.
        unsafe { libc::kill(group, signal) };
        for _ in 0..patience {
            if child.try_wait()?.is_some() {
                // What it left behind.
                // SAFETY: as above.
                unsafe { libc::kill(group, libc::SIGKILL) };
                return Ok(());
            }
            std::thread::sleep(Duration::from_millis(100));
        }
    }
    child.wait()?;
    Ok(())
}

/// The end of a log, for people.
pub fn tail(log: &Path) -> String {
    let text = fs::read(log).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let lines: Vec<&str> = text.lines().collect();
    format!(
        "{}\n  (the whole log: {})",
        lines[lines.len().saturating_sub(12)..].join("\n  "),
        repo::shown(log)
    )
}
