//! The libraries that a program loads at start, found and ordered as glibc's dynamic linker does.

use std::{
    fs,
    os::unix::fs::MetadataExt,
    path::{Path, PathBuf},
};

use fz_base::{env, file};

use super::{
    binding,
    image::{Image, Kind, images},
};

/// Where the dynamic linker looks last.
const DEFAULT: [&str; 6] = [
    "/lib/x86_64-linux-gnu",
    "/usr/lib/x86_64-linux-gnu",
    "/lib64",
    "/usr/lib64",
    "/lib",
    "/usr/lib",
];
const CONFIGURATION: &str = "/etc/ld.so.conf";

/// So many images are loaded, and for so many paths is looked: a stranger's program may name each of a thousand libraries
/// in a thousand folders, and so may each of these.
const MOST_IMAGES: usize = 4096;
const MOST_PATHS: usize = 1 << 20;

/// A loaded image, who asked for it, and what it asks for.
struct Loaded {
    image: Image,
    /// The file itself, which may have several names.
    file: Option<File>,
    loader: Option<usize>,
    dependencies: Vec<usize>,
}

/// By device and number.
type File = (u64, u64);

fn file_at(path: &Path) -> Option<File> {
    let about = fs::metadata(path).ok().filter(fs::Metadata::is_file)?;
    Some((about.dev(), about.ino()))
}

/// What a name leads to.
enum Found {
    Loaded(usize),
    New(Box<Image>, File),
}

/// In the order in which they are found.
fn load(program: Image) -> (Vec<Loaded>, Vec<String>) {
    let always = system_directories();
    let mut missing = Vec::new();
    let mut all = vec![Loaded {
        file: file_at(&program.path),
        image: program,
        loader: None,
        dependencies: Vec::new(),
    }];
    // Breadth first; that is the order which the order of initialisation is derived from.
    let mut at = 0;
    let mut paths = MOST_PATHS;
    while at < all.len() {
        for name in all[at].image.needed.clone() {
            let known = all.iter().position(|l| is_called(&l.image, &name));
            let found = known.or_else(|| {
                let (image, file) = match find(&all, at, &name, &always, &mut paths)? {
                    Found::Loaded(index) => return Some(index),
                    Found::New(..) if all.len() >= MOST_IMAGES => return None,
                    Found::New(image, file) => (*image, Some(file)),
                };
                all.push(Loaded {
                    image,
                    file,
                    loader: Some(at),
                    dependencies: Vec::new(),
                });
                Some(all.len() - 1)
            });
            match found {
                Some(index) => all[at].dependencies.push(index),
                None => missing.push(name),
            }
        }
        at += 1;
    }
    missing.sort();
    missing.dedup();
    (all, missing)
}

/// A program and all that it loads when it starts.
pub struct Libraries {
    /// The program; those of its libraries that have counters or words, in the order in which they are initialised; the
    /// others.
    images: Vec<Image>,
    counted: usize,
    /// Which of them was found when.
    found: Vec<usize>,
    /// What was not found.
    pub missing: Vec<String>,
}

impl Libraries {
    pub fn of(program: Image) -> Libraries {
        let (mut all, missing) = load(program);
        let loads = all.iter().any(|l| l.image.imports_dlopen);
        all[0].image.has_room |= loads;
        let order = initialised(&all.iter().map(|l| &l.dependencies[..]).collect::<Vec<_>>());
        let stays = |image: &Image| image.section > 0 || !image.tokens.is_empty();
        let (staying, others): (Vec<usize>, Vec<usize>) = order
            .into_iter()
            .filter(|at| *at != 0)
            .partition(|at| stays(&all[*at].image));
        let counted = 1 + staying.len();
        // The place of each among those that stay, the program first.
        let mut number = vec![None; all.len()];
        let mut found = vec![0; all.len()];
        for (place, at) in [0].iter().chain(&staying).chain(&others).enumerate() {
            number[*at] = Some(place).filter(|place| *place < counted);
            found[*at] = place;
        }
        binding::bind(
            &mut all.iter_mut().map(|l| &mut l.image).collect::<Vec<_>>(),
            &number,
        );
        let mut images: Vec<(usize, Image)> = all
            .into_iter()
            .enumerate()
            .map(|(at, loaded)| (found[at], loaded.image))
            .collect();
        images.sort_by_key(|(place, _)| *place);
        Libraries {
            images: images.into_iter().map(|(_, image)| image).collect(),
            counted,
            found,
            missing,
        }
    }

    /// The program and those that have counters or words, in the order in which they are initialised.
    pub fn counted(&self) -> &[Image] {
        &self.images[..self.counted]
    }

    /// The program and all of them, in the order in which they are found.
    pub fn all(&self) -> impl Iterator<Item = &Image> {
        self.found.iter().map(|place| &self.images[*place])
    }
}

/// Dependencies before those who need them, beginning with what was loaded last (glibc since 2.35).
fn initialised(dependencies: &[&[usize]]) -> Vec<usize> {
    fn visit(at: usize, dependencies: &[&[usize]], seen: &mut [bool], order: &mut Vec<usize>) {
        if std::mem::replace(&mut seen[at], true) {
            return;
        }
        for next in dependencies[at] {
            visit(*next, dependencies, seen, order);
        }
        order.push(at);
    }
    let mut seen = vec![false; dependencies.len()];
    let mut order = Vec::new();
    // The program itself comes last, whoever needs its symbols.
    seen[0] = true;
    for at in (1..dependencies.len()).rev() {
        visit(at, dependencies, &mut seen, &mut order);
    }
    order.push(0);
    order
}

