//! What becomes of captured options: of every option that clang 22 and four linkers have.

mod honest;
mod linkers;
mod options;

use std::{collections::BTreeSet, process::Command};

use fz_commandline::{
    carried::table::{CC1, CLANG, LLVM, Row, Table, Values},
    flags::Form,
    parse::{self, Kind},
};

fn rows_of<'a>(table: &'a Table, spelling: &str) -> Vec<&'a Row> {
    let rows = table.rows().iter();
    rows.filter(|row| row.spelling == spelling).collect()
}

/// Every option that the driver or its inner command reads is listed, in clang's own form, so that the longest spelling that
/// fits is clang's.
#[test]
fn every_option_of_clang_has_a_fate() {
    let all = options::all();
    let of_driver: Vec<_> = all.iter().filter(|o| o.of_driver).collect();
    is_complete(&CLANG, &of_driver);
    let of_cc1: Vec<_> = all.iter().filter(|o| o.of_cc1).collect();
    is_complete(&CC1, &of_cc1);
}

/// The lists are the pinned release's.
fn is_pinned() -> bool {
    fz_llvm::RELEASE == fz_llvm::PINNED
}

fn is_complete(table: &Table, options: &[&options::Clangs]) {
    let listed =
        |o: &&&options::Clangs| rows_of(table, &o.spelling).iter().any(|r| r.form == o.form);
    // What another release has besides is asked for, if no listed option takes its words.
    let is_taken = |o: &&&options::Clangs| is_pinned() || table.row(&o.spelling).is_some();
    let missing = options.iter().filter(|o| !listed(o)).filter(is_taken);
    let missing: Vec<_> = missing.map(|o| (&o.spelling, o.form)).collect();
    let known: BTreeSet<&str> = options.iter().map(|o| &*o.spelling).collect();
    let spellings = table.rows().iter().map(|row| &*row.spelling);
    let gone: Vec<_> = spellings
        .filter(|s| is_pinned() && !known.contains(s) && !s.starts_with("--fz-"))
        .collect();
    assert!(
        missing.is_empty() && gone.is_empty(),
        "{missing:#?} {gone:#?}"
    );
    for pair in table.rows().windows(2) {
        let [a, b] = pair else { unreachable!() };
        assert!(a.spelling != b.spelling || a.form != b.form, "{a:?} {b:?}");
    }
}

/// fz splits command lines where clang does.
#[test]
fn options_have_their_words_where_clang_has_them() {
    let mut wrong = Vec::new();
    for option in options::all().iter().filter(|o| o.of_driver) {
        let spelling = &option.spelling;
        if spelling.starts_with('/') || spelling == "--" {
            continue;
        }
        let joined = format!("{spelling}x");
        let (words, following): (Vec<&str>, usize) = match option.form {
            Form::Flag => (vec![spelling], 0),
            Form::Joined => (vec![&joined], 0),
            Form::Separate | Form::JoinedOrSeparate => (vec![spelling], 1),
            Form::JoinedAndSeparate => (vec![&joined], 1),
            Form::Multi(n) => (vec![spelling], n),
        };
        let mut words: Vec<String> = words.into_iter().map(str::to_owned).collect();
        words.extend((0..following).map(|n| format!("value{n}")));
        words.push("a.c".to_owned());
        let parsed = parse::parse(&words, &|_| None);
        let ok =
            parsed.len() == 2 && parsed[0].rest.len() == following && parsed[1].kind == Kind::Input;
        if !ok {
            wrong.push(words.join(" "));
        }
        if option.form == Form::JoinedOrSeparate {
            let words = [joined, "a.c".to_owned()];
            let parsed = parse::parse(&words, &|_| None);
            if parsed.len() != 2 || parsed[1].kind != Kind::Input {
                wrong.push(words.join(" "));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// LLVM's options that are kept are those that it has, and none of them takes a text.
#[test]
fn llvms_options_take_numbers_and_no_texts() {
    let out = Command::new(fz_llvm::CLANG)
        .args([
            "-mllvm",
            "-help-list-hidden",
            "-x",
            "c",
            "-c",
            "/dev/null",
            "-o",
            "/dev/null",
        ])
        .output()
        .unwrap();
    let help = String::from_utf8(out.stdout).unwrap();
    let listed = |line: &str| {
        line.trim_start()
            .trim_start_matches('-')
            .split_whitespace()
            .next()
            .map(str::to_owned)
    };
    let listed: BTreeSet<String> = help.lines().filter_map(listed).collect();
    let mut wrong = Vec::new();
    for row in LLVM.rows() {
        let name = row.spelling.trim_start_matches('-');
        let forms = match (&row.values, name.strip_suffix('=')) {
            (Values::Number, Some(name)) => {
                let kinds = ["int", "uint", "number", "ulong", "long", "N"];
                kinds.map(|kind| format!("{name}=<{kind}>")).to_vec()
            }
            (Values::Of(..), Some(name)) => vec![name.to_owned()],
            _ => vec![name.to_owned()],
        };
        if !forms.iter().any(|form| listed.contains(form)) {
            wrong.push(&row.spelling);
        }
    }
    let is_right = wrong.is_empty() || !is_pinned();
    assert!(is_right && listed.len() > 2000, "{wrong:?}");
}
