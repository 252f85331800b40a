//! What `fz doctor PROGRAM…` says: how many source files are instrumented, and then which are not, by reason.

use std::collections::BTreeMap;

use fz_base::{
    numbers::count,
    palette::{missed, partly, quiet, reached},
    table::{Line, Span, plain, wrapped},
    words::many,
};
use fz_binary::{COVERAGE_OFF, NO_FEEDBACK, Owner, State, TAINT, Unit};

/// More files of one reason than these are only counted.
const MOST: usize = 12;
/// … and of the system's.
const MOST_OTHERS: usize = 4;

/// What leaves no trace that would tell it from clang.
pub const BY_NONE: &str = "by fz-cc with the profile `none`";

pub fn is_clang(compiler: &str) -> bool {
    compiler.contains("clang version")
}

pub enum Complaint {
    Program(String),
    /// The unit stands among those that are not instrumented, too.
    Unit(String),
}

impl Complaint {
    pub fn text(&self) -> &str {
        match self {
            Complaint::Program(text) | Complaint::Unit(text) => text,
        }
    }
}

pub struct Said<'a> {
    pub units: &'a [Unit],
    /// The records tell of everything that was linked.
    pub is_whole: bool,
    /// How many functions and files each rule matched.
    pub rules: &'a BTreeMap<&'a str, u64>,
    pub notes: &'a [String],
    pub complaints: &'a [Complaint],
}

/// What became of a unit, as far as anybody knows.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Instrumented,
    Not,
    Unknown,
}

fn fate(unit: &Unit) -> Fate {
    match (&unit.state, unit.owner, unit.reason.as_deref()) {
        (State::Counted, ..) | (_, _, Some(TAINT)) => Fate::Instrumented,
        (_, Owner::Unknown, _) | (_, _, Some("lto-bitcode")) => Fate::Unknown,
        _ => Fate::Not,
    }
}

/// Why units have no counters, in words.
const REASONS: [(&str, &str); 9] = [
    ("assembly", "assembly"),
    ("rust", "Rust, which fz does not compile"),
    ("lto-bitcode", "bitcode, which says nothing yet"),
    (
        "foreign-object",
        "compiled by another compiler: fz cannot tell whether it is yours or the system's",
    ),
    (NO_FEEDBACK, "compiled by a profile without counters"),
    (COVERAGE_OFF, "compiled with -fsanitize-coverage=0"),
    ("user-coverage", "compiled with coverage of clang's own"),
    ("no-functions", "without functions"),
    ("selection", "left out by allow and deny rules"),
];

/// Why a unit has no counters.
fn why(unit: &Unit) -> String {
    match (unit.reason.as_deref(), unit.made_by.as_deref()) {
        (Some(reason), _) => {
            let known = REASONS.iter().find(|(slug, _)| *slug == reason);
            known.map_or_else(
                || reason.to_owned(),
                |(slug, words)| match slug == words {
                    true => reason.to_owned(),
                    false => format!("{words} ({slug})"),
                },
            )
        }
        (None, Some(compiler)) if is_clang(compiler) => {
            format!("without fz's records: compiled by {compiler}, or {BY_NONE}")
        }
        (None, Some(compiler)) => format!("compiled by {compiler}"),
        (None, None) => "for no known reason".to_owned(),
    }
}

pub fn lines(said: &Said, is_verbose: bool, width: Option<usize>) -> Vec<Line> {
    let yours: Vec<&Unit> = said
        .units
        .iter()
        .filter(|u| u.owner != Owner::System)
        .collect();
    let mut all = vec![vec![answer(&yours, said.is_whole)]];
    let mut below = Vec::new();
    below.extend(by_reason(&yours, is_verbose));
    if is_verbose {
        let counted = yours.iter().filter(|u| fate(u) == Fate::Instrumented);
        below.extend(counted.map(|u| marked(reached("ok     "), instrumented(u))));
        below.extend(others(said.units));
        below.push(marked(plain("       "), sums(said.units, &yours)));
    }
    for (rule, matches) in said.rules {
        let text = format!("{rule}: matches {matches}");
        match matches {
            0 => {
                let note =
                    format!("{text} (nothing: is it spelled as the functions and files are?)");
                below.push(marked(partly("rule   "), note));
            }
            _ if is_verbose => below.push(marked(plain("rule   "), text)),
            _ => {}
        }
    }
    let notes = said.notes.iter();
    below.extend(notes.map(|note| marked(partly("note   "), note)));
    let complaints = said.complaints.iter();
    let complaints = complaints.filter(|c| is_verbose || matches!(c, Complaint::Program(_)));
    below.extend(complaints.map(|c| marked(missed("WRONG  "), c.text())));
    if !below.is_empty() {
        all.push(Line::new());
    }
    all.extend(below);
    let all = all.into_iter();
    all.flat_map(|line| wrapped(line, 7, width)).collect()
}

