//! The captured arguments as they are said again.

use std::{
    collections::BTreeMap,
    path::{Component, Path, PathBuf},
};

use anyhow::{Result, bail, ensure};
use fz_binary::capture::{Form, Link, Module, Search, Unit};
use fz_commandline::{
    carried::{self, Fate, Judged, Known, Part},
    flags::Meaning,
    parse::{self, Arg, Kind},
};
use fz_driver::{plan::is_told_to_all, replay};

/// What stands in the place of an input of a link.
#[derive(Clone)]
pub enum Placed {
    /// Nothing.
    Nowhere,
    Words(Vec<String>),
}

/// What captured command lines have that is asked for: the option, and what it would do.
#[derive(Default)]
pub struct Asked(BTreeMap<String, &'static str>);

/// The most characters that are shown of an option.
const SHOWN: usize = 200;

impl Asked {
    fn add(&mut self, option: &str, why: &'static str) {
        let mut shown: String = option.chars().take(SHOWN).collect();
        if shown.len() < option.len() {
            shown.push('…');
        }
        self.0.insert(shown, why);
    }

    pub fn extend(&mut self, more: Asked) {
        self.0.extend(more.0);
    }

    /// Refuses all of it at once, unless the build is trusted.
    pub fn answer(&self, trusts: bool) -> Result<()> {
        const NEXT: &str = "say --trust-options if you trust whoever built the program";
        let mut all = self.0.iter();
        let list = |(option, why): (&String, &&str)| format!("`{option}`, which {why}");
        match (trusts, self.0.len()) {
            (true, _) | (_, 0) => Ok(()),
            (_, 1) => bail!(
                "the captured build has the option {}: {NEXT}",
                all.next().map(list).unwrap_or_default()
            ),
            _ => bail!(
                "the captured build has these options:\n  {}\n{NEXT}",
                all.map(list).collect::<Vec<_>>().join("\n  ")
            ),
        }
    }
}

/// What a command is told, and what of it is asked for.
#[derive(Default)]
pub struct Said {
    pub words: Vec<String>,
    pub asked: Asked,
}

impl Said {
    fn asks(&mut self, judged: &Judged) {
        for (option, why) in judged.asked() {
            self.asked.add(option, why);
        }
    }
}

fn words(argument: &Arg) -> impl Iterator<Item = String> + '_ {
    std::iter::once(&argument.text)
        .chain(&argument.rest)
        .cloned()
}

/// Nothing honest has such a character in an argument, and what reads command lines by lines would take the rest for
/// another one.
fn is_plain(arguments: &[String]) -> Result<()> {
    let wrong = |argument: &&String| argument.chars().any(char::is_control);
    match arguments.iter().find(wrong) {
        None => Ok(()),
        Some(argument) => bail!(
            "{}: this argument holds a control character, so its command cannot be said again safely: leave it out, and \
             build the program again",
            argument.escape_debug()
        ),
    }
}

fn known<'a>(is_carried: &'a dyn Fn(&str) -> bool) -> Known<'a> {
    Known {
        is_carried,
        is_of_system: &|path| replay::is_of_system(Path::new(path)),
    }
}

/// Options that shape the text of a source before it is compiled, in all their forms.
const OF_TEXT: [&str; 10] = [
    "-D",
    "-U",
    "-include",
    "-imacros",
    "--define-macro",
    "--undefine-macro",
    "--include",
    "--imacros",
    "-Wp,",
    "-Xpreprocessor",
];

/// A unit's arguments with a module's text in the place of its own.
fn with_text(unit: &Unit, module: &Module) -> Vec<String> {
    let parsed = parse::parse(&unit.arguments, &|_| None);
    let is_kept = |argument: &&Arg| {
        argument.kind != Kind::Input
            && !matches!(
                argument.meaning(),
                Some(Meaning::Language | Meaning::EndOfOptions)
            )
            && !OF_TEXT.iter().any(|text| argument.text.starts_with(text))
    };
    let mut arguments: Vec<String> = parsed.iter().filter(is_kept).flat_map(words).collect();
    // What fz tells each source it tells this one again.
    let of_text = module.words.iter().filter(|word| !is_told_to_all(word));
    arguments.extend(of_text.cloned());
    let language = match module.form {
        Form::Interface => "c++-module",
        Form::UserHeader => "c++-user-header",
        Form::SystemHeader => "c++-system-header",
    };
    let source = module.source.to_string_lossy().into_owned();
    arguments.extend(["-x".to_owned(), language.to_owned(), source]);
    arguments
}

