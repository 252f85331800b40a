//! `afl`: AFL++'s protocol. The runtime goes into executables alone; counters get pages of their own in every image,
//! for the runtime lays the fuzzer's shared memory over them.
//!
//! afl-fuzz: one instance, or several that share what they find (`-M`, `-S`), of one build or of companions.

pub mod drawn;

use std::{
    ffi::OsString,
    path::Path,
    time::{Duration, SystemTime},
};

use fz_abi::afl::env;
use fz_abi::{afl::EXPORTS, files};
use fz_base::{
    env::{LIBRARY_PATH, OD_PROGRAM},
    error::Error,
    file,
};
use fz_commandline::{
    flags,
    invocation::{Link, Linker},
};

use super::{Addition, Counters, Engine, Need, Parts, Start, links};
use crate::launch::{
    Launch, Launcher, Plan, Request, Wish, Words,
    arguments::{ending, without_ending},
    companions::Companion,
    finds::{Kind, Place},
    live::{self, Figures},
    log,
    machine::{Machine, Obstacle, TARGET_ENVIRONMENT},
    outcome::{self, Outcome},
    push,
    sanitizers::needs_address_space,
    target::{Mark, search_path},
};

pub const ENGINE: Engine = Engine {
    name: "afl",
    summary: "AFL++ (4.04c and later), and other fuzzers with its protocol",
    profile: "fuzz",
    beside: "`cmplog` for a second build (-c); `vanilla` and `split` for companions (--companion auto)",
    oss_fuzz: "afl",
    link,
    needs: &[
        Need::Own(files::RUNTIME_OBJECT),
        Need::Own(files::HARNESS_AFL),
    ],
    refuses: &[],
    map_limit: None,
    counters: Counters::Pages,
    start: Start::With(&LAUNCHER),
};

fn link(link: &Link, parts: &Parts) -> Addition {
    link_with(files::RUNTIME_OBJECT, files::HARNESS_AFL, link, parts)
}

/// With one of the AFL runtimes, and a `main` for harnesses.
pub fn link_with(runtime: &str, main: &str, link: &Link, parts: &Parts) -> Addition {
    let mut add = Addition::default();
    let executable = links::takes_runtime(link, &mut add);
    // A library takes no runtime, and only page-aligned counters, if it is for this machine.
    if link.output == flags::Link::Shared
        && link.is_foreign
        && let Some(why) = link.no_runtime
    {
        add.reasons.push(format!("no runtime linked: {why}"));
    } else if executable || link.output == flags::Link::Shared {
        pages(link, parts, executable, &mut add);
    }
    if executable {
        add.first.extend(links::input(&parts.own(runtime)));
        for symbol in EXPORTS {
            add.first
                .push(format!("-Wl,--export-dynamic-symbol={symbol}").into());
        }
        links::findings_end_the_program(link, parts, &mut add);
        links::harness(link, parts, main, &[], &mut add);
    }
    add
}

/// Puts the counters on pages of their own.
fn pages(link: &Link, parts: &Parts, executable: bool, add: &mut Addition) {
    if link.script {
        let why = "your own linker script: counters are copied at the end of each run";
        add.reasons.push(why.to_owned());
        return;
    }
    match link.linker {
        Linker::Bfd | Linker::Default | Linker::Lld => {
            let script = match executable {
                true => files::PAGES_SCRIPT,
                false => files::PAGES_SCRIPT_DSO,
            };
            add.first
                .extend(links::input(&parts.own(files::DATA_OBJECT)));
            let mut option = OsString::from("--script=");
            option.push(parts.own(script));
            add.first.extend(links::word(option));
            if link.linker != Linker::Lld {
                // Else bfd keeps every function alive whose counters __start_… could reach. lld's default.
                add.first.push("-Wl,-z,start-stop-gc".into());
            }
        }
        Linker::Gold => {
            let (begin, end) = match executable {
                true => (files::GOLD_BEGIN, files::GOLD_END),
                false => (files::GOLD_BEGIN_DSO, files::GOLD_END_DSO),
            };
            add.first.extend(links::input(&parts.own(begin)));
            add.last.extend(links::input(&parts.own(end)));
        }
        Linker::Unknown => {
            let why = "a linker that fz does not know: counters are copied at the end of each run";
            add.reasons.push(why.to_owned());
        }
    }
}

