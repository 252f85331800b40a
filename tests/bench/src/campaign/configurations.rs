//! What is compared: which builds a fuzzer runs, and how.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::Deserialize;

use super::place::Place;
use crate::passes;
use fz_harness::variant::Variant;
use xtask::{proc, repo, setup};

pub struct Configuration {
    pub name: &'static str,
    pub builds: &'static [Build],
    plan: Plan,
}

/// A program, by the name of its folder.
#[derive(Clone, Copy)]
pub struct Build {
    pub name: &'static str,
    pub variant: fn(&'static str) -> Variant,
}

/// Who starts which instances of afl-fuzz.
enum Plan {
    /// These; the first is the main one.
    Instances(&'static [Instance]),
    /// Those that `fz fuzz` plans.
    Companions,
}

struct Instance {
    role: &'static str,
    build: &'static str,
    /// Whether its build shows compares, which it solves. It is an instance of its own, for theirs as for ours: `-c` with
    /// another program than the fuzzed one makes afl-fuzz fuzz that one.
    solves: bool,
    /// Whether it takes the words that the program offers.
    words: bool,
}

/// One afl-fuzz.
#[derive(Deserialize)]
pub struct Launch {
    pub role: String,
    pub program: PathBuf,
    pub arguments: Vec<String>,
    pub environment: std::collections::BTreeMap<String, String>,
}

const PCGUARD: Build = Build {
    name: "pcguard",
    variant: |_| Variant::pcguard(),
};
const LAF: Build = Build {
    name: "laf",
    variant: |_| Variant::laf_all(),
};
const AFL_CMPLOG: Build = Build {
    name: "afl-cmplog",
    variant: |_| Variant::afl_cmplog(),
};

/// What inputs are judged by.
pub const COVERAGE: Build = shipped("coverage");

const fn shipped(name: &'static str) -> Build {
    Build {
        name,
        variant: Variant::shipped,
    }
}

const fn alone(name: &'static str) -> Build {
    Build {
        name,
        variant: passes::alone,
    }
}

/// How AFL++'s maintainers advise to solve compares, for theirs and for ours.
const SOLVER: &str = "2AT";
/// What one input may take, in milliseconds; more if the seeds do.
const TIMEOUT: &str = "1000+";

/// The first is what the others are held against.
pub const CONFIGURATIONS: [Configuration; 3] = [
    Configuration {
        name: "pcguard",
        builds: &[PCGUARD],
        plan: Plan::Instances(&[Instance::of("default", "pcguard")]),
    },
    Configuration {
        name: "aflpp-best",
        builds: &[PCGUARD, AFL_CMPLOG, LAF],
        plan: Plan::Instances(&[
            Instance::of("main", "pcguard"),
            Instance::solver("afl-cmplog"),
            Instance::of("laf", "laf"),
        ]),
    },
    // The paper's three companions, and an instance that solves compares, as AFL++'s best has one. Words are what the
    // program offers: the optimised dictionary makes up to 32,768 tries of an entry, too many for a run of minutes.
    Configuration {
        name: "fz-companions",
        builds: &[
            shipped("fuzz"),
            shipped("vanilla"),
            shipped("split"),
            shipped("cmplog"),
        ],
        plan: Plan::Companions,
    },
];

/// A pass alone.
macro_rules! pass {
    ($name:literal) => {
        Configuration::pass($name, &[alone($name)], &[Instance::mute($name)])
    };
}

/// Each heuristic in isolation, beside none. Words would blur what passes do.
pub const PASSES: [Configuration; 9] = [
    pass!("no-pass"),
    pass!("select-reedge"),
    pass!("unify-returns"),
    pass!("split-landing-pads"),
    pass!("narrow-compares"),
    pass!("byte-split"),
    pass!("split-calls"),
    Configuration::pass(
        "words",
        &[alone("no-pass")],
        &[Instance::of("default", "no-pass")],
    ),
    Configuration::pass(
        "cmplog",
        &[alone("no-pass"), shipped("cmplog")],
        &[
            Instance {
                role: "main",
                ..Instance::mute("no-pass")
            },
            Instance {
                words: false,
                ..Instance::solver("cmplog")
            },
        ],
    ),
];

impl Instance {
    const fn of(role: &'static str, build: &'static str) -> Instance {
        Instance {
            role,
            build,
            solves: false,
            words: true,
        }
    }

