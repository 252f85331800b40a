//! What linkers say of their options in their `--help`.

use std::{collections::BTreeMap, fs, path::Path, process::Command};

use fz_commandline::{
    carried::{
        Fate,
        table::{LINKER, Row, Values},
    },
    flags::Form,
};
use tempfile::TempDir;

const LINKERS: [&str; 4] = ["ld.bfd", "ld.gold", fz_llvm::LLD, "mold"];

/// The spellings that a linker lists, each with what follows it: ` VALUE`, `=VALUE` or nothing.
fn listed(help: &str) -> Vec<(String, String)> {
    let is_option = |line: &&str| line.starts_with("  ") && line.trim_start().starts_with('-');
    let mut all = Vec::new();
    for line in help.lines().filter(is_option) {
        let words = line.trim_start();
        // What the option does stands after two blanks, or after the value's name.
        let words = words.split("  ").next().unwrap();
        for spelled in words.split(", -").enumerate() {
            let spelled = match spelled {
                (0, first) => first.to_owned(),
                (_, more) => format!("-{more}"),
            };
            for spelled in both(&spelled) {
                let end = spelled.find([' ', '=', '[', '<']).unwrap_or(spelled.len());
                // `--plugin-opt=save-temps` is a whole option.
                let (name, value) = spelled.split_at(end);
                all.push((name.to_owned(), value.to_owned()));
            }
        }
    }
    all
}

/// `--[no-]x`
fn both(spelled: &str) -> Vec<String> {
    match spelled.split_once("--[") {
        Some(("", rest)) => {
            let (optional, rest) = rest.split_once(']').unwrap();
            vec![format!("--{rest}"), format!("--{optional}{rest}")]
        }
        _ => vec![spelled.to_owned()],
    }
}

fn help(linker: &str) -> String {
    let out = Command::new(linker).arg("--help").output();
    let out = out.unwrap_or_else(|e| panic!("{linker}: {e}: `cargo xtask setup` installs it"));
    String::from_utf8(out.stdout).unwrap()
}

