//! Whether a program sees its own lines behind the preprocessor's back: then they must stay what they are.

use crate::source::Source;
use crate::table::Table;

/// They tell the place of a call, also of one that has them as a default argument.
const PLACES: [&str; 3] = ["__builtin_LINE", "__builtin_FILE", "__builtin_COLUMN"];
/// Wherever `<source_location>` is included its `current` has this; only who names the class asks for it.
const LOCATION: &str = "__builtin_source_location";
const CLASS: &str = "source_location";

/// The word by which it does.
pub fn seen_by(text: &[u8], table: &Table, source: &Source) -> Option<String> {
    let named = (0..source.len()).find_map(|at| {
        let word = std::str::from_utf8(source.word(at)).ok()?;
        (word == CLASS || word == LOCATION || PLACES.contains(&word)).then(|| word.to_owned())
    });
    named.or_else(|| {
        table.kept.iter().find_map(|kept| {
            let text = &text[kept.offset as usize..kept.end as usize];
            let found = PLACES
                .iter()
                .find(|place| memchr::memmem::find(text, place.as_bytes()).is_some());
            found.map(|place| (*place).to_owned())
        })
    })
}
