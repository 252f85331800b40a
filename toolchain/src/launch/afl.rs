//! afl-fuzz: one instance, or several that share what they find (`-M`, `-S`), of one build or of companions.

use std::path::Path;

use fz_abi::afl::env;

use super::{
    Launch, Launcher, Plan, Request, Words,
    outcome::{self, Outcome},
    push,
    sanitizers::needs_address_space,
    target::Mark,
};
use crate::error::Error;

pub const LAUNCHER: Launcher = Launcher {
    engine: "afl",
    // What afl-fuzz itself looks for.
    marks: &[Mark::Bytes(env::SHM_ID.to_bytes_with_nul())],
    fuzzer: Some("afl-fuzz"),
    also_runs: &[],
    refuses: &[],
    dies_of_findings: false,
    prints_figures: false,
    dictionary: None,
    plan,
    outcome,
};

/// The instance that has no siblings; afl-fuzz calls it so.
const ALONE: &str = "default";

/// One afl-fuzz.
struct Instance<'a> {
    name: String,
    program: &'a Path,
    is_main: bool,
}

fn plan(request: &Request) -> Result<Plan, Error> {
    let mut plan = Plan::default();
    if !request.sanitized.is_empty() && !request.machine.knows("-w") {
        return Err(Error::Option {
            option: "-w".to_owned(),
            message: format!(
                "{} does not know it; name a newer afl-fuzz with --fuzzer",
                request.fuzzer().display()
            ),
        });
    }
    if let (Some(_), Some(sanitizer)) = (request.memory, needs_address_space(&request.target)) {
        return Err(Error::Option {
            option: "-m".to_owned(),
            message: format!(
                "the program has the sanitizer `{sanitizer}`, which reserves terabytes: leave it out"
            ),
        });
    }
    if let Words::Optimised(mutator) = &request.words
        && request.machine.has_set(MUTATORS)
    {
        return Err(Error::Option {
            option: "--dictionary od".to_owned(),
            message: format!(
                "{MUTATORS} is set: add {} to it, behind a semicolon, set {NO_AUTODICT}=1, and leave the option out",
                mutator.display()
            ),
        });
    }
    let instances = instances(request);
    let several = instances.len() > 1;
    if request.cmplog.is_some() && runs_the_program_for_cmplog(request) {
        plan.notes.push(
            "this version of afl-fuzz runs the program itself where -c names another, so that the instance with -c runs \
             that build for both"
                .to_owned(),
        );
    }
    for (at, instance) in instances.iter().enumerate() {
        plan.launches
            .push(launch(request, instance, at as u64, several));
    }
    if instances.len() > request.machine.cpus && !request.machine.has_set("AFL_NO_AFFINITY") {
        plan.notes.push(format!(
            "more instances ({}) than processors ({}): AFL_TRY_AFFINITY lets afl-fuzz start where none is free",
            instances.len(),
            request.machine.cpus
        ));
        for launch in &mut plan.launches {
            launch
                .environment
                .push(("AFL_TRY_AFFINITY".to_owned(), "1".to_owned()));
        }
    }
    plan.obstacles = obstacles(request);
    Ok(plan)
}

/// Each build once, then each again, until there are as many as wanted.
fn instances(request: &Request) -> Vec<Instance<'_>> {
    let builds: Vec<(&str, &Path)> = match &request.companions[..] {
        [] => vec![("main", &request.target.path)],
        companions => companions
            .iter()
            .map(|c| (c.name.as_str(), c.program.as_path()))
            .collect(),
    };
    let wanted = (request.jobs as usize).max(builds.len());
    if wanted == 1 {
        return vec![Instance {
            name: ALONE.to_owned(),
            program: builds[0].1,
            is_main: false,
        }];
    }
    (0..wanted)
        .map(|at| {
            let (name, program) = builds[at % builds.len()];
            Instance {
                name: match at / builds.len() {
                    0 => name.to_owned(),
                    round => format!("{name}{}", round + 1),
                },
                program,
                is_main: at == 0,
            }
        })
        .collect()
}

