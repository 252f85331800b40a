//! Clang's options, as `clang/Options/Options.inc` of its development package has them.

use std::{fs, path::PathBuf, process::Command};

use fz_commandline::flags::Form;

pub struct Clangs {
    /// With its prefix.
    pub spelling: String,
    pub form: Form,
    /// Whether the driver reads it when it acts as gcc does.
    pub of_driver: bool,
    /// Whether the inner command reads it.
    pub of_cc1: bool,
}

/// Where the header is: setup installs it.
fn header() -> PathBuf {
    let out = Command::new(fz_llvm::CONFIG)
        .arg("--includedir")
        .output()
        .unwrap();
    let folder = String::from_utf8(out.stdout).unwrap();
    PathBuf::from(folder.trim()).join("clang/Options/Options.inc")
}

/// All spellings of all options.
pub fn all() -> Vec<Clangs> {
    let path = header();
    let text = fs::read_to_string(&path).unwrap_or_else(|e| {
        panic!(
            "{}: {e}: install {}",
            path.display(),
            fz_llvm::LIBCLANG_PACKAGE
        )
    });
    let prefixes = prefixes(&text);
    let mut rows = text.split("\nOPTION(").skip(1);
    let all: Vec<Clangs> = rows
        .by_ref()
        .flat_map(|row| of_row(row, &prefixes))
        .collect();
    assert!(
        all.len() > 3500,
        "{}: {} options",
        path.display(),
        all.len()
    );
    all
}

/// The groups of prefixes, by where each begins in their table.
fn prefixes(text: &str) -> Vec<Vec<&str>> {
    let (_, table) = text.split_once("OptionPrefixesTable[] = {").unwrap();
    let (table, _) = table.split_once("};").unwrap();
    let mut groups = Vec::new();
    for line in table.lines().filter(|l| l.contains("prefixes")) {
        let quoted: Vec<&str> = line.split('\'').skip(1).step_by(2).collect();
        // A group takes a number for its length, and one for each prefix.
        groups.push(quoted.clone());
        groups.extend(quoted.iter().map(|_| Vec::new()));
    }
    groups
}

fn of_row(row: &str, prefixes: &[Vec<&str>]) -> Vec<Clangs> {
    let (group, _) = row.split_once([' ', ',']).unwrap();
    let group = &prefixes[group.parse::<usize>().unwrap()];
    let (_, rest) = row.split_once(", ").unwrap();
    let (_, rest) = rest.split_once("/* ").unwrap();
    let (name, rest) = rest.split_once(" */, ").unwrap();
    let fields: Vec<&str> = rest.splitn(9, ", ").collect();
    let [_, kind, _, _, _, _, visibility, number, ..] = fields[..] else {
        panic!("{row}");
    };
    let number = number.split(',').next().unwrap();
    let form = match kind {
        "Flag" => Form::Flag,
        "Joined" | "CommaJoined" => Form::Joined,
        "Separate" => Form::Separate,
        "JoinedOrSeparate" => Form::JoinedOrSeparate,
        "JoinedAndSeparate" => Form::JoinedAndSeparate,
        "MultiArg" => Form::Multi(number.parse().unwrap()),
        // Of what follows `--`, each word is an input.
        "RemainingArgs" | "RemainingArgsJoined" => Form::Flag,
        "Group" | "Input" | "Unknown" => return Vec::new(),
        _ => panic!("{kind}: an option of this kind"),
    };
    let of = |whom: &str| visibility.split(" | ").any(|v| v == whom);
    let bare = name.strip_prefix(group[0]).unwrap();
    let spelled = |prefix: &&str| Clangs {
        spelling: format!("{prefix}{bare}"),
        form,
        of_driver: of("DefaultVis"),
        of_cc1: of("CC1Option"),
    };
    group.iter().map(spelled).collect()
}
