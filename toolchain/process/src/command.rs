//! A command as data, and the ways to run one.

use std::{
    ffi::{OsStr, OsString},
    io::{self, Read},
    os::unix::process::{CommandExt, ExitStatusExt},
    path::{Path, PathBuf},
    process::{self, Child, ExitStatus, Stdio},
};

use fz_base::{env, error::Error, terminal};

use crate::{signals, wall};

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Command {
    pub program: PathBuf,
    pub arguments: Vec<OsString>,
}

impl Command {
    /// Replaces this process, so that signals, jobserver and descriptors need no care. Returns only errors.
    pub fn exec(&self) -> Error {
        let mut process = self.process();
        let error = match wall::keep_in(&mut process) {
            Ok(()) => process.exec(),
            Err(error) => error,
        };
        self.spawn_error(&error)
    }

    /// Runs it, and waits for its end. Descriptors without close-on-exec, make's jobserver among them, are inherited.
    pub fn status(&self) -> Result<ExitStatus, Error> {
        self.status_reading(Stdio::inherit())
    }

    /// The same with another standard input.
    pub fn status_reading(&self, stdin: Stdio) -> Result<ExitStatus, Error> {
        let mut process = self.process();
        process.stdin(stdin);
        let ended = spawn(&mut process).and_then(|mut child| signals::wait(&mut child));
        ended.map_err(|e| self.spawn_error(&e))
    }

    /// The same with more in its environment, and its standard output where this process complains, if `aside`.
    pub fn status_in(
        &self,
        environment: &[(&str, OsString)],
        aside: bool,
    ) -> Result<ExitStatus, Error> {
        let mut process = self.process();
        process.envs(environment.iter().map(|(name, value)| (name, value)));
        if aside {
            process.stdout(terminal::aside());
        }
        // A signal that comes before the command is known is passed on as soon as it is.
        signals::catch();
        let ended = spawn(&mut process).and_then(|mut child| signals::wait(&mut child));
        ended.map_err(|e| self.spawn_error(&e))
    }

    /// Runs it, and keeps what it says on its standard error from the user.
    pub fn heard(&self, stdin: Stdio) -> Result<(ExitStatus, Vec<u8>), Error> {
        let mut process = self.process();
        process.stdin(stdin).stderr(Stdio::piped());
        let ended = spawn(&mut process).and_then(|mut child| {
            let mut said = Vec::new();
            let status = signals::while_forwarding(&mut child, |child| {
                said = beginning(child.stderr.take());
            })?;
            Ok((status, said))
        });
        ended.map_err(|e| self.spawn_error(&e))
    }

    #[expect(clippy::disallowed_methods, reason = "the one spawner")]
    pub(crate) fn process(&self) -> process::Command {
        let mut process = process::Command::new(&self.program);
        process.args(&self.arguments);
        process
    }

    pub(crate) fn spawn_error(&self, error: &io::Error) -> Error {
        Error::spawn(&self.program, error)
    }
}

/// Runs a command for what it prints.
pub fn output(program: &Path, arguments: &[&OsStr]) -> io::Result<process::Output> {
    #[expect(clippy::disallowed_methods, reason = "the one spawner")]
    process::Command::new(program)
        .args(arguments)
        .env(env::INSIDE.name, "1")
        .stdin(Stdio::null())
        .output()
}

/// The same in a folder, as a build would run it there, with more in the environment.
pub fn output_in(
    folder: &Path,
    program: &Path,
    arguments: &[&OsStr],
    environment: &[(&str, &OsStr)],
) -> io::Result<process::Output> {
    #[expect(clippy::disallowed_methods, reason = "the one spawner")]
    let mut process = process::Command::new(program);
    process
        .current_dir(folder)
        .args(arguments)
        .envs(environment.iter().copied())
        .stdin(Stdio::null());
    wall::keep_in(&mut process)?;
    process.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = process.spawn()?;
    let (stdout, stderr) = (child.stdout.take(), child.stderr.take());
    let (stdout, stderr) = std::thread::scope(|scope| {
        let stderr = scope.spawn(|| beginning(stderr));
        (beginning(stdout), stderr.join().unwrap_or_default())
    });
    Ok(process::Output {
        status: child.wait()?,
        stdout,
        stderr,
    })
}

/// Of what a command says no more is kept. A source may have a compiler say anything, and without end.
const MOST_SAID: u64 = 16 << 20;

fn beginning(said: Option<impl Read>) -> Vec<u8> {
    let mut kept = Vec::new();
    if let Some(mut said) = said {
        let _ = said.by_ref().take(MOST_SAID).read_to_end(&mut kept);
        let _ = io::copy(&mut said, &mut io::sink());
    }
    kept
}

fn spawn(process: &mut process::Command) -> io::Result<Child> {
    wall::keep_in(process)?;
    process.spawn()
}

/// Ends this process as a command ended: with its exit code, or by its signal.
pub fn end_like(status: ExitStatus) -> ! {
    if let Some(signal) = status.signal() {
        // SAFETY: the default action of the signal that killed the command ends this process the same way.
        unsafe {
            libc::signal(signal, libc::SIG_DFL);
            libc::raise(signal);
        }
    }
    process::exit(status.code().unwrap_or(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_what_is_said_without_end_a_beginning_is_kept() {
        let words = [
            "-c",
            "head -c 40000000 /dev/zero; head -c 40000000 /dev/zero >&2",
        ];
        let words = words.map(OsStr::new);
        let said = output_in(Path::new("."), Path::new("sh"), &words, &[]).unwrap();
        assert!(said.status.success());
        let kept = MOST_SAID as usize;
        assert_eq!((said.stdout.len(), said.stderr.len()), (kept, kept));
    }
}
