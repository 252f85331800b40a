//! What may stand in a file: its length, marks of unfinished work, names that belong to one machine.

use std::path::Path;

use anyhow::Result;

use super::House;

/// A longer file wants to be two.
const LINES: usize = 800;

const SOURCES: &[&str] = &["rs", "c", "cc", "cpp", "h", "sh", "py", "ld", "S"];
const WRITING: &[&str] = &[
    "rs", "c", "cc", "cpp", "h", "sh", "py", "ld", "S", "toml", "md", "ll",
];

/// Words that no Rust file may contain. Split, so that this file may.
const MARKS: &[(&str, &str)] = &[
    (
        concat!("#[ign", "ore"),
        "record the wrong behaviour with a FIXME expectation instead",
    ),
    (
        concat!("tod", "o!("),
        "finish it, or leave it out and write an issue",
    ),
    (
        concat!("unimple", "mented!("),
        "finish it, or leave it out and write an issue",
    ),
    (concat!("db", "g!("), "take it out"),
];

/// Hosts that packages come from: a mirror is the machine's business.
const HOSTS: &[&str] = &[
    concat!("deb.debian", ".org"),
    concat!("snapshot.debian", ".org"),
    concat!("crates", ".io"),
    concat!("pypi", ".org"),
    concat!("npmjs", ".org"),
    concat!("static.rust-lang", ".org"),
    concat!("artifact", "registry"),
];

/// Beginnings of paths that exist on one machine only.
const MACHINE_PATHS: &[&str] = &[
    concat!("/wo", "rk/"),
    concat!("/ro", "ot/"),
    concat!("/ho", "me/"),
];

pub fn check(house: &House) -> Result<Vec<String>> {
    let mut complaints = Vec::new();
    for (path, text) in house.texts(SOURCES)? {
        let lines = text.lines().count();
        if lines > LINES {
            complaints.push(format!(
                "{}: {lines} lines; over {LINES} a file wants to be two",
                path.display()
            ));
        }
    }
    for (path, text) in house.texts(&["rs"])? {
        complaints.extend(each_line(path, &text, marks));
    }
    for (path, text) in house.texts(WRITING)? {
        complaints.extend(each_line(path, &text, machine));
    }
    Ok(complaints)
}

fn each_line(path: &Path, text: &str, rule: fn(&str) -> Option<String>) -> Vec<String> {
    let complaint = |(number, line)| {
        Some(format!(
            "{}:{}: {}",
            path.display(),
            number + 1,
            rule(line)?
        ))
    };
    text.lines().enumerate().filter_map(complaint).collect()
}

fn marks(line: &str) -> Option<String> {
    let (mark, advice) = MARKS.iter().find(|(mark, _)| line.contains(mark))?;
    Some(format!("`{mark}`: {advice}"))
}

fn machine(line: &str) -> Option<String> {
    if let Some(host) = HOSTS.iter().find(|h| line.contains(*h)) {
        return Some(format!(
            "names the host {host}; leave mirrors to the machine's own settings"
        ));
    }
    let path = MACHINE_PATHS.iter().find(|p| starts_a_path(line, p))?;
    Some(format!(
        "a path below {path} exists on one machine only; make it relative"
    ))
}

/// Whether an absolute path begins with `prefix` somewhere in `line`: `a/home/b` does not count.
fn starts_a_path(line: &str, prefix: &str) -> bool {
    line.match_indices(prefix).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        before.is_none_or(|c| !c.is_alphanumeric() && !"._-)}>*/".contains(c))
    })
}

#[cfg(test)]
mod tests {
    use super::{HOSTS, LINES, MACHINE_PATHS, MARKS, check, starts_a_path};
    use crate::planted;

    #[test]
    fn a_path_starts_where_no_other_goes_on() {
        let prefix = MACHINE_PATHS[2];
        assert!(starts_a_path(&format!("cd {prefix}me"), prefix));
        assert!(starts_a_path(&format!("{prefix}me"), prefix));
        assert!(!starts_a_path(&format!("a{prefix}me"), prefix));
    }

    fn complaints(path: &str, text: &str) -> Vec<String> {
        let (_dir, house) = planted(&[(path, text)]);
        check(&house).unwrap()
    }

    #[test]
    fn a_long_file_is_found() {
        for path in [
            "passes/src/a.rs",
            "runtime/a.c",
            "passes/shim/a.cpp",
            "tests/a.py",
        ] {
            assert_eq!(complaints(path, &"\n".repeat(LINES)), [""; 0]);
            assert_eq!(
                complaints(path, &"\n".repeat(LINES + 1)),
                [format!(
                    "{path}: 801 lines; over 800 a file wants to be two"
                )]
            );
        }
        assert_eq!(
            complaints("tests/passes/a.ll", &"\n".repeat(LINES + 1)),
            [""; 0]
        );
    }

    #[test]
    fn marks_of_unfinished_work_are_found() {
        for (mark, advice) in MARKS {
            let text = format!("fn f() {{}}\n  {mark}\n");
            assert_eq!(
                complaints("passes/src/a.rs", &text),
                [format!("passes/src/a.rs:2: `{mark}`: {advice}")]
            );
        }
    }

    #[test]
    fn names_of_machines_are_found() {
        for host in HOSTS {
            let said = complaints("README.md", &format!("from https://x.{host}/y"));
            assert_eq!(
                said,
                [format!(
                    "README.md:1: names the host {host}; leave mirrors to the machine's own settings"
                )]
            );
        }
        for path in MACHINE_PATHS {
            let said = complaints("tests/real/a.toml", &format!("\ndir = \"{path}x\""));
            assert_eq!(
                said,
                [format!(
                    "tests/real/a.toml:2: a path below {path} exists on one machine only; make it relative"
                )]
            );
        }
    }
}