fn launch(request: &Request, instance: &Instance, at: u64, several: bool) -> Launch {
    let mut arguments = Vec::new();
    push(&mut arguments, "-i", &request.seeds);
    push(&mut arguments, "-o", &request.out);
    if several {
        let option = if instance.is_main { "-M" } else { "-S" };
        push(&mut arguments, option, &instance.name);
    }
    if let Some(dictionary) = &request.dictionary {
        push(&mut arguments, "-x", dictionary);
    }
    // One solver of compares is enough: the others take over what it finds.
    let cmplog = request.cmplog.as_deref().filter(|_| at == 0);
    let only = cmplog.filter(|_| runs_the_program_for_cmplog(request));
    if let Some(cmplog) = cmplog {
        let itself = only.map(|_| Path::new("0"));
        push(&mut arguments, "-c", itself.unwrap_or(cmplog));
    }
    for sanitized in &request.sanitized {
        push(&mut arguments, "-w", sanitized);
    }
    if let Some(timeout) = request.timeout {
        push(&mut arguments, "-t", timeout.to_string());
    }
    match (request.memory, needs_address_space(&request.target)) {
        (Some(memory), _) => push(&mut arguments, "-m", memory.to_string()),
        // The default of older versions is a limit.
        (None, Some(_)) => push(&mut arguments, "-m", "none"),
        (None, None) => {}
    }
    if let Some(seconds) = request.seconds {
        push(&mut arguments, "-V", seconds.to_string());
    }
    if let Some(seed) = request.seed {
        push(&mut arguments, "-s", (seed + at).to_string());
    }
    arguments.extend(request.extra.iter().cloned());
    arguments.push("--".into());
    arguments.push(only.unwrap_or(instance.program).into());
    arguments.extend(request.arguments.iter().cloned());

    let set = |name: &str| (name.to_owned(), "1".to_owned());
    let mut environment: Vec<(String, String)> = Vec::new();
    if request.resumes {
        environment.push(set("AFL_AUTORESUME"));
    }
    if request.until_crash {
        environment.push(set("AFL_BENCH_UNTIL_CRASH"));
    }
    match &request.words {
        Words::Offered => {}
        // Each of these words is tried where it may help: the others need not be guessed with. One instance is enough.
        Words::Optimised(mutator) if at == 0 => {
            environment.push((MUTATORS.to_owned(), mutator.display().to_string()));
            environment.push(set(NO_AUTODICT));
        }
        Words::Optimised(_) => {}
        Words::None => environment.push(set(NO_AUTODICT)),
    }
    if request.ignore_core_pattern {
        environment.push(set(IGNORE_CORE));
    }
    Launch {
        role: instance.name.clone(),
        program: request.fuzzer(),
        arguments,
        environment,
    }
}

const MUTATORS: &str = "AFL_CUSTOM_MUTATOR_LIBRARY";
const NO_AUTODICT: &str = "AFL_NO_AUTODICT";
const IGNORE_CORE: &str = "AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES";
const SKIP_GOVERNOR: &str = "AFL_SKIP_CPUFREQ";

/// Debian's 4.04c executes the program's own file, under the other's name; `-c 0` is right in it.
fn runs_the_program_for_cmplog(request: &Request) -> bool {
    version(&request.machine.help).as_deref() == Some("4.04c")
}

/// What afl-fuzz stops at.
fn obstacles(request: &Request) -> Vec<String> {
    let machine = &request.machine;
    let mut obstacles = Vec::new();
    if machine.core_pattern.starts_with('|')
        && !request.ignore_core_pattern
        && !machine.has_set(IGNORE_CORE)
    {
        obstacles.push(format!(
            "crashes go to a program first (kernel.core_pattern is `{}`), so that afl-fuzz may take them for \
             time-outs: `echo core | sudo tee /proc/sys/kernel/core_pattern` until the next start of the machine, or \
             --ignore-core-pattern",
            machine.core_pattern.trim()
        ));
    }
    if machine.scales_frequencies && !machine.has_set(SKIP_GOVERNOR) {
        obstacles.push(format!(
            "the processors' speed follows their load, which makes many short runs slow: `echo performance | sudo tee \
             /sys/devices/system/cpu/cpu*/cpufreq/scaling_governor`, or {SKIP_GOVERNOR}=1 to go on as it is"
        ));
    }
    obstacles
}

fn outcome(request: &Request, _: &str) -> Outcome {
    let names: Vec<String> = instances(request).into_iter().map(|i| i.name).collect();
    let mut sum = Outcome {
        crashes_in: request
            .inside(match &names[..] {
                [alone] => alone,
                _ => "*",
            })
            .join("crashes"),
        ..Outcome::new("afl")
    };
    sum.corpus_in = sum.crashes_in.with_file_name("queue");
    for name in &names {
        let folder = request.inside(name);
        let stats = std::fs::read_to_string(folder.join("fuzzer_stats")).unwrap_or_default();
        let figure = |key: &str| {
            let line = stats
                .lines()
                .find_map(|l| l.split_once(':').filter(|(k, _)| k.trim() == key));
            line.and_then(|(_, value)| value.trim().parse::<u64>().ok())
        };
        sum.executions = [sum.executions, figure("execs_done")]
            .into_iter()
            .flatten()
            .reduce(|a, b| a + b);
        sum.corpus += outcome::files(&folder.join("queue"), &["id:"]);
        sum.crashes += outcome::files(&folder.join("crashes"), &["id:"]);
        sum.hangs += outcome::files(&folder.join("hangs"), &["id:"]);
    }
    sum
}

/// The version in afl-fuzz's help.
pub fn version(help: &str) -> Option<String> {
    let at = help.find("afl-fuzz")? + "afl-fuzz".len();
    let word = help[at..].split_whitespace().next()?;
    // `++4.04c`, with colours around it.
    let version: String = word
        .trim_start_matches('+')
        .chars()
        .take_while(|c| c.is_ascii_alphanumeric() || *c == '.')
        .collect();
    (!version.is_empty()).then_some(version)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_version_is_read_among_colours() {
        let help = "\u{1b}[0;36mafl-fuzz++4.04c\u{1b}[0m based on afl by";
        assert_eq!(version(help).as_deref(), Some("4.04c"));
        assert_eq!(version("usage: nothing"), None);
    }
}