/// What a unit's compiler is told, its source among it, but for what comes of it, and where that goes. `module`: one of
/// those that the unit imports, or is, is compiled with the unit's options.
pub fn of_unit(unit: &Unit, module: Option<usize>, trusts: bool) -> Result<Said> {
    let module = module.map(|at| &unit.modules[at]);
    let arguments = match module {
        Some(module) => with_text(unit, module),
        None => unit.arguments.clone(),
    };
    let source = module.map(|module| module.source.to_string_lossy().into_owned());
    let source = source.as_ref().unwrap_or(&unit.source);
    let names = unit.modules.iter().map(|module| module.name.clone());
    is_plain(&names.collect::<Vec<_>>())?;
    is_plain(&arguments)?;
    ensure!(
        unit.source == "-" || !unit.source.starts_with('-'),
        "{}: this source would be read as an option: name it with its folder, and build the program again",
        unit.source
    );
    let of_modules = unit.modules.iter().flat_map(|module| &module.search);
    for Search { path, .. } in unit.search.iter().chain(of_modules) {
        // Clang is told of it by a word of its own, and reads arguments out of `@file`.
        let path = path.to_string_lossy();
        ensure!(
            !path.starts_with('@') && !path.chars().any(char::is_control),
            "{}: this folder of headers cannot be named safely",
            path.escape_debug()
        );
    }
    let parsed = parse::parse(&arguments, &|_| None);
    let mut said = Said::default();
    let mut is_there = false;
    let is_carried = |path: &str| {
        let path = without_dots(&unit.directory.join(path));
        unit.files.iter().any(|file| file.path == path)
    };
    let known = known(&is_carried);
    for judged in carried::judged(&parsed, &known) {
        let argument = judged.argument;
        if argument.kind == Kind::Input {
            // A command may compile several, and name objects too.
            if argument.text == *source && !is_there {
                is_there = true;
                said.asks(&judged);
                said.words.push(argument.text.clone());
            }
            continue;
        }
        let is_for_link = matches!(
            argument.meaning(),
            Some(
                Meaning::LinkerArg
                    | Meaning::LinkerArgs
                    | Meaning::Library
                    | Meaning::Script
                    | Meaning::LinkerName
                    | Meaning::EndOfOptions
            )
        );
        if !is_for_link {
            said.asks(&judged);
            said.words.extend(judged.words(trusts));
        }
    }
    if !is_there {
        bail!(
            "{}: is not among the arguments of its own command",
            unit.source
        );
    }
    Ok(said)
}

/// A path as captures name files.
fn without_dots(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for component in path.components() {
        match component {
            Component::ParentDir => _ = plain.pop(),
            Component::CurDir => {}
            component => plain.push(component),
        }
    }
    plain
}

/// Where a link's inputs and files are.
pub struct Places<'a> {
    /// What stands in the place of an input, as an argument names it.
    pub input: &'a mut dyn FnMut(&str) -> Result<Option<Placed>>,
    /// Another file that was carried.
    pub file: &'a dyn Fn(&str) -> Option<String>,
}

/// What a link is told, but for its output.
pub fn of_link(link: &Link, trusts: bool, places: &mut Places) -> Result<Said> {
    is_plain(&link.arguments)?;
    let paths = link.inputs.iter().map(|input| input.path.to_string_lossy());
    is_plain(&paths.map(Into::into).collect::<Vec<String>>())?;
    let parsed = parse::parse(&link.arguments, &|_| None);
    let mut said = Said::default();
    let file = places.file;
    let is_carried = |path: &str| file(path).is_some();
    for judged in carried::judged(&parsed, &known(&is_carried)) {
        let argument = judged.argument;
        if judged.is_for_linker {
            said.asks(&judged);
            let words = linker_words(&judged.parts, link, trusts, places)?;
            said.words.extend(for_linker(words));
            continue;
        }
        let name = match argument.meaning() {
            Some(Meaning::Library) => Some(format!("-l{}", argument.value())),
            _ if argument.kind == Kind::Input => Some(argument.text.clone()),
            _ => None,
        };
        if let Some(name) = name {
            said.asks(&judged);
            match (places.input)(&name)? {
                Some(Placed::Words(words)) => said.words.extend(words),
                Some(Placed::Nowhere) => {}
                None if argument.kind == Kind::Input => match file(&name) {
                    Some(path) => said.words.push(path),
                    None if trusts && name.starts_with('@') => said.words.push(name),
                    None if judged.asked().next().is_some() => {}
                    None => bail!("{name}: the captured link does not say what it is"),
                },
                None => said.words.extend(words(argument)),
            }
            continue;
        }
        match argument.meaning() {
            // Everything that is linked is an object now.
            Some(Meaning::Language | Meaning::EndOfOptions) => {}
            Some(Meaning::Script) => {
                said.asks(&judged);
                let path = file(argument.value());
                let path = path.unwrap_or_else(|| absolute(link, argument.value()));
                said.words.extend(["-T".to_owned(), path]);
            }
            _ if FOLDERS
                .iter()
                .any(|folder| argument.text.starts_with(folder)) =>
            {
                let (_, joined) = argument.text.split_once('=').unwrap_or_default();
                let folder = argument.rest.last().map_or(joined, |folder| folder);
                let folder = argument
                    .text
                    .strip_prefix("-L")
                    .filter(|f| !f.is_empty())
                    .unwrap_or(folder);
                said.words.push(format!("-L{}", absolute(link, folder)));
            }
            // A compile reads it. What is linked is compiled already.
            _ if judged.parts.iter().any(|part| part.file.is_some()) => {}
            _ => {
                said.asks(&judged);
                said.words.extend(judged.words(trusts));
            }
        }
    }
    Ok(said)
}

