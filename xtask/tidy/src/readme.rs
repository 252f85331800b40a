//! Every path that a README names exists.

use std::path::{Path, PathBuf};

use anyhow::Result;

use super::{House, layout};

pub fn check(house: &House) -> Result<Vec<String>> {
    let mut complaints = Vec::new();
    for (path, text) in house.texts(&["md"])? {
        let folder = path.parent().expect("a file has a folder");
        for (number, line) in text.lines().enumerate() {
            for named in paths(line) {
                if let Some(missing) = missing(house, folder, named) {
                    let place = missing.display();
                    complaints.push(format!(
                        "{}:{}: names {place}, which does not exist; correct the path",
                        path.display(),
                        number + 1
                    ));
                }
            }
        }
    }
    Ok(complaints)
}

/// The path that `named` stands for, if it claims to be in the checkout and is not.
fn missing(house: &House, folder: &Path, named: &str) -> Option<PathBuf> {
    // What stands for other names ends the part that has to exist.
    let open = ["*", "<", "…", "NAME"]
        .iter()
        .filter_map(|mark| named.find(mark))
        .min();
    let fixed = open.map_or(named, |at| {
        named[..at].rsplit_once('/').map_or("", |(dir, _)| dir)
    });
    let path = Path::new(fixed.trim_end_matches('/'));
    let first = path.components().next()?;
    // What is built exists or not.
    if first.as_os_str() == "target" {
        return None;
    }
    if layout::ROOT.contains(&first.as_os_str().to_str()?) {
        return (!house.exists(path)).then(|| path.to_path_buf());
    }
    let near = folder.join(path);
    // Only what starts in this folder is taken for a path below it: `bin/fz-cc` belongs to the installed tree.
    (house.exists(&folder.join(first)) && !house.exists(&near)).then_some(near)
}

/// What looks like a path in a line: in backticks or as a link's target, with a slash.
fn paths(line: &str) -> Vec<&str> {
    let ticked = line.split('`').skip(1).step_by(2);
    let linked = line
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split([')', '#']).next());
    let like_a_path = |s: &&str| {
        s.contains('/')
            && !s.starts_with(['/', '~', '$', '.'])
            && !s.contains("://")
            && !s.contains(' ')
    };
    ticked.chain(linked).filter(like_a_path).collect()
}

#[cfg(test)]
mod tests {
    use super::{check, paths};
    use crate::planted;

    #[test]
    fn paths_are_ticked_or_linked_words_with_a_slash() {
        let line = "see `passes/src/`, `a b/c`, `edges`, `/usr/bin` and [it](tests/run/#x) or [web](https://x/y)";
        assert_eq!(paths(line), ["passes/src/", "tests/run/"]);
    }

    #[test]
    fn a_path_that_does_not_exist_is_found() {
        let complaints = |text: &str| {
            let (_dir, house) = planted(&[
                ("README.md", "see `passes/src/`"),
                ("passes/src/lib.rs", ""),
                ("passes/README.md", text),
            ]);
            check(&house).unwrap()
        };
        let fine = "`passes/src/lib.rs` [x](src/lib.rs) `target/fz/bin` `passes/src/*.rs` `passes/src/NAME.rs` `bin/fz-cc`";
        assert_eq!(complaints(fine), [""; 0]);
        for (text, missing) in [
            ("\n`passes/gone.rs`", "passes/gone.rs"),
            ("\n[x](src/gone.rs)", "passes/src/gone.rs"),
            ("\n`passes/gone/*.rs`", "passes/gone"),
        ] {
            assert_eq!(
                complaints(text),
                [format!(
                    "passes/README.md:2: names {missing}, which does not exist; correct the path"
                )]
            );
        }
    }
}