    const fn solver(build: &'static str) -> Instance {
        Instance {
            solves: true,
            ..Instance::of("cmplog", build)
        }
    }

    /// The only one, without words.
    const fn mute(build: &'static str) -> Instance {
        Instance {
            words: false,
            ..Instance::of("default", build)
        }
    }
}

impl Configuration {
    const fn pass(
        name: &'static str,
        builds: &'static [Build],
        instances: &'static [Instance],
    ) -> Configuration {
        Configuration {
            name,
            builds,
            plan: Plan::Instances(instances),
        }
    }

    /// What is started side by side. Each instance has a random seed of its own, counted up from `random`.
    pub fn launches(&self, place: &Place, out: &Path, random: u64) -> Result<Vec<Launch>> {
        match self.plan {
            Plan::Instances(instances) => Ok(instances
                .iter()
                .enumerate()
                .map(|(at, instance)| {
                    let several = instances.len() > 1;
                    instance.launch(place, out, several.then_some(at == 0), random + at as u64)
                })
                .collect()),
            Plan::Companions => companions(place, out, random),
        }
    }
}

fn fuzzer() -> PathBuf {
    setup::aflpp().join("bin/afl-fuzz")
}

impl Instance {
    /// `main`: whether it is the main one of several.
    fn launch(&self, place: &Place, out: &Path, main: Option<bool>, random: u64) -> Launch {
        let path = |path: &Path| path.display().to_string();
        let mut arguments = vec!["-i".into(), path(&place.seeds()), "-o".into(), path(out)];
        if let Some(main) = main {
            let option = if main { "-M" } else { "-S" };
            arguments.extend([option, self.role].map(String::from));
        }
        arguments.extend(["-s".into(), random.to_string()]);
        arguments.extend(["-t", TIMEOUT].map(String::from));
        if self.solves {
            arguments.extend(["-c", "0", "-l", SOLVER].map(String::from));
        }
        arguments.extend(["--".into(), path(&place.program(self.build))]);
        arguments.extend(place.subject.under_a_fuzzer());
        let mute = (!self.words).then(|| ("AFL_NO_AUTODICT".to_string(), "1".to_string()));
        Launch {
            role: self.role.into(),
            program: fuzzer(),
            arguments,
            environment: mute.into_iter().collect(),
        }
    }
}

#[derive(Deserialize)]
struct Planned {
    launches: Vec<Launch>,
}

/// What `fz fuzz` would start.
fn companions(place: &Place, out: &Path, random: u64) -> Result<Vec<Launch>> {
    let mut fz = repo::tool("fz");
    let program = |build| OsString::from(place.program(build));
    fz.args(["fuzz", "--dry-run", "--json"])
        .env("AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES", "1")
        .arg("--engine")
        .arg(format!("afl={}", fuzzer().display()))
        .arg("-i")
        .arg(place.seeds())
        .arg("-o")
        .arg(out)
        .args(["-s", &random.to_string()])
        .args(["--companion".into(), program("vanilla")])
        .args(["--companion".into(), program("split")])
        .args(["-c".into(), program("cmplog")])
        .arg("--engine-args")
        .arg(format!("-t {TIMEOUT} -l {SOLVER}"))
        .arg("--")
        .arg(program("fuzz"))
        .args(place.subject.under_a_fuzzer())
        // Which core an instance runs on, a run says.
        .env("AFL_NO_AFFINITY", "1")
        .env("AFL_NO_UI", "1");
    let text = proc::output(&mut fz)?;
    let planned: Planned = serde_json::from_str(&text)
        .with_context(|| format!("{} printed no plan", proc::rendered(&fz)))?;
    Ok(planned.launches)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{CONFIGURATIONS, PASSES, Plan};

    #[test]
    fn every_instance_has_its_builds() {
        for table in [&CONFIGURATIONS[..], &PASSES] {
            let names: BTreeSet<_> = table.iter().map(|c| c.name).collect();
            assert_eq!(names.len(), table.len());
            for configuration in table {
                let Plan::Instances(instances) = configuration.plan else {
                    continue;
                };
                let has = |name| configuration.builds.iter().any(|b| b.name == name);
                for instance in instances {
                    assert!(has(instance.build), "{}", configuration.name);
                }
            }
        }
    }
}