fn marked(mark: Span, text: impl AsRef<str>) -> Line {
    vec![mark, plain(text)]
}

/// How many source files are instrumented, and whether that is known of all.
fn answer(yours: &[&Unit], is_whole: bool) -> Span {
    let of = |wanted: Fate| yours.iter().filter(|u| fate(u) == wanted).count();
    let (done, not, unknown) = (of(Fate::Instrumented), of(Fate::Not), of(Fate::Unknown));
    let known = done + not;
    let said = match (known, done) {
        (0, _) => return partly("Which source files are instrumented is unknown."),
        (1, 0) => "The only source file is not instrumented".to_owned(),
        (1, _) => "The only source file is instrumented".to_owned(),
        (_, 0) => format!("None of the {} source files is instrumented", count(known)),
        (_, 1) => format!("1 of {} source files is instrumented", count(known)),
        _ if not == 0 => format!("All {} source files are instrumented", count(known)),
        _ => format!(
            "{} of {} source files are instrumented",
            count(done),
            count(known)
        ),
    };
    let said = match (unknown, is_whole) {
        (0, true) => said + ".",
        (0, false) => said + "; whether there are others is unknown.",
        (n, _) => format!("{said}; of {} it is unknown.", many(n, "other")),
    };
    match (done, not + unknown) {
        (_, 0) if is_whole => reached(said),
        (0, _) => missed(said),
        _ => partly(said),
    }
}

/// Those without counters: a line for each reason, and with all of them a line for each.
fn by_reason(yours: &[&Unit], is_verbose: bool) -> Vec<Line> {
    let mut reasons: BTreeMap<String, Vec<&Unit>> = BTreeMap::new();
    let without = yours.iter().filter(|u| fate(u) != Fate::Instrumented);
    for unit in without {
        reasons.entry(why(unit)).or_default().push(unit);
    }
    // What is wrong, what is unknown, what has a reason.
    let rank = |unit: &Unit| match (&unit.state, fate(unit)) {
        (State::Plain, _) => 0,
        (_, Fate::Unknown) => 1,
        _ => 2,
    };
    let mut reasons: Vec<(String, Vec<&Unit>)> = reasons.into_iter().collect();
    reasons.sort_by_key(|(_, units)| (rank(units[0]), std::cmp::Reverse(units.len())));
    let mark = |unit: &Unit| match rank(unit) {
        0 => missed("not    "),
        1 => partly("?      "),
        _ => quiet("-      "),
    };
    let line = |(why, units): (String, Vec<&Unit>)| {
        let names = units.iter().map(|u| &*u.source);
        let most = if is_verbose { usize::MAX } else { MOST };
        marked(mark(units[0]), format!("{why}: {}", named(names, most)))
    };
    reasons.into_iter().map(line).collect()
}

fn named<'a>(names: impl ExactSizeIterator<Item = &'a str>, most: usize) -> String {
    let more = names.len().saturating_sub(most);
    let shown: Vec<&str> = names.take(most).collect();
    match more {
        0 => shown.join(", "),
        n => format!("{} and {} more", shown.join(", "), count(n)),
    }
}

/// What is not the user's shares a line: a static program has hundreds of libc's.
fn others(units: &[Unit]) -> Vec<Line> {
    let mut others: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for unit in units.iter().filter(|u| u.owner == Owner::System) {
        let reason = unit.reason.as_deref().unwrap_or_default();
        others.entry(reason).or_default().push(&unit.source);
    }
    let line = |(reason, sources): (&str, Vec<&str>)| {
        let names = named(sources.into_iter(), MOST_OTHERS);
        marked(quiet("-      "), format!("not yours, {reason}: {names}"))
    };
    others.into_iter().map(line).collect()
}

fn sums(units: &[Unit], yours: &[&Unit]) -> String {
    let of = |state| yours.iter().filter(|u| u.state == state).count();
    format!(
        "{}: {} with counters, {} without for a reason, {} plain; {} not yours",
        many(yours.len(), "unit"),
        of(State::Counted),
        of(State::Explained),
        of(State::Plain),
        units.len() - yours.len()
    )
}

