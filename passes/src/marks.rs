//! Marks: what one pass leaves for another. Each mark is a file that names the passes that make it, read it and erase
//! it.

use crate::ir::Module;

pub mod condition;
pub mod counted;
pub mod excluded;
pub mod facts;
pub mod foreign;
pub mod gated;
pub mod guard;
pub mod held;
pub mod kept;
pub mod labelled;
pub mod measured;
pub mod pins;
pub mod returned;
pub mod settled;
pub mod site;
pub mod sited;
pub mod step;
pub mod stub;
pub mod tokens;
pub mod written;

/// The life of a mark, which its file declares with names of passes. In `gone_after`, `code generation` stands for
/// metadata and attributes, which end there, and `never` for what is code of the program. `cargo xtask tidy` checks
/// the names against the sources' uses.
#[derive(Debug)]
pub struct Life {
    /// The passes that make the mark.
    pub made_by: &'static [&'static str],
    /// The passes that read it.
    pub read_by: &'static [&'static str],
    /// The passes after which it is gone.
    pub gone_after: &'static [&'static str],
    /// Describes where a mark is left that its eraser missed. `None` for a mark that no pass has to erase.
    pub leftover: Option<fn(Module) -> Option<String>>,
}

/// Every mark, by the name of its file.
#[rustfmt::skip]
pub const MARKS: &[(&str, &Life)] = &[
    ("condition", &condition::LIFE),
    ("counted", &counted::LIFE),
    ("excluded", &excluded::LIFE),
    ("facts", &facts::LIFE),
    ("foreign", &foreign::LIFE),
    ("gated", &gated::LIFE),
    ("guard", &guard::LIFE),
    ("held", &held::LIFE),
    ("kept", &kept::LIFE),
    ("labelled", &labelled::LIFE),
    ("measured", &measured::LIFE),
    ("pins", &pins::LIFE),
    ("returned", &returned::LIFE),
    ("settled", &settled::LIFE),
    ("site", &site::LIFE),
    ("sited", &sited::LIFE),
    ("step", &step::LIFE),
    ("stub", &stub::LIFE),
    ("tokens", &tokens::LIFE),
    ("written", &written::LIFE),
];

/// A message for each mark that is left and should have been erased.
pub fn leftovers(module: Module) -> Vec<String> {
    let leftover = |(name, life): &(&str, &Life)| {
        let place = (life.leftover?)(module)?;
        let erasers = life.gone_after.join("` or `");
        Some(format!(
            "a mark (`{name}`) reaches code generation {place}; `{erasers}` has to take it away"
        ))
    };
    MARKS.iter().filter_map(leftover).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_a_mark_is_in_the_table() {
        let dir = concat!(env!("CARGO_MANIFEST_DIR"), "/src/marks");
        let files = std::fs::read_dir(dir).unwrap().map(|f| f.unwrap().path());
        let files = files.filter(|f| f.extension().is_some_and(|x| x == "rs"));
        let stems = files.map(|f| f.file_stem().unwrap().to_string_lossy().into_owned());
        let mut stems: Vec<_> = stems.collect();
        stems.sort();
        let names: Vec<_> = MARKS.iter().map(|(name, _)| *name).collect();
        assert_eq!(names, stems);
    }

    #[test]
    fn what_a_pass_takes_away_is_looked_for() {
        for (name, life) in MARKS {
            let by_nobody = ["code generation", "never"];
            let is_taken = !life.gone_after.iter().any(|a| by_nobody.contains(a));
            assert_eq!(life.leftover.is_some(), is_taken, "{name}");
        }
    }
}
