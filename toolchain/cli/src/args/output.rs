//! `-o`, `--output`

use std::path::{Path, PathBuf};

use clap::builder::{PathBufValueParser, TypedValueParser};
use fz_base::error::Error;
use fz_coverage::store::Store;

/// What stands for the standard output, as in most commands that write.
const STANDARD: &str = "-";

/// Where there is a place to write to without it: the standard output, or nothing is written.
#[derive(Clone, clap::Args)]
pub struct Output {
    /// Where to write
    #[arg(id = "output", short = 'o', long = "output", value_name = "FILE")]
    given: Option<PathBuf>,
}

/// Where there is none.
#[derive(Clone, clap::Args)]
pub struct RequiredOutput {
    /// Where to write
    #[arg(id = "output", short = 'o', long = "output", value_name = "FILE")]
    given: PathBuf,
}

impl Output {
    /// As if it had been named.
    pub fn at(path: PathBuf) -> Output {
        Output { given: Some(path) }
    }

    pub fn is_given(&self) -> bool {
        self.given.is_some()
    }

    /// Of what is one file; `None`: the standard output.
    pub fn file(&self) -> Option<&Path> {
        file(self.given.as_deref()?)
    }

    /// Of what only a place of its own can hold: a folder, or a program.
    pub fn place(&self, what: &str) -> Result<Option<&Path>, Error> {
        self.given
            .as_deref()
            .map(|path| place(path, what))
            .transpose()
    }
}

impl RequiredOutput {
    /// See [`Output::file`].
    pub fn file(&self) -> Option<&Path> {
        file(&self.given)
    }

    /// See [`Output::place`].
    pub fn place(&self, what: &str) -> Result<&Path, Error> {
        place(&self.given, what)
    }
}

fn file(path: &Path) -> Option<&Path> {
    Some(path).filter(|p| *p != Path::new(STANDARD))
}

fn place<'a>(path: &'a Path, what: &str) -> Result<&'a Path, Error> {
    file(path).ok_or_else(|| Error::option("-o -", format!(
            "{what} cannot go to the standard output: name a place for it, or ./- if it is to be called so"
        )))
}

/// Refuses to write a text over a store.
pub fn spare_store(path: Option<&Path>) -> Result<(), Error> {
    match path.filter(|p| p.is_file() && Store::open(p).is_ok()) {
        Some(path) => Err(Error::option(
            format!("-o {}", path.display()),
            "it is a store, which would be lost; name another file",
        )),
        None => Ok(()),
    }
}

/// Of options that name one more file: what is printed goes to the standard output already.
pub fn more() -> impl TypedValueParser<Value = PathBuf> {
    PathBufValueParser::new().try_map(|path| match file(&path) {
        Some(_) => Ok(path),
        None => Err("name a file; /dev/stdout is the standard output"),
    })
}
