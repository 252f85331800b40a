//! AFL++'s two handshakes (`fz_abi::afl` has their constants).

use fz_abi::afl::{CONTROL_FD, STATUS_FD, new, old};
use fz_runtime_core::sys;
use fz_runtime_protocol::test_case::TestCases;
use fz_runtime_protocol::tokens::Dictionary;
use fz_runtime_protocol::{cmplog, sync};

/// The handshake that the fuzzer knows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Version {
    /// One word with flags.
    Old,
    /// The new one, version 1.
    New,
}

/// What a program offers.
pub struct Offer {
    pub map_size: usize,
    pub test_cases: Option<TestCases>,
    pub tokens: Option<Dictionary>,
    /// The map ends with IJON's slots.
    pub has_slots: bool,
}

/// A word that the handshake has read but that is the first command.
pub type FirstCommand = Option<u32>;

impl Version {
    /// Performs the handshake. `None` if no fuzzer is listening.
    pub fn greet(self, offer: Offer) -> Option<FirstCommand> {
        match self {
            Version::Old => greet_old(offer),
            Version::New => greet_new(offer),
        }
    }

    /// The word that reports an error.
    pub fn error(self, code: u32) -> u32 {
        match self {
            Version::Old => old::ERROR | code << old::ERROR_SHIFT,
            Version::New => new::ERROR | code,
        }
    }
}

fn greet_old(offer: Offer) -> Option<FirstCommand> {
    let mut hello = 0;
    if offer.map_size <= old::MAX_MAP_SIZE {
        hello |= old::ENABLED | old::MAP_SIZE | (offer.map_size as u32 - 1) << 1;
    }
    if offer.test_cases.is_some() {
        hello |= old::ENABLED | old::SHARED_TEST_CASES;
    }
    if offer.tokens.is_some() {
        hello |= old::ENABLED | old::AUTODICT;
    }
    if cmplog::is_attached() {
        hello |= old::ENABLED | old::COMPARES;
    }
    if !sys::write_word(STATUS_FD, hello) {
        return None;
    }
    if offer.test_cases.is_none() && offer.tokens.is_none() {
        return Some(None);
    }
    let reply = sys::read_word(CONTROL_FD).unwrap_or_else(|| sys::exit(1));
    if reply & old::ENABLED != old::ENABLED {
        // A fuzzer that does not know options, or wants none, sends its first command instead of an answer.
        return Some(Some(reply));
    }
    if let Some(test_cases) = offer.test_cases
        && reply & old::SHARED_TEST_CASES != 0
    {
        test_cases.accept();
    }
    if let Some(tokens) = &offer.tokens
        && reply & old::AUTODICT != 0
        && !send(tokens)
    {
        sys::exit(1);
    }
    Some(None)
}

fn greet_new(offer: Offer) -> Option<FirstCommand> {
    if !sys::write_word(STATUS_FD, new::HELLO) {
        return None;
    }
    let mut options = new::MAP_SIZE;
    if offer.test_cases.is_some() {
        options |= new::SHARED_TEST_CASES;
    }
    if offer.tokens.is_some() {
        options |= new::AUTODICT;
    }
    if offer.has_slots {
        options |= new::IJON;
    }
    let takes_turns = sync::is_offered(offer.map_size);
    if takes_turns {
        options |= new::SYNC;
    }
    let agreed = sys::read_word(CONTROL_FD) == Some(!new::HELLO)
        && sys::write_word(STATUS_FD, options)
        && sys::write_word(STATUS_FD, offer.map_size as u32)
        && offer.tokens.as_ref().is_none_or(send)
        && sys::write_word(STATUS_FD, new::HELLO);
    if !agreed {
        sys::exit(1);
    }
    if takes_turns {
        sync::agree();
    }
    if let Some(test_cases) = offer.test_cases {
        test_cases.accept();
    }
    Some(None)
}

/// Sends the dictionary, preceded by its length.
fn send(tokens: &Dictionary) -> bool {
    let text = tokens.text();
    sys::write_word(STATUS_FD, text.len() as u32) && sys::write_all(STATUS_FD, text)
}
