//! The crates of the checkout and what they depend on, from their `Cargo.toml`s.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::House;
use super::layers::{Layers, stands_in};

/// A package.
pub struct Crate {
    /// Its folder in the checkout.
    pub dir: PathBuf,
    pub name: String,
    pub has_lib: bool,
    /// What its sources call the crates that it depends on.
    pub knows: BTreeMap<String, Dependency>,
}

/// A crate that a package depends on.
pub struct Dependency {
    /// As the package is called.
    pub package: String,
    /// In `Cargo.toml`.
    pub line: usize,
}

const TABLES: [&str; 3] = ["dependencies", "dev-dependencies", "build-dependencies"];

/// All packages of the checkout.
pub fn crates(house: &House) -> Result<Vec<Crate>> {
    let mut crates = Vec::new();
    for (path, text) in house.texts(&["toml"])? {
        if path.file_name().is_none_or(|name| name != "Cargo.toml") {
            continue;
        }
        let manifest: toml::Table =
            toml::from_str(&text).with_context(|| format!("in {}", path.display()))?;
        let Some(name) = manifest
            .get("package")
            .and_then(|package| package.get("name")?.as_str())
        else {
            continue;
        };
        let dir = path.parent().expect("a file has a folder").to_path_buf();
        crates.push(Crate {
            has_lib: house.exists(&dir.join("src/lib.rs")),
            knows: dependencies(&manifest, &text),
            name: name.to_owned(),
            dir,
        });
    }
    let libraries: BTreeMap<String, String> = house
        .texts(&["toml"])?
        .into_iter()
        .filter_map(|(_, text)| library(&text))
        .collect();
    for known in crates.iter_mut().map(|c| &mut c.knows) {
        let renamed = |(name, dependency): (String, Dependency)| {
            let library = libraries.get(&dependency.package).filter(|_| {
                // A dependency that has been given another name keeps it.
                name == dependency.package.replace('-', "_")
            });
            (library.cloned().unwrap_or(name), dependency)
        };
        *known = std::mem::take(known).into_iter().map(renamed).collect();
    }
    Ok(crates)
}

/// A package and its library's name, where that is another.
fn library(manifest: &str) -> Option<(String, String)> {
    let manifest: toml::Table = toml::from_str(manifest).ok()?;
    let package = manifest.get("package")?.get("name")?.as_str()?;
    let library = manifest.get("lib")?.get("name")?.as_str()?;
    Some((package.to_owned(), library.to_owned()))
}

fn dependencies(manifest: &toml::Table, text: &str) -> BTreeMap<String, Dependency> {
    let of_targets = manifest
        .get("target")
        .and_then(toml::Value::as_table)
        .into_iter()
        .flat_map(|targets| targets.values().filter_map(toml::Value::as_table));
    let tables = std::iter::once(manifest).chain(of_targets);
    let mut known = BTreeMap::new();
    for table in tables.flat_map(|t| TABLES.iter().filter_map(|name| t.get(*name)?.as_table())) {
        for (key, value) in table {
            let package = value.get("package").and_then(toml::Value::as_str);
            let dependency = Dependency {
                package: package.unwrap_or(key).to_owned(),
                line: line_of(text, key),
            };
            known.insert(key.replace('-', "_"), dependency);
        }
    }
    known
}

fn line_of(text: &str, key: &str) -> usize {
    let begins = |line: &str| {
        line.trim_start_matches('"')
            .strip_prefix(key)
            .is_some_and(|rest| rest.starts_with([' ', '.', '=', '"']))
    };
    text.lines().position(begins).map_or(1, |at| at + 1)
}

/// Complains of dependencies that the table of layers does not allow.
pub fn check(crates: &[Crate], layers: &Layers) -> Vec<String> {
    let mut complaints = Vec::new();
    for from in crates {
        let manifest = from.dir.join("Cargo.toml");
        for dependency in from.knows.values() {
            let place = format!("{}:{}", manifest.display(), dependency.line);
            let package = &dependency.package;
            for only in layers.only.iter().filter(|o| o.package == *package) {
                if !only.within.iter().any(|w| from.dir.starts_with(w)) {
                    complaints.push(format!("{place}: depends on {package}: {}", only.why));
                }
            }
            let Some(to) = crates.iter().find(|c| c.name == *package) else {
                continue;
            };
            complaints.extend(not_allowed(layers, &from.dir, &to.dir).map(|why| {
                format!(
                    "{place}: depends on {package} in {}: {why}",
                    to.dir.display()
                )
            }));
        }
    }
    complaints
}

/// Why a crate in `from` may not depend on one in `to`.
fn not_allowed<'a>(layers: &'a Layers, from: &Path, to: &Path) -> Option<&'a str> {
    let row = layers.crates.iter().find(|c| stands_in(from, &c.of))?;
    let may = row.may.iter().any(|room| stands_in(to, room));
    (!may && from != to).then_some(row.why.as_str())
}

