//! `cargo xtask build`: the installed tree at `target/fz`.

use anyhow::Result;

use crate::{proc, repo, runtime, setup, stage};

/// The compilers, what clang loads, and what afl-fuzz loads.
const COMPILERS: &[&str] = &[
    "fz-passes",
    "fz-capture",
    "fz-casts",
    "fz-conditions",
    "fz-expand",
    "fz-od",
    "fz-driver",
];

/// The command `fz`.
const COMMAND: &str = "fz-cli";

/// Sets the machine up, builds everything and stages it.
pub fn main() -> Result<()> {
    ready()?;
    eprintln!("fz: the toolchain is at {}", repo::shown(&repo::stage()));
    Ok(())
}

/// What every command that tests the toolchain calls first.
pub fn ready() -> Result<()> {
    setup::packages()?;
    whole()
}

/// The same for commands that only use it.
pub fn ready_to_use() -> Result<()> {
    setup::packages_to_build()?;
    whole()
}

/// In the steps of the demo, so that one finds what the other has built.
fn whole() -> Result<()> {
    cargo("build the compilers and the passes", COMPILERS)?;
    cargo("build fz", &[COMMAND])?;
    stage::stage()
}

/// The compilers and all that a build takes, without `fz`. The packages of the machine are there.
pub fn compilers() -> Result<()> {
    std::thread::scope(|scope| {
        // Another workspace, in another target folder.
        let runtimes = scope.spawn(runtime::compile);
        cargo("build the compilers and the passes", COMPILERS)?;
        runtimes.join().expect("no panic")
    })?;
    stage::compilers()
}

/// The rest.
pub fn command() -> Result<()> {
    cargo("build fz", &[COMMAND])?;
    stage::command()
}

fn cargo(label: &str, packages: &[&str]) -> Result<()> {
    let mut cargo = repo::cargo("build");
    cargo.arg("--release");
    // With this program among them, crates that it shares with them have the features that they had for it, and are not
    // built again.
    for package in packages.iter().chain(&["xtask"]) {
        cargo.args(["--package", package]);
    }
    proc::run(label, &mut cargo)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::{COMMAND, COMPILERS};
    use crate::{proc, repo};

    /// Packages that are built twice, for features that only some of what is built on them ask for; and what is built on
    /// those in two steps, and is small.
    const TWICE: &[&str] = &["cc", "globset", "regex-automata", "regex-syntax"];

    /// What a build of `packages` builds on a package.
    fn built_on(name: &str, packages: &[&str]) -> BTreeSet<String> {
        let mut tree = repo::cargo("tree");
        tree.args(["--edges", "normal,build", "--prefix", "none"]);
        tree.args(["--format", "{p}", "--invert", name]);
        tree.args(packages.iter().flat_map(|p| ["--package", p]));
        // It fails where nothing is.
        let tree = proc::output(&mut tree).unwrap_or_default();
        let name = |line: &str| line.split(' ').next().map(str::to_owned);
        tree.lines().filter_map(name).collect()
    }

    /// Each package that a build of `packages` needs, with its features.
    fn features(packages: &[&str]) -> BTreeMap<String, BTreeSet<String>> {
        let mut tree = repo::cargo("tree");
        tree.args(["--edges", "normal,build", "--prefix", "none"]);
        tree.args(["--format", "{p} [{f}]"]);
        tree.args(packages.iter().flat_map(|p| ["--package", p]));
        let mut found: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for line in proc::output(&mut tree).unwrap().lines() {
            let Some((package, features)) = line.split_once('[') else {
                continue;
            };
            let package = package.replace("(proc-macro)", "").trim().to_owned();
            let features = features.split(']').next().unwrap_or_default().to_owned();
            found.entry(package).or_default().insert(features);
        }
        found
    }

    #[test]
    fn what_the_steps_of_the_demo_share_is_built_once() {
        let steps = [
            vec!["xtask"],
            [COMPILERS, &["xtask"]].concat(),
            vec![COMMAND, "xtask"],
        ];
        for pair in steps.windows(2) {
            let (before, now) = (features(&pair[0]), features(&pair[1]));
            let differ = before
                .iter()
                .filter(|(package, features)| now.get(*package).is_some_and(|f| f != *features));
            let names = differ.filter_map(|(package, _)| package.split(' ').next());
            let again: BTreeSet<String> = names
                .flat_map(|name| &built_on(name, &pair[0]) & &built_on(name, &pair[1]))
                .filter(|name| !TWICE.contains(&name.as_str()))
                .collect();
            assert_eq!(
                again,
                BTreeSet::new(),
                "built once more with other features: ask for these in xtask/Cargo.toml"
            );
        }
    }
}
