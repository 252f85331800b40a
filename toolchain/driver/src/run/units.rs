//! Sources that are refactored before they are compiled: their steps, one after the other, and what comes of each.

use std::{
    fs::{self, File},
    io::{self, Write},
    os::unix::process::ExitStatusExt,
    path::{Path, PathBuf},
    process::{ExitStatus, Stdio},
    sync::OnceLock,
};

use fz_base::{
    error::{Error, unwritten},
    scratch::Scratch,
    tell, terminal,
};
use fz_process::{Command, SCRATCH_FOLDER, signal_received};
use fz_refactor::Refactored;

use crate::{
    log::Log,
    plan::{Unit, capture},
};

/// Where units are worked on.
pub struct Bench {
    /// The plan's folder, which goes when the bench does.
    folder: Scratch,
    libclang: PathBuf,
    log: Log,
    /// Who speaks in the log.
    program: String,
    /// What the standard input says: several commands read it.
    stdin: OnceLock<PathBuf>,
}

/// Why a source is compiled as it is.
struct Refused {
    /// A word for the unit's record.
    why: &'static str,
    message: String,
    /// Whether clang has said of the source what it has to.
    is_checked: bool,
}

/// What becomes of a unit's new text.
enum Tried {
    Compiled,
    /// Clang ends the compilation of the source.
    Ended(ExitStatus),
    Refused(Refused),
}

impl Bench {
    pub fn new(folder: Scratch, libclang: PathBuf, log: Log, program: &str) -> Bench {
        Bench {
            folder,
            libclang,
            log,
            program: program.to_owned(),
            stdin: OnceLock::new(),
        }
    }

    /// Units that clang's plugin has not captured, and that `fz emit` will lack. A configure script may take whatever is said
    /// for a failure: only a person is told.
    pub fn say_what_is_left(&self) {
        let left = self.folder.path().join(capture::LEFT);
        let lines = fs::read_to_string(left).unwrap_or_default();
        for line in lines.lines() {
            let said = format!("not captured: {line}");
            if terminal::is_watched() {
                tell!("{}: note: {said}: `fz emit` will lack it", self.program);
            }
            self.log.say(&self.program, &[said]);
        }
    }

    /// How the compilation of a source ended.
    pub fn compile(&self, unit: &Unit) -> Result<ExitStatus, Error> {
        let refused = match self.attempt(unit)? {
            Tried::Compiled => return Ok(ExitStatus::default()),
            Tried::Ended(status) => return Ok(status),
            Tried::Refused(refused) => refused,
        };
        let Refused {
            why,
            message,
            is_checked,
        } = refused;
        let source = unit.source.display();
        let line = format!("{source}: compiled as it is: {why}: {}", message.trim_end());
        self.log.say(&self.program, &[line]);
        self.shown(&unit.original(why, is_checked), unit)
    }

    fn attempt(&self, unit: &Unit) -> Result<Tried, Error> {
        let text = unit.text.parent().unwrap_or(&unit.folder);
        fs::create_dir_all(text).map_err(|e| cannot_write(text, &e))?;
        let refused = |why, message: String, is_checked| {
            Tried::Refused(Refused {
                why,
                message,
                is_checked,
            })
        };
        let (status, said) = self.heard(&unit.expand, unit)?;
        if let Some(ended) = ended(status) {
            return Ok(ended);
        }
        if !status.success() {
            let said = String::from_utf8_lossy(&said).into_owned();
            return Ok(refused("expansion", said, false));
        }
        let refactored = match self.refactored(unit) {
            Ok(refactored) => refactored,
            Err(message) => return Ok(refused("refactoring", message, false)),
        };
        let is_checked = !said.is_empty() || refactored.diagnostics > 0;
        if is_checked {
            let status = self.shown(&unit.check, unit)?;
            if !status.success() {
                return Ok(Tried::Ended(status));
            }
        }
        let written = fs::write(&unit.text, &refactored.text)
            .and_then(|()| fs::write(&unit.origin, &refactored.origin));
        if let Err(error) = written {
            let message = format!("{}: {error}", unit.folder.display());
            return Ok(refused("disk", message, is_checked));
        }
        let (status, said) = self.heard(&unit.compile, unit)?;
        if let Some(ended) = ended(status) {
            return Ok(ended);
        }
        if !status.success() {
            let said = String::from_utf8_lossy(&said).into_owned();
            return Ok(refused("compilation", said, is_checked));
        }
        // Remarks, figures: no diagnostics.
        let _ = terminal::aside().write_all(&said);
        if unit.is_kept {
            let place = Path::new(&unit.layout_name);
            fs::write(place, &refactored.text).map_err(|e| Error::file(place, e))?;
        }
        Ok(Tried::Compiled)
    }

