//! `fz doctor` of the machine: what a build takes besides the compiler, the fuzzers, and what stands in their way.

use std::{fs, path::Path};

use fz_base::layout::Layout;
use fz_driver::machine::libclang;
use fz_engines::{
    ENGINES, Engine, installed,
    launch::machine::{self, Machine},
};
use fz_process::permitted;
use fz_settings::Settings;

use super::doctor_check::{Check, State};

/// As large as the map that afl-fuzz makes before it knows the program.
const MAP: usize = 8 << 20;

/// What belongs to the compiler besides its pass plugin.
pub fn of_compiler(layout: &Layout, clang: &Path) -> Vec<Check> {
    let plugins = [
        layout.casts_plugin(),
        layout.conditions_plugin(),
        layout.expand_plugin(),
    ];
    let missing = plugins.iter().find(|p| !p.exists());
    let plugins = match missing {
        None => {
            Ok("those of clang's syntax trees are there (profiles guards and coverage)".to_owned())
        }
        Some(path) => Err(format!(
            "{} is missing: install fz again; the profiles guards and coverage need it",
            path.display()
        )),
    };
    let library = libclang(clang);
    let refactoring = match library.exists() {
        true => State::Fine(format!(
            "{} (profile coverage, fz refactor)",
            library.display()
        )),
        false => State::wrong(
            format!(
                "{} is missing: the profile coverage and fz refactor need it",
                library.display()
            ),
            format!("sudo apt install {}", fz_llvm::LIBCLANG_PACKAGE),
        ),
    };
    vec![
        Check::new("plugins", plugins),
        Check::new("libclang", refactoring),
    ]
}

/// The programs that `fz fuzz` starts, engine by engine.
pub fn of_fuzzers(settings: &Settings, layout: &Layout) -> Vec<Check> {
    let folders = fz_engines::folders(settings, layout);
    let check = |engine: &'static Engine| {
        let launcher = engine.launcher()?;
        let name = launcher.fuzzer?;
        let state = match installed::fuzzer(engine.name, name, &folders) {
            Some(path) => {
                let version = launcher.version.and_then(|v| v(&machine::help(&path)));
                let version = version.map_or(String::new(), |v| format!(" {v}"));
                State::Fine(format!(
                    "{}{version} (engine {})",
                    path.display(),
                    engine.name
                ))
            }
            None => absent(engine, name, launcher.how_to_get, settings),
        };
        Some(Check::new(name, state))
    };
    ENGINES.iter().filter_map(check).collect()
}

fn absent(engine: &Engine, name: &str, how_to_get: &str, settings: &Settings) -> State {
    match engine.name == settings.engine.value {
        true => State::Wrong {
            what: format!(
                "{name} is missing, which runs what is linked for {}: {how_to_get}",
                engine.name
            ),
            mend: None,
        },
        false => State::Unneeded(format!(
            "missing, and the engine {} does not need it: {how_to_get}",
            settings.engine.value
        )),
    }
}

/// What the kernel, or the container, lets fuzzers and `fz` do.
pub fn of_kernel(settings: &Settings) -> Vec<Check> {
    let machine = Machine::read(None);
    // The others do not mind.
    let for_afl = |state: State| match state {
        State::Wrong { what, mend } if !starts_afl_fuzz(settings) => {
            let mend = mend.map_or(String::new(), |mend| format!(": `{mend}`"));
            State::Unneeded(format!("{what}; only afl-fuzz minds{mend}"))
        }
        state => state,
    };
    vec![
        Check::new("cores", for_afl(cores(&machine))),
        Check::new("speed", for_afl(speed(&machine))),
        Check::new("memory", memory()),
        Check::new("tracing", tracing()),
    ]
}

fn starts_afl_fuzz(settings: &Settings) -> bool {
    let engine = fz_engines::find(&settings.engine.value).ok();
    let launcher = engine.and_then(|engine| engine.launcher());
    launcher.is_some_and(|l| l.fuzzer == Some("afl-fuzz"))
}

/// Where crashes go.
fn cores(machine: &Machine) -> State {
    let pattern = machine.core_pattern.trim();
    match machine.piped_cores() {
        _ if pattern.is_empty() => {
            State::Unknown(format!("{} cannot be read", machine::CORE_PATTERN))
        }
        Some(obstacle) => State::wrong(obstacle.what, obstacle.mend),
        None => State::Fine(format!(
            "crashes reach the fuzzer at once: kernel.core_pattern is `{pattern}`"
        )),
    }
}

