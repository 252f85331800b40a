//! What is described by TOML files, one for each, in a folder.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use serde::de::DeserializeOwned;

use crate::repo;

/// Those with these names, or all, sorted; `named` is told each one's name, which is its file's, and text. `no` is how people
/// are told of a name that there is not.
pub fn load<T: DeserializeOwned>(
    folder: &str,
    only: &[String],
    no: &str,
    named: impl Fn(&mut T, String, String) -> Result<()>,
) -> Result<Vec<T>> {
    let dir = repo::root().join(folder);
    let mut names = Vec::new();
    for entry in fs::read_dir(&dir).with_context(|| format!("cannot read {folder}"))? {
        let name = entry?.file_name().to_string_lossy().into_owned();
        names.extend(name.strip_suffix(".toml").map(str::to_owned));
    }
    names.sort();
    if let Some(stranger) = only.iter().find(|name| !names.contains(name)) {
        bail!("{no} {stranger}; there are: {}", names.join(", "));
    }
    names.retain(|name| only.is_empty() || only.contains(name));
    let load = |name: String| {
        let path = Path::new(&dir).join(format!("{name}.toml"));
        let text = fs::read_to_string(&path)?;
        let read = || {
            let mut one = toml::from_str(&text)?;
            named(&mut one, name, text.clone())?;
            anyhow::Ok(one)
        };
        read().with_context(|| format!("in {}", repo::shown(&path)))
    };
    names.into_iter().map(load).collect()
}
