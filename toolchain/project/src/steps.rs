//! What to type after `fz new`, and which campaign that leads to.

use std::path::{Path, PathBuf};

use fz_base::shell;

use crate::{Harness, Kind, Project, System};

/// Commands with what they are for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    pub what: String,
    pub commands: Vec<String>,
}

/// The build's folder, beside the sources.
const FUZZ: &str = "build-fuzz";

/// The folder of a campaign.
const OUT: &str = "out";

/// What stands for a part that nobody but the user knows.
const LIBRARY: &str = "LIBRARY.a";
const PROGRAM: &str = "PROGRAM";

/// What cargo builds for: its build scripts are then left alone.
const RUST: &str = "x86_64-unknown-linux-gnu";

/// The campaign of a project, as `[fuzz]` of `fz.toml` has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Campaign {
    /// `None`: nobody but the user knows which of its programs is fuzzed.
    pub program: Option<String>,
    pub arguments: Vec<String>,
    pub seeds: Option<PathBuf>,
    pub dictionaries: Vec<PathBuf>,
    pub output: String,
}

impl Campaign {
    pub fn of(project: &Project, system: Option<System>) -> Campaign {
        let function = function(project);
        let program = Program::of(function, system);
        let argument = program.argument.trim();
        // The only one that was built can only be this one.
        let built = match &project.programs[..] {
            [only] => Some(format!("./{}", only.display())),
            _ => None,
        };
        let fuzzed = function.map(|_| program.fuzzed);
        Campaign {
            arguments: match argument.is_empty() {
                true => Vec::new(),
                false => vec![argument.to_owned()],
            },
            program: fuzzed.or(built),
            seeds: project.seeds.first().cloned(),
            dictionaries: project.dictionaries.clone(),
            output: OUT.to_owned(),
        }
    }
}

/// The first harness that is linked to a program of its own.
fn function(project: &Project) -> Option<&Harness> {
    let mut harnesses = project.harnesses.iter();
    harnesses.find(|harness| harness.kind == Kind::Function)
}

/// What to type for a project that `system` builds. No system: nothing is known to build it.
pub fn steps(project: &Project, system: Option<System>) -> Vec<Step> {
    let function = function(project);
    let program = Program::of(function, system);
    let mut steps = vec![step("build it with fz's compilers", build(project, system))];
    if let Some(harness) = function {
        steps.push(step(
            &format!(
                "link the harness, if the build does not; {LIBRARY} is the library that was built"
            ),
            vec![link(harness, system, &program.fuzzed)],
        ));
    }
    steps.push(step(
        "see what has counters, and what has none and why",
        vec![format!("fz doctor {}", program.fuzzed)],
    ));
    steps.push(match function {
        Some(_) => step(
            "fuzz it, as [fuzz] of fz.toml has it",
            vec!["fz fuzz".to_owned()],
        ),
        None => {
            let words = project.dictionaries.iter();
            let words = words.map(|file| format!("-x {} ", quoted(file)));
            let seeds = project.seeds.iter().take(1);
            let seeds = seeds.map(|folder| format!("-i {} ", quoted(folder)));
            let options: String = seeds.chain(words).collect();
            let (fuzzed, argument) = (&program.fuzzed, program.argument);
            step(
                &format!("fuzz it; {PROGRAM} is one that was built"),
                vec![format!("fz fuzz {options}-o {OUT} -- {fuzzed}{argument}")],
            )
        }
    });
    steps.push(step(
        "see on a page what was reached, and what to do next",
        vec!["fz cov report -o report.html".to_owned()],
    ));
    steps
}

fn step(what: &str, commands: Vec<String>) -> Step {
    Step {
        what: what.to_owned(),
        commands,
    }
}

/// How a program is called.
struct Program {
    fuzzed: String,
    /// A program with a main of its own reads a file.
    argument: &'static str,
}

impl Program {
    fn of(function: Option<&Harness>, system: Option<System>) -> Program {
        if let Some(harness) = function {
            return Program {
                fuzzed: format!("./{}", program_of(&harness.path)),
                argument: "",
            };
        }
        let fuzzed = match system {
            Some(System::Cargo) => format!("{FUZZ}/{RUST}/debug/{PROGRAM}"),
            Some(system) if has_folders(system) => format!("{FUZZ}/{PROGRAM}"),
            _ => format!("./{PROGRAM}"),
        };
        Program {
            fuzzed,
            argument: " @@",
        }
    }
}

/// Whether a build can stand beside the sources.
fn has_folders(system: System) -> bool {
    system != System::Make
}

