//! A folder for the front of PATH: in it the names of the compilers of this machine lead to fz-cc and fz-cxx.

use std::{
    collections::BTreeMap,
    fs, io,
    os::unix::fs::symlink,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result};
use fz_base::{layout::Layout, scratch::Scratch};
use xxhash_rust::xxh3::xxh3_64;

/// Below the folder of what fz can make again.
const PLACE: &str = "compilers";

/// How compilers for this machine begin. Those for other machines (`arm-linux-gnueabi-gcc`) make code that fz-cc would not.
const TRIPLES: [&str; 5] = [
    "x86_64-linux-gnu-",
    "x86_64-pc-linux-gnu-",
    "x86_64-redhat-linux-",
    "x86_64-suse-linux-",
    "x86_64-unknown-linux-gnu-",
];

/// Names that a build may call whether or not they are installed. (`c89` and `c99` are scripts that call `gcc`.)
const ALWAYS: [&str; 6] = ["c++", "cc", "clang", "clang++", "g++", "gcc"];

/// The folder, for as long as this value lives, or for good.
pub struct Folder {
    pub path: PathBuf,
    _scratch: Option<Scratch>,
}

/// The compiler of fz's that a name stands for: `None` if it is none of C or C++ for this machine.
pub fn stands_for(name: &str) -> Option<&'static str> {
    let triple = TRIPLES.iter().find_map(|t| name.strip_prefix(t));
    let name = triple.unwrap_or(name);
    let is_version =
        |text: &str| !text.is_empty() && text.chars().all(|c| c.is_ascii_digit() || c == '.');
    let name = match name.rsplit_once('-') {
        Some((name, version)) if is_version(version) => name,
        _ => name,
    };
    match name {
        "cc" | "gcc" | "clang" => Some("fz-cc"),
        "c++" | "g++" | "clang++" => Some("fz-cxx"),
        _ => None,
    }
}

/// The names in the folders of `path`, with the programs that they are to lead to.
fn all(path: &[PathBuf], layout: &Layout) -> BTreeMap<String, PathBuf> {
    let files = path.iter().filter_map(|folder| fs::read_dir(folder).ok());
    let found = files
        .flatten()
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    let compilers: BTreeMap<_, _> = found
        .chain(ALWAYS.map(str::to_owned))
        .filter_map(|name| {
            let ours = stands_for(&name)?;
            Some((name, layout.bin(ours)))
        })
        .collect();
    // For CMake the archiver's name begins as the compiler's does.
    let is_used = |triple: &str| compilers.keys().any(|name| name.starts_with(triple));
    let beside = TRIPLES.into_iter().filter(|triple| is_used(triple));
    let beside = beside.flat_map(|triple| fz_llvm::BESIDE.map(|(tool, _)| (triple, tool)));
    let beside: Vec<_> = beside
        .map(|(triple, tool)| (format!("{triple}{tool}"), layout.bin(&format!("fz-{tool}"))))
        .collect();
    compilers.into_iter().chain(beside).collect()
}

/// The folder for the programs on `path`, below the folder of caches if there is one that can be written to: build systems
/// write down where a compiler is, and look there again.
pub fn folder(path: &[PathBuf], layout: &Layout, caches: Option<&Path>) -> Result<Folder> {
    let names = all(path, layout);
    if let Some(caches) = caches
        && let Ok(path) = kept(&names, &caches.join(PLACE))
    {
        return Ok(Folder {
            path,
            _scratch: None,
        });
    }
    let scratch = Scratch::temporary();
    let scratch = scratch.context("a folder for the names of compilers cannot be made")?;
    link(&names, scratch.path()).context("links to fz-cc cannot be made")?;
    Ok(Folder {
        path: scratch.path().to_owned(),
        _scratch: Some(scratch),
    })
}

