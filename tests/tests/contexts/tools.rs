//! A folder of sources, the programs built from them, and what their runs show.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    os::unix::process::ExitStatusExt,
    path::Path,
    process::{Command, Output, Stdio},
};

use fz_tests::{env, fz, rooms};
use serde_json::Value;
use tempfile::TempDir;

/// As [`fz_abi::contexts::CHECK_ENV`] says.
const CHECK: &str = "summary = 'x'\nextends = 'context'\n[feedback.edges]\ncheck = 'on'\n";
const SECONDS: &str = "20";

/// Profiles, as an argument of `fz-cc`.
pub const CONTEXT: &str = "--fz-profile=context";
pub const CHECKED: &str = "--fz-profile=./check.toml";

pub struct Room(TempDir);

/// A run under the self-check.
#[derive(Debug)]
pub struct Checked {
    pub printed: String,
    pub said: String,
    /// The exit code, or minus the signal.
    pub status: i32,
    pub findings: Vec<String>,
    /// Counters that were reached, of all processes.
    pub counters: usize,
}

/// By function: by whom it was called. Names of callers, or [`DEFAULT`] for its default row.
pub type Callers = BTreeMap<String, BTreeMap<String, Row>>;
pub const DEFAULT: &str = "anywhere else";

/// What was hit of a function's counters, in the rows of one caller.
#[derive(Debug, Default)]
pub struct Row {
    /// The highest count.
    pub most: u64,
    /// Where the edges lead.
    pub lines: BTreeSet<u64>,
}

impl Room {
    /// Copies of `tests/contexts/NAME`.
    pub fn with(names: &[&str]) -> Room {
        let room = Room(tempfile::tempdir().unwrap());
        for name in names {
            let from = rooms().join("tests/contexts").join(name);
            fs::copy(&from, room.path().join(name))
                .unwrap_or_else(|e| panic!("{}: {e}", from.display()));
        }
        fs::write(room.path().join("check.toml"), CHECK).unwrap();
        room
    }

    pub fn path(&self) -> &Path {
        self.0.path()
    }

    /// A command in this folder, with nothing in its environment that steers it.
    pub fn command(&self, name: &str) -> Command {
        let mut command = match name {
            "fz" | "fz-cc" | "fz-cxx" => Command::new(fz().join("bin").join(name)),
            _ if name.starts_with("./") => Command::new(self.path().join(name)),
            _ => Command::new(name),
        };
        env::bare(&mut command)
            .current_dir(self.path())
            .stdin(Stdio::null());
        command
    }

    /// Runs a tool that has to work, and to say nothing; what it prints. Arguments are separated by blanks.
    pub fn run(&self, name: &str, arguments: &str) -> String {
        quiet(self.command(name).args(arguments.split_whitespace()))
    }

    /// Builds in which a call's stack frame and place can be told.
    pub fn build(&self, compiler: &str, arguments: &str) {
        self.run(compiler, &format!("-w -g {arguments}"));
    }

    /// What a program prints that has to end well, of whoever's build.
    pub fn printed(&self, program: &str) -> String {
        quiet(&mut limited(self, program, &[], &[]))
    }

    pub fn check(&self, program: &str, arguments: &[&str]) -> Checked {
        self.check_with(program, arguments, &[])
    }

    pub fn check_with(
        &self,
        program: &str,
        arguments: &[&str],
        variables: &[(&str, &str)],
    ) -> Checked {
        let notes = tempfile::tempdir_in(self.path()).unwrap();
        let output =
            output(limited(self, program, arguments, variables).env("FZ_CHECK", notes.path()));
        let lines = |kind: &str| -> Vec<String> {
            let files = fs::read_dir(notes.path()).unwrap().map(|f| f.unwrap());
            files
                .filter(|f| f.file_name().to_string_lossy().starts_with(kind))
                .flat_map(|f| {
                    let text = fs::read_to_string(f.path()).unwrap();
                    text.lines().map(str::to_owned).collect::<Vec<_>>()
                })
                .collect()
        };
        let counters = |line: &String| -> usize {
            let number = line.split(' ').nth(1).unwrap();
            number.parse().unwrap()
        };
        Checked {
            printed: String::from_utf8_lossy(&output.stdout).into_owned(),
            said: String::from_utf8_lossy(&output.stderr).into_owned(),
            status: status(&output),
            findings: lines("findings"),
            counters: lines("summary").iter().map(counters).sum(),
        }
    }

