//! fz's own flags (`--fz-…`): taken out of a command line before clang sees it, also out of the files that it names.

use std::ffi::OsString;

use fz_base::error::Error;

use super::{
    flags::{Form, Meaning, Own, TABLE},
    parse::{self, Arg},
    response,
};

/// What fz's own flags say.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Said {
    pub profile: Option<String>,
    pub engine: Option<String>,
    pub capture: Option<String>,
    pub dry_run: bool,
    pub fingerprint: bool,
    pub maker: bool,
    pub help: bool,
    /// What a captured build says of the source.
    pub replay: Option<String>,
}

/// What the flags say, and the arguments without them. An argument `@file` that has some is replaced by what is left of
/// the file.
pub fn take(
    arguments: Vec<OsString>,
    read: &dyn Fn(&str) -> Option<String>,
) -> Result<(Said, Vec<OsString>), Error> {
    let words: Vec<String> = arguments
        .iter()
        .map(|a| a.to_string_lossy().into_owned())
        .collect();
    let parsed = parse::parse(&words, read);
    let own: Vec<&Arg> = parsed.iter().filter(|a| own(a).is_some()).collect();
    let mut said = Said::default();
    for argument in &own {
        if argument.in_file && is_config(&parsed, argument.at) {
            return Err(Error::option(
                &argument.text,
                "clang reads the file of --config itself: put fz's flags on the command line",
            ));
        }
        understand(argument, &mut said)?;
    }
    let mut rest = Vec::with_capacity(arguments.len());
    for (at, word) in arguments.into_iter().enumerate() {
        let mut here = own.iter().filter(|a| a.at == at).peekable();
        match here.peek() {
            None => rest.push(word),
            Some(argument) if !argument.in_file => {}
            Some(_) => rest.extend(opened(&words[at], read)),
        }
    }
    Ok((said, rest))
}

fn own(argument: &Arg) -> Option<Own> {
    match argument.meaning() {
        Some(Meaning::Own(own)) => Some(own),
        _ => None,
    }
}

fn is_config(parsed: &[Arg], at: usize) -> bool {
    parsed
        .iter()
        .any(|a| a.at == at && a.meaning() == Some(Meaning::Config))
}

/// The words of `@file` that are not fz's.
fn opened(word: &str, read: &dyn Fn(&str) -> Option<String>) -> Vec<OsString> {
    let words = response::expand(&[word.to_owned()], read).into_iter();
    let words: Vec<String> = words.map(|token| token.text).collect();
    let parsed = parse::parse(&words, &|_| None);
    let kept = parsed.into_iter().filter(|a| own(a).is_none());
    kept.flat_map(|a| std::iter::once(a.text).chain(a.rest))
        .map(OsString::from)
        .collect()
}

fn understand(argument: &Arg, said: &mut Said) -> Result<(), Error> {
    let value = || {
        let value = argument.value();
        (!value.is_empty())
            .then(|| value.to_owned())
            .ok_or_else(|| missing(argument.text.trim_end_matches('=')))
    };
    match own(argument) {
        Some(Own::Profile) => said.profile = Some(value()?),
        Some(Own::Engine) => said.engine = Some(value()?),
        Some(Own::Capture) => said.capture = Some(value()?),
        Some(Own::DryRun) => said.dry_run = true,
        Some(Own::Fingerprint) => said.fingerprint = true,
        Some(Own::Maker) => said.maker = true,
        Some(Own::Help) => said.help = true,
        Some(Own::Replay) => said.replay = Some(value()?),
        Some(Own::Unknown) => {
            let with_value = format!("{}=", argument.text);
            if rows().any(|(_, spelling, _)| spelling == with_value) {
                return Err(missing(&argument.text));
            }
            return Err(Error::Unknown {
                what: "option",
                name: argument.text.clone(),
                known: rows()
                    .map(|(_, spelling, _)| spelling.trim_end_matches('=').to_owned())
                    .collect(),
            });
        }
        None => {}
    }
    Ok(())
}

fn missing(option: &str) -> Error {
    Error::option(option, format!("the value is missing: write {option}=NAME"))
}