fn is_called(image: &Image, name: &str) -> bool {
    let file = image.path.file_name().is_some_and(|f| f == name);
    image.kind == Kind::Library && (image.soname.as_deref() == Some(name) || file)
}

/// The library of that name that `all[at]` gets.
fn find(
    all: &[Loaded],
    at: usize,
    name: &str,
    always: &[PathBuf],
    paths: &mut usize,
) -> Option<Found> {
    let wants = &all[at].image;
    let mut found = |path: &Path| {
        *paths = paths.checked_sub(1)?;
        let file = file_at(path)?;
        match all.iter().position(|l| l.file == Some(file)) {
            Some(index) => Some(Found::Loaded(index)),
            None => Some(Found::New(Box::new(library(path, wants)?), file)),
        }
    };
    if name.contains('/') {
        return found(&expanded(name, wants));
    }
    let mut directories = Vec::new();
    if wants.runpath.is_empty() {
        let loaders = std::iter::successors(Some(at), |i| all[*i].loader);
        for image in loaders
            .map(|i| &all[i].image)
            .filter(|i| i.runpath.is_empty())
        {
            directories.extend(image.rpath.iter().map(|p| expanded(p, image)));
        }
    }
    // The program is the first of all.
    directories.extend(all[0].image.library_path.iter().cloned());
    directories.extend(env::library_path());
    directories.extend(wants.runpath.iter().map(|p| expanded(p, wants)));
    directories.extend_from_slice(always);
    directories.iter().find_map(|d| found(&d.join(name)))
}

/// The library at a path, if `wants` could load it. Others, and linker scripts in the place of a library (libc.so),
/// are passed over.
pub fn library(path: &Path, wants: &Image) -> Option<Image> {
    let data = path
        .is_file()
        .then(|| file::read(path, file::PROGRAM).ok())??;
    let image = images(path, &data).ok()?.pop()?;
    (image.kind == Kind::Library && image.architecture == wants.architecture).then_some(image)
}

fn expanded(path: &str, image: &Image) -> PathBuf {
    // Of a program the kernel tells, behind all links.
    let real = match image.kind {
        Kind::Executable => image.path.canonicalize().ok(),
        _ => None,
    };
    let origin = match real.as_ref().unwrap_or(&image.path).parent() {
        Some(parent) if parent != Path::new("") => parent.display().to_string(),
        _ => ".".to_owned(),
    };
    PathBuf::from(
        path.replace("$ORIGIN", &origin)
            .replace("${ORIGIN}", &origin),
    )
}

pub fn system_directories() -> Vec<PathBuf> {
    let mut directories = Vec::new();
    configured(Path::new(CONFIGURATION), &mut directories, 0);
    directories.extend(DEFAULT.map(PathBuf::from));
    directories
}

/// The directories that a file of `ld.so.conf`'s form names.
fn configured(path: &Path, directories: &mut Vec<PathBuf>, depth: usize) {
    const DEEPEST: usize = 8;
    let text = file::read_text(path, file::NOTE).unwrap_or_default();
    for line in text.lines() {
        let line = line.split('#').next().unwrap_or_default().trim();
        match line.strip_prefix("include") {
            Some(pattern) if depth < DEEPEST => {
                for included in matching(&path.with_file_name(pattern.trim())) {
                    configured(&included, directories, depth + 1);
                }
            }
            Some(_) => {}
            None if line.starts_with('/') => directories.push(line.into()),
            None => {}
        }
    }
}

/// The files that a pattern with at most one `*`, in its last part, stands for.
fn matching(pattern: &Path) -> Vec<PathBuf> {
    let name = pattern.file_name().unwrap_or_default().to_string_lossy();
    let (Some((before, after)), Some(parent)) = (name.split_once('*'), pattern.parent()) else {
        return vec![pattern.to_owned()];
    };
    let is_meant = |path: &PathBuf| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with(before) && name.ends_with(after)
    };
    let entries = fs::read_dir(parent).into_iter().flatten().flatten();
    let mut files: Vec<PathBuf> = entries.map(|e| e.path()).filter(is_meant).collect();
    files.sort();
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dependencies_are_initialised_first() {
        // program → a, b, c; b → a.
        assert_eq!(initialised(&[&[1, 2, 3], &[3], &[1, 3], &[]]), [3, 1, 2, 0]);
        assert_eq!(initialised(&[&[1, 2], &[], &[]]), [2, 1, 0]);
        // A cycle.
        assert_eq!(initialised(&[&[1], &[2], &[1]]), [1, 2, 0]);
    }

    #[test]
    fn configuration_includes_files() {
        let scratch = tempfile::tempdir().unwrap();
        let dir = scratch.path();
        fs::write(
            dir.join("main.conf"),
            "include parts/*.conf\n/last # here\n",
        )
        .unwrap();
        fs::create_dir(dir.join("parts")).unwrap();
        fs::write(dir.join("parts/b.conf"), "/b\n").unwrap();
        fs::write(dir.join("parts/a.conf"), "/a\ninclude ../main.conf\n").unwrap();
        fs::write(dir.join("parts/c.off"), "/c\n").unwrap();
        let mut found = Vec::new();
        configured(&dir.join("main.conf"), &mut found, 7);
        assert_eq!(found, ["/a", "/b", "/last"].map(PathBuf::from));
    }
}