fn instrumented(unit: &Unit) -> String {
    let reason = unit.reason.as_deref().unwrap_or_default();
    if unit.state != State::Counted {
        return format!("{}: {reason}", unit.source);
    }
    let profile = unit.profile.as_deref().unwrap_or("?");
    let design = unit.design.as_deref().unwrap_or("?");
    let because = match reason {
        "" => String::new(),
        reason => format!(" because of {reason}"),
    };
    let refactored = match unit.refactored.as_deref() {
        None => String::new(),
        Some("yes") => ", refactored".to_owned(),
        Some(why) => format!(", not refactored: {why}"),
    };
    format!(
        "{}: {} in {}, {profile}, design {design}{because}{refactored}",
        unit.source,
        many(unit.counters as usize, "counter"),
        many(unit.functions as usize, "function")
    )
}

#[cfg(test)]
mod tests {
    use fz_base::table::text;

    use super::*;

    fn unit(source: &str, state: State, reason: Option<&str>) -> Unit {
        Unit {
            program: "p".to_owned(),
            source: source.to_owned(),
            owner: Owner::User,
            state,
            counters: 3,
            functions: 1,
            profile: Some("fuzz".to_owned()),
            design: Some("own-pipeline".to_owned()),
            reason: reason.map(str::to_owned),
            made_by: None,
            refactored: None,
            skipped: BTreeMap::new(),
            selection: BTreeMap::new(),
        }
    }

    fn shown(units: &[Unit], is_whole: bool, is_verbose: bool) -> Vec<String> {
        let rules = BTreeMap::from([("src:a.c", 2), ("fun:mian", 0)]);
        let said = Said {
            units,
            is_whole,
            rules: &rules,
            notes: &[],
            complaints: &[
                Complaint::Program("p is odd".to_owned()),
                Complaint::Unit("b.c has no counters".to_owned()),
            ],
        };
        let lines = lines(&said, is_verbose, None);
        lines.iter().map(|l| text(l)).collect()
    }

    fn first(units: &[Unit], is_whole: bool) -> String {
        shown(units, is_whole, false).remove(0)
    }

    #[test]
    fn the_first_line_is_the_answer() {
        let counted = || unit("a.c", State::Counted, None);
        let plain = || unit("b.c", State::Plain, None);
        let foreign = || Unit {
            owner: Owner::Unknown,
            ..unit("c.o", State::Explained, Some("foreign-object"))
        };
        let libc = || Unit {
            owner: Owner::System,
            ..unit("crt1.o", State::Explained, Some("start-file"))
        };
        for (units, is_whole, expected) in [
            (
                vec![],
                false,
                "Which source files are instrumented is unknown.",
            ),
            (
                vec![foreign()],
                false,
                "Which source files are instrumented is unknown.",
            ),
            (
                vec![counted(), libc()],
                true,
                "The only source file is instrumented.",
            ),
            (
                vec![plain()],
                true,
                "The only source file is not instrumented.",
            ),
            (
                vec![counted(), counted()],
                true,
                "All 2 source files are instrumented.",
            ),
            (
                vec![counted(), counted(), plain()],
                true,
                "2 of 3 source files are instrumented.",
            ),
            (
                vec![plain(), plain()],
                true,
                "None of the 2 source files is instrumented.",
            ),
            (
                vec![counted(), counted()],
                false,
                "All 2 source files are instrumented; whether there are others is unknown.",
            ),
            (
                vec![counted(), plain(), foreign()],
                false,
                "1 of 2 source files is instrumented; of 1 other it is unknown.",
            ),
            (
                vec![unit("t.c", State::Explained, Some(TAINT))],
                true,
                "The only source file is instrumented.",
            ),
        ] {
            assert_eq!(first(&units, is_whole), expected);
        }
    }

    #[test]
    fn what_is_not_instrumented_stands_by_reason() {
        let gcc = |source: &str| Unit {
            made_by: Some("GNU C 14".to_owned()),
            ..unit(source, State::Plain, None)
        };
        let units = [
            unit("a.c", State::Counted, None),
            unit("data.c", State::Explained, Some("no-functions")),
            unit("x.S", State::Explained, Some("assembly")),
            gcc("b.c"),
            gcc("d.c"),
        ];
        let short = [
            "1 of 5 source files is instrumented.",
            "",
            "not    compiled by GNU C 14: b.c, d.c",
            "-      assembly: x.S",
            "-      without functions (no-functions): data.c",
            "rule   fun:mian: matches 0 (nothing: is it spelled as the functions and files are?)",
            "WRONG  p is odd",
        ];
        assert_eq!(shown(&units, true, false), short);
        let long = shown(&units, true, true);
        for line in [
            "ok     a.c: 3 counters in 1 function, fuzz, design own-pipeline",
            "       5 units: 1 with counters, 2 without for a reason, 2 plain; 0 not yours",
            "rule   src:a.c: matches 2",
            "WRONG  b.c has no counters",
        ] {
            assert!(long.iter().any(|l| l == line), "{line}: {long:#?}");
        }
    }
}