    /// A run that ends well, prints this, and finds nothing in at least one counter.
    pub fn check_clean(&self, program: &str, arguments: &[&str], expected: &str) {
        let run = self.check(program, arguments);
        run.assert_clean(&format!("{program} {arguments:?}"));
        assert_eq!(run.printed, expected, "{program} {arguments:?}");
        assert_eq!((run.status, run.said.as_str()), (0, ""), "{program}");
    }

    pub fn inspect(&self, arguments: &str) -> Value {
        serde_json::from_str(&self.run("fz", &format!("inspect --json {arguments}"))).unwrap()
    }

    /// What the runtime announces.
    pub fn announced(&self, program: &str) -> Option<u64> {
        let output = output(limited(self, program, &[], &[]).env("AFL_DUMP_MAP_SIZE", "1"));
        String::from_utf8_lossy(&output.stdout).trim().parse().ok()
    }

    /// Who called each function of a program and its libraries in a run under afl-showmap.
    pub fn callers(
        &self,
        program: &str,
        arguments: &[&str],
        variables: &[(&str, &str)],
    ) -> Callers {
        let map = tempfile::NamedTempFile::new_in(self.path()).unwrap();
        let output = output(
            self.command("afl-showmap")
                .args(["-q", "-r", "-t", "20000", "-o"])
                .arg(map.path())
                .args(["--", program])
                .args(arguments)
                .env("AFL_QUIET", "1")
                .envs(variables.iter().copied()),
        );
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{program}: {said}");
        assert!(!said.contains("fz:"), "{program}: {said}");
        let report = self.inspect(&format!("--map {} {program}", map.path().display()));
        let mut callers = Callers::new();
        for edge in report["edges"].as_array().unwrap() {
            let name = |value: &Value| value.as_str().unwrap().to_owned();
            let context = &edge["context"];
            let caller = match context["function"].as_str() {
                Some(function) => function.to_owned(),
                None => DEFAULT.to_owned(),
            };
            let rows = callers.entry(name(&edge["function"])).or_default();
            let row = rows.entry(caller).or_default();
            row.most = edge["count"].as_u64().unwrap().max(row.most);
            row.lines.extend(edge["site"]["target"]["line"].as_u64());
        }
        callers
    }
}

impl Checked {
    /// Whether it ended so, printed this, and neither said nor found anything.
    pub fn ends_as(&self, status: i32, printed: &str) -> bool {
        let quiet = self.said.is_empty() && self.findings.is_empty();
        quiet && (self.status, self.printed.as_str()) == (status, printed)
    }

    pub fn assert_clean(&self, what: &str) {
        assert!(self.findings.is_empty(), "{what}: {:#?}", self.findings);
        assert!(self.counters > 0, "{what}: nothing was checked: {self:?}");
    }
}

/// The names of those who called a function.
pub fn names(callers: &Callers, function: &str) -> BTreeSet<String> {
    callers
        .get(function)
        .map_or_else(BTreeSet::new, |c| c.keys().cloned().collect())
}

pub fn set(names: &[&str]) -> BTreeSet<String> {
    names.iter().map(|n| (*n).to_owned()).collect()
}

/// A program that may hang. The variables are for it alone: some of them would also change `timeout`.
fn limited(room: &Room, program: &str, arguments: &[&str], variables: &[(&str, &str)]) -> Command {
    let mut command = room.command("timeout");
    command.args(["-s", "KILL", SECONDS, "env"]);
    command.args(
        variables
            .iter()
            .map(|(name, value)| format!("{name}={value}")),
    );
    command.arg(program).args(arguments);
    command
}

pub fn output(command: &mut Command) -> Output {
    command
        .output()
        .unwrap_or_else(|e| panic!("{command:?}: {e}"))
}

/// The exit code, or minus the signal. `timeout` ends by the signal that ended its child.
pub fn status(output: &Output) -> i32 {
    let status = output.status;
    status.code().unwrap_or_else(|| -status.signal().unwrap())
}

fn quiet(command: &mut Command) -> String {
    let output = output(command);
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success(),
        "{command:?}: {}\n{said}",
        output.status
    );
    assert_eq!(said, "", "{command:?}");
    String::from_utf8_lossy(&output.stdout).into_owned()
}
