//! What stands where: the root, the passes, and which room may know which.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::Result;

use super::House;

/// The names that the root may show, besides dotfiles.
pub const ROOT: &[&str] = &[
    "Cargo.toml",
    "Cargo.lock",
    "README.md",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "toolchain",
    "passes",
    "refactor",
    "profiles",
    "runtime",
    "xtask",
    "tests",
];

/// Words that a room must not contain, and why.
const WALLS: &[Wall] = &[
    Wall {
        room: "passes/",
        ends: "Cargo.toml",
        word: "fz-toolchain",
        why: "passes and runtime share only runtime/abi; move the shared constants there",
    },
    Wall {
        room: "runtime/",
        ends: "Cargo.toml",
        word: "fz-toolchain",
        why: "passes and runtime share only runtime/abi; move the shared constants there",
    },
    Wall {
        room: "runtime/",
        ends: "Cargo.toml",
        word: "fz-passes",
        why: "passes and runtime share only runtime/abi; move the shared constants there",
    },
    Wall {
        room: "toolchain/",
        ends: "plan.rs",
        word: "std::fs",
        why: "planning is pure; read files before planning and pass the facts in",
    },
    Wall {
        room: "toolchain/",
        ends: "plan.rs",
        word: "std::process",
        why: "planning is pure; exec.rs is the only spawner",
    },
    Wall {
        room: "toolchain/",
        ends: "plan.rs",
        word: "std::env",
        why: "planning is pure; env.rs reads the environment",
    },
    Wall {
        room: "toolchain/",
        ends: "plan.rs",
        word: ".exists()",
        why: "planning is pure; look before planning and pass the facts in",
    },
    Wall {
        room: "passes/src/",
        ends: ".rs",
        word: "env::var",
        why: "passes read no environment; make it a parameter of the pipeline text",
    },
];

struct Wall {
    room: &'static str,
    ends: &'static str,
    word: &'static str,
    why: &'static str,
}

pub fn check(house: &House) -> Result<Vec<String>> {
    let mut complaints = root(house);
    complaints.extend(profiles(house));
    complaints.extend(walls(house)?);
    complaints.extend(passes(house)?);
    Ok(complaints)
}

fn root(house: &House) -> Vec<String> {
    let shown: BTreeSet<&str> = house
        .files
        .iter()
        .filter_map(|p| p.components().next()?.as_os_str().to_str())
        .filter(|n| !n.starts_with('.'))
        .collect();
    let strangers = shown.into_iter().filter(|name| !ROOT.contains(name));
    strangers
        .map(|name| {
            format!("{name}: the root shows only its rooms; move it into the room whose duty it is")
        })
        .collect()
}

fn profiles(house: &House) -> Vec<String> {
    let code = |p: &&std::path::PathBuf| {
        p.starts_with("profiles") && p.extension().is_none_or(|x| x != "toml" && x != "md")
    };
    house
        .files
        .iter()
        .filter(code)
        .map(|p| {
            format!(
                "{}: profiles/ holds only data; code goes to passes/ or toolchain/",
                p.display()
            )
        })
        .collect()
}

fn walls(house: &House) -> Result<Vec<String>> {
    let mut complaints = Vec::new();
    for (path, text) in house.texts(&["rs", "toml"])? {
        for wall in WALLS {
            let name = path.to_string_lossy();
            if !name.starts_with(wall.room) || !name.ends_with(wall.ends) {
                continue;
            }
            for (number, _) in text
                .lines()
                .enumerate()
                .filter(|(_, l)| l.contains(wall.word))
            {
                complaints.push(format!(
                    "{}:{}: `{}` here: {}",
                    path.display(),
                    number + 1,
                    wall.word,
                    wall.why
                ));
            }
        }
    }
    Ok(complaints)
}

/// Pass `byte-split` is `byte_split.rs` is `tests/passes/byte-split/`.
fn passes(house: &House) -> Result<Vec<String>> {
    let mut complaints = Vec::new();
    let schema = Path::new("passes/schema/src/passes");
    let texts = house.texts(&["rs"])?;
    for (path, text) in texts.iter().filter(|(p, _)| p.starts_with(schema)) {
        for name in pass_names(text) {
            let file = format!("{}.rs", name.replace('-', "_"));
            if !house
                .files
                .iter()
                .any(|p| p.starts_with("passes/src") && p.ends_with(&file))
            {
                complaints.push(format!(
                    "{}: pass {name} wants a file of its own, passes/src/…/{file}",
                    path.display()
                ));
            }
            let tests = Path::new("tests/passes").join(name);
            if !house.files.iter().any(|p| p.starts_with(&tests)) {
                complaints.push(format!(
                    "{}/: pass {name} has no file tests; add one",
                    tests.display()
                ));
            }
        }
    }
    Ok(complaints)
}

/// The names in lines like `name: "edges",`.
fn pass_names(schema: &str) -> Vec<&str> {
    schema
        .lines()
        .filter_map(|l| l.trim().strip_prefix("name: \"")?.split('"').next())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::pass_names;

    #[test]
    fn names_are_read_from_the_schema() {
        assert_eq!(
            pass_names("Pass {\n    name: \"byte-split\",\n    summary: \"x\",\n}"),
            ["byte-split"]
        );
    }
}
