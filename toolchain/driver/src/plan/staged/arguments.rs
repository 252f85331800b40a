//! Which of the user's arguments each of a source's commands has.

use std::ffi::OsString;

use fz_commandline::{
    flags::Meaning,
    parse::{Arg, Kind},
};

use super::Planner;
use crate::plan::{
    NO_FUZZER, as_input,
    rewritten::{opened_word, rewritten},
};

/// A command of those that a source or a link takes.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    /// Reads the source for its tokens.
    Expand,
    /// Reads it for diagnostics.
    Check,
    /// Reads the source, and compiles it.
    Original,
    /// Compiles the new text.
    Compile,
    /// Libclang, which reads the expanded text.
    Parse,
    /// Links what was compiled.
    Link,
}

impl Planner<'_> {
    /// The user's arguments behind `arguments`, without those that are none of a stage's business.
    pub(super) fn arguments(
        &self,
        mut arguments: Vec<OsString>,
        stage: Stage,
        unit: Option<usize>,
        reasons: &mut Vec<String>,
    ) -> Vec<OsString> {
        let links = self.request.invocation.link.is_some();
        if stage == Stage::Parse {
            // What is wrong with the arguments, clang has said before.
            arguments.push("-Qunused-arguments".into());
            arguments.extend(language(unit.is_some_and(|at| self.is_cxx(at))));
        }
        let mut inputs = 0;
        // `-x` as the user has it, and whether an object has taken it back.
        let mut forced: Option<String> = None;
        let mut is_taken_back = false;
        let mut is_behind = false;
        for argument in self.request.parsed {
            match &argument.kind {
                Kind::Input => {
                    let at = inputs;
                    inputs += 1;
                    is_behind |= Some(at) == unit;
                    let is_source = self.request.invocation.inputs[at].language.is_some();
                    match stage {
                        Stage::Parse => {}
                        Stage::Compile if Some(at) == unit => {
                            self.input(argument, reasons);
                            arguments.extend(language(self.is_cxx(at)));
                            arguments.push(self.folder(at).join("text").join(self.base(at)).into());
                        }
                        Stage::Link if self.sources[at] => {
                            let object = self.object(at).into();
                            match forced.is_some() && !is_taken_back {
                                true => arguments.extend(["-x".into(), "none".into(), object]),
                                false => arguments.push(object),
                            }
                            is_taken_back = true;
                        }
                        // Clang may complain of objects that it has no use for.
                        Stage::Expand | Stage::Check | Stage::Original if links || is_source => {
                            if Some(at) == unit {
                                arguments.push(self.input(argument, reasons));
                            }
                        }
                        Stage::Compile => {}
                        Stage::Expand | Stage::Check | Stage::Original | Stage::Link => {
                            if let (true, Some(name)) = (is_taken_back, &forced) {
                                arguments.extend(["-x".into(), name.into()]);
                                is_taken_back = false;
                            }
                            arguments.push(self.input(argument, reasons));
                        }
                    }
                }
                Kind::Unlisted => self.pass_on(argument, &mut arguments, reasons),
                Kind::Flag { row, .. } => {
                    let is_dropped = match row.meaning {
                        Meaning::EndOfOptions => {
                            reasons.push("--: left out, options follow the inputs".to_owned());
                            true
                        }
                        Meaning::Language => {
                            let value = argument.value();
                            forced = (value != "none").then(|| value.to_owned());
                            is_taken_back = false;
                            match stage {
                                Stage::Compile | Stage::Parse => true,
                                // Clang warns of one that is about no input.
                                Stage::Expand | Stage::Check | Stage::Original => is_behind,
                                Stage::Link => false,
                            }
                        }
                        Meaning::Stop(_) => stage == Stage::Parse,
                        Meaning::Output => match stage {
                            Stage::Parse => true,
                            Stage::Compile | Stage::Original => links,
                            Stage::Expand | Stage::Check | Stage::Link => false,
                        },
                        Meaning::Database => {
                            matches!(stage, Stage::Check | Stage::Compile | Stage::Parse)
                        }
                        Meaning::LinkerArg
                        | Meaning::LinkerArgs
                        | Meaning::Library
                        | Meaning::Script => stage == Stage::Parse,
                        _ => false,
                    };
                    if !is_dropped {
                        self.pass_on(argument, &mut arguments, reasons);
                    }
                }
            }
        }
        if self.request.invocation.hidden_fuzzer {
            arguments.push(NO_FUZZER.into());
        }
        if stage == Stage::Parse {
            arguments.push("-Wno-unknown-warning-option".into());
        }
        arguments
    }

    /// An argument and its values as the user wrote them, but for what fz does in clang's place.
    fn pass_on(&self, argument: &Arg, arguments: &mut Vec<OsString>, reasons: &mut Vec<String>) {
        let words = self.words(argument);
        let Some((first, values)) = words.split_first() else {
            return;
        };
        if argument.in_file {
            let words = opened_word(self.request, argument, reasons);
            arguments.extend(words.into_iter().map(OsString::from));
            return;
        }
        let first = rewritten(self.request, argument.at, first, reasons);
        if first.is_some() {
            arguments.extend(first);
            arguments.extend(values.iter().cloned());
        }
    }

    /// As they stand on the command line, byte by byte.
    fn words(&self, argument: &Arg) -> Vec<OsString> {
        let count = 1 + argument.rest.len();
        let given = self.request.arguments.get(argument.at..argument.at + count);
        match given.filter(|_| !argument.in_file) {
            Some(words) => words.to_vec(),
            None => std::iter::once(&argument.text)
                .chain(&argument.rest)
                .map(OsString::from)
                .collect(),
        }
    }

    fn input(&self, argument: &Arg, reasons: &mut Vec<String>) -> OsString {
        let word = &self.words(argument)[0];
        match self.request.invocation.dashes {
            Some(_) => as_input(word, reasons),
            None => word.clone(),
        }
    }
}

/// `-x` for preprocessed text.
fn language(is_cxx: bool) -> [OsString; 2] {
    let name = match is_cxx {
        true => "c++-cpp-output",
        false => "cpp-output",
    };
    ["-x".into(), name.into()]
}
