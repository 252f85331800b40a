//! Notes the tokens that were found, within the limits of [`fz_abi::tokens`].

use std::collections::HashSet;

use fz_abi::{afl::signature, tokens as layout};

use super::found::FoundTokens;
use crate::marks::tokens::{self, NOWHERE, Noted, Token};
use crate::{ir::Location, pass::Context};

/// Headers whose constants, mostly limits, say nothing about the program's input.
const LIBRARIES: [&str; 2] = ["/usr/include/", "/include/c++/"];

/// What macros of fuzzers put into programs, for the fuzzers to find.
const SIGNATURES: [&str; 2] = [signature::DEFERRED, signature::PERSISTENT];

/// Whether a place is in such a header.
pub fn is_library(place: &Location) -> bool {
    LIBRARIES.iter().any(|l| place.file.contains(l))
}

/// Notes tokens in the module, and counts them.
pub struct Notebook {
    tokens: usize,
    /// The tokens of little use that the function has already.
    junk: HashSet<Vec<u8>>,
}

impl Notebook {
    /// A notebook of a module with so many tokens.
    pub fn after(tokens: usize) -> Notebook {
        Notebook {
            tokens,
            junk: HashSet::new(),
        }
    }

    /// Starts a function: useless tokens are noted once for each.
    pub fn begin_function(&mut self) {
        self.junk.clear();
    }

    /// Notes a token that no instruction uses.
    pub fn note_nowhere(&mut self, cx: &mut Context, token: Token) {
        if self.tokens < layout::MOST_OF_UNIT && token.bytes.len() <= layout::LONGEST {
            self.tokens += 1;
            let noted = Noted {
                pin: NOWHERE,
                place: None,
                token,
            };
            tokens::note(cx.module(), &noted);
            cx.did();
        }
    }

    /// Notes the tokens of one instruction.
    pub fn note(&mut self, cx: &mut Context, found: FoundTokens) {
        let FoundTokens {
            place,
            pin,
            mut tokens,
        } = found;
        if place.as_ref().is_some_and(is_library) {
            for token in &mut tokens {
                token.score = token.score.min(layout::JUNK - 1);
            }
        }
        let is_long = |bytes: &[u8]| bytes.len() > layout::LONGEST;
        let long = tokens.iter().filter(|w| is_long(&w.bytes)).count();
        cx.skip_all("long", long);
        let is_signature = |bytes: &[u8]| SIGNATURES.iter().any(|s| bytes == s.as_bytes());
        tokens.retain(|w| !w.bytes.is_empty() && !is_long(&w.bytes) && !is_signature(&w.bytes));
        // Every other compare is with 0: one token is enough.
        tokens.retain(|w| w.score >= layout::JUNK || self.junk.insert(w.bytes.clone()));
        let room = layout::MOST_OF_SITE.min(layout::MOST_OF_UNIT.saturating_sub(self.tokens));
        cx.skip_all("many", tokens.len().saturating_sub(room));
        tokens.truncate(room);
        if tokens.is_empty() {
            return;
        }
        self.tokens += tokens.len();
        for token in tokens {
            let place = place.clone();
            let noted = Noted {
                pin: pin.unwrap_or(NOWHERE),
                place,
                token,
            };
            tokens::note(cx.module(), &noted);
            cx.did();
        }
    }
}
