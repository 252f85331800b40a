//! The user's arguments as they are passed on: themselves, but for what fz does in clang's place, and what the profile leaves
//! out.

use std::ffi::OsString;

use fz_commandline::{
    parse::{self, Arg, Kind},
    strip::{self, Strip},
};
use fz_profile::Profile;

use super::{MOST_BYTES, Request, instruments, recorded_link};

const STRIPS: &str = "fz strips the program after the link and keeps its records";
const DROPPED: &str = "dropped by the profile";

/// What the profile leaves of an argument.
pub fn left(profile: &Profile, argument: &Arg) -> Option<Arg> {
    let words = argument.words();
    let left = match argument.kind {
        Kind::Input => words.clone(),
        _ => profile.left(&words),
    };
    if left == words {
        return Some(argument.clone());
    }
    let (at, in_file) = (argument.at, argument.in_file);
    let parsed = parse::parse(&left, &|_| None).into_iter().next()?;
    Some(Arg {
        at,
        in_file,
        ..parsed
    })
}

/// A word of the user's.
pub(super) fn rewritten(
    request: &Request,
    at: usize,
    argument: &OsString,
    reasons: &mut Vec<String>,
) -> Option<OsString> {
    let mut parsed = request.parsed.iter().filter(|a| !a.in_file);
    let parsed = parsed.find(|a| (a.at..=a.at + a.rest.len()).contains(&at));
    let changed = parsed.and_then(|parsed| Some((parsed, changed(request, parsed)?)));
    let text = argument.to_string_lossy();
    let (word, why) = match &changed {
        Some((parsed, (words, why))) => (words.get(at - parsed.at).cloned(), Some(*why)),
        None => (Some(text.clone().into_owned()), None),
    };
    if instruments(request).is_some() && request.invocation.list_flags.contains(&at) {
        reasons.push(format!("{text}: read by fz"));
        return None;
    }
    if let (Some(why), Some((parsed, _))) = (why, &changed) {
        reasons.push(match parsed.at == at {
            true => format!("{}: {why}", parsed.shown()),
            false => format!("{text}: {why}"),
        });
    }
    let word = word?;
    if request.invocation.fuzzer_flags.contains(&at) {
        let (flag, list) = word.split_once('=').expect("it is a -fsanitize= list");
        let rest: Vec<_> = list
            .split(',')
            .filter(|s| !s.starts_with("fuzzer"))
            .collect();
        reasons.push(format!("{text}: fz instruments for the engine"));
        return (!rest.is_empty()).then(|| format!("{flag}={}", rest.join(",")).into());
    }
    // Byte by byte, where nothing is changed.
    Some(why.map_or_else(|| argument.clone(), |_| word.into()))
}

/// What becomes of an argument that is not passed on as it is, and why.
fn changed(request: &Request, argument: &Arg) -> Option<(Vec<String>, &'static str)> {
    let Some(left) = left(request.profile, argument) else {
        return Some((Vec::new(), DROPPED));
    };
    match strips(request, &left) {
        true => Some((strip::without(&left), STRIPS)),
        false => (left != *argument).then(|| (left.words(), DROPPED)),
    }
}

/// Whether an argument has the linker strip the program, where fz does that after the link.
fn strips(request: &Request, argument: &Arg) -> bool {
    let link = recorded_link(request);
    let is_after = link.is_some_and(|link| link.strip_after() != Strip::Nothing);
    is_after && strip::asked(argument) != Strip::Nothing
}

/// An argument out of a file of arguments.
pub(super) fn opened_word(
    request: &Request,
    argument: &Arg,
    reasons: &mut Vec<String>,
) -> Vec<String> {
    match changed(request, argument) {
        Some((words, why)) => {
            reasons.push(format!("{}: {why}", argument.shown()));
            words
        }
        None => argument.words(),
    }
}

/// The words of a file of arguments, if any of them are not passed on as they are.
pub(super) fn opened(
    request: &Request,
    at: usize,
    reasons: &mut Vec<String>,
) -> Option<Vec<OsString>> {
    let file = request.arguments[at].to_string_lossy();
    if !file.starts_with('@') {
        return None;
    }
    let words = request.parsed.iter().filter(|a| a.in_file && a.at == at);
    let is_short = words.clone().map(|a| a.text.len()).sum::<usize>() <= MOST_BYTES;
    let mut changes = words.clone().filter_map(|a| changed(request, a));
    let (_, why) = changes.next().filter(|_| is_short)?;
    reasons.push(format!("{file}: {why}"));
    let words = words.flat_map(|argument| match changed(request, argument) {
        Some((words, _)) => words,
        None => argument.words(),
    });
    Some(words.map(OsString::from).collect())
}