/// Options before the folder of libraries.
const FOLDERS: [&str; 2] = ["-L", "--library-directory"];

fn absolute(link: &Link, path: &str) -> String {
    link.directory.join(path).to_string_lossy().into_owned()
}

/// What the linker is told by an argument's parts.
fn linker_words(
    parts: &[Part],
    link: &Link,
    trusts: bool,
    places: &mut Places,
) -> Result<Vec<String>> {
    let mut words: Vec<String> = Vec::new();
    for Part {
        word,
        fate,
        file,
        is_input,
        value_of,
        ..
    } in parts
    {
        match fate {
            Fate::Drop => continue,
            Fate::Ask(_) if !trusts => continue,
            _ => {}
        }
        if *is_input || word.starts_with("-l") {
            match (places.input)(word)? {
                Some(Placed::Words(placed)) => {
                    // What `for_linker` has made stands among the linker's words again.
                    let placed = placed.iter().filter(|word| *word != FOR_LINKER);
                    let pieces = placed.flat_map(|word| match word.strip_prefix(JOINED) {
                        Some(pieces) => pieces.split(',').collect(),
                        None => vec![&**word],
                    });
                    words.extend(pieces.map(str::to_owned));
                }
                Some(Placed::Nowhere) => {}
                None => match (places.file)(word) {
                    Some(path) => words.push(path),
                    None if !is_input => words.push(word.clone()),
                    None => bail!("{word}: the captured link does not say what it is"),
                },
            }
        } else if let Some((before, path)) = file.map(|at| word.split_at(at)) {
            let path = (places.file)(path).unwrap_or_else(|| path.to_owned());
            words.push(format!("{before}{path}"));
        } else if let Some(folder) = word.strip_prefix("-L").filter(|f| !f.is_empty()) {
            words.push(format!("-L{}", absolute(link, folder)));
        } else if value_of.as_deref() == Some("-L") {
            words.push(absolute(link, word));
        } else {
            words.push(word.clone());
        }
    }
    Ok(words)
}

/// Stands before a word that clang hands on as it is.
const FOR_LINKER: &str = "-Xlinker";
/// Stands before words with commas between them.
const JOINED: &str = "-Wl,";

/// The linker's words as clang is told them: `-Wl,` would split those with commas.
pub fn for_linker(words: Vec<String>) -> Vec<String> {
    let is_split = words.iter().any(|word| word.contains(','));
    match words.is_empty() {
        true => Vec::new(),
        false if is_split => words
            .into_iter()
            .flat_map(|word| [FOR_LINKER.to_owned(), word])
            .collect(),
        false => vec![format!("{JOINED}{}", words.join(","))],
    }
}

/// The text of a file of arguments, as compilers, linkers and archivers read it.
pub fn file_of(words: impl Iterator<Item = impl AsRef<str>>) -> String {
    let mut text = String::new();
    for word in words {
        for c in word.as_ref().chars() {
            if c.is_ascii_whitespace() || matches!(c, '\\' | '"' | '\'') {
                text.push('\\');
            }
            text.push(c);
        }
        text.push('\n');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::file_of;

    #[test]
    fn words_of_a_file_are_kept_apart() {
        let words = ["a b", "-Wl,--name='x'", "c\\d", "plain"];
        let said = file_of(words.iter());
        assert_eq!(said, "a\\ b\n-Wl,--name=\\'x\\'\nc\\\\d\nplain\n");
    }
}