/// The build, in a folder of its own where the system has such folders.
fn build(project: &Project, system: Option<System>) -> Vec<String> {
    const COMPILERS: &str = "CC=fz-cc CXX=fz-cxx";
    let Some(system) = system else {
        let (compiler, source) = match project.harnesses.first() {
            Some(harness) => (compiler(&harness.path), quoted(&harness.path)),
            None => ("fz-cc", format!("{PROGRAM}.c")),
        };
        return vec![format!("{compiler} -g -O2 -c {source}")];
    };
    match system {
        System::Meson => vec![
            format!("{COMPILERS} meson setup --default-library=static {FUZZ}"),
            format!("meson compile -C {FUZZ}"),
        ],
        System::CMake => vec![
            format!(
                "cmake -DCMAKE_C_COMPILER=fz-cc -DCMAKE_CXX_COMPILER=fz-cxx -DBUILD_SHARED_LIBS=OFF -B {FUZZ}"
            ),
            format!("cmake --build {FUZZ}"),
        ],
        System::Autotools => {
            let mut commands = Vec::new();
            let sign = project.builds.iter().find(|b| b.system == system);
            match sign.map(|b| b.sign) {
                Some("autogen.sh") => commands.push("NOCONFIGURE=1 ./autogen.sh".to_owned()),
                Some("configure.ac" | "configure.in") => {
                    commands.push("autoreconf --install".to_owned());
                }
                _ => {}
            }
            // Else programs are scripts, which look for their libraries by themselves.
            let is_static = match project.has_libtool {
                true => " --disable-shared",
                false => "",
            };
            commands.push(format!(
                "mkdir -p {FUZZ} && (cd {FUZZ} && {COMPILERS} ../configure{is_static} && make)"
            ));
            commands
        }
        System::Cargo => vec![format!(
            "{COMPILERS} RUSTFLAGS=-Clinker=fz-cc cargo build --target {RUST} --target-dir {FUZZ}"
        )],
        System::Make => vec![format!("make {COMPILERS}")],
    }
}

fn link(harness: &Harness, system: Option<System>, program: &str) -> String {
    let (compiler, source) = (compiler(&harness.path), quoted(&harness.path));
    let library = match system.is_some_and(has_folders) {
        true => format!("{FUZZ}/{LIBRARY}"),
        false => LIBRARY.to_owned(),
    };
    format!(
        "{compiler} -g -O2 {source} {library} -o {}",
        program.trim_start_matches("./")
    )
}

fn compiler(source: &Path) -> &'static str {
    match source.extension().is_some_and(|x| x == "c") {
        true => "fz-cc",
        false => "fz-cxx",
    }
}

/// What a harness's program is called.
fn program_of(source: &Path) -> String {
    let stem = source.file_stem().unwrap_or_default().to_string_lossy();
    let plain = |c: char| c.is_ascii_alphanumeric() || "_-".contains(c);
    stem.chars()
        .map(|c| if plain(c) { c } else { '_' })
        .collect()
}

/// As a shell takes it, and no option of what it is given to.
fn quoted(path: &Path) -> String {
    match path.as_os_str().as_encoded_bytes().starts_with(b"-") {
        true => shell::quoted(Path::new(".").join(path)),
        false => shell::quoted(path),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Build;

    fn with(system: System, sign: &'static str) -> Project {
        Project {
            builds: vec![Build { system, sign }],
            ..Project::default()
        }
    }

    fn commands(project: &Project, system: Option<System>) -> String {
        let steps = steps(project, system);
        let lines: Vec<_> = steps.into_iter().flat_map(|s| s.commands).collect();
        lines.join("\n")
    }

    #[test]
    fn a_harness_is_linked_and_fuzzed_without_arguments() {
        let project = Project {
            harnesses: vec![Harness {
                path: "fuzz/read png.cc".into(),
                kind: Kind::Function,
            }],
            seeds: vec!["fuzz/corpus".into()],
            dictionaries: vec!["fuzz/png.dict".into()],
            ..with(System::CMake, "CMakeLists.txt")
        };
        let said = commands(&project, Some(System::CMake));
        for line in [
            "fz-cxx -g -O2 'fuzz/read png.cc' build-fuzz/LIBRARY.a -o read_png",
            "fz fuzz",
            "fz cov report -o report.html",
        ] {
            assert!(said.lines().any(|l| l == line), "{line} is not in:\n{said}");
        }
        let campaign = Campaign::of(&project, Some(System::CMake));
        assert_eq!(campaign.program.as_deref(), Some("./read_png"));
        assert_eq!(campaign.seeds, Some("fuzz/corpus".into()));
        assert!(campaign.arguments.is_empty());
    }

    #[test]
    fn a_program_reads_a_file() {
        let project = with(System::Make, "Makefile");
        let said = commands(&project, Some(System::Make));
        for line in [
            "make CC=fz-cc CXX=fz-cxx",
            "fz fuzz -o out -- ./PROGRAM @@",
            "fz cov report -o report.html",
        ] {
            assert!(said.lines().any(|l| l == line), "{line} is not in:\n{said}");
        }
        let campaign = Campaign::of(&project, Some(System::Make));
        assert_eq!(
            (campaign.program, campaign.arguments),
            (None, vec!["@@".to_owned()])
        );
    }

    #[test]
    fn configure_is_made_once_where_it_is_missing() {
        let project = Project {
            has_libtool: true,
            ..with(System::Autotools, "configure.ac")
        };
        let said = commands(&project, Some(System::Autotools));
        assert_eq!(said.matches("autoreconf --install").count(), 1);
        assert_eq!(said.matches("../configure --disable-shared").count(), 1);
        let there = commands(
            &with(System::Autotools, "configure"),
            Some(System::Autotools),
        );
        assert!(!there.contains("autoreconf") && !there.contains("--disable-shared"));
    }

    #[test]
    fn every_system_is_built_once() {
        for system in System::ALL {
            let said = commands(&with(system, system.signs()[0]), Some(system));
            assert!(
                said.contains("fz-cc") && !said.contains("FZ_PROFILE"),
                "{said}"
            );
        }
        assert!(commands(&Project::default(), None).starts_with("fz-cc -g -O2 -c PROGRAM.c\n"));
    }
}
