//! The captured arguments as they are said again.

use std::path::Path;

use anyhow::{Result, bail};
use fz_binary::capture::{Link, Unit};
use fz_commandline::{
    carried::{self, Fate},
    flags::Meaning,
    parse::{self, Arg, Kind},
};

/// What stands in the place of an input of a link.
#[derive(Clone)]
pub enum Placed {
    /// Nothing.
    Nowhere,
    Words(Vec<String>),
}

fn words(argument: &Arg) -> impl Iterator<Item = String> + '_ {
    std::iter::once(&argument.text)
        .chain(&argument.rest)
        .cloned()
}

/// Refuses what nobody has asked for.
fn kept(argument: &Arg, fate: Fate, trusts: bool) -> Result<bool> {
    match fate {
        Fate::Keep => Ok(true),
        Fate::Drop => Ok(false),
        Fate::Ask(_) if trusts => Ok(true),
        Fate::Ask(why) => bail!(
            "the captured build has the option `{}`, which {why}: say --trust-options if you trust whoever built the program",
            argument.shown()
        ),
    }
}

/// What a unit's compiler is told, its source among it, but for where the object goes.
pub fn of_unit(unit: &Unit, trusts: bool) -> Result<Vec<String>> {
    let parsed = parse::parse(&unit.arguments, &|_| None);
    let mut said = Vec::new();
    let mut is_there = false;
    for (argument, fate) in carried::fates(&parsed) {
        if argument.kind == Kind::Input {
            // A command may compile several, and name objects too.
            if argument.text == unit.source && !is_there {
                is_there = true;
                said.push(argument.text.clone());
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
        if !is_for_link && kept(argument, fate, trusts)? {
            said.extend(words(argument));
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

/// What a link is told, but for its output. `place` gives for an input, as an argument names it, what stands in its
/// place; `file` for another file that was carried.
pub fn of_link(
    link: &Link,
    trusts: bool,
    place: &mut dyn FnMut(&str) -> Result<Option<Placed>>,
    file: &dyn Fn(&str) -> Option<String>,
) -> Result<Vec<String>> {
    let parsed = parse::parse(&link.arguments, &|_| None);
    let mut said = Vec::new();
    let mut linker = LinkerWords::default();
    for (argument, fate) in carried::fates(&parsed) {
        let name = match argument.meaning() {
            Some(Meaning::Library) => Some(format!("-l{}", argument.value())),
            _ if argument.kind == Kind::Input => Some(argument.text.clone()),
            _ => None,
        };
        if let Some(name) = name {
            kept(argument, fate, trusts)?;
            match place(&name)? {
                Some(Placed::Words(words)) => said.extend(words),
                Some(Placed::Nowhere) => {}
                None if argument.kind == Kind::Input => match file(&name) {
                    Some(path) => said.push(path),
                    None => bail!("{name}: the captured link does not say what it is"),
                },
                None => said.extend(words(argument)),
            }
            continue;
        }
        match argument.meaning() {
            Some(Meaning::LinkerArgs) => {
                let pieces = argument.value().split(',');
                let mut kept = Vec::new();
                for piece in pieces {
                    kept.extend(linker.word(piece, link, trusts, place, file)?);
                }
                if !kept.is_empty() {
                    said.push(format!("-Wl,{}", kept.join(",")));
                }
            }
            Some(Meaning::LinkerArg) => {
                for word in linker.word(argument.value(), link, trusts, place, file)? {
                    said.extend(["-Xlinker".to_owned(), word]);
                }
            }
            Some(Meaning::Script) => {
                let path = file(argument.value());
                let path = path.unwrap_or_else(|| absolute(link, argument.value()));
                said.extend(["-T".to_owned(), path]);
            }
            // Everything that is linked is an object now.
            Some(Meaning::Language | Meaning::EndOfOptions) => {}
            _ if argument.text.starts_with("-L") => {
                said.push(format!("-L{}", absolute(link, argument.value())));
            }
            _ if kept(argument, fate, trusts)? => said.extend(words(argument)),
            _ => {}
        }
    }
    Ok(said)
}

fn absolute(link: &Link, path: &str) -> String {
    link.directory.join(path).to_string_lossy().into_owned()
}

/// Words for the linker, whose values may be words of their own.
#[derive(Default)]
struct LinkerWords {
    /// What becomes of the next word, which is a value.
    of_value: Option<Fate>,
}

/// Options of linkers that stand in front of their values, and that not every build needs.
const WITH_VALUES: [&str; 12] = [
    "-Map",
    "--Map",
    "-o",
    "--output",
    "-plugin",
    "--plugin",
    "-plugin-opt",
    "--plugin-opt",
    "-mllvm",
    "--out-implib",
    "--dependency-file",
    "--reproduce",
];

impl LinkerWords {
    fn word(
        &mut self,
        word: &str,
        link: &Link,
        trusts: bool,
        place: &mut dyn FnMut(&str) -> Result<Option<Placed>>,
        file: &dyn Fn(&str) -> Option<String>,
    ) -> Result<Vec<String>> {
        let fate = match self.of_value.take() {
            Some(fate) => fate,
            None => {
                let fate = carried::fate_at_link(word);
                self.of_value = WITH_VALUES.contains(&word).then_some(fate);
                fate
            }
        };
        match fate {
            Fate::Drop => return Ok(Vec::new()),
            Fate::Ask(why) if !trusts => bail!(
                "the captured link has the linker's option `{word}`, which {why}: say --trust-options if you trust whoever \
                 built the program"
            ),
            _ => {}
        }
        if let Some(path) = file(word) {
            return Ok(vec![path]);
        }
        if let Some((option, value)) = word.split_once('=')
            && let Some(path) = file(value)
        {
            return Ok(vec![format!("{option}={path}")]);
        }
        if let Some(folder) = word.strip_prefix("-L").filter(|f| !f.is_empty()) {
            return Ok(vec![format!("-L{}", absolute(link, folder))]);
        }
        let is_input = !word.starts_with('-') && Path::new(word).extension().is_some();
        if is_input || word.starts_with("-l") {
            match place(word)? {
                Some(Placed::Words(words)) => return Ok(words),
                Some(Placed::Nowhere) => return Ok(Vec::new()),
                None => {}
            }
        }
        Ok(vec![word.to_owned()])
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
