//! A program's arguments, in which `@@` stands for the file with the input; `@@.wav` is a file whose name ends so.

use std::{
    ffi::{OsStr, OsString},
    os::unix::ffi::{OsStrExt, OsStringExt},
    path::{Path, PathBuf},
};

use fz_base::{error::Error, file};
use memchr::memmem;

use super::folder;

/// What a fuzzer's input stands for among a program's arguments.
pub const INPUT: &str = "@@";

/// afl-fuzz's notes of an instance, which have its command line.
const STATS: &str = "fuzzer_stats";
/// Folders up to that of a campaign, from one of its inputs.
const DEPTH: usize = 4;

/// How the name of the input's file ends, if each `@@` says so, and all the same: `.wav`. Beside a plain `@@`, `@@.out` is
/// another file.
pub fn ending(arguments: &[OsString]) -> Option<String> {
    let is_in = |byte: &u8| byte.is_ascii_alphanumeric() || b"._-".contains(byte);
    let mut found = None;
    for argument in arguments.iter().map(|a| a.as_bytes()) {
        for at in memmem::find_iter(argument, INPUT) {
            let rest = &argument[at + INPUT.len()..];
            let length = rest.iter().take_while(|b| is_in(b)).count();
            let name = std::str::from_utf8(&rest[..length])
                .ok()?
                .trim_end_matches('.');
            if !name.starts_with('.') || found.is_some_and(|known| known != name) {
                return None;
            }
            found = Some(name);
        }
    }
    found.map(str::to_owned)
}

/// The arguments with a file's path where the input belongs.
pub fn with_input(arguments: &[OsString], path: &Path) -> Vec<OsString> {
    let ending = ending(arguments).unwrap_or_default();
    replaced(arguments, &format!("{INPUT}{ending}"), path.as_os_str())
}

/// A file for the input, in a folder.
pub fn input_in(folder: &Path, arguments: &[OsString]) -> PathBuf {
    folder.join(format!("input{}", ending(arguments).unwrap_or_default()))
}

/// The arguments with files whose names end so, with the dot or without.
pub fn with_ending(arguments: &[OsString], ending: &str) -> Result<Vec<OsString>, Error> {
    let ending = ending.trim_start_matches('.');
    let wanted = format!("{INPUT}.{ending}");
    let plain = without_ending(arguments);
    let found = replaced(&plain, INPUT, OsStr::new(&wanted));
    match self::ending(&found).is_some_and(|e| e[1..] == *ending) {
        true => Ok(found),
        false if plain == found => Err(Error::option(
            "-e",
            "no argument has @@, for the input's file: name it, as in `-- @@`",
        )),
        false => Err(Error::option(
            format!("-e {ending}"),
            "it is the end of a file's name, such as wav",
        )),
    }
}

/// The arguments with nothing but `@@`.
pub fn without_ending(arguments: &[OsString]) -> Vec<OsString> {
    match ending(arguments) {
        Some(ending) => replaced(arguments, &format!("{INPUT}{ending}"), OsStr::new(INPUT)),
        None => arguments.to_vec(),
    }
}

fn replaced(arguments: &[OsString], what: &str, by: &OsStr) -> Vec<OsString> {
    let replaced = |argument: &OsString| {
        let bytes = argument.as_bytes();
        let mut out = Vec::new();
        let mut rest = 0;
        for at in memmem::find_iter(bytes, what) {
            out.extend_from_slice(&bytes[rest..at]);
            out.extend_from_slice(by.as_bytes());
            rest = at + what.len();
        }
        out.extend_from_slice(&bytes[rest..]);
        OsString::from_vec(out)
    };
    arguments.iter().map(replaced).collect()
}

/// How a campaign has run its program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ran {
    pub folder: PathBuf,
    pub program: PathBuf,
    pub arguments: Vec<OsString>,
}

impl Ran {
    /// The one that an input, or a folder of inputs, is of.
    pub fn of(input: &Path) -> Option<Ran> {
        let full = input.canonicalize().ok()?;
        let folders = || full.ancestors().filter(|f| f.is_dir()).take(DEPTH);
        let noted = folders().find_map(|f| Some((f, command_line(f)?)));
        let Some((folder, run)) = folders().find_map(|f| Some((f, folder::Run::read(f)?))) else {
            let (folder, line) = noted?;
            return Some(Ran {
                folder: folder.to_owned(),
                program: line.program,
                arguments: ended(line.arguments, line.ending),
            });
        };
        let arguments = run.arguments.into_iter().map(OsString::from).collect();
        let ending = noted.and_then(|(_, line)| line.ending);
        Some(Ran {
            folder: folder.to_owned(),
            program: run.program,
            arguments: ended(arguments, ending),
        })
    }

