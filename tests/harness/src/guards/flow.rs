//! How a value gets from the input to the operation: `tests/guards/flows.toml`.

use std::sync::LazyLock;

use serde::Deserialize;

use crate::level::Language;

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Flow {
    /// As in programs' names.
    pub name: String,
    /// The least that it needs: what is C is C++ as well.
    #[serde(default)]
    pub language: Language,
    /// Where the value is when the operation comes: it can be read and changed.
    pub place: String,
    pub text: String,
}

impl Flow {
    /// Whether the value may be a bit-field.
    pub fn takes_fields(&self) -> bool {
        self.text.contains("$F")
    }
}

pub static FLOWS: LazyLock<Vec<Flow>> = LazyLock::new(|| {
    #[derive(Deserialize)]
    struct File {
        flow: Vec<Flow>,
    }
    let text = include_str!("../../../guards/flows.toml");
    let file: File = toml::from_str(text).expect("tests/guards/flows.toml can be read");
    file.flow
});