#[cfg(test)]
mod tests {
    use super::{check, crates};
    use crate::{layers::Layers, planted};

    const WORKSPACE: &[(&str, &str)] = &[
        ("runtime/abi/Cargo.toml", "[package]\nname = \"fz-abi\"\n"),
        (
            "toolchain/Cargo.toml",
            "[package]\nname = \"fz-toolchain\"\n",
        ),
        ("passes/Cargo.toml", "[package]\nname = \"fz-passes\"\n"),
        (
            "passes/ir/Cargo.toml",
            "[package]\nname = \"fz-ir\"\n[dependencies]\nllvm-sys = \"1\"\n",
        ),
        (
            "tests/Cargo.toml",
            "[package]\nname = \"fz-tests\"\n[dependencies]\nfz-toolchain.workspace = true\nfz-abi.workspace = true\n",
        ),
    ];

    fn complaints(path: &str, text: &str) -> Vec<String> {
        let files: Vec<_> = WORKSPACE
            .iter()
            .copied()
            .filter(|(p, _)| *p != path)
            .chain([(path, text)])
            .collect();
        let (_dir, house) = planted(&files);
        check(&crates(&house).unwrap(), &Layers::of_the_house())
    }

    #[test]
    fn allowed_dependencies_are_fine() {
        let passes = "[package]\nname = \"fz-passes\"\n[dependencies]\nfz-abi.workspace = true\nfz-ir.path = \"ir\"\n";
        assert_eq!(complaints("passes/Cargo.toml", passes), [""; 0]);
    }

    #[test]
    fn the_abi_alone_is_shared() {
        let passes =
            "[package]\nname = \"fz-passes\"\n[dependencies]\nfz-toolchain.workspace = true\n";
        assert_eq!(
            complaints("passes/Cargo.toml", passes),
            [
                "passes/Cargo.toml:4: depends on fz-toolchain in toolchain: passes share only runtime/abi with others; \
              move what both need there"
            ]
        );
        let core = "[package]\nname = \"x\"\n[target.'cfg(unix)'.dev-dependencies]\np = { package = \"fz-passes\" }\n";
        let said = complaints("runtime/core/Cargo.toml", core);
        assert_eq!(said.len(), 1, "{said:?}");
        assert!(said[0].starts_with("runtime/core/Cargo.toml:4: depends on fz-passes in passes:"));
        let toolchain = "[package]\nname = \"fz-toolchain\"\n[dependencies]\nfz-passes = { path = \"../passes\" }\n";
        assert_eq!(complaints("toolchain/Cargo.toml", toolchain).len(), 1);
        let abi = "[package]\nname = \"fz-abi\"\n[dependencies]\nfz-ir.workspace = true\n";
        assert_eq!(complaints("runtime/abi/Cargo.toml", abi).len(), 1);
    }

    #[test]
    fn nobody_knows_the_tests() {
        let toolchain = "[package]\nname = \"fz-toolchain\"\n[dev-dependencies]\nfz-tests = { path = \"../tests\" }\n";
        assert_eq!(complaints("toolchain/Cargo.toml", toolchain).len(), 1);
        let xtask = "[package]\nname = \"xtask\"\n[dependencies]\nfz-tests.workspace = true\n";
        let said = complaints("xtask/Cargo.toml", xtask);
        assert_eq!(said.len(), 1, "{said:?}");
        assert!(
            said[0].contains("xtask starts it through cargo"),
            "{said:?}"
        );
    }

    #[test]
    fn suites_and_benches_share_the_harness_alone() {
        let harness =
            "[package]\nname = \"fz-harness\"\n[dependencies]\nfz-tests.workspace = true\n";
        assert_eq!(complaints("tests/harness/Cargo.toml", harness).len(), 1);
        let bench = "[package]\nname = \"fz-bench\"\n[dependencies]\nfz-tests.workspace = true\n";
        assert_eq!(complaints("tests/bench/Cargo.toml", bench).len(), 1);
        let suites = "[package]\nname = \"fz-suites\"\n[dependencies]\nfz-abi.workspace = true\n";
        assert_eq!(complaints("tests/suites/Cargo.toml", suites), [""; 0]);
    }

    #[test]
    fn llvm_has_one_door() {
        let passes = "[package]\nname = \"fz-passes\"\n[build-dependencies]\nllvm-sys = \"1\"\n";
        let said = complaints("passes/Cargo.toml", passes);
        assert_eq!(said.len(), 1, "{said:?}");
        assert!(said[0].starts_with("passes/Cargo.toml:4: depends on llvm-sys: "));
    }
}