/// Each is in one of its forms among ours, which says what becomes of it.
#[test]
fn every_option_of_four_linkers_has_a_fate() {
    let mut wrong = BTreeMap::new();
    for linker in LINKERS {
        let all = listed(&help(linker));
        assert!(all.len() > 130, "{linker}: {}", all.len());
        for (name, value) in all {
            if name == "-z" {
                let keyword = value.trim_start().split([' ', '[', '{']).next().unwrap();
                let keyword = keyword.split_inclusive('=').next().unwrap();
                let Values::Of(known, _) = &LINKER.row("-z").unwrap().values else {
                    panic!("keywords are listed");
                };
                let is_known = known.iter().any(|k| k.starts_with(keyword));
                if !is_known && keyword != "globalaudit" && keyword != "<option>" {
                    wrong.insert(format!("-z {keyword}"), linker);
                }
                continue;
            }
            let joined = format!("{name}=");
            let is_listed = LINKER
                .rows()
                .iter()
                .any(|row| row.spelling == name || row.spelling == joined);
            if !is_listed {
                wrong.insert(format!("{name}{value}"), linker);
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// An option of which a linker says that its value is missing has it in the next word, too.
#[test]
fn a_value_may_be_the_next_word() {
    let joined = LINKER.rows().iter().filter(|row| row.form == Form::Joined);
    let mut wrong = BTreeMap::new();
    for name in joined.filter_map(|row| row.spelling.strip_suffix('=')) {
        let takes_next = LINKER.row(name).is_some_and(|row| {
            row.spelling == name && matches!(row.form, Form::Separate | Form::JoinedOrSeparate)
        });
        let is_whole = LINKER
            .rows()
            .iter()
            .any(|r| r.spelling == name && r.form == Form::Flag);
        if takes_next || is_whole {
            continue;
        }
        for linker in LINKERS {
            let out = Command::new(linker).arg(name).output().unwrap();
            let said = String::from_utf8_lossy(&out.stderr);
            let misses = [
                "requires an argument",
                "missing argument",
                "argument missing",
            ];
            if misses.iter().any(|text| said.contains(text)) {
                wrong.insert(name, linker);
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// What bfd and gold would take for the beginning of another option is what they list themselves.
#[test]
fn what_is_kept_is_no_shortened_spelling_of_what_is_not() {
    let kept = LINKER.rows().iter().filter(|row| row.fate == Fate::Keep);
    let others: Vec<&Row> = LINKER
        .rows()
        .iter()
        .filter(|row| row.fate != Fate::Keep)
        .collect();
    let lists = ["ld.bfd", "ld.gold"].map(|linker| listed(&help(linker)));
    let mut wrong = Vec::new();
    for row in kept.filter(|row| row.spelling.starts_with("--")) {
        let name = row.spelling.trim_end_matches('=');
        for (linker, list) in LINKERS.iter().zip(&lists) {
            let knows = |name: &str| {
                list.iter()
                    .any(|(n, _)| n.trim_start_matches('-') == name.trim_start_matches('-'))
            };
            if knows(name) {
                continue;
            }
            let longer = others.iter().filter(|o| {
                o.spelling.starts_with(name) && knows(o.spelling.trim_end_matches('='))
            });
            wrong.extend(longer.map(|o| format!("{linker}: {name} may be {}", o.spelling)));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Every linker is told every option that is kept, and writes nothing but its output.
#[test]
fn what_is_kept_writes_nothing() {
    let place = Place::new();
    let kept = kept().flat_map(words_of);
    let wrong = place.wrong(kept.collect(), |linker, words| {
        let linked = place.linked(linker, words);
        let is_written = linked.output.is_some();
        let is_fine = linked.others.is_empty() && (is_written || !linked.is_made);
        (!is_fine).then(|| format!("{linker} {words:?}: {:?}", linked.others))
    });
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// What may have one dash means what it means with two, to each linker.
#[test]
fn one_dash_is_as_good_as_two() {
    let place = Place::new();
    let has_twin = |row: &&Row| {
        let twin = format!("-{}", row.spelling);
        !row.spelling.starts_with("--") && LINKER.rows().iter().any(|r| r.spelling == twin)
    };
    let kept = kept().filter(has_twin).flat_map(words_of);
    let kept: Vec<Vec<String>> = kept.collect();
    assert!(kept.len() > 20, "{kept:?}");
    let wrong = place.wrong(kept, |linker, words| {
        let one = place.linked(linker, words);
        let mut twin = words.clone();
        twin[0].insert(0, '-');
        let two = place.linked(linker, &twin);
        (one.output != two.output).then(|| format!("{linker} {words:?}"))
    });
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Rows whose words need nothing that is there.
fn kept() -> impl Iterator<Item = &'static Row> {
    LINKER.rows().iter().filter(|row| {
        let needs = matches!(row.values, Values::File | Values::Words(_));
        row.fate == Fate::Keep && !needs && !matches!(&*row.spelling, "-l" | "-L")
    })
}

/// A folder with an object.
struct Place {
    folder: TempDir,
}

/// What a linker has made.
struct Linked {
    is_made: bool,
    output: Option<Vec<u8>>,
    /// The names of other files.
    others: Vec<String>,
}

impl Place {
    fn new() -> Place {
        let folder = tempfile::tempdir().unwrap();
        let source = folder.path().join("a.s");
        fs::write(&source, ".globl _start\n_start: ret\n").unwrap();
        let mut clang = Command::new(fz_llvm::CLANG);
        let made = clang.args(["-c", "a.s"]).current_dir(&folder).status();
        assert!(made.unwrap().success());
        Place { folder }
    }

    fn linked(&self, linker: &str, words: &[String]) -> Linked {
        let here = tempfile::tempdir_in(&self.folder).unwrap();
        let out = Command::new(linker)
            .args(["-shared", "-o", "out"])
            .args(words)
            .arg("../a.o")
            .current_dir(&here)
            .output()
            .unwrap();
        let mut others = names(here.path());
        // mold leaves its output's first name behind where it crashes.
        others.retain(|name| name != "out" && !name.starts_with(".mold-"));
        Linked {
            is_made: out.status.success(),
            output: fs::read(here.path().join("out")).ok(),
            others,
        }
    }

    /// What is wrong of any of the linkers and words.
    fn wrong(
        &self,
        words: Vec<Vec<String>>,
        check: impl Fn(&str, &Vec<String>) -> Option<String> + Sync,
    ) -> Vec<String> {
        let of_linker = |linker| words.iter().map(move |words| (linker, words));
        let all: Vec<(&str, &Vec<String>)> = LINKERS.into_iter().flat_map(of_linker).collect();
        let wrong = fz_tests::in_parallel(&all, |(linker, words)| check(linker, words));
        wrong.into_iter().flatten().collect()
    }
}

fn names(folder: &Path) -> Vec<String> {
    let files = fs::read_dir(folder).unwrap().flatten();
    files
        .map(|file| file.file_name().to_string_lossy().into_owned())
        .collect()
}

/// The option as it may be written.
fn words_of(row: &Row) -> Vec<Vec<String>> {
    let values: Vec<&str> = match &row.values {
        Values::Of(known, _) => known.clone(),
        _ => vec!["1"],
    };
    let with =
        |words: &dyn Fn(&str) -> Vec<String>| values.iter().map(|v| words(v)).collect::<Vec<_>>();
    let spelling = &row.spelling;
    match row.form {
        Form::Flag => vec![vec![spelling.clone()]],
        Form::Joined => with(&|value| vec![format!("{spelling}{value}")]),
        Form::Separate => with(&|value| vec![spelling.clone(), value.to_owned()]),
        _ => [
            with(&|value| vec![format!("{spelling}{value}")]),
            with(&|value| vec![spelling.clone(), value.to_owned()]),
        ]
        .concat(),
    }
}
