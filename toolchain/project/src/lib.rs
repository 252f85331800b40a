//! What a source tree is: its build system, harnesses, seeds and dictionaries; and what `fz new` says of it.

mod file;
mod harness;
mod steps;

use std::{
    collections::BTreeSet,
    fs,
    io::Read,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
};

use anyhow::{Context, Result, ensure};
use walkdir::{DirEntry, WalkDir};

pub use file::{Chosen, text};
pub use harness::Kind;
pub use steps::{Campaign, Step, steps};

/// What builds a project.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum System {
    Meson,
    CMake,
    Autotools,
    Cargo,
    Make,
}

impl System {
    /// In the order of preference: what writes its own makefiles comes before those.
    pub const ALL: [System; 5] = [
        System::Meson,
        System::CMake,
        System::Autotools,
        System::Cargo,
        System::Make,
    ];

    /// As an option names it.
    pub fn name(self) -> &'static str {
        match self {
            System::Meson => "meson",
            System::CMake => "cmake",
            System::Autotools => "autotools",
            System::Cargo => "cargo",
            System::Make => "make",
        }
    }

    /// As people call it.
    pub fn title(self) -> &'static str {
        match self {
            System::Meson => "Meson",
            System::CMake => "CMake",
            System::Autotools => "autotools",
            System::Cargo => "cargo",
            System::Make => "make",
        }
    }

    /// Files in a project's folder that tell of it; the first says most.
    fn signs(self) -> &'static [&'static str] {
        match self {
            System::Meson => &["meson.build"],
            System::CMake => &["CMakeLists.txt"],
            System::Autotools => &["configure", "autogen.sh", "configure.ac", "configure.in"],
            System::Cargo => &["Cargo.toml"],
            System::Make => &["GNUmakefile", "makefile", "Makefile"],
        }
    }
}

/// A build system, and the file that told of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Build {
    pub system: System,
    pub sign: &'static str,
}

/// A source that defines a harness.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Harness {
    /// Below the project's folder.
    pub path: PathBuf,
    pub kind: Kind,
}

/// What a project's folder has. Paths are below it, sorted.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Project {
    /// In the order of [`System::ALL`].
    pub builds: Vec<Build>,
    /// Whether libtool makes its programs: they are scripts then, unless libraries are static.
    pub has_libtool: bool,
    pub harnesses: Vec<Harness>,
    /// Folders that look like seeds.
    pub seeds: Vec<PathBuf>,
    pub dictionaries: Vec<PathBuf>,
    /// Folders of tests and examples, directly in it.
    pub aside: Vec<String>,
    /// Executables that were built.
    pub programs: Vec<PathBuf>,
    /// Sources of C and C++.
    pub sources: usize,
    /// There are more files than were looked at.
    pub has_more: bool,
}

/// A tree with more files is not looked through to its end.
const MOST_FILES: usize = 100_000;

/// Of a source so much is read.
const MOST_BYTES: u64 = 4 << 20;

const SOURCES: [&str; 6] = ["c", "cc", "cpp", "cxx", "C", "c++"];

/// Folders of code that somebody else wrote, or a build.
const FOREIGN: [&str; 7] = [
    "CMakeFiles",
    "external",
    "node_modules",
    "subprojects",
    "target",
    "third_party",
    "vendor",
];

const ASIDE: [&str; 6] = [
    "test",
    "tests",
    "example",
    "examples",
    "bench",
    "benchmarks",
];

/// Looks through the project in `folder`.
pub fn look(folder: &Path) -> Result<Project> {
    ensure!(
        folder.is_dir(),
        "{} is not a folder: name the folder of a project",
        folder.display()
    );
    let mut project = Project {
        builds: builds(folder),
        has_libtool: has_libtool(folder),
        ..Project::default()
    };
    let walk = WalkDir::new(folder).sort_by_file_name().into_iter();
    for (at, entry) in walk.filter_entry(|e| !is_passed_over(e)).enumerate() {
        if at == MOST_FILES {
            project.has_more = true;
            break;
        }
        // What cannot be read has nothing to tell, except for the folder itself.
        let entry = match entry {
            Ok(entry) => entry,
            Err(error) if error.depth() == 0 => {
                return Err(error).with_context(|| format!("cannot read {}", folder.display()));
            }
            Err(_) => continue,
        };
        note(&mut project, folder, &entry);
    }
    let named: BTreeSet<PathBuf> = project
        .harnesses
        .iter()
        .flat_map(|h| named_after(folder, h))
        .collect();
    let named = named
        .into_iter()
        .filter(|seeds| !project.seeds.contains(seeds));
    let named: Vec<PathBuf> = named.collect();
    project.seeds.extend(named);
    // Samples are seeds where there are none that are called so.
    project
        .seeds
        .sort_by_key(|folder| !is_of_seeds(&name_of(folder)));
    Ok(project)
}

