//! What is wrong with a campaign, each in a sentence, with a next step.

use std::{path::Path, time::Duration};

use fz_base::words::many;
use indicatif::HumanBytes;
use serde::Serialize;

use super::{Campaign, Instance, life::Life};
use crate::launch::live::rounded;

#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Problem {
    /// A word for scripts.
    pub kind: &'static str,
    /// Empty: of all.
    pub instance: String,
    pub what: String,
    pub next: String,
}

/// Less than that is hardly stable.
const STABLE: f64 = 90.0;
/// Executions a second.
const SLOW: f64 = 10.0;
/// A fuzzer has a rate after that time.
const STARTED: Duration = Duration::from_secs(30);
/// Without a find for so long, and for half of all its time.
const LONG: Duration = Duration::from_secs(3600);
/// Bytes.
const LITTLE: u64 = 1 << 30;

pub fn of(campaign: &Campaign) -> Vec<Problem> {
    let mut problems = Vec::new();
    for instance in &campaign.instances {
        problems.extend(RULES.iter().filter_map(|rule| {
            let (kind, what, next) = rule(instance)?;
            Some(Problem {
                kind,
                instance: instance.name.clone(),
                what,
                next,
            })
        }));
    }
    problems.extend(no_find(&campaign.instances));
    problems.extend(campaign.free.and_then(|free| disk(free, campaign)));
    joined(problems)
}

