//! A temporary folder in which a test writes files, builds programs and starts them. Nothing outside steers what runs there.

use std::{
    collections::BTreeSet,
    ffi::OsStr,
    fs,
    ops::Deref,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
};

use serde_json::Value;
use tempfile::TempDir;

use crate::{env, fz};

pub struct Sandbox {
    folder: TempDir,
    /// Not in the folder: tests list that.
    caches: TempDir,
    /// What fz remembers, such as the last campaign: never in the folder of the user who runs the tests.
    state: TempDir,
    variables: Vec<(String, String)>,
}

impl Default for Sandbox {
    fn default() -> Sandbox {
        Sandbox::new()
    }
}

impl Sandbox {
    pub fn new() -> Sandbox {
        // Without links: what fz says of a path is held against it.
        let folder = std::env::temp_dir().canonicalize();
        let folder = folder.expect("there is a folder for temporary files");
        let made = || tempfile::tempdir_in(&folder).expect("a folder can be made");
        Sandbox {
            folder: made(),
            caches: made(),
            state: made(),
            variables: Vec::new(),
        }
    }

    /// One with files: their names, which may have folders, and texts.
    pub fn with<N: AsRef<Path>, T: AsRef<[u8]>>(
        files: impl IntoIterator<Item = (N, T)>,
    ) -> Sandbox {
        let sandbox = Sandbox::new();
        for (name, text) in files {
            sandbox.write(name, text);
        }
        sandbox
    }

    /// One with the files of a folder beside the tests: `reach` is `tests/reach`.
    pub fn of(folder: &str) -> Sandbox {
        let sandbox = Sandbox::new();
        sandbox.copy(folder, "");
        sandbox
    }

    /// Copies such files into a folder. Modules of tests stay where they are.
    #[track_caller]
    pub fn copy(&self, from: &str, to: impl AsRef<Path>) {
        let files = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests")).join(from);
        let entries = fs::read_dir(&files).unwrap_or_else(|e| panic!("{}: {e}", files.display()));
        for path in entries.map(|e| e.expect("an entry is readable").path()) {
            let name = path.file_name().expect("what is in a folder has a name");
            let to = to.as_ref().join(name);
            if path.is_dir() {
                self.copy(&path.to_string_lossy(), to);
            } else if path.extension().is_none_or(|e| e != "rs") {
                self.write(to, fs::read(&path).expect("a test's file is readable"));
            }
        }
    }

    /// Sets a variable for all that is started here.
    pub fn env(mut self, name: &str, value: &str) -> Sandbox {
        self.variables.push((name.to_owned(), value.to_owned()));
        self
    }

    pub fn dir(&self) -> &Path {
        self.folder.path()
    }

    pub fn at(&self, name: impl AsRef<Path>) -> PathBuf {
        self.dir().join(name)
    }

    /// Writes a file, in folders that are made.
    #[track_caller]
    pub fn write(&self, name: impl AsRef<Path>, text: impl AsRef<[u8]>) -> PathBuf {
        let path = self.at(name);
        self.folder(path.parent().expect("a file is in a folder"));
        fs::write(&path, text).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        path
    }

