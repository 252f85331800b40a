//! What clang's driver would start, without starting it. The driver writes its commands into a file of their own, where no
//! warning that repeats an argument can stand among them.

use std::{
    ffi::{OsStr, OsString},
    fs,
    path::{Path, PathBuf},
};

use fz_base::error::Error;
use fz_commandline::carried::linkers::is_linker;
use fz_process::Command;

use super::{wall, wrong};

/// Has clang's driver understand its command line and do nothing.
const ONLY: &str = "-fdriver-only";
/// Has it write its commands, and where.
const WRITES: &str = "CC_PRINT_OPTIONS";
const FILE: &str = "CC_PRINT_OPTIONS_FILE";

/// The commands, each as its words, of a clang that works in a folder.
pub fn commands(
    clang: &Path,
    arguments: &[&OsStr],
    folder: &Path,
) -> Result<Result<Vec<Vec<String>>, String>, Error> {
    let file = folder.join("commands");
    let words: Vec<&OsStr> = [OsStr::new(ONLY)]
        .into_iter()
        .chain(arguments.iter().copied())
        .collect();
    // It adds to what is there.
    let _ = fs::remove_file(&file);
    let variables = [(WRITES, OsStr::new("1")), (FILE, file.as_os_str())];
    let output = fz_process::output_in(folder, clang, &words, &variables);
    let output = output.map_err(|e| Error::spawn(clang, e))?;
    let said = || String::from_utf8_lossy(&output.stderr).trim().to_owned();
    if !output.status.success() {
        return Ok(Err(said()));
    }
    let text = fs::read_to_string(&file).unwrap_or_default();
    let lines = text.lines().filter(|line| line.starts_with(" \""));
    let commands: Option<Vec<_>> = lines.map(shlex::split).collect();
    Ok(commands.ok_or_else(said))
}

/// The linker's command, in place of clang's.
pub fn link(command: &Command, folder: &Path) -> Result<Command, Error> {
    let words: Vec<&OsStr> = command.arguments.iter().map(OsString::as_os_str).collect();
    let refused = |said: String| {
        let message = format!("clang does not link it in one step: {said}");
        wrong(&command.program, message)
    };
    let all = commands(&command.program, &words, folder)?.map_err(refused)?;
    let [words] = &all[..] else {
        return Err(refused(format!("it would run {} commands", all.len())));
    };
    let (program, words) = words
        .split_first()
        .ok_or_else(|| refused("an empty command".to_owned()))?;
    let program = PathBuf::from(program);
    if !is_linker(&program) {
        return Err(refused(format!("it would run {}", program.display())));
    }
    let mut arguments: Vec<OsString> = words.iter().map(OsString::from).collect();
    if wall::is_mold(&program) {
        // It would do the work in a process of its own, to be waited for no longer than needed.
        arguments.push("--no-fork".into());
    }
    Ok(Command { program, arguments })
}