/// The flags that there are: form, spelling and what each is for.
fn rows() -> impl Iterator<Item = (Form, &'static str, &'static str)> {
    let own = TABLE
        .iter()
        .filter(|row| matches!(row.meaning, Meaning::Own(own) if own != Own::Unknown));
    own.map(|row| (row.form, row.spelling, row.what))
}

/// The flags as they are written, with a value where one belongs, and what each is for.
pub fn flags() -> impl Iterator<Item = (String, &'static str)> {
    rows().map(|(form, spelling, what)| match form {
        Form::Joined => (format!("{spelling}NAME"), what),
        _ => (spelling.to_owned(), what),
    })
}

/// What the compilers are, in a line.
pub const ABOUT: &str = "clang, with a controlled pipeline and feedback for fuzzers";

/// Behind the flags.
pub const EXAMPLES: &str = "\
Examples:
  CC=fz-cc CXX=fz-cxx ./configure && make
  fz-cc --fz-profile=vanilla -O2 -c parser.c
  FZ_LOG=1 fz-cc -flto parser.c -o parser      reports what was done, and why

FZ_SANITIZE=address,undefined (`sanitize` in fz.toml) turns sanitizers on for every compile and link.

`fz doctor` checks the installation; `fz doctor PROGRAM` shows what was instrumented.
";

/// The text of `--fz-help`.
pub fn help() -> String {
    let line = |(flag, what)| format!("  {flag:<20} {what}\n");
    let flags: String = flags().map(line).collect();
    format!(
        "fz-cc, fz-cxx: {ABOUT}.\n\nEvery argument is clang's, except these:\n{flags}\n{EXAMPLES}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(name: &str) -> Option<String> {
        match name {
            "own" => Some("-O2 --fz-profile=split 'a b.c'".to_owned()),
            "none" => Some("-O2".to_owned()),
            "config" => Some("--fz-dry-run".to_owned()),
            _ => None,
        }
    }

    fn taken(words: &str) -> Result<(Said, String), String> {
        let words = words.split(' ').map(OsString::from).collect();
        let (said, rest) = take(words, &read).map_err(|e| e.to_string())?;
        let rest: Vec<_> = rest.iter().map(|w| w.to_string_lossy()).collect();
        Ok((said, rest.join("|")))
    }

    #[test]
    fn flags_are_taken_wherever_they_stand() {
        let (said, rest) =
            taken("-c --fz-profile=fuzz a.c --fz-engine=afl --fz-dry-run -o a.o").unwrap();
        assert_eq!(rest, "-c|a.c|-o|a.o");
        assert_eq!(
            said,
            Said {
                profile: Some("fuzz".into()),
                engine: Some("afl".into()),
                dry_run: true,
                ..Said::default()
            }
        );
        // The last word counts; values and inputs are none of fz's.
        let (said, rest) =
            taken("--fz-profile=a --fz-profile=b -o --fz-help -- --fz-help").unwrap();
        assert_eq!((said.profile.as_deref(), said.help), (Some("b"), false));
        assert_eq!(rest, "-o|--fz-help|--|--fz-help");
    }

    #[test]
    fn files_that_are_named_have_them_too() {
        let (said, rest) = taken("-c @own @none").unwrap();
        assert_eq!(said.profile.as_deref(), Some("split"));
        assert_eq!(rest, "-c|-O2|a b.c|@none");
        let error = taken("--config=config a.c").unwrap_err();
        assert!(
            error.contains("--fz-dry-run") && error.contains("command line"),
            "{error}"
        );
    }

    #[test]
    fn mistakes_name_what_there_is() {
        let error = taken("--fz-profil=x").unwrap_err();
        assert!(
            error.contains("--fz-profile") && error.contains("--fz-help"),
            "{error}"
        );
        for words in ["--fz-profile", "--fz-profile=", "--fz-engine a"] {
            let error = taken(words).unwrap_err();
            assert!(error.contains("the value is missing"), "{words}: {error}");
        }
    }

    #[test]
    fn each_flag_has_a_line_of_help() {
        let help = help();
        assert!(
            help.contains("\n  --fz-profile=NAME ") && flags().count() == 8,
            "{help}"
        );
    }
}