    /// Makes a folder.
    #[track_caller]
    pub fn folder(&self, name: impl AsRef<Path>) -> PathBuf {
        let path = self.at(name);
        fs::create_dir_all(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        path
    }

    #[track_caller]
    pub fn read(&self, name: impl AsRef<Path>) -> Vec<u8> {
        let path = self.at(name);
        fs::read(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
    }

    #[track_caller]
    pub fn text(&self, name: impl AsRef<Path>) -> String {
        String::from_utf8_lossy(&self.read(name)).into_owned()
    }

    /// Writes a folder of inputs anew.
    pub fn inputs<N: AsRef<Path>, T: AsRef<[u8]>>(
        &self,
        folder: &str,
        inputs: impl IntoIterator<Item = (N, T)>,
    ) {
        let _ = fs::remove_dir_all(self.at(folder));
        self.folder(folder);
        for (name, text) in inputs {
            self.write(Path::new(folder).join(name), text);
        }
    }

    /// The same, named by their numbers.
    pub fn numbered<T: AsRef<[u8]>>(&self, folder: &str, inputs: impl IntoIterator<Item = T>) {
        let named = inputs.into_iter().enumerate();
        self.inputs(
            folder,
            named.map(|(number, text)| (number.to_string(), text)),
        );
    }

    /// What is in a folder.
    #[track_caller]
    pub fn names(&self, folder: impl AsRef<Path>) -> BTreeSet<String> {
        let path = self.at(folder);
        let entries = fs::read_dir(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        let names = entries.map(|e| e.expect("an entry is readable").file_name());
        names.map(|n| n.to_string_lossy().into_owned()).collect()
    }

    /// A program in the folder: fz's own by their names (`fz`, `fz-cc`), those made here by `./name`, and others by the
    /// `PATH`. It has no input, unless it is given some.
    pub fn command(&self, program: impl AsRef<OsStr>) -> Command {
        let name = program.as_ref();
        let mut command = match name.to_str() {
            Some("fz" | "fz-cc" | "fz-cxx") => Command::new(fz().join("bin").join(name)),
            Some(made) if made.starts_with("./") => Command::new(self.at(&made[2..])),
            _ => Command::new(name),
        };
        env::bare(&mut command)
            .env("XDG_CACHE_HOME", self.caches.path())
            .env("XDG_STATE_HOME", self.state.path())
            .envs(self.variables.iter().map(|(n, v)| (n, v)))
            .current_dir(self.dir())
            .stdin(Stdio::null());
        command
    }

    /// Runs a line as a shell reads its words: the program, and its arguments.
    #[track_caller]
    #[must_use = "say how it has to end: `.ok()`, `.ends(2)`"]
    pub fn run(&self, line: &str) -> Outcome {
        let words = shlex::split(line).unwrap_or_else(|| panic!("{line}: a quote is open"));
        let (program, arguments) = words.split_first().expect("a line has a program");
        self.command(program).args(arguments).outcome()
    }

    /// Runs a program with arguments that hold blanks, or are no text.
    #[track_caller]
    #[must_use = "say how it has to end: `.ok()`, `.ends(2)`"]
    pub fn call<A: AsRef<OsStr>>(&self, program: impl AsRef<OsStr>, arguments: &[A]) -> Outcome {
        self.command(program).args(arguments).outcome()
    }

    /// `fz` with these words, however it ends.
    #[track_caller]
    #[must_use = "say how it has to end: `.ok()`, `.ends(2)`"]
    pub fn fz(&self, words: &str) -> Outcome {
        self.run(&format!("fz {words}"))
    }

    /// What `fz` prints, where it has to work.
    #[track_caller]
    pub fn prints(&self, words: &str) -> String {
        self.fz(words).ok().out()
    }

    /// All that `fz` says, where it has to work.
    #[track_caller]
    pub fn says(&self, words: &str) -> String {
        self.fz(words).ok().said()
    }

    /// The JSON that `fz` prints, where it has to work.
    #[track_caller]
    pub fn json(&self, words: &str) -> Value {
        self.fz(words).ok().json()
    }

    /// What `fz` says of a command line that it refuses.
    #[track_caller]
    pub fn refuses(&self, words: &str) -> String {
        self.fz(words).ends(2).err()
    }

    /// Compiles C, which has to work.
    #[track_caller]
    pub fn cc(&self, words: &str) -> Outcome {
        self.run(&format!("fz-cc {words}")).ok()
    }

    /// Compiles C++, which has to work.
    #[track_caller]
    pub fn cxx(&self, words: &str) -> Outcome {
        self.run(&format!("fz-cxx {words}")).ok()
    }

    /// The folder is `[HERE]` in snapshots.
    pub fn shown(&self, text: &str) -> String {
        text.replace(&*self.dir().to_string_lossy(), "[HERE]")
    }
}

/// How a command ended, and what it said.
#[derive(Debug)]
pub struct Outcome {
    line: String,
    output: Output,
}

impl Deref for Outcome {
    type Target = Output;

    fn deref(&self) -> &Output {
        &self.output
    }
}

impl From<Output> for Outcome {
    /// Of a command that was waited for.
    fn from(output: Output) -> Outcome {
        Outcome {
            line: "the command".to_owned(),
            output,
        }
    }
}

impl Outcome {
    /// It worked.
    #[track_caller]
    pub fn ok(self) -> Outcome {
        assert!(self.status.success(), "{}", self.told());
        self
    }

    #[track_caller]
    pub fn fails(self) -> Outcome {
        assert!(!self.status.success(), "{}", self.told());
        self
    }

    /// It ended with this code.
    #[track_caller]
    pub fn ends(self, code: i32) -> Outcome {
        assert_eq!(self.status.code(), Some(code), "{}", self.told());
        self
    }

    /// It said this, wherever.
    #[track_caller]
    pub fn says(self, text: &str) -> Outcome {
        assert!(self.said().contains(text), "no `{text}`: {}", self.told());
        self
    }

    /// What it printed, which has to be UTF-8.
    #[track_caller]
    pub fn out(&self) -> String {
        String::from_utf8(self.stdout.clone()).unwrap_or_else(|e| panic!("{e}: {}", self.told()))
    }

    /// The bytes that it printed.
    pub fn bytes(self) -> Vec<u8> {
        self.output.stdout
    }

    /// What it said besides.
    #[track_caller]
    pub fn err(&self) -> String {
        String::from_utf8(self.stderr.clone()).unwrap_or_else(|e| panic!("{e}: {}", self.told()))
    }

    /// All that it said.
    #[track_caller]
    pub fn said(&self) -> String {
        self.out() + &self.err()
    }

    #[track_caller]
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.stdout).unwrap_or_else(|e| panic!("{e}: {}", self.told()))
    }

    fn told(&self) -> String {
        let text = [&self.stdout[..], &self.stderr].concat();
        let text = String::from_utf8_lossy(&text);
        format!("{}: {}\n{text}", self.line, self.status)
    }
}

/// Commands that tests make themselves.
pub trait RunCommand {
    #[must_use = "say how it has to end: `.ok()`, `.ends(2)`"]
    fn outcome(&mut self) -> Outcome;
}

impl RunCommand for Command {
    #[track_caller]
    fn outcome(&mut self) -> Outcome {
        let output = self.output().unwrap_or_else(|e| panic!("{self:?}: {e}"));
        Outcome {
            line: format!("{self:?}"),
            output,
        }
    }
}