const LAUNCHER: Launcher = Launcher {
    engine: "afl",
    // What afl-fuzz itself looks for.
    marks: &[Mark::Bytes(env::SHM_ID.to_bytes_with_nul())],
    fuzzer: Some("afl-fuzz"),
    how_to_get: "it is not on the PATH: install AFL++ (`apt-get install afl++`), or name it with --engine PATH",
    version: Some(version),
    also_runs: &[],
    also_marked: &[],
    refuses: &[],
    needs: &[(Wish::Sanitized, "-w", "4.31c")],
    dies_of_findings: false,
    prints_figures: false,
    drawn: Some(drawn::DRAWN),
    dictionary: None,
    plan,
    figures: Some(figures),
    finds: |out, role| places(&out.join(role)),
    outcome,
};

/// The instance that has no siblings; afl-fuzz calls it so.
const ALONE: &str = "default";

/// What is called so that has `-c`, and the fuzzed program not.
const SOLVER: &str = "cmplog";

/// One afl-fuzz.
struct Instance {
    name: String,
    build: Companion,
    is_main: bool,
    /// By its program's own compares.
    solves: bool,
}

fn plan(request: &Request) -> Result<Plan, Error> {
    let mut plan = Plan::default();
    if let (Some(_), Some(sanitizer)) = (request.memory, needs_address_space(&request.target)) {
        return Err(Error::option(
            "-m",
            format!(
                "the program has the sanitizer `{sanitizer}`, which reserves terabytes of addresses: leave the limit out"
            ),
        ));
    }
    if let Words::Optimised(mutator) = &request.words
        && request.machine.has_set(MUTATORS)
    {
        return Err(Error::option(
            "--tokens od",
            format!(
                "{MUTATORS} is set: add {} to it, behind a semicolon, set {NO_AUTODICT}=1, and leave the option out",
                mutator.display()
            ),
        ));
    }
    let instances = instances(request);
    if let Some(solver) = instances
        .iter()
        .find(|i| i.solves && !fuzzes(request, &i.build))
    {
        plan.notes.push(format!(
            "-c has an instance of its own, {}, which shares what it finds: beside another program afl-fuzz would fuzz the \
             one that -c names (4.40c, 5.02c), or look for compares in the fuzzed one (4.04c)",
            solver.name
        ));
        if instances.len() > request.jobs as usize && request.companions.is_empty() {
            plan.notes.push(format!(
                "that makes {} processes; a single one does with one build that has both: FZ_PROFILE=compares, and -c 0",
                instances.len()
            ));
        }
    }
    let leaves_out = request.target.shares_test_cases && crashes_of_sanitized(request);
    if !request.sanitized.is_empty() && leaves_out {
        plan.notes.push(
            "-w is left out: this version of afl-fuzz crashes of it where test cases are in shared memory, as a harness's \
             are; fuzz that build in a run of its own, or name afl-fuzz 4.40c with --engine PATH"
                .to_owned(),
        );
    }
    let fits_none = |s: &&Companion| !instances.iter().any(|i| shares_libraries(s, i));
    if let Some(sanitized) = request.sanitized.iter().find(fits_none) {
        return Err(Error::option(
            "-w",
            format!(
                "{} loads libraries of another build, and afl-fuzz starts both with the same environment: link it with \
                 --disable-shared",
                sanitized.program.display()
            ),
        ));
    }
    for (at, instance) in instances.iter().enumerate() {
        plan.launches
            .push(launch(request, instance, at as u64, leaves_out));
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

/// Whether it is one of the builds that are fuzzed in any case.
fn fuzzes(request: &Request, build: &Companion) -> bool {
    builds(request).iter().any(|b| b.program == build.program)
}

fn shares_libraries(one: &Companion, other: &Instance) -> bool {
    one.library_path == other.build.library_path
}

fn builds(request: &Request) -> Vec<Companion> {
    match &request.companions[..] {
        [] => vec![Companion::of("main", &request.target)],
        companions => companions.to_vec(),
    }
}

/// Each build once, with what solves compares if that is another; then each build again, until there are as many as
/// wanted.
fn instances(request: &Request) -> Vec<Instance> {
    let builds = builds(request);
    let cmplog = request.cmplog.as_ref();
    let is_cmplog = |build: &Companion| cmplog.is_some_and(|c| c.program == build.program);
    let apart = cmplog.filter(|c| !fuzzes(request, c));
    let least = builds.len() + usize::from(apart.is_some());
    let again = (request.jobs as usize).saturating_sub(least);
    if least + again == 1 {
        return vec![Instance {
            name: ALONE.to_owned(),
            solves: is_cmplog(&builds[0]),
            build: builds[0].clone(),
            // A main one goes through its queue in order, and trims nothing.
            is_main: request.extra.iter().any(takes_foreign),
        }];
    }
    let of = |at: usize| {
        let build = &builds[at % builds.len()];
        let round = at / builds.len();
        Instance {
            name: match round {
                0 => build.name.clone(),
                _ => format!("{}{}", build.name, round + 1),
            },
            is_main: at == 0,
            // One solver is enough: the others take over what it finds.
            solves: round == 0 && is_cmplog(build),
            build: build.clone(),
        }
    };
    let mut all: Vec<Instance> = (0..builds.len()).map(of).collect();
    let is_taken = builds.iter().any(|b| b.name == SOLVER);
    all.extend(apart.map(|build| Instance {
        name: format!("{SOLVER}{}", if is_taken { "-c" } else { "" }),
        build: build.clone(),
        is_main: false,
        solves: true,
    }));
    all.extend((builds.len()..builds.len() + again).map(of));
    all
}

fn launch(request: &Request, instance: &Instance, at: u64, leaves_out: bool) -> Launch {
    let mut arguments = Vec::new();
    push(&mut arguments, "-i", &request.seeds);
    push(&mut arguments, "-o", &request.out);
    let asks = |options: &[&str]| {
        let begins = |word: &OsString| {
            options
                .iter()
                .any(|o| word.as_encoded_bytes().starts_with(o.as_bytes()))
        };
        request.extra.iter().any(begins)
    };
    if !asks(&["-M", "-S"]) {
        let option = if instance.is_main { "-M" } else { "-S" };
        push(&mut arguments, option, &instance.name);
    }
    let knows = request.machine.knows(NOT_DETERMINISTIC);
    if at > 0 && knows && !asks(&[NOT_DETERMINISTIC, "-D"]) {
        arguments.push(NOT_DETERMINISTIC.into());
    }
    if let Some(dictionary) = &request.dictionary {
        push(&mut arguments, "-x", dictionary);
    }
    if instance.solves {
        push(&mut arguments, "-c", "0");
    }
    let looks_on = |s: &&Companion| !leaves_out && shares_libraries(s, instance);
    for sanitized in request.sanitized.iter().filter(looks_on) {
        push(&mut arguments, "-w", &sanitized.program);
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
    if let Some(ending) = ending(&request.arguments) {
        push(&mut arguments, "-e", &ending[1..]);
    }
    arguments.extend(request.extra.iter().cloned());
    arguments.push("--".into());
    arguments.push(instance.build.program.clone().into());
    arguments.extend(without_ending(&request.arguments));

    let set = |name: &str| (name.to_owned(), "1".to_owned());
    let mut environment: Vec<(String, String)> = Vec::new();
    if !request.machine.has_set(SYNC_MINUTES) {
        environment.push(set(SYNC_MINUTES));
    }
    if request.resumes {
        environment.push(set("AFL_AUTORESUME"));
    }
    if request.until_crash {
        environment.push(set("AFL_BENCH_UNTIL_CRASH"));
    }
    match &request.words {
        Words::Offered => {}
        // Each of these words is tried where it may help: the others need not be guessed with. Every instance has it, for
        // the queues of companions differ, and what one has tried is not tried again where it was taken over.
        Words::Optimised(mutator) => {
            environment.push((MUTATORS.to_owned(), mutator.display().to_string()));
            environment.push(set(NO_AUTODICT));
            if let Some(script) = &instance.build.script {
                // It names the libraries, whose words are wanted too.
                environment.push((OD_PROGRAM.name.to_owned(), script.display().to_string()));
            }
        }
        Words::None => environment.push(set(NO_AUTODICT)),
    }
    environment.extend(target_environment(&request.machine, &instance.build));
    Launch {
        role: instance.name.clone(),
        build: instance.build.program.clone(),
        program: request.fuzzer(),
        arguments,
        environment,
    }
}

/// Whether it names a folder of another fuzzer, which only a main instance takes inputs from.
fn takes_foreign(word: &OsString) -> bool {
    word.as_encoded_bytes().starts_with(b"-F")
}

/// Leaves out the stage that tries each byte, and each token at each place: a single instance of several does it. It can keep
/// an instance for hours, and what others find is taken over between two entries of the queue.
const NOT_DETERMINISTIC: &str = "-z";
/// How many minutes pass until inputs of the others are taken over; half of it for the main one. Unless it is set, they are 20.
const SYNC_MINUTES: &str = "AFL_SYNC_TIME";
const MUTATORS: &str = "AFL_CUSTOM_MUTATOR_LIBRARY";
const NO_AUTODICT: &str = "AFL_NO_AUTODICT";
const IGNORE_CORE: &str = "AFL_I_DONT_CARE_ABOUT_MISSING_CRASHES";
const SKIP_GOVERNOR: &str = "AFL_SKIP_CPUFREQ";

/// Libraries are for the target alone: afl-fuzz itself may need one of the same name.
fn target_environment(machine: &Machine, build: &Companion) -> Option<(String, String)> {
    let path = search_path(&build.library_path, &machine.library_path)?;
    // As afl-fuzz reads it: a quote ends at the next of its kind.
    let quote = match (path.contains(' '), path.contains('\'')) {
        (false, _) => "",
        (true, false) => "'",
        (true, true) => "\"",
    };
    let own = format!("{LIBRARY_PATH}={quote}{path}{quote}");
    let value = match machine.target_environment.as_str() {
        "" => own,
        set => format!("{set} {own}"),
    };
    Some((TARGET_ENVIRONMENT.to_owned(), value))
}

/// Versions that end by a signal at the first input of a target with test cases in shared memory.
const CRASH_OF_SANITIZED: &[&str] = &["5.02c"];

fn crashes_of_sanitized(request: &Request) -> bool {
    version(&request.machine.help).is_some_and(|v| CRASH_OF_SANITIZED.contains(&v.as_str()))
}

/// What afl-fuzz stops at.
fn obstacles(request: &Request) -> Vec<String> {
    let machine = &request.machine;
    let mut obstacles = Vec::new();
    if let Some(Obstacle { what, mend }) = machine.piped_cores()
        && !machine.has_set(IGNORE_CORE)
    {
        obstacles.push(format!(
            "{what}: `{mend}` until the next start of the machine, or {IGNORE_CORE}=1 to go on as it is"
        ));
    }
    if let Some(Obstacle { what, mend }) = machine.slow_processors()
        && !machine.has_set(SKIP_GOVERNOR)
    {
        obstacles.push(format!(
            "{what}: `{mend}`, or {SKIP_GOVERNOR}=1 to go on as it is"
        ));
    }
    obstacles
}

/// How old the file of figures may be and say what is so now: afl-fuzz renews it each minute.
const RECENT: Duration = Duration::from_secs(5);

/// From the table that it adds a row to each five seconds, but not in the first minute (4.04c, 4.40c). Before there is one,
/// inputs are counted in their folders, and executions are those of its screen, if it draws that into its log.
fn figures(out: &Path, role: &str, since: SystemTime) -> Option<Figures> {
    let folder = &out.join(role);
    let table = live::last_row(&folder.join("plot_data"), since);
    let path = folder.join("fuzzer_stats");
    let stats = live::tail(&path, since).unwrap_or_default();
    // Before it fuzzes it says how fast the seeds ran.
    let fuzzes = stat(&stats, "run_time").and_then(|t| t.parse().ok()) > Some(1);
    let is_now = table.is_some() || (fuzzes && live::is_younger(&path, RECENT));
    let begun = folder.join("queue");
    let seeds = || {
        // Nothing is written before the seeds were run, but the queue has them.
        let is_new = begun.metadata().and_then(|q| q.modified()).ok()? >= since;
        is_new.then(|| Figures {
            corpus: outcome::files(&begun, &["id:"]),
            crashes: outcome::files(&folder.join("crashes"), &["id:"]),
            hangs: outcome::files(&folder.join("hangs"), &["id:"]),
            ..Figures::default()
        })
    };
    let figures = of_files(folder, table, &stats).or_else(seeds)?;
    let figures = match is_now {
        true => figures,
        false => Figures {
            executions: None,
            per_second: None,
            edges: None,
            // Before the seeds were run it is 0.
            stability: figures.stability.filter(|s| *s > 0.0),
            ..figures
        },
    };
    Some(figures.and_drawn(drawn::read(&log(out, role), since)))
}

impl Figures {
    /// With what stands on its screen alone, or not yet elsewhere.
    pub(crate) fn and_drawn(self, screen: Option<drawn::Screen>) -> Figures {
        let Some(screen) = screen else {
            return self;
        };
        Figures {
            executions: self.executions.or(screen.executions),
            per_second: self.per_second.or(screen.per_second),
            imported: self.imported.max(screen.imported),
            effort: Some(screen.effort),
            ..self
        }
    }
}

/// What is the last that both files say, however long ago.
pub(crate) fn last_figures(folder: &Path, stats: &str) -> Option<Figures> {
    let said = std::fs::metadata(folder.join("fuzzer_stats")).and_then(|f| f.modified());
    // An older row says less.
    let table = live::last_row(&folder.join("plot_data"), said.ok()?);
    of_files(folder, table, stats)
}

fn of_files(
    folder: &Path,
    table: Option<impl Fn(&str) -> Option<String>>,
    stats: &str,
) -> Option<Figures> {
    // By the names in the table and in the other file.
    let value = |column: &str, key: &str| match &table {
        Some(table) => table(column),
        None => stat(stats, key).map(str::to_owned),
    };
    let number = |column: &str, key: &str| value(column, key).and_then(|v| v.parse().ok());
    let inputs = |name: &str, kind: &str| {
        let said: u64 = number(name, name).unwrap_or(0);
        match &table {
            Some(_) => said,
            None => said.max(outcome::files(&folder.join(kind), &["id:"])),
        }
    };
    Some(Figures {
        executions: Some(number("total_execs", "execs_done")?),
        per_second: Some(value("execs_per_sec", "execs_per_sec")?.parse().ok()?),
        edges: number("edges_found", "edges_found").zip(value("map_size", "bitmap_cvg")),
        corpus: inputs("corpus_count", "queue"),
        crashes: inputs("saved_crashes", "crashes"),
        hangs: inputs("saved_hangs", "hangs"),
        stability: stat(stats, "stability").and_then(|s| s.trim_end_matches('%').parse().ok()),
        effort: None,
        imported: stat(stats, "corpus_imported").and_then(|n| n.parse().ok()),
    })
}

/// Inputs that others found, and the seeds, are in the queue, too.
fn places(folder: &Path) -> Vec<Place> {
    let place = |name: &str, kind| Place {
        not_own: &[",sync:", ",orig:"],
        ..Place::new(folder.join(name), kind, &["id:"])
    };
    vec![
        place("queue", Kind::Input),
        place("crashes", Kind::Crash),
        place("hangs", Kind::Hang),
    ]
}

/// A line of `fuzzer_stats`.
pub(crate) fn stat<'a>(stats: &'a str, key: &str) -> Option<&'a str> {
    let mut lines = stats.lines().filter_map(|l| l.split_once(':'));
    lines.find_map(|(name, value)| (name.trim() == key).then_some(value.trim()))
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
        let stats = file::read_text(&folder.join("fuzzer_stats"), file::NOTE).unwrap_or_default();
        let executions = stat(&stats, "execs_done").and_then(|n| n.parse::<u64>().ok());
        sum.executions = [sum.executions, executions]
            .into_iter()
            .flatten()
            .reduce(|a, b| a + b);
        sum.corpus += outcome::files(&folder.join("queue"), &["id:"]);
        let (crashes, hangs) = (findings(&folder, "crashes"), findings(&folder, "hangs"));
        sum.crashes += crashes.now + crashes.earlier;
        sum.hangs += hangs.now + hangs.earlier;
        if crashes.earlier > 0 {
            sum.crashes_in.set_file_name("crashes*");
        }
    }
    sum
}

