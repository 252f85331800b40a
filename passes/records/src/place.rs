//! Places in the source.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A place in the source; no file or line 0 is unknown.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Deserialize, Serialize)]
pub struct Place {
    #[serde(with = "crate::names::text")]
    pub file: String,
    pub line: u32,
    pub column: u32,
}

impl Place {
    pub fn new(file: impl Into<String>, line: u32, column: u32) -> Place {
        let file = file.into();
        Place { file, line, column }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        match (self.file.as_str(), self.line) {
            ("", _) | (_, 0) => f.write_str("?"),
            (file, line) => write!(f, "{file}:{line}:{}", self.column),
        }
    }
}