fn name_of(path: &Path) -> String {
    let name = path.file_name().unwrap_or_default();
    name.to_string_lossy().into_owned()
}

/// A harness with a shorter name gives it to folders that are not for it.
const TELLING: usize = 5;

/// Folders beside a harness that have its name and something before or behind it, and hold no sources.
fn named_after(folder: &Path, harness: &Harness) -> Vec<PathBuf> {
    let stem = harness
        .path
        .file_stem()
        .unwrap_or_default()
        .to_string_lossy();
    let around = harness.path.parent().unwrap_or(Path::new(""));
    let is_mark = |c: char| "_-.".contains(c);
    let is_named = |name: &str| {
        let before = name
            .strip_suffix(&*stem)
            .is_some_and(|rest| rest.ends_with(is_mark));
        before
            || name
                .strip_prefix(&*stem)
                .is_some_and(|rest| rest.starts_with(is_mark))
    };
    let entries = fs::read_dir(folder.join(around))
        .into_iter()
        .flatten()
        .flatten();
    let folders = entries.filter(|entry| {
        stem.len() >= TELLING
            && entry.file_type().is_ok_and(|t| t.is_dir())
            && is_named(&entry.file_name().to_string_lossy())
            && has_a_file(&entry.path())
            && !has_sources(&entry.path())
    });
    folders
        .map(|entry| around.join(entry.file_name()))
        .collect()
}

fn builds(folder: &Path) -> Vec<Build> {
    let build = |system: System| {
        let sign = system
            .signs()
            .iter()
            .find(|sign| folder.join(sign).is_file())?;
        Some(Build { system, sign })
    };
    let found: Vec<Build> = System::ALL.into_iter().filter_map(build).collect();
    // A makefile beside `configure` is what that has made.
    let is_configured = found.iter().any(|b| b.system == System::Autotools);
    let is_made = |b: &Build| {
        is_configured && b.system == System::Make && folder.join("config.status").exists()
    };
    found.into_iter().filter(|b| !is_made(b)).collect()
}

fn has_libtool(folder: &Path) -> bool {
    let text = ["configure.ac", "configure.in"]
        .into_iter()
        .find_map(|name| fz_base::file::read_text(&folder.join(name), fz_base::file::NOTE).ok())
        .unwrap_or_default();
    folder.join("ltmain.sh").exists()
        || text.contains("LT_INIT")
        || text.contains("AC_PROG_LIBTOOL")
}

/// Folders that are hidden, foreign, or where something was built.
fn is_passed_over(entry: &DirEntry) -> bool {
    if entry.depth() == 0 || !entry.file_type().is_dir() {
        return false;
    }
    let name = entry.file_name().to_string_lossy();
    let has = |file: &str| entry.path().join(file).exists();
    name.starts_with('.')
        || FOREIGN.contains(&name.as_ref())
        || [
            "CMakeCache.txt",
            "meson-private",
            "CACHEDIR.TAG",
            "config.status",
        ]
        .into_iter()
        .any(has)
}

fn note(project: &mut Project, folder: &Path, entry: &DirEntry) {
    let path = entry.path();
    let below = || path.strip_prefix(folder).unwrap_or(path).to_owned();
    let name = entry.file_name().to_string_lossy();
    if entry.file_type().is_dir() {
        if entry.depth() == 1 && ASIDE.contains(&name.as_ref()) {
            project.aside.push(name.into_owned());
        } else if entry.depth() > 0 && is_of_inputs(&name) && has_a_file(path) {
            project.seeds.push(below());
        }
        return;
    }
    if !entry.file_type().is_file() {
        return;
    }
    if entry.depth() <= BUILT && is_executable(path) {
        project.programs.push(below());
    }
    let extension = path.extension().unwrap_or_default().to_string_lossy();
    if extension == "dict" {
        project.dictionaries.push(below());
    }
    if SOURCES.contains(&extension.as_ref()) {
        project.sources += 1;
        if let Some(kind) = start(path).as_deref().and_then(harness::defined) {
            let path = below();
            project.harnesses.push(Harness { path, kind });
        }
    }
}

fn is_of_inputs(name: &str) -> bool {
    is_of_seeds(name)
        || ["samples", "testcases", "test-cases", "testdata", "inputs"].contains(&name)
}

