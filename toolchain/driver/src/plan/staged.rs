//! Sources that are refactored before they are compiled: what is run for each of them.
//!
//! 1. `expand`: clang's preprocessor, which writes the text and where its tokens come from.
//! 2. `fz-refactor` lays the text out, in this process.
//! 3. `check`, if any of them had something to say: clang says it of the source as it is, and decides whether that ends
//!    the compilation.
//! 4. `compile`: clang compiles the new text, without a word.
//!
//! Where one of these cannot be done, the [`Unit::original`] is compiled. Each command has the user's arguments in their
//! order, but for what only another one needs. A command line that compiles and links becomes one for each source and
//! one that links.

mod arguments;

use std::{
    ffi::OsString,
    path::{Path, PathBuf},
};

use fz_commandline::{
    flags::Meaning,
    invocation::{Input, Language, Outcome},
};
use fz_process::Command;

use super::{
    MOST_BYTES, Request, Step, TABLE, Text, added_to_compile, added_to_link, added_to_sources,
};
use super::{cc1, opening};
use arguments::Stage;

/// Stands for what is not known before.
const WHY: &str = "{why}";

/// A source that is refactored.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unit {
    /// As the user named it; `-` is the standard input.
    pub source: PathBuf,
    /// A folder for its files, to be made.
    pub folder: PathBuf,
    pub expand: Command,
    /// The expanded text, and `fz-expand`'s table.
    pub expanded: PathBuf,
    pub tokens: PathBuf,
    /// How the expanded text is parsed.
    pub parsing: Vec<OsString>,
    /// The name by which lines of the new text are known.
    pub layout_name: String,
    /// Whether it stays there for the user to see.
    pub is_kept: bool,
    /// Where the new text is written for clang, and where its lines come from.
    pub text: PathBuf,
    pub origin: PathBuf,
    pub check: Command,
    pub compile: Command,
    original: Command,
}

impl Unit {
    pub fn is_stdin(&self) -> bool {
        self.source == Path::new("-")
    }

    /// The same unit by other commands.
    pub fn through<E>(
        mut self,
        change: &mut impl FnMut(Command) -> Result<Command, E>,
    ) -> Result<Unit, E> {
        self.expand = change(self.expand)?;
        self.check = change(self.check)?;
        self.compile = change(self.compile)?;
        self.original = change(self.original)?;
        Ok(self)
    }

    /// Compiles the source as it is, which the unit's record will say. `is_checked`: clang has said of it what it has to.
    pub fn original(&self, why: &str, is_checked: bool) -> Command {
        let mut command = self.original.clone();
        for argument in &mut command.arguments {
            if let Some(text) = argument.to_str().filter(|text| text.contains(WHY)) {
                *argument = text.replace(WHY, why).into();
            }
        }
        if is_checked {
            command.arguments.push("-w".into());
        }
        command
    }
}

/// Which of the inputs are refactored: for each whether. `None`: nobody wants any to be. `Err`: why none is.
pub(super) fn sources(request: &Request) -> Option<Result<Vec<bool>, &'static str>> {
    let invocation = request.invocation;
    let compiles = matches!(invocation.outcome, Outcome::Instrument { .. });
    if !request.profile.refactor || !compiles {
        return None;
    }
    if let Some(why) = invocation.no_refactoring {
        return Some(Err(why));
    }
    let inputs = invocation.inputs.iter();
    let why_not: Vec<_> = inputs.map(why_not).collect();
    let compiled = invocation.inputs.iter().filter(|i| i.language.is_some());
    let has_output = request
        .parsed
        .iter()
        .any(|a| a.meaning() == Some(Meaning::Output));
    // Clang has an error to show.
    let one_output = invocation.link.is_none() && has_output && compiled.count() > 1;
    let in_files = request.parsed.iter().filter(|a| a.in_file);
    Some(match () {
        () if !why_not.contains(&None) => {
            let mut others = why_not.iter().flatten().filter(|why| **why != ASSEMBLY);
            Err(others.next().copied().unwrap_or(ASSEMBLY))
        }
        // Passes are told of conditions or not, for all that one command line names.
        () if why_not.contains(&Some(IR)) => Err(IR),
        () if one_output => Err("several-sources-one-output"),
        () if in_files.map(|a| a.text.len()).sum::<usize>() > MOST_BYTES => Err("arguments"),
        () => Ok(why_not.iter().map(Option::is_none).collect()),
    })
}

