//! Words that clang hands to another program, which reads one after the other, whichever arguments they stand in.

use super::{
    EXPANDS, Fate, Known, Tool, UNKNOWN,
    table::{ASSEMBLER, CC1, LINKER, LLVM, Table, Values},
};

/// A word, and what becomes of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    pub word: String,
    pub fate: Fate,
    /// What a person is told of it, if it is asked for. Nothing for the value of an option that was told of.
    pub told: Option<String>,
    /// Where the path of a file begins that the program has to carry.
    pub file: Option<usize>,
    /// It is no option, and no value of one.
    pub is_input: bool,
    /// The option whose value it is.
    pub value_of: Option<String>,
}

pub struct Stream {
    pub tool: Tool,
    /// An option whose value comes next.
    open: Option<Open>,
}

struct Open {
    option: String,
    fate: Fate,
    values: &'static Values,
    /// The argument and the part.
    at: (usize, usize),
}

const NO_VALUE: &str = "has no value where fz looks for it";
const VALUE_AS_OPTION: &str = "has a value that looks like an option";

impl Stream {
    /// One for each program.
    pub fn all() -> [Stream; 5] {
        [
            Tool::Cc1,
            Tool::Preprocessor,
            Tool::Assembler,
            Tool::Llvm,
            Tool::Linker,
        ]
        .map(Stream::new)
    }

    pub fn new(tool: Tool) -> Stream {
        Stream { tool, open: None }
    }

    /// What becomes of the next word. `at`: its argument and part.
    pub fn word(&mut self, word: &str, at: (usize, usize), known: &Known) -> Part {
        let mut part = Part {
            word: word.to_owned(),
            fate: Fate::Ask(EXPANDS),
            told: Some(word.to_owned()),
            file: None,
            is_input: false,
            value_of: None,
        };
        let open = self.open.take();
        // Each of these programs reads such a file, wherever it is named.
        if word.starts_with('@') {
            return part;
        }
        if let Some(open) = open {
            part.told = match &open.fate {
                Fate::Ask(_) => None,
                _ => Some(format!("{} {word}", open.option)),
            };
            part.file = matches!(open.values, Values::File).then_some(0);
            part.fate = match open.fate {
                Fate::Keep if self.tool == Tool::Linker && word.starts_with('-') => {
                    Fate::Ask(VALUE_AS_OPTION)
                }
                Fate::Keep => open.values.fate(word, known),
                fate => fate,
            };
            part.value_of = Some(open.option);
            return part;
        }
        let word = match self.tool {
            // It reads both.
            Tool::Llvm if word.starts_with("--") => &word[1..],
            _ => word,
        };
        let Some(row) = self.table().row(word) else {
            part.is_input = self.tool == Tool::Linker && !word.starts_with('-');
            part.fate = match part.is_input {
                true => Fate::Keep,
                false => Fate::Ask(UNKNOWN),
            };
            return part;
        };
        part.fate = row.fate.clone();
        if row.following(word) > 0 {
            self.open = Some(Open {
                option: word.to_owned(),
                fate: row.fate.clone(),
                values: &row.values,
                at,
            });
        } else if row.fate == Fate::Keep {
            let value = &word[row.spelling.len()..];
            part.fate = row.values.fate(value, known);
            part.file = matches!(row.values, Values::File).then_some(row.spelling.len());
        }
        part
    }

    /// No more words come, or none that stands beside the last. The argument and part of an option without its value, and
    /// what becomes of it.
    pub fn close(&mut self) -> Option<((usize, usize), Fate)> {
        let open = self.open.take()?;
        Some((open.at, Fate::Ask(NO_VALUE)))
    }

    fn table(&self) -> &'static Table {
        match self.tool {
            Tool::Cc1 | Tool::Preprocessor => &CC1,
            Tool::Assembler => &ASSEMBLER,
            Tool::Llvm => &LLVM,
            Tool::Linker => &LINKER,
        }
    }
}

/// What becomes of a word that stands alone.
pub fn fate(tool: Tool, word: &str, known: &Known) -> Fate {
    let mut stream = Stream::new(tool);
    let part = stream.word(word, (0, 0), known);
    stream.close().map_or(part.fate, |(_, fate)| fate)
}