    /// Whether it is of builds of this program, and its arguments are not about other files: they may be a stranger's.
    pub fn fits(&self, program: &Path) -> bool {
        let stem = |path: &Path| {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            name.trim_start_matches("lt-")
                .split('.')
                .next()
                .map(str::to_owned)
        };
        let is_plain = |a: &OsString| !a.as_bytes().contains(&b'/');
        stem(&self.program) == stem(program) && self.arguments.iter().all(is_plain)
    }
}

fn ended(arguments: Vec<OsString>, ending: Option<String>) -> Vec<OsString> {
    let ended = ending.and_then(|ending| with_ending(&arguments, &ending).ok());
    ended.unwrap_or(arguments)
}

/// What afl-fuzz was told.
struct Line {
    program: PathBuf,
    arguments: Vec<OsString>,
    ending: Option<String>,
}

/// Of an instance, or of the first in a folder of instances.
fn command_line(folder: &Path) -> Option<Line> {
    let instances = std::fs::read_dir(folder).ok()?.flatten();
    let mut stats: Vec<PathBuf> = instances.map(|e| e.path().join(STATS)).collect();
    stats.sort();
    stats.insert(0, folder.join(STATS));
    let text = stats
        .iter()
        .find_map(|path| file::read_text(path, file::NOTE).ok())?;
    let line = text.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        (name.trim() == "command_line").then_some(value)
    })?;
    let words: Vec<&str> = line.split_whitespace().collect();
    let end = words.iter().position(|word| *word == "--")?;
    let (engine, program) = (&words[..end], &words[end + 1..]);
    let ending = engine.iter().zip(1..).find_map(|(word, next)| match *word {
        "-e" => engine.get(next).copied(),
        word => word.strip_prefix("-e"),
    });
    Some(Line {
        program: program.first()?.into(),
        arguments: program[1..].iter().map(OsString::from).collect(),
        ending: ending.map(str::to_owned),
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn words(line: &str) -> Vec<OsString> {
        line.split_whitespace().map(OsString::from).collect()
    }

    #[test]
    fn the_input_stands_where_it_was_asked_for() {
        for (line, path, found) in [
            (
                "-v @@ --file=@@:@@ @",
                "/t/input",
                "-v /t/input --file=/t/input:/t/input @",
            ),
            ("@@.wav", "/t/input.wav", "/t/input.wav"),
            ("-i=@@.tar.gz,", "/t/input.tar.gz", "-i=/t/input.tar.gz,"),
            ("@@ -o @@.wav", "/t/input", "/t/input -o /t/input.wav"),
            ("@@.c @@.h", "/t/input", "/t/input.c /t/input.h"),
            ("see @@.", "/t/input", "see /t/input."),
        ] {
            let arguments = words(line);
            assert_eq!(
                input_in(Path::new("/t"), &arguments),
                Path::new(path),
                "{line}"
            );
            assert_eq!(
                with_input(&arguments, Path::new(path)),
                words(found),
                "{line}"
            );
        }
    }

    #[test]
    fn an_ending_is_asked_for_in_one_way() {
        let with = |line: &str, ending: &str| with_ending(&words(line), ending);
        assert_eq!(with("-v @@", "wav").unwrap(), words("-v @@.wav"));
        assert_eq!(with("@@.mp3", ".wav").unwrap(), words("@@.wav"));
        assert_eq!(without_ending(&words("-v @@.wav")), words("-v @@"));
        assert!(
            with("-v", "wav")
                .unwrap_err()
                .to_string()
                .contains("no argument has @@")
        );
        assert!(
            with("@@", "a/b")
                .unwrap_err()
                .to_string()
                .contains("such as wav")
        );
    }

    #[test]
    fn campaigns_say_how_they_ran() {
        let scratch = tempfile::tempdir().unwrap();
        let out = scratch.path().canonicalize().unwrap();
        let queue = out.join("default/queue");
        fs::create_dir_all(&queue).unwrap();
        fs::write(queue.join("id:000000"), "x").unwrap();
        assert_eq!(Ran::of(&queue), None);
        let stats = "command_line      : afl-fuzz -i in -o out -e wv -- ./p.afl -x @@\n";
        fs::write(out.join("default/fuzzer_stats"), stats).unwrap();
        for input in ["", "default", "default/queue", "default/queue/id:000000"] {
            let found = Ran::of(&out.join(input)).unwrap();
            assert_eq!(found.arguments, words("-x @@.wv"), "{input}");
            assert!(found.fits(Path::new("build/p")) && !found.fits(Path::new("q")));
        }
        let run = r#"{"engine":"afl","program":"/b/p","arguments":["-f","@@","-o","/etc/passwd"]}"#;
        fs::write(out.join(folder::MARK), run).unwrap();
        let found = Ran::of(&queue).unwrap();
        assert_eq!(found.arguments, words("-f @@.wv -o /etc/passwd"));
        assert!(!found.fits(Path::new("p")));
    }
}