const ASSEMBLY: &str = "assembly";
const IR: &str = "ir";

/// Why an input is not refactored.
fn why_not(input: &Input) -> Option<&'static str> {
    match input.language {
        Some(Language::Interface | Language::Module) => Some("modules"),
        Some(Language::C | Language::Cxx) => None,
        Some(Language::Preprocessed) => Some("preprocessed"),
        Some(Language::ObjectiveC) => Some("objective-c"),
        Some(Language::Ir) => Some(IR),
        Some(Language::Header | Language::Other) => Some("language"),
        Some(Language::Assembly) | None => Some(ASSEMBLY),
    }
}

pub(super) fn steps(request: &Request, sources: &[bool], reasons: &mut Vec<String>) -> Vec<Step> {
    let planner = Planner { request, sources };
    let inputs = request.invocation.inputs.iter().zip(sources).enumerate();
    let mut steps = Vec::new();
    for (at, (input, is_refactored)) in inputs {
        if *is_refactored {
            // All units have the same reasons.
            reasons.clear();
            steps.push(Step::Unit(Box::new(planner.unit(at, reasons))));
        } else if input.language.is_some() && request.invocation.link.is_none() {
            steps.push(Step::Run(planner.plain(at, reasons)));
        }
    }
    reasons.push("refactor: expanded, laid out, compiled".to_owned());
    if request.invocation.link.is_some() {
        steps.push(Step::Run(planner.link(reasons)));
    }
    steps
}

struct Planner<'a> {
    request: &'a Request<'a>,
    sources: &'a [bool],
}

