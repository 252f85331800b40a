//! The command line, as AFL++ and LibAFL users know it.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

/// The options of both fuzzers.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub struct Options {
    pub inputs: Vec<PathBuf>,
    pub output: PathBuf,
    pub dictionaries: Vec<PathBuf>,
    pub timeout: Duration,
    /// Stop after this time.
    pub time: Option<Duration>,
    /// Stop after this many executions.
    pub executions: Option<u64>,
    pub seed: u64,
    /// A build with cmplog instrumentation (`fz-libafl` only).
    pub cmplog: Option<PathBuf>,
    /// What follows the options: the program and its arguments (`fz-libafl` only).
    pub program: Vec<OsString>,
}

/// What the command line asks for.
#[derive(Debug, PartialEq, Eq)]
pub enum Request {
    Fuzz(Options),
    Help,
}

/// Which fuzzer's command line it is: whether a program follows the options.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    InProcess,
    ForkServer,
}

pub const HELP: &str = "  -i DIR         folder of inputs to start from (repeatable)
  -o DIR         folder for what is found: queue/, crashes/; what is there is resumed
  -x FILE        dictionary, in AFL's format (repeatable)
  -t MS          time limit of one execution (default 1000)
  -V SECONDS     stop after this time
  -E EXECUTIONS  stop after this many executions
  -s SEED        seed of the random numbers
  --help         this text
";

/// Parses the options in `words`, which do not include the fuzzer's own name.
pub fn parse(kind: Kind, words: impl IntoIterator<Item = OsString>) -> Result<Request, String> {
    let mut options = Options {
        timeout: Duration::from_millis(1000),
        ..Options::default()
    };
    let mut words = words.into_iter();
    while let Some(word) = words.next() {
        let Some(text) = word.to_str().filter(|t| t.starts_with('-')) else {
            return positional(kind, options, word, words);
        };
        if text == "--help" || text == "-h" {
            return Ok(Request::Help);
        }
        if text == "--" {
            let program = words
                .next()
                .ok_or("a program has to follow --".to_string())?;
            return positional(kind, options, program, words);
        }
        let (name, joined) = text.split_at(text.len().min(2));
        let mut value = || match joined {
            "" => words.next().ok_or(format!("{name} wants a value")),
            joined => Ok(OsString::from(joined)),
        };
        match name {
            "-i" => options.inputs.push(value()?.into()),
            "-o" => options.output = value()?.into(),
            "-x" => options.dictionaries.push(value()?.into()),
            "-t" => options.timeout = Duration::from_millis(number(name, &value()?)?.max(1)),
            "-V" => options.time = Some(Duration::from_secs(number(name, &value()?)?)),
            "-E" => options.executions = Some(number(name, &value()?)?),
            "-s" => options.seed = number(name, &value()?)?,
            "-c" if kind == Kind::ForkServer => options.cmplog = Some(value()?.into()),
            _ => return Err(format!("unknown option {text}; --help lists them")),
        }
    }
    match kind {
        Kind::InProcess => checked(options),
        Kind::ForkServer => Err("no program to fuzz; name it after the options".into()),
    }
}

fn positional(
    kind: Kind,
    mut options: Options,
    first: OsString,
    rest: impl Iterator<Item = OsString>,
) -> Result<Request, String> {
    if kind == Kind::InProcess {
        return Err(format!(
            "{} is not an option; --help lists them",
            first.display()
        ));
    }
    options.program = std::iter::once(first).chain(rest).collect();
    checked(options)
}

fn checked(options: Options) -> Result<Request, String> {
    if options.output.as_os_str().is_empty() {
        return Err("no folder for what is found; name it with -o".into());
    }
    Ok(Request::Fuzz(options))
}

/// A number; AFL's `1000+` counts as `1000`.
fn number(name: &str, value: &OsString) -> Result<u64, String> {
    let text = value.to_string_lossy();
    text.trim_end_matches('+')
        .parse()
        .map_err(|_| format!("{name} {text}: not a number"))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Kind, Options, Request, parse};

    fn parsed(kind: Kind, line: &str) -> Result<Options, String> {
        match parse(kind, line.split_whitespace().map(Into::into))? {
            Request::Fuzz(options) => Ok(options),
            Request::Help => Err("help".into()),
        }
    }

    #[test]
    fn values_stand_after_or_in_the_option() {
        let options = parsed(Kind::InProcess, "-i a -i b -oout -t 20+ -V5 -E 9 -s 3").unwrap();
        assert_eq!(options.inputs, ["a", "b"].map(std::path::PathBuf::from));
        assert_eq!(options.output.to_str(), Some("out"));
        assert_eq!(options.timeout, Duration::from_millis(20));
        assert_eq!(options.time, Some(Duration::from_secs(5)));
        assert_eq!((options.executions, options.seed), (Some(9), 3));
    }

    #[test]
    fn a_program_ends_the_options() {
        let options = parsed(Kind::ForkServer, "-o out -c log ./p -i @@").unwrap();
        assert_eq!(options.program, ["./p", "-i", "@@"]);
        let options = parsed(Kind::ForkServer, "-o out -- -p @@").unwrap();
        assert_eq!(options.program, ["-p", "@@"]);
    }

    #[test]
    fn mistakes_name_the_option() {
        for (kind, line, said) in [
            (Kind::InProcess, "-o out -t x", "-t x: not a number"),
            (Kind::InProcess, "-i in", "-o"),
            (Kind::InProcess, "-o out file", "file is not an option"),
            (Kind::InProcess, "-o out -c p", "unknown option -c"),
            (Kind::InProcess, "-o", "-o wants a value"),
            (Kind::ForkServer, "-o out", "no program"),
            (Kind::ForkServer, "p", "-o"),
            (Kind::InProcess, "--help", "help"),
        ] {
            let error = parsed(kind, line).unwrap_err();
            assert!(error.contains(said), "{line}: {error}");
        }
    }
}
