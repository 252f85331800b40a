//! What can be told without a syntax tree, for whatever libclang has no node for: a line begins behind `;` outside of
//! parentheses, behind `||` and behind `?`.

use crate::breaks::Breaks;
use crate::source::Source;

pub fn rule(source: &Source, breaks: &mut Breaks) {
    for at in 0..source.len() {
        let ends = match source.word(at) {
            b";" if !source.is_inside(at, b"(") && !source.is_inside(at, b"[") => {
                breaks.before_whole(at + 1);
                false
            }
            b"||" => at > 0 && !source.is(at - 1, b"operator"),
            b"?" => !source.is(at + 1, b":"),
            _ => false,
        };
        if ends {
            breaks.before(at + 1);
        }
    }
}
