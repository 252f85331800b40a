//! Lays a unit's preprocessed text out so that each condition, each statement has a line of its own. Only white space
//! between tokens changes: that the program's meaning stays is true by construction.

mod breaks;
mod layout;
mod libclang;
mod lines;
pub mod map;
mod rules;
mod source;
mod table;
mod tree;

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use source::Source;
use table::Table;

/// What `fz-expand` made of a unit.
pub struct Unit<'a> {
    /// The file that the compiler was given, as it was given.
    pub name: &'a Path,
    /// The expanded text.
    pub text: &'a Path,
    /// `fz-expand`'s table of its tokens.
    pub tokens: &'a Path,
    /// The name that line markers of the user's parts get: where the refactored text will stand.
    pub layout_name: &'a str,
    /// How `text` is parsed: `-x`, `-std`, `--target`, `-f…`, `-W…` as the user has them; no `-c`, `-o`, `-M`, `-I`, `-D`.
    pub arguments: &'a [OsString],
}

#[derive(serde::Deserialize, serde::Serialize)]
pub struct Refactored {
    pub text: Vec<u8>,
    /// Rows of [`fz_abi::coverage::origin`].
    pub origin: String,
    /// Warnings and errors that libclang had.
    pub diagnostics: usize,
}

/// Why a unit stays as it is.
#[derive(Debug, thiserror::Error)]
pub enum Refusal {
    #[error("{path}: {message}")]
    File { path: PathBuf, message: String },
    #[error(
        "{path} cannot be loaded: {message}; install {} (`cargo xtask setup` does)",
        fz_llvm::LIBCLANG_PACKAGE
    )]
    Libclang { path: PathBuf, message: String },
    #[error("`{word}` would see the lines of the refactored text")]
    SeesLines { word: String },
    #[error("libclang does not parse {path}: {message}")]
    Parse { path: PathBuf, message: String },
}

impl Refusal {
    fn file(path: &Path, message: impl ToString) -> Refusal {
        Refusal::File {
            path: path.to_owned(),
            message: message.to_string(),
        }
    }
}

pub fn refactor(libclang: &Path, unit: &Unit) -> Result<Refactored, Refusal> {
    let text = std::fs::read(unit.text).map_err(|e| Refusal::file(unit.text, e))?;
    let table = Table::read(unit.tokens)?;
    table
        .fits(&text)
        .map_err(|e| Refusal::file(unit.tokens, e))?;
    let source = Source::new(&text, &table.tokens);
    if let Some(word) = lines::seen_by(&text, &table, &source) {
        return Err(Refusal::SeesLines { word });
    }
    let parsed = libclang::parse(libclang, unit.text, unit.arguments)?;
    let mut tree = parsed.tree(&source);
    let breaks = rules::apply(&mut tree, &source);
    let data = tree.data(&source);
    let (text, origin) = layout::lay_out(unit, &text, &table, &source, &breaks, &data);
    Ok(Refactored {
        text,
        origin,
        diagnostics: parsed.diagnostics,
    })
}

/// Text as a field of a table.
fn field(text: &str) -> String {
    text.replace('\\', "\\\\")
        .replace('\t', "\\t")
        .replace('\n', "\\n")
        .replace('\r', "\\r")
}
