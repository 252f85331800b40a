//! What stands where: the root shows its rooms, and profiles are data.

use std::collections::BTreeSet;

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

pub fn check(house: &House) -> Vec<String> {
    let mut complaints = root(house);
    complaints.extend(profiles(house));
    complaints
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

#[cfg(test)]
mod tests {
    use super::check;
    use crate::planted;

    fn complaints(path: &str) -> Vec<String> {
        let (_dir, house) = planted(&[
            ("README.md", ""),
            (".gitignore", ""),
            ("profiles/fuzz.toml", ""),
            ("profiles/README.md", ""),
            ("passes/src/lib.rs", ""),
            (path, ""),
        ]);
        check(&house)
    }

    #[test]
    fn a_stranger_in_the_root_is_found() {
        assert_eq!(complaints("tests/Cargo.toml"), [""; 0]);
        for (path, shown) in [("notes.txt", "notes.txt"), ("scripts/x.sh", "scripts")] {
            assert_eq!(
                complaints(path),
                [format!(
                    "{shown}: the root shows only its rooms; move it into the room whose duty it is"
                )]
            );
        }
    }

    #[test]
    fn code_among_profiles_is_found() {
        for path in ["profiles/make.rs", "profiles/run"] {
            assert_eq!(
                complaints(path),
                [format!(
                    "{path}: profiles/ holds only data; code goes to passes/ or toolchain/"
                )]
            );
        }
    }
}
