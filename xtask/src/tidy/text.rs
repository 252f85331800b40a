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
        if !reads_environment(path) {
            complaints.extend(each_line(path, &text, environment));
        }
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

/// A crate's one module for the environment, and build scripts, which cargo talks to by it.
fn reads_environment(path: &Path) -> bool {
    path.ends_with("env.rs") || path.ends_with("build.rs") && !path.starts_with("xtask/src")
}

fn marks(line: &str) -> Option<String> {
    let (mark, advice) = MARKS.iter().find(|(mark, _)| line.contains(mark))?;
    Some(format!("`{mark}`: {advice}"))
}

fn environment(line: &str) -> Option<String> {
    let reads = ["env::var(", "env::var_os(", "env::vars(", "env::vars_os("]
        .iter()
        .any(|w| line.contains(w));
    let declared = line.contains("\"env::var");
    (reads && !declared)
        .then(|| "reads the environment; declare the variable in the crate's env.rs".to_string())
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
    use super::{environment, starts_a_path};

    #[test]
    fn a_path_starts_where_no_other_goes_on() {
        let prefix = super::MACHINE_PATHS[2];
        assert!(starts_a_path(&format!("cd {prefix}me"), prefix));
        assert!(starts_a_path(&format!("{prefix}me"), prefix));
        assert!(!starts_a_path(&format!("a{prefix}me"), prefix));
    }

    #[test]
    fn reading_the_environment_is_seen() {
        assert!(environment(concat!("let x = std::env::", "var(\"X\");")).is_some());
        assert!(environment("let dir = std::env::temp_dir();").is_none());
    }
}
