//! What to type after `fz new`.

use std::path::Path;

use fz_base::shell;

use crate::{Harness, Kind, Project, System};

/// Commands with what they are for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    pub what: String,
    pub commands: Vec<String>,
}

/// A build's folder, beside the sources.
const FUZZ: &str = "build-fuzz";
const COVERAGE: &str = "build-coverage";

/// What stands for a part that nobody but the user knows.
const LIBRARY: &str = "LIBRARY.a";
const PROGRAM: &str = "PROGRAM";

/// What cargo builds for: its build scripts are then left alone.
const RUST: &str = "x86_64-unknown-linux-gnu";

/// What to type for a project that `system` builds, for programs that are linked for `engine`. No system: nothing is known
/// to build it.
pub fn steps(project: &Project, system: Option<System>, engine: &str) -> Vec<Step> {
    let function = project
        .harnesses
        .iter()
        .find(|harness| harness.kind == Kind::Function);
    let program = Program::of(function, system);
    let mut steps = vec![step(
        "build it with fz's compilers",
        build(project, system, FUZZ, ""),
    )];
    if let Some(harness) = function {
        steps.push(step(
            &format!(
                "link the harness, if the build does not; {LIBRARY} is the library that was built"
            ),
            vec![link(harness, system, FUZZ, "", &program.fuzzed)],
        ));
    }
    steps.push(step(
        "see what has counters, and what has none and why",
        vec![format!("fz doctor {}", program.fuzzed)],
    ));
    let seeds = project.seeds.first();
    let words = project.dictionaries.first();
    steps.push(step(
        match seeds {
            Some(_) => "fuzz it",
            None => "fuzz it; SEEDS is a folder with a few small inputs",
        },
        vec![format!(
            "fz fuzz -i {} -o out {}-- {}{}",
            seeds.map_or("SEEDS".to_owned(), |folder| quoted(folder)),
            words.map_or(String::new(), |file| format!("-x {} ", quoted(file))),
            program.fuzzed,
            program.argument
        )],
    ));
    // Only programs with a fork server can be asked.
    let variables = match engine {
        "afl" => "FZ_PROFILE=coverage ",
        _ => "FZ_PROFILE=coverage FZ_ENGINE=afl ",
    };
    let mut commands = build(project, system, COVERAGE, variables);
    commands.extend(
        function.map(|harness| link(harness, system, COVERAGE, variables, &program.covered)),
    );
    let separator = if program.argument.is_empty() {
        ""
    } else {
        " --"
    };
    commands.push(format!(
        "fz cov collect {} -i out -o run.fzcov{separator}{}",
        program.covered, program.argument
    ));
    commands.push("fz cov report run.fzcov -o report.html".to_owned());
    steps.push(step(
        "build it once more for coverage, and see on a page what the fuzzer reached",
        commands,
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
    /// Its build for coverage.
    covered: String,
    /// A program with a main of its own reads a file.
    argument: &'static str,
}

impl Program {
    fn of(function: Option<&Harness>, system: Option<System>) -> Program {
        if let Some(harness) = function {
            let name = program_of(&harness.path);
            return Program {
                fuzzed: format!("./{name}"),
                covered: format!("./{name}.coverage"),
                argument: "",
            };
        }
        let below = |folder: &str| match system {
            Some(System::Cargo) => format!("{folder}/{RUST}/debug/{PROGRAM}"),
            Some(system) if has_folders(system) => format!("{folder}/{PROGRAM}"),
            _ => format!("./{PROGRAM}"),
        };
        Program {
            fuzzed: below(FUZZ),
            covered: below(COVERAGE),
            argument: " @@",
        }
    }
}

/// Whether a build can stand beside the sources.
fn has_folders(system: System) -> bool {
    system != System::Make
}

/// The build in `folder`, where the system has such folders.
fn build(project: &Project, system: Option<System>, folder: &str, variables: &str) -> Vec<String> {
    const COMPILERS: &str = "CC=fz-cc CXX=fz-cxx";
    let Some(system) = system else {
        let (compiler, source) = match project.harnesses.first() {
            Some(harness) => (compiler(&harness.path), quoted(&harness.path)),
            None => ("fz-cc", format!("{PROGRAM}.c")),
        };
        return vec![format!("{variables}{compiler} -g -O2 -c {source}")];
    };
    match system {
        System::Meson => vec![
            format!("{variables}{COMPILERS} meson setup --default-library=static {folder}"),
            format!("{variables}meson compile -C {folder}"),
        ],
        System::CMake => vec![
            format!(
                "{variables}cmake -DCMAKE_C_COMPILER=fz-cc -DCMAKE_CXX_COMPILER=fz-cxx -DBUILD_SHARED_LIBS=OFF -B {folder}"
            ),
            format!("{variables}cmake --build {folder}"),
        ],
        System::Autotools => {
            let mut commands = Vec::new();
            let sign = project.builds.iter().find(|b| b.system == system);
            if folder == FUZZ {
                match sign.map(|b| b.sign) {
                    Some("autogen.sh") => commands.push("NOCONFIGURE=1 ./autogen.sh".to_owned()),
                    Some("configure.ac" | "configure.in") => {
                        commands.push("autoreconf --install".to_owned());
                    }
                    _ => {}
                }
            }
            // Else programs are scripts, which look for their libraries by themselves.
            let is_static = match project.has_libtool {
                true => " --disable-shared",
                false => "",
            };
            commands.push(format!(
                "mkdir -p {folder} && (cd {folder} && {variables}{COMPILERS} ../configure{is_static} && {variables}make)"
            ));
            commands
        }
        System::Cargo => vec![format!(
            "{variables}{COMPILERS} RUSTFLAGS=-Clinker=fz-cc cargo build --target {RUST} --target-dir {folder}"
        )],
        System::Make if folder == FUZZ => vec![format!("{variables}make {COMPILERS}")],
        // The program that was fuzzed would be lost.
        System::Make if !has_harness(project) => vec![
            format!("cp {PROGRAM} {PROGRAM}.fuzz"),
            format!("make clean && {variables}make {COMPILERS}"),
        ],
        System::Make => vec![format!("make clean && {variables}make {COMPILERS}")],
    }
}

/// Whether there is one that is linked to a program of its own.
fn has_harness(project: &Project) -> bool {
    project.harnesses.iter().any(|h| h.kind == Kind::Function)
}

fn link(
    harness: &Harness,
    system: Option<System>,
    folder: &str,
    variables: &str,
    program: &str,
) -> String {
    let (compiler, source) = (compiler(&harness.path), quoted(&harness.path));
    let library = match system.is_some_and(has_folders) {
        true => format!("{folder}/{LIBRARY}"),
        false => LIBRARY.to_owned(),
    };
    format!(
        "{variables}{compiler} -g -O2 {source} {library} -o {}",
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
        let steps = steps(project, system, "afl");
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
            "fz fuzz -i fuzz/corpus -o out -x fuzz/png.dict -- ./read_png",
            "FZ_PROFILE=coverage cmake --build build-coverage",
            "fz cov collect ./read_png.coverage -i out -o run.fzcov",
        ] {
            assert!(said.lines().any(|l| l == line), "{line} is not in:\n{said}");
        }
    }

    #[test]
    fn a_program_reads_a_file() {
        let said = commands(&with(System::Make, "Makefile"), Some(System::Make));
        for line in [
            "make CC=fz-cc CXX=fz-cxx",
            "fz fuzz -i SEEDS -o out -- ./PROGRAM @@",
            "cp PROGRAM PROGRAM.fuzz",
            "make clean && FZ_PROFILE=coverage make CC=fz-cc CXX=fz-cxx",
            "fz cov collect ./PROGRAM -i out -o run.fzcov -- @@",
        ] {
            assert!(said.lines().any(|l| l == line), "{line} is not in:\n{said}");
        }
    }

    #[test]
    fn configure_is_made_once_where_it_is_missing() {
        let project = Project {
            has_libtool: true,
            ..with(System::Autotools, "configure.ac")
        };
        let said = commands(&project, Some(System::Autotools));
        assert_eq!(said.matches("autoreconf --install").count(), 1);
        assert_eq!(said.matches("../configure --disable-shared").count(), 2);
        let there = commands(
            &with(System::Autotools, "configure"),
            Some(System::Autotools),
        );
        assert!(!there.contains("autoreconf") && !there.contains("--disable-shared"));
    }

    #[test]
    fn coverage_is_asked_of_a_program_with_a_fork_server() {
        let project = with(System::Meson, "meson.build");
        let said = steps(&project, Some(System::Meson), "libfuzzer");
        let last = &said.last().unwrap().commands;
        assert!(
            last[0].starts_with("FZ_PROFILE=coverage FZ_ENGINE=afl CC=fz-cc"),
            "{last:?}"
        );
        assert!(
            last[2].starts_with("fz cov collect build-coverage/PROGRAM "),
            "{last:?}"
        );
    }

    #[test]
    fn every_system_has_commands() {
        for system in System::ALL {
            let said = commands(&with(system, system.signs()[0]), Some(system));
            assert!(
                said.contains("fz-cc") && said.contains("FZ_PROFILE=coverage"),
                "{said}"
            );
        }
        assert!(commands(&Project::default(), None).starts_with("fz-cc -g -O2 -c PROGRAM.c\n"));
    }
}
