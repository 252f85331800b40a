//! What one pass leaves for another.

pub mod condition;
pub mod counted;
pub mod excluded;
pub mod facts;
pub mod foreign;
pub mod guard;
pub mod pins;
pub mod returned;
pub mod site;
pub mod sited;
pub mod step;
pub mod stub;
pub mod words;

/// The life of a mark, which its file declares. Names are those of passes; beside them `code generation` stands for
/// metadata and attributes that end there, and `never` for what is code of the program. `cargo xtask tidy` holds it
/// against what the sources use.
#[derive(Debug)]
pub struct Life {
    pub made_by: &'static [&'static str],
    pub read_by: &'static [&'static str],
    pub gone_after: &'static [&'static str],
}