fn is_of_seeds(name: &str) -> bool {
    ["seeds", "corpus"].contains(&name)
        || ["_seeds", "-seeds", "_corpus", "-corpus"]
            .into_iter()
            .any(|end| name.ends_with(end))
}

/// How far below the project's folder programs are that were built.
const BUILT: usize = 2;

/// Whether a file is a program in ELF, and no library.
fn is_executable(path: &Path) -> bool {
    let name = name_of(path);
    let is_library = name.ends_with(".so") || name.contains(".so.") || name.ends_with(".o");
    let mode = fs::metadata(path).map_or(0, |about| about.permissions().mode());
    if mode & 0o111 == 0 || is_library {
        return false;
    }
    let mut magic = [0; 4];
    let begins = fs::File::open(path).and_then(|mut file| file.read_exact(&mut magic));
    begins.is_ok() && magic == *b"\x7fELF"
}

/// How far below a folder of seeds these are: some have a folder for each group.
const GROUPS: usize = 3;

fn has_a_file(folder: &Path) -> bool {
    let mut all = WalkDir::new(folder).max_depth(GROUPS).into_iter().flatten();
    all.any(|entry| entry.file_type().is_file())
}

fn has_sources(folder: &Path) -> bool {
    let mut all = WalkDir::new(folder).max_depth(1).into_iter().flatten();
    all.any(|entry| {
        let ending = entry
            .path()
            .extension()
            .unwrap_or_default()
            .to_string_lossy();
        SOURCES.contains(&&*ending)
    })
}

/// The text of a source, as far as it is read.
fn start(path: &Path) -> Option<String> {
    let mut bytes = Vec::new();
    let file = fz_base::file::open(path).ok()?;
    file.take(MOST_BYTES).read_to_end(&mut bytes).ok()?;
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tree(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (path, text) in files {
            let path = folder.path().join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        }
        folder
    }

    const HARNESS: &str = "int LLVMFuzzerTestOneInput(const uint8_t *d, size_t n) { return 0; }";

    #[test]
    fn a_project_is_looked_through() {
        let folder = tree(&[
            ("CMakeLists.txt", ""),
            ("Makefile", ""),
            ("fuzz/parse.cc", HARNESS),
            ("fuzz/parse_seed_corpus/a", "1"),
            ("fuzz/grouped-corpus/sub/a", "1"),
            ("fuzz/data_parse/a", "1"),
            ("fuzz/parse_helpers/h.c", ""),
            ("fuzz/png.dict", ""),
            ("src/parse.c", "int parse;"),
            ("tests/t.c", ""),
            ("third_party/other/fuzz.cc", HARNESS),
            ("build/CMakeCache.txt", ""),
            ("build/copy.cc", HARNESS),
            (".git/x.c", HARNESS),
        ]);
        let project = look(folder.path()).unwrap();
        let systems: Vec<_> = project.builds.iter().map(|b| b.system).collect();
        assert_eq!(systems, [System::CMake, System::Make]);
        let harness = Harness {
            path: "fuzz/parse.cc".into(),
            kind: Kind::Function,
        };
        assert_eq!(project.harnesses, [harness]);
        assert_eq!(
            project.seeds,
            [
                "fuzz/grouped-corpus",
                "fuzz/parse_seed_corpus",
                "fuzz/data_parse"
            ]
            .map(PathBuf::from),
        );
        assert_eq!(project.dictionaries, [PathBuf::from("fuzz/png.dict")]);
        assert_eq!(project.aside, ["tests"]);
        assert_eq!(project.sources, 4);
        assert!(!project.has_more && !project.has_libtool);
    }

    #[test]
    fn what_configure_has_made_is_no_system_of_its_own() {
        let folder = tree(&[("configure", ""), ("Makefile", ""), ("ltmain.sh", "")]);
        let systems =
            |project: Project| project.builds.iter().map(|b| b.system).collect::<Vec<_>>();
        let project = look(folder.path()).unwrap();
        assert!(project.has_libtool);
        assert_eq!(systems(project), [System::Autotools, System::Make]);
        fs::write(folder.path().join("config.status"), "").unwrap();
        let project = look(folder.path()).unwrap();
        assert_eq!(systems(project), [System::Autotools]);
    }

    #[test]
    fn no_folder_is_an_error_that_says_so() {
        let folder = tree(&[("file", "")]);
        let error = look(&folder.path().join("file")).unwrap_err().to_string();
        assert!(error.contains("is not a folder"), "{error}");
        assert_eq!(
            look(&tree(&[]).path().join(".")).unwrap(),
            Project::default()
        );
    }
}