/// Whether processors change their speed.
fn speed(machine: &Machine) -> State {
    let folder = Path::new(machine::FREQUENCIES);
    match machine.slow_processors() {
        Some(obstacle) => State::wrong(obstacle.what, obstacle.mend),
        None if folder.exists() => {
            State::Fine("the processors' speed does not follow their load".to_owned())
        }
        None => State::Unknown(format!(
            "whether the processors' speed follows their load: {} is not there, as in most virtual machines",
            folder.display()
        )),
    }
}

/// Maps of counters and inputs are in segments of shared memory.
fn memory() -> State {
    let mebibytes = MAP >> 20;
    match permitted::shared_memory(MAP) {
        Ok(()) => State::Fine(format!(
            "a shared segment of {mebibytes} MiB was made and removed"
        )),
        Err(error) => {
            let what = format!("no shared segment of {mebibytes} MiB can be made: {error}");
            match error.raw_os_error() {
                // Too large, or more than all may have together.
                Some(libc::EINVAL | libc::ENOMEM) => State::wrong(
                    what,
                    "sudo sysctl -w kernel.shmmax=68719476736 kernel.shmall=16777216",
                ),
                // Too many of them: of fuzzers that were killed, mostly.
                Some(libc::ENOSPC) => State::wrong(
                    format!("{what} (there are too many: `ipcs -m` lists them)"),
                    "ipcrm --all=shm   # no fuzzer may be running",
                ),
                _ => State::wrong(
                    format!("{what} (a container may forbid it)"),
                    "docker run --security-opt seccomp=unconfined …",
                ),
            }
        }
    }
}

/// Stacks of crashes are read under ptrace.
fn tracing() -> State {
    const SCOPE: &str = "/proc/sys/kernel/yama/ptrace_scope";
    let scope = fs::read_to_string(SCOPE).ok();
    let scope = scope.as_deref().map(str::trim);
    match (permitted::tracing(), scope) {
        (Ok(true), _) => State::Fine(
            "a program was run under ptrace (fz cov collect reads stacks of crashes so)".to_owned(),
        ),
        (Ok(false), Some(strict @ ("2" | "3"))) => State::wrong(
            format!(
                "no program can be traced, so that crashes have no stacks: kernel.yama.ptrace_scope is {strict}"
            ),
            match strict {
                // It stays until the machine starts anew.
                "3" => {
                    "echo kernel.yama.ptrace_scope=1 | sudo tee /etc/sysctl.d/99-ptrace.conf && sudo reboot"
                }
                _ => "sudo sysctl -w kernel.yama.ptrace_scope=1",
            },
        ),
        (Ok(false), _) => State::wrong(
            "no program can be traced, so that crashes have no stacks: this container does not permit it",
            "docker run --cap-add=SYS_PTRACE …",
        ),
        (Err(error), _) => State::Unknown(format!("tracing could not be tried: {error}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn machine(pattern: &str) -> Machine {
        Machine {
            core_pattern: pattern.to_owned(),
            ..Machine::default()
        }
    }

    #[test]
    fn a_core_pattern_that_pipes_is_wrong() {
        assert!(matches!(cores(&machine("core\n")), State::Fine(_)));
        assert!(matches!(cores(&machine("")), State::Unknown(_)));
        let State::Wrong { what, mend } = cores(&machine("|/usr/share/apport/apport %p\n")) else {
            panic!("a pipe takes the crashes");
        };
        assert!(what.contains("|/usr/share/apport/apport %p"), "{what}");
        assert_eq!(
            mend.unwrap(),
            "echo core | sudo tee /proc/sys/kernel/core_pattern"
        );
    }

    fn settings(engine: &str) -> Settings {
        let flags = fz_settings::Flags {
            engine: Some(engine.to_owned()),
            ..fz_settings::Flags::default()
        };
        let nothing = fz_base::env::Environment::default();
        Settings::resolve(&flags, &nothing, Path::new("/")).unwrap()
    }

    #[test]
    fn afl_fuzz_is_known_by_its_engines() {
        assert!(starts_afl_fuzz(&settings("afl")));
        assert!(!starts_afl_fuzz(&settings("libfuzzer")));
        assert!(!starts_afl_fuzz(&settings("no-such-engine")));
    }

    #[test]
    fn a_fuzzer_is_missed_where_it_is_the_engine_s() {
        let afl = fz_engines::find("afl").unwrap();
        let of = |engine: &str| absent(afl, "afl-fuzz", "apt install afl++", &settings(engine));
        assert!(matches!(of("afl"), State::Wrong { .. }));
        assert!(matches!(of("libfuzzer"), State::Unneeded(_)));
    }
}
