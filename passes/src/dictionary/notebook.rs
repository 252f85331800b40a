//! Notes what was found, within the limits that [`fz_abi::words`] has.

use std::collections::HashSet;

use fz_abi::words as layout;

use super::word::Found;
use crate::marks::words::{self, NOWHERE, Noted, Word};
use crate::{ir::Location, pass::Context};

/// Headers whose own constants, limits mostly, say nothing of the program's input.
const LIBRARIES: [&str; 2] = ["/usr/include/", "/include/c++/"];

pub struct Notebook {
    words: usize,
    /// Words of little use that it has.
    junk: HashSet<Vec<u8>>,
}

impl Notebook {
    pub fn new() -> Notebook {
        Notebook {
            words: 0,
            junk: HashSet::new(),
        }
    }

    pub fn begin_function(&mut self) {
        self.junk.clear();
    }

    /// A word that no instruction uses.
    pub fn note_nowhere(&mut self, cx: &mut Context, word: Word) {
        if self.words < layout::MOST_OF_UNIT && word.bytes.len() <= layout::LONGEST {
            self.words += 1;
            let noted = Noted {
                pin: NOWHERE,
                place: None,
                word,
            };
            words::note(cx.module(), &noted);
            cx.did();
        }
    }

    pub fn note(&mut self, cx: &mut Context, found: Found) {
        let Found { at, pin, mut words } = found;
        let place = at.location();
        let is_library = |place: &Location| LIBRARIES.iter().any(|l| place.file.contains(l));
        if place.as_ref().is_some_and(is_library) {
            for word in &mut words {
                word.score = word.score.min(layout::JUNK - 1);
            }
        }
        let is_long = |bytes: &[u8]| bytes.len() > layout::LONGEST;
        let long = words.iter().filter(|w| is_long(&w.bytes)).count();
        cx.skip_all("long", long);
        words.retain(|w| !w.bytes.is_empty() && !is_long(&w.bytes));
        // Every other compare is with 0: once is enough.
        words.retain(|w| w.score >= layout::JUNK || self.junk.insert(w.bytes.clone()));
        let room = layout::MOST_OF_SITE.min(layout::MOST_OF_UNIT - self.words);
        cx.skip_all("many", words.len().saturating_sub(room));
        words.truncate(room);
        if words.is_empty() {
            return;
        }
        self.words += words.len();
        for word in words {
            let place = place.clone();
            let noted = Noted {
                pin: pin.unwrap_or(NOWHERE),
                place,
                word,
            };
            words::note(cx.module(), &noted);
            cx.did();
        }
    }
}