type Rule = fn(&Instance) -> Option<(&'static str, String, String)>;

const RULES: [Rule; 5] = [died, stopped, unknown, stability, rate];

fn log_of(instance: &Instance) -> String {
    match &instance.log {
        Some(log) => format!("the end of {} may say why", shown(log)),
        None => "its terminal may say why".to_owned(),
    }
}

fn shown(path: &Path) -> String {
    fz_base::words::visible(&path.display().to_string())
}

fn died(instance: &Instance) -> Option<(&'static str, String, String)> {
    let process = instance
        .pid
        .map(|pid| format!(": process {pid} is no longer there"));
    (instance.life == Life::Died).then(|| {
        (
            "died",
            format!(
                "has died{}, and did not write its last figures",
                process.unwrap_or_default()
            ),
            format!(
                "{}; the same command line starts it again where it was",
                log_of(instance)
            ),
        )
    })
}

fn stopped(instance: &Instance) -> Option<(&'static str, String, String)> {
    let pid = instance
        .pid
        .map_or_else(|| "PID".to_owned(), |pid| pid.to_string());
    (instance.life == Life::Stopped).then(|| {
        (
            "stopped",
            "is stopped, and does nothing".to_owned(),
            format!("`kill -CONT {pid}` lets it go on"),
        )
    })
}

fn unknown(instance: &Instance) -> Option<(&'static str, String, String)> {
    match &instance.life {
        Life::Unknown(why) => Some((
            "unknown",
            format!("may run or not: {why}"),
            "look where it was started".to_owned(),
        )),
        _ => None,
    }
}

fn stability(instance: &Instance) -> Option<(&'static str, String, String)> {
    let stability = instance.figures.as_ref()?.stability?;
    (stability < STABLE).then(|| {
        (
            "unstable",
            format!("is stable to {stability:.1} % only: the program does not always do the same for the same input"),
            "`fz cov collect --repeat 3` marks what only some runs reach".to_owned(),
        )
    })
}

fn rate(instance: &Instance) -> Option<(&'static str, String, String)> {
    let is_old = instance.run_time.is_some_and(|time| time > STARTED);
    if !instance.life.is_alive() || !is_old {
        return None;
    }
    let rate = instance.figures.as_ref()?.per_second?;
    let next = "a harness, a shorter time limit (-t) or smaller seeds make it faster".to_owned();
    match rate {
        0.0 => Some(("no-executions", "runs nothing".to_owned(), log_of(instance))),
        rate if rate < SLOW => Some(("slow", format!("does {rate:.1} executions a second"), next)),
        _ => None,
    }
}

fn no_find(instances: &[Instance]) -> Option<Problem> {
    let alive: Vec<&Instance> = instances.iter().filter(|i| i.life.is_alive()).collect();
    let ran = alive.iter().filter_map(|i| i.run_time).max()?;
    let last = alive
        .iter()
        .filter_map(|i| i.last_find)
        .min()
        .unwrap_or(ran);
    (last >= LONG && last >= ran / 2).then(|| Problem {
        kind: "no-find",
        instance: String::new(),
        what: format!("nothing was found for {}", rounded(last)),
        next: "`fz frontier` shows where inputs stop; seeds, a dictionary (`fz dict`) or a build with cmplog (-c) may get \
               further"
            .to_owned(),
    })
}

fn disk(free: u64, campaign: &Campaign) -> Option<Problem> {
    let is_alive = campaign.instances.iter().any(|i| i.life.is_alive());
    (free < LITTLE && is_alive).then(|| Problem {
        kind: "disk",
        instance: String::new(),
        what: format!("only {} are free on its disk", HumanBytes(free)),
        next: "make room: fuzzers end when they cannot write".to_owned(),
    })
}

/// The same of several instances is said once.
fn joined(problems: Vec<Problem>) -> Vec<Problem> {
    let mut joined: Vec<(Problem, Vec<String>)> = Vec::new();
    for problem in problems {
        let is_same = |known: &&mut (Problem, Vec<String>)| {
            known.0.what == problem.what && known.0.next == problem.next
        };
        match joined.iter_mut().find(is_same) {
            Some((_, names)) => names.push(problem.instance),
            None => {
                let name = problem.instance.clone();
                joined.push((problem, vec![name]));
            }
        }
    }
    let one = |(problem, names): (Problem, Vec<String>)| Problem {
        instance: match names.len() {
            1..=3 => names.join(", "),
            more => format!("{}, {} and {}", names[0], names[1], many(more - 2, "other")),
        },
        ..problem
    };
    joined.into_iter().map(one).collect()
}

#[cfg(test)]
pub mod tests {
    use super::*;
    use crate::launch::live::Figures;

    pub fn instance(name: &str) -> Instance {
        Instance {
            name: name.to_owned(),
            life: Life::Running,
            pid: Some(7),
            run_time: Some(Duration::from_secs(7300)),
            figures: Some(Figures {
                executions: Some(1_234_567),
                per_second: Some(2600.5),
                corpus: 31,
                crashes: 2,
                stability: Some(98.25),
                ..Figures::default()
            }),
            last_find: Some(Duration::from_secs(200)),
            log: None,
        }
    }

    pub fn campaign(instances: Vec<Instance>) -> Campaign {
        let mut campaign = Campaign {
            folder: "out".into(),
            engine: "afl++4.04c".to_owned(),
            program: "/p/parser".to_owned(),
            arguments: vec!["@@".to_owned()],
            instances,
            watched: None,
            free: Some(1 << 40),
            problems: Vec::new(),
        };
        campaign.problems = of(&campaign);
        campaign
    }

    fn kinds(change: impl FnOnce(&mut Instance)) -> Vec<&'static str> {
        let mut one = instance("main");
        change(&mut one);
        campaign(vec![one])
            .problems
            .iter()
            .map(|p| p.kind)
            .collect()
    }

    fn figures(one: &mut Instance) -> &mut Figures {
        one.figures.as_mut().unwrap()
    }

    #[test]
    fn each_problem_is_said_and_nothing_else() {
        assert!(kinds(|_| ()).is_empty());
        assert_eq!(kinds(|i| i.life = Life::Died), ["died"]);
        assert_eq!(kinds(|i| i.life = Life::Stopped), ["stopped"]);
        assert_eq!(
            kinds(|i| i.life = Life::Unknown("x".to_owned())),
            ["unknown"]
        );
        assert_eq!(kinds(|i| figures(i).stability = Some(71.0)), ["unstable"]);
        assert_eq!(
            kinds(|i| figures(i).per_second = Some(0.0)),
            ["no-executions"]
        );
        assert_eq!(kinds(|i| figures(i).per_second = Some(4.0)), ["slow"]);
        assert_eq!(
            kinds(|i| i.last_find = Some(Duration::from_secs(5000))),
            ["no-find"]
        );
        assert_eq!(kinds(|i| i.last_find = None), ["no-find"]);
        // It has just begun, or it has ended: then nothing is to be expected of it.
        assert!(
            kinds(
                |i| (figures(i).per_second, i.run_time) = (Some(0.0), Some(Duration::from_secs(9)))
            )
            .is_empty()
        );
        assert!(kinds(|i| (i.life, i.last_find) = (Life::Ended, None)).is_empty());
    }

    #[test]
    fn what_several_have_is_said_once() {
        let dead = |name: &str| Instance {
            life: Life::Died,
            ..instance(name)
        };
        let campaign = campaign(vec![
            dead("a"),
            dead("b"),
            dead("c"),
            dead("d"),
            instance("e"),
        ]);
        let [problem] = &campaign.problems[..] else {
            panic!("{:?}", campaign.problems)
        };
        assert_eq!(problem.instance, "a, b and 2 others");
    }

    #[test]
    fn a_full_disk_counts_while_somebody_writes() {
        let mut full = campaign(vec![instance("main")]);
        full.free = Some(5 << 20);
        assert_eq!(of(&full)[0].what, "only 5.00 MiB are free on its disk");
        full.instances[0].life = Life::Ended;
        assert!(of(&full).is_empty());
    }
}