fn kept(names: &BTreeMap<String, PathBuf>, place: &Path) -> io::Result<PathBuf> {
    let text: String = names
        .iter()
        .map(|(name, to)| format!("{name}\0{}\0", to.display()))
        .collect();
    let path = place.join(format!("{:016x}", xxh3_64(text.as_bytes())));
    let is_whole = |path: &Path| {
        let is_right = |(name, to): (&String, &PathBuf)| {
            fs::read_link(path.join(name)).is_ok_and(|there| there == *to)
        };
        names.iter().all(is_right)
    };
    if is_whole(&path) {
        return Ok(path);
    }
    fs::create_dir_all(place)?;
    let made = tempfile::Builder::new().prefix(".new-").tempdir_in(place)?;
    link(names, made.path())?;
    // Of two that make it at once, the later one finds it there.
    match fs::rename(made.path(), &path) {
        Ok(()) => drop(made.keep()),
        Err(_) if is_whole(&path) => {}
        Err(error) => return Err(error),
    }
    Ok(path)
}

fn link(names: &BTreeMap<String, PathBuf>, folder: &Path) -> io::Result<()> {
    names
        .iter()
        .try_for_each(|(name, to)| symlink(to, folder.join(name)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn compilers_for_this_machine_are_fz_s() {
        for name in [
            "cc",
            "gcc",
            "gcc-12",
            fz_llvm::CLANG,
            "gcc-12.2.0",
            "x86_64-linux-gnu-gcc-12",
        ] {
            assert_eq!(stands_for(name), Some("fz-cc"), "{name}");
        }
        for name in ["c++", "g++-12", "clang++", "x86_64-pc-linux-gnu-g++"] {
            assert_eq!(stands_for(name), Some("fz-cxx"), "{name}");
        }
        for name in [
            "gcc-ar",
            "gcc-ar-12",
            "clang-cpp-22",
            "clang-format",
            "clang-cl-22",
            "arm-linux-gnueabi-gcc",
            "i686-linux-gnu-gcc",
            "afl-gcc",
            "c99-gcc",
            "distcc",
            "tcc",
            "gcc-",
            "musl-gcc",
        ] {
            assert_eq!(stands_for(name), None, "{name}");
        }
    }

    #[test]
    fn the_folder_is_made_once() {
        let scratch = tempfile::tempdir().unwrap();
        let installed = scratch.path().join("bin");
        fs::create_dir(&installed).unwrap();
        for name in ["gcc-9", "gcc-ar", "make", "x86_64-suse-linux-gcc"] {
            fs::write(installed.join(name), "").unwrap();
        }
        let layout = Layout::at("/fz");
        let caches = scratch.path().join("caches");
        let path = [installed.clone(), "/nowhere".into()];
        let first = folder(&path, &layout, Some(&caches)).unwrap();
        let mut names: Vec<_> = fs::read_dir(&first.path)
            .unwrap()
            .map(|e| e.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        assert_eq!(
            names,
            [
                "c++",
                "cc",
                "clang",
                "clang++",
                "g++",
                "gcc",
                "gcc-9",
                "x86_64-suse-linux-gcc",
                "x86_64-suse-linux-llvm-ar",
                "x86_64-suse-linux-llvm-nm",
                "x86_64-suse-linux-llvm-ranlib",
                "x86_64-suse-linux-llvm-strip",
            ]
        );
        let leads = |name: &str| fs::read_link(first.path.join(name)).unwrap();
        assert_eq!(leads("gcc-9"), Path::new("/fz/bin/fz-cc"));
        assert_eq!(leads("g++"), Path::new("/fz/bin/fz-cxx"));
        let archiver = leads("x86_64-suse-linux-llvm-ar");
        assert_eq!(archiver, Path::new("/fz/bin/fz-llvm-ar"));
        let again = folder(&path, &layout, Some(&caches)).unwrap();
        assert_eq!(again.path, first.path);
        // Another set of names, and another fz, have folders of their own.
        fs::write(installed.join("gcc-10"), "").unwrap();
        let more = folder(&path, &layout, Some(&caches)).unwrap();
        let other = folder(&path, &Layout::at("/other"), Some(&caches)).unwrap();
        assert!(more.path != first.path && other.path != more.path);
        assert_eq!(fs::read_dir(caches.join(PLACE)).unwrap().count(), 3);
        // Where nothing can be kept it lasts as long as it is needed.
        let file = scratch.path().join("file");
        fs::write(&file, "").unwrap();
        let scratch = folder(&path, &layout, Some(&file)).unwrap();
        let place = scratch.path.clone();
        assert!(place.join("gcc-10").is_symlink());
        drop(scratch);
        assert!(!place.exists());
    }
}