    fn refactored(&self, unit: &Unit) -> Result<Refactored, String> {
        let asked = fz_refactor::Unit {
            name: &unit.source,
            text: &unit.expanded,
            tokens: &unit.tokens,
            layout_name: &unit.layout_name,
            arguments: &unit.parsing,
        };
        let refactored =
            || fz_refactor::refactor(&self.libclang, &asked).map_err(|e| e.to_string());
        match fz_process::wall::stands() {
            true => self.apart(refactored),
            false => refactored(),
        }
    }

    /// Libclang is a compiler in this process. Behind a wall it gets a process that starts no others.
    fn apart(
        &self,
        refactored: impl FnOnce() -> Result<Refactored, String>,
    ) -> Result<Refactored, String> {
        let result = self.folder.path().join("refactored");
        let inside = || {
            let done = || -> anyhow::Result<()> {
                fz_process::wall::be_alone()?;
                fs::write(&result, postcard::to_allocvec(&refactored())?)?;
                Ok(())
            };
            i32::from(done().is_err())
        };
        let ended = fz_process::apart(&[], inside).map_err(|e| e.to_string())?;
        if !ended.success() {
            return Err(format!("libclang was ended: {ended}"));
        }
        let bytes = fs::read(&result).map_err(|e| e.to_string())?;
        postcard::from_bytes(&bytes).map_err(|e| e.to_string())?
    }

    /// Runs a command whose diagnostics are the user's.
    fn shown(&self, command: &Command, unit: &Unit) -> Result<ExitStatus, Error> {
        if let Some(signal) = signal_received() {
            return Ok(ExitStatus::from_raw(signal));
        }
        command.status_reading(self.input(unit)?)
    }

    /// Runs a command, and keeps what it says from the user.
    fn heard(&self, command: &Command, unit: &Unit) -> Result<(ExitStatus, Vec<u8>), Error> {
        if let Some(signal) = signal_received() {
            return Ok((ExitStatus::from_raw(signal), Vec::new()));
        }
        command.heard(self.input(unit)?)
    }

    /// What a command reads: what this process was given, as often as it is asked for.
    fn input(&self, unit: &Unit) -> Result<Stdio, Error> {
        if !unit.is_stdin() {
            return Ok(Stdio::inherit());
        }
        let path = match self.stdin.get() {
            Some(path) => path,
            None => {
                let path = self.folder.path().join("stdin");
                let copied =
                    File::create(&path).and_then(|mut f| io::copy(&mut io::stdin(), &mut f));
                copied.map_err(|e| cannot_write(&path, &e))?;
                self.stdin.get_or_init(|| path)
            }
        };
        let file = File::open(path).map_err(|e| cannot_write(path, &e))?;
        Ok(file.into())
    }
}

fn cannot_write(path: &Path, error: &io::Error) -> Error {
    Error::file(path, unwritten(error, SCRATCH_FOLDER))
}

/// A signal that came to this process is no reason to try something else.
fn ended(status: ExitStatus) -> Option<Tried> {
    (signal_received().is_some() && !status.success()).then_some(Tried::Ended(status))
}
