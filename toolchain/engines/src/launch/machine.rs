//! What there is on this machine to run, and what stands in a fuzzer's way.

use std::{
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
};

use fz_base::env;

/// The variable that [`Machine::target_environment`] is the value of.
pub const TARGET_ENVIRONMENT: &str = "AFL_TARGET_ENV";

/// Where the kernel says what becomes of a crash.
pub const CORE_PATTERN: &str = "/proc/sys/kernel/core_pattern";

/// Where it says how the first processor's speed is chosen, if it knows.
pub const FREQUENCIES: &str = "/sys/devices/system/cpu/cpu0/cpufreq";

/// What stands in a fuzzer's way, and the command that takes it out.
pub struct Obstacle {
    pub what: String,
    pub mend: &'static str,
}

#[derive(Clone, Debug, Default)]
pub struct Machine {
    /// The fuzzer that is started beside the program.
    pub fuzzer: Option<PathBuf>,
    /// What it says of its options.
    pub help: String,
    pub core_pattern: String,
    /// CPU frequencies are scaled by demand.
    pub scales_frequencies: bool,
    pub cpus: usize,
    /// Names of AFL's variables that are set.
    pub afl: Vec<String>,
    /// AFL_TARGET_ENV: variables that afl-fuzz sets for its target alone.
    pub target_environment: String,
    /// Where the dynamic linker looks first.
    pub library_path: Vec<PathBuf>,
    /// Options of sanitizers that are set, by variable.
    pub sanitizer_options: Vec<(&'static str, String)>,
}

impl Machine {
    pub fn read(fuzzer: Option<PathBuf>) -> Machine {
        let help = fuzzer.as_deref().map(help).unwrap_or_default();
        let environment = env::Environment::read();
        let set = env::SANITIZER_OPTIONS
            .iter()
            .filter_map(|v| Some((v.name, env::read(v)?)));
        let target_environment = environment.afl.iter();
        let target_environment = target_environment.filter(|(name, _)| name == TARGET_ENVIRONMENT);
        Machine {
            fuzzer,
            help,
            target_environment: target_environment.map(|(_, v)| v.as_str()).collect(),
            library_path: env::library_path(),
            core_pattern: fs::read_to_string(CORE_PATTERN).unwrap_or_default(),
            scales_frequencies: scales_frequencies(Path::new(FREQUENCIES)),
            cpus: fz_process::processors(),
            afl: environment.afl.into_iter().map(|(name, _)| name).collect(),
            sanitizer_options: set.collect(),
        }
    }

    /// Whether the fuzzer's help names the option.
    pub fn knows(&self, option: &str) -> bool {
        let first = |line: &str| line.split_whitespace().next().map(str::to_owned);
        self.help.lines().filter_map(first).any(|o| o == option)
    }

    /// Crashes that go to another program first.
    pub fn piped_cores(&self) -> Option<Obstacle> {
        let pattern = self.core_pattern.trim();
        pattern.starts_with('|').then(|| Obstacle {
            what: format!(
                "the kernel hands crashes to another program first (kernel.core_pattern is `{pattern}`), so afl-fuzz may take them for time-outs"
            ),
            mend: "echo core | sudo tee /proc/sys/kernel/core_pattern",
        })
    }

    /// Processors that are slow where runs are short.
    pub fn slow_processors(&self) -> Option<Obstacle> {
        self.scales_frequencies.then(|| Obstacle {
            what: "the processors' speed follows their load, which slows many short runs down".to_owned(),
            mend: "echo performance | sudo tee /sys/devices/system/cpu/cpu*/cpufreq/scaling_governor",
        })
    }

    pub fn has_set(&self, variable: &str) -> bool {
        self.afl.iter().any(|name| name == variable)
    }
}

/// What a program prints about itself; fuzzers end with an error behind it.
pub fn help(program: &Path) -> String {
    fz_process::output(program, &[OsStr::new("-h")])
        .map(|output| {
            let text = [output.stdout, output.stderr].concat();
            String::from_utf8_lossy(&text).into_owned()
        })
        .unwrap_or_default()
}

/// As afl-fuzz looks at it.
fn scales_frequencies(folder: &Path) -> bool {
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap_or_default();
    let governor = read("scaling_governor");
    !governor.is_empty()
        && !governor.starts_with("perf")
        && read("scaling_min_freq") != read("scaling_max_freq")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_found_in_a_help_text() {
        let machine = Machine {
            help: "  -w program    - companions\n  -c program - enable -y\n".to_owned(),
            ..Machine::default()
        };
        assert!(machine.knows("-w") && machine.knows("-c"));
        assert!(!machine.knows("-y"));
    }

    #[test]
    fn frequencies_scale_if_a_governor_has_room_to() {
        let folder = tempfile::tempdir().unwrap();
        let set = |name: &str, value: &str| fs::write(folder.path().join(name), value).unwrap();
        assert!(
            !scales_frequencies(folder.path()),
            "a virtual machine has none"
        );
        set("scaling_governor", "powersave\n");
        set("scaling_min_freq", "1\n");
        set("scaling_max_freq", "2\n");
        assert!(scales_frequencies(folder.path()));
        set("scaling_min_freq", "2\n");
        assert!(!scales_frequencies(folder.path()));
    }
}
