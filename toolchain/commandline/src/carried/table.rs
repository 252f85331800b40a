//! What is said of options, read from the files beside this one.

use std::sync::LazyLock;

use super::{Fate, Known, READS, Tool, keyword, linkers, stream};
use crate::{flags::Form, target};

/// What one program reads.
pub struct Table {
    /// Sorted by spelling.
    rows: Vec<Row>,
}

#[derive(Clone, Debug)]
pub struct Row {
    pub spelling: String,
    pub form: Form,
    pub fate: Fate,
    pub values: Values,
}

/// The values that an option is kept with.
#[derive(Clone, Debug)]
pub enum Values {
    Any,
    Number,
    /// The path of a file that the program carries.
    File,
    /// A target of this machine's system.
    Triple,
    /// One of these, or what begins with one that ends in `=`; any other does that.
    Of(Vec<&'static str>, &'static str),
    /// A linker: by the name that `-fuse-ld=` has for it, or one of the system's by its path.
    Linker,
    /// A folder in which the compiler looks for programs.
    Programs,
    /// Words for another program.
    Words(Tool),
    /// The linker's `-z`.
    Keyword,
}

pub static CLANG: LazyLock<Table> = LazyLock::new(|| Table::new(include_str!("clang.txt")));
pub static CC1: LazyLock<Table> = LazyLock::new(|| Table::new(include_str!("cc1.txt")));
pub static LLVM: LazyLock<Table> = LazyLock::new(|| Table::new(include_str!("llvm.txt")));
pub static ASSEMBLER: LazyLock<Table> = LazyLock::new(|| Table::new(include_str!("assembler.txt")));
pub static LINKER: LazyLock<Table> = LazyLock::new(|| Table::new(include_str!("linker.txt")));

impl Table {
    fn new(text: &'static str) -> Table {
        let mut rows = Vec::new();
        let mut section = None;
        for line in text.lines().filter(|l| !l.starts_with("# ")) {
            if let Some(head) = line.strip_prefix("## ") {
                section = Some(section_of(head));
                continue;
            }
            let (Some((fate, values)), Some((form, spellings))) = (&section, line.split_once(' '))
            else {
                continue;
            };
            for spelling in spellings.split(' ').flat_map(spelled) {
                let mut row = |spelling: String, form, values: &Values| {
                    rows.push(Row {
                        spelling,
                        form,
                        fate: fate.clone(),
                        values: values.clone(),
                    });
                };
                if form == "switch" {
                    let switched = Values::Of(vec!["true", "false", "0", "1"], UNKNOWN_VALUE);
                    row(format!("{spelling}="), Form::Joined, &switched);
                }
                row(spelling, form_of(form), values);
            }
        }
        rows.sort_by(|a, b| a.spelling.cmp(&b.spelling));
        Table { rows }
    }

    /// The row of a word: as in clang, the longest spelling that fits by its form.
    pub fn row(&self, word: &str) -> Option<&Row> {
        let lengths = (1..=word.len()).rev().filter(|n| word.is_char_boundary(*n));
        lengths
            .flat_map(|length| self.spelled(&word[..length]))
            .find(|row| match row.form {
                Form::Flag | Form::Separate | Form::Multi(_) => row.spelling == word,
                Form::Joined | Form::JoinedOrSeparate | Form::JoinedAndSeparate => true,
            })
    }

    /// All rows, sorted by spelling.
    pub fn rows(&self) -> &[Row] {
        &self.rows
    }

    fn spelled(&self, spelling: &str) -> &[Row] {
        let start = self.rows.partition_point(|r| *r.spelling < *spelling);
        let end = self.rows.partition_point(|r| *r.spelling <= *spelling);
        &self.rows[start..end]
    }
}

impl Row {
    /// How many words that follow are its values.
    pub fn following(&self, word: &str) -> usize {
        match self.form {
            Form::Flag | Form::Joined => 0,
            Form::JoinedOrSeparate => usize::from(word == self.spelling),
            Form::Separate | Form::JoinedAndSeparate => 1,
            Form::Multi(n) => n,
        }
    }
}

const UNKNOWN_VALUE: &str = "has a value that fz does not know";

impl Values {
    /// What becomes of an option that is kept with these values.
    pub fn fate(&self, value: &str, known: &Known) -> Fate {
        let is_number = || {
            value
                .strip_prefix('-')
                .unwrap_or(value)
                .parse::<u64>()
                .is_ok()
        };
        match self {
            Values::Number if !is_number() => Fate::Ask(UNKNOWN_VALUE),
            Values::File if !(known.is_carried)(value) => Fate::Ask(READS),
            Values::Triple if !target::is_of_linux(value) => {
                Fate::Ask("has clang start the tools of another system")
            }
            Values::Of(listed, otherwise) => {
                let fits = |listed: &&str| match listed.strip_suffix('=') {
                    Some(_) => value.starts_with(*listed),
                    None => value == *listed,
                };
                match listed.iter().any(fits) {
                    true => Fate::Keep,
                    false => Fate::Ask(otherwise),
                }
            }
            Values::Linker => linkers::fate(value, known),
            Values::Programs => linkers::fate_of_folder(value, known),
            Values::Keyword => keyword(value),
            Values::Words(tool) => stream::fate(*tool, value, known),
            Values::Any | Values::Number | Values::File | Values::Triple => Fate::Keep,
        }
    }
}

/// What the head of a section says of its rows.
fn section_of(head: &'static str) -> (Fate, Values) {
    let (fate, values) = head.split_once(" | ").unwrap_or((head, ""));
    let (fate, why) = fate.split_once(": ").expect("a fate, and why");
    let fate = match fate {
        "kept" => Fate::Keep,
        "dropped" => Fate::Drop,
        "asked" => Fate::Ask(why),
        _ => unreachable!("{head}"),
    };
    let values = match values {
        "" => Values::Any,
        "number" => Values::Number,
        "file" => Values::File,
        "triple" => Values::Triple,
        "cc1" => Values::Words(Tool::Cc1),
        "preprocessor" => Values::Words(Tool::Preprocessor),
        "assembler" => Values::Words(Tool::Assembler),
        "llvm" => Values::Words(Tool::Llvm),
        "linker" => Values::Words(Tool::Linker),
        "keyword" => Values::Keyword,
        "linker of the system" => Values::Linker,
        "programs of the system" => Values::Programs,
        _ => {
            let (known, otherwise) = values.split_once(", else ").expect("what others do");
            let known = known.strip_prefix("of ").expect("values");
            Values::Of(known.split(' ').collect(), otherwise)
        }
    };
    (fate, values)
}

fn form_of(name: &str) -> Form {
    match name {
        "flag" | "switch" => Form::Flag,
        "joined" => Form::Joined,
        "separate" => Form::Separate,
        "either" => Form::JoinedOrSeparate,
        "both" => Form::JoinedAndSeparate,
        _ => {
            let number = name.strip_prefix("multi-").and_then(|n| n.parse().ok());
            Form::Multi(number.expect("a form"))
        }
    }
}

/// `-f[no-]x`: `-fx` and `-fno-x`.
fn spelled(row: &str) -> Vec<String> {
    match row.split_once('[') {
        Some((before, rest)) => {
            let (optional, after) = rest.split_once(']').expect("the end of what is optional");
            vec![
                format!("{before}{after}"),
                format!("{before}{optional}{after}"),
            ]
        }
        None => vec![row.to_owned()],
    }
}