impl Planner<'_> {
    fn folder(&self, at: usize) -> PathBuf {
        self.request.scratch.join(at.to_string())
    }

    fn source(&self, at: usize) -> &Path {
        &self.request.invocation.inputs[at].path
    }

    /// The source's name without its folder.
    fn base(&self, at: usize) -> String {
        let name = self.source(at).file_name().unwrap_or_default();
        name.to_string_lossy().into_owned()
    }

    fn is_cxx(&self, at: usize) -> bool {
        self.request.invocation.inputs[at].language == Some(Language::Cxx)
    }

    /// What clang is to know of the new text: where its name is said once, it is everywhere the same.
    fn layout_name(&self, at: usize) -> String {
        let ending = match self.is_cxx(at) {
            true => "fz.ii",
            false => "fz.i",
        };
        let base = self.base(at);
        if !self.request.invocation.shows_text {
            return format!("{base}.{ending}");
        }
        // Beside the object, and named like it: sources of one name may lie in several folders.
        match (&self.request.invocation.link, self.output()) {
            (Some(_), _) => format!("{}{base}.{ending}", self.dump_folder()),
            (None, Some(output)) if output != "-" => {
                let extension = Path::new(&base).extension().unwrap_or_default();
                let path = Path::new(&output).with_extension(extension);
                format!("{}.{ending}", path.display())
            }
            (None, _) => format!("{base}.{ending}"),
        }
    }

    fn output(&self) -> Option<String> {
        let parsed = self.request.parsed.iter().rev();
        let mut outputs = parsed.filter(|a| a.meaning() == Some(Meaning::Output));
        outputs.next().map(|a| a.value().to_owned())
    }

    /// Where clang puts what it makes beside a program.
    fn dump_folder(&self) -> String {
        match self.output() {
            Some(output) => format!("{output}-"),
            None => "a-".to_owned(),
        }
    }

    fn object(&self, at: usize) -> PathBuf {
        let base = PathBuf::from(self.base(at)).with_extension("o");
        self.folder(at).join(base)
    }

    fn unit(&self, at: usize, reasons: &mut Vec<String>) -> Unit {
        let request = self.request;
        let folder = self.folder(at);
        let file = |name| folder.join(name);
        let (expanded, tokens, origin) = (file("expanded"), file("tokens"), file("origin"));
        // By this name clang calls the object where the user does not.
        let text = file("text").join(self.base(at));
        let layout_name = self.layout_name(at);
        let path = |key: &str, path: &Path| {
            let mut argument = OsString::from(key);
            argument.push(path);
            argument
        };
        let links = request.invocation.link.is_some();
        let reading = || {
            let mut first = added_to_sources(request);
            if links {
                // What the link needs is none of its business.
                first.extend(["-c".into(), "-Qunused-arguments".into()]);
            }
            first
        };

        let mut first = reading();
        let library = request.layout.expand_plugin();
        cc1(
            &mut first,
            [
                "-load".into(),
                library.into(),
                "-plugin".into(),
                "fz-expand".into(),
            ],
        );
        for (key, file) in [("text=", &expanded), ("tokens=", &tokens)] {
            let argument = path(key, file);
            cc1(&mut first, ["-plugin-arg-fz-expand".into(), argument]);
        }
        if let Some(capturing) = request.capturing {
            // It is this command that reads the user's source.
            capturing.tell("-plugin-arg-fz-expand", &mut first);
        }
        let expand = self.command(first, Stage::Expand, at, &mut Vec::new());

        let mut first = reading();
        cc1(&mut first, ["-fsyntax-only".into()]);
        let check = self.command(first, Stage::Check, at, &mut Vec::new());

        let to_object = |first: &mut Vec<OsString>| {
            if links {
                first.extend(["-c".into(), "-o".into(), self.object(at).into()]);
                first.extend(["-dumpdir".into(), self.dump_folder().into()]);
                first.push("-Qunused-arguments".into());
            }
        };
        let refactored = Text {
            table: file(TABLE),
            refactored: Some((text.clone(), origin.clone())),
            record: vec![
                ("refactored", "yes".to_owned()),
                ("source", self.source(at).to_string_lossy().into_owned()),
            ],
        };
        let mut first = added_to_compile(request, &refactored, reasons);
        // Its macros are expanded.
        first.retain(|a| !a.to_string_lossy().starts_with("-D"));
        first.push("-w".into());
        for key in ["-fdebug-prefix-map=", "-fcoverage-prefix-map="] {
            let mut map = path(key, &text);
            map.push(format!("={layout_name}"));
            // The driver forgets about the second where it has nothing to preprocess.
            cc1(&mut first, [map]);
        }
        to_object(&mut first);
        let compile = self.command(first, Stage::Compile, at, reasons);

        let original = Text::original(&file(TABLE), Some(WHY));
        let mut first = added_to_compile(request, &original, &mut Vec::new());
        to_object(&mut first);
        let original = self.command(first, Stage::Original, at, &mut Vec::new());
        Unit {
            source: self.source(at).to_owned(),
            expand,
            expanded,
            tokens,
            parsing: self.arguments(Vec::new(), Stage::Parse, Some(at), &mut Vec::new()),
            layout_name,
            is_kept: request.invocation.shows_text,
            text,
            origin,
            check,
            compile,
            original,
            folder,
        }
    }

    /// Compiles another source of the same command line.
    fn plain(&self, at: usize, reasons: &mut Vec<String>) -> Command {
        let why = why_not(&self.request.invocation.inputs[at]);
        let text = Text::original(&self.folder(at).with_extension(TABLE), why);
        let first = added_to_compile(self.request, &text, &mut Vec::new());
        self.command(first, Stage::Original, at, reasons)
    }

    fn link(&self, reasons: &mut Vec<String>) -> Command {
        let request = self.request;
        let inputs = request.invocation.inputs.iter();
        let mut left = inputs.filter(|i| i.language.is_some()).filter_map(why_not);
        let mut first = match left.next() {
            Some(why) => {
                let text = Text::original(&request.scratch.join(TABLE), Some(why));
                added_to_compile(request, &text, &mut Vec::new())
            }
            None => {
                let flags = request.wishes.flags(request.profile.reports);
                flags.map(OsString::from).collect()
            }
        };
        let mut link = added_to_link(request, reasons);
        first.append(&mut link.first);
        let first = opening(request, first);
        let mut arguments = self.arguments(first, Stage::Link, None, &mut Vec::new());
        arguments.append(&mut link.last);
        Command {
            program: request.clang.clone(),
            arguments,
        }
    }

    fn command(
        &self,
        first: Vec<OsString>,
        stage: Stage,
        at: usize,
        reasons: &mut Vec<String>,
    ) -> Command {
        let first = opening(self.request, first);
        Command {
            program: self.request.clang.clone(),
            arguments: self.arguments(first, stage, Some(at), reasons),
        }
    }
}
