//! `cargo xtask tidy`: the house rules that a machine can check. Each message says what to do.

mod crates;
mod layers;
mod layout;
mod llvm;
mod marks;
mod passes;
mod readme;
mod rust;
mod text;
mod words;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use walkdir::WalkDir;

use self::layers::Layers;
use self::rust::Sources;

/// The checkout as the rules see it: every file outside `target` and `.git`, and the text of those that are text.
pub struct House {
    root: PathBuf,
    files: Vec<PathBuf>,
}

impl House {
    fn read(root: PathBuf) -> Result<House> {
        let inside = |e: &walkdir::DirEntry| {
            e.depth() == 0 || !matches!(e.file_name().to_str(), Some("target" | ".git"))
        };
        let mut files = Vec::new();
        for entry in WalkDir::new(&root)
            .sort_by_file_name()
            .into_iter()
            .filter_entry(inside)
        {
            let entry = entry?;
            if !entry.file_type().is_dir() {
                files.push(entry.path().strip_prefix(&root)?.to_path_buf());
            }
        }
        Ok(House { root, files })
    }

    fn exists(&self, path: &Path) -> bool {
        self.root.join(path).exists()
    }

    /// The files with one of these extensions, with their text.
    fn texts(&self, extensions: &[&str]) -> Result<Vec<(&Path, String)>> {
        let wanted = |p: &Path| {
            p.extension()
                .and_then(|x| x.to_str())
                .is_some_and(|x| extensions.contains(&x))
        };
        let mut texts = Vec::new();
        for path in self.files.iter().filter(|p| wanted(p)) {
            let bytes = fs::read(self.root.join(path))
                .with_context(|| format!("cannot read {}", path.display()))?;
            // Seeds and deliberately broken inputs need not be text.
            if let Ok(text) = String::from_utf8(bytes) {
                texts.push((path.as_path(), text));
            }
        }
        Ok(texts)
    }
}

/// What every rule says of a house.
fn complaints(house: &House) -> Result<Vec<String>> {
    let sources = Sources::read(house)?;
    let layers = Layers::of_the_house();
    let mut complaints = layout::check(house);
    complaints.extend(sources.complaints.iter().cloned());
    complaints.extend(crates::check(&sources.crates, &layers));
    complaints.extend(layers::check(&sources, &layers));
    complaints.extend(passes::check(house, &sources));
    complaints.extend(marks::check(&sources));
    complaints.extend(readme::check(house)?);
    complaints.extend(text::check(house)?);
    complaints.extend(words::check(house)?);
    complaints.extend(llvm::check(house)?);
    Ok(complaints)
}

/// The checkout's root.
fn root() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = own.ancestors().nth(2);
    root.expect("xtask/tidy/ stands two folders below the root")
        .to_path_buf()
}

fn main() -> Result<()> {
    let house = House::read(root())?;
    let complaints = complaints(&house)?;
    if complaints.is_empty() {
        return Ok(());
    }
    for complaint in &complaints {
        eprintln!("  {complaint}");
    }
    bail!("tidy: {} to put right", complaints.len())
}

/// A house of these files, in a folder that lives as long as the first part.
#[cfg(test)]
fn planted(files: &[(&str, &str)]) -> (tempfile::TempDir, House) {
    let dir = tempfile::tempdir().expect("a folder can be made");
    for (path, text) in files {
        let path = dir.path().join(path);
        fs::create_dir_all(path.parent().expect("a file has a folder"))
            .expect("folders can be made");
        fs::write(path, text).expect("files can be written");
    }
    let house = House::read(dir.path().to_path_buf()).expect("the folder can be read");
    (dir, house)
}