struct Findings {
    now: u64,
    /// A run that goes on moves them to `crashes.2026-01-31-12:00:00`.
    earlier: u64,
}

fn findings(folder: &Path, kind: &str) -> Findings {
    let earlier = std::fs::read_dir(folder).into_iter().flatten().flatten();
    let is_earlier = |name: &str| {
        let rest = name.strip_prefix(kind);
        rest.is_some_and(|rest| rest.starts_with('.'))
    };
    Findings {
        now: outcome::files(&folder.join(kind), &["id:"]),
        earlier: earlier
            .filter(|e| is_earlier(&e.file_name().to_string_lossy()))
            .map(|e| outcome::files(&e.path(), &["id:"]))
            .sum(),
    }
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
    fn libraries_are_quoted_as_afl_fuzz_reads_it() {
        let of = |folder: &str| {
            let build = Companion {
                name: String::new(),
                program: "p".into(),
                library_path: vec![folder.into()],
                script: None,
            };
            target_environment(&Machine::default(), &build).unwrap().1
        };
        assert_eq!(of("/a"), "LD_LIBRARY_PATH=/a");
        assert_eq!(of("/a b"), "LD_LIBRARY_PATH='/a b'");
        assert_eq!(of("/it's b"), "LD_LIBRARY_PATH=\"/it's b\"");
    }

    #[test]
    fn crashes_of_earlier_runs_count() {
        let scratch = tempfile::tempdir().unwrap();
        let files = [
            "crashes/README.txt",
            "crashes.2026-01-31-12:00:00/id:000000,sig:06",
            "crashes.2026-02-01-12:00:00/id:000000,sig:06",
            "crashes.2026-02-01-12:00:00/README.txt",
            "hangs.2026-02-01-12:00:00/id:000000",
        ];
        for file in files {
            let path = scratch.path().join(file);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, "").unwrap();
        }
        let found = findings(scratch.path(), "crashes");
        assert_eq!((found.now, found.earlier), (0, 2));
    }

    #[test]
    fn the_version_is_read_among_colours() {
        let help = "\u{1b}[0;36mafl-fuzz++4.04c\u{1b}[0m based on afl by";
        assert_eq!(version(help).as_deref(), Some("4.04c"));
        assert_eq!(version("usage: nothing"), None);
    }
}
