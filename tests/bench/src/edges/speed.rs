//! What counters cost: in-process loops over a library, every build, taking turns.

use anyhow::Result;
use serde_json::{Value, json};

use crate::goal::{self, Goal, Limit};
use fz_harness::measure;
use fz_harness::subject::Subject;
use fz_harness::variant::{Around, Built, Variant, WRAP, build_all};
use xtask::table;

/// What is compared: a reference without counters, the peer, and others.
struct Group {
    name: &'static str,
    reference: Variant,
    peer: Variant,
    others: Vec<Variant>,
}

fn groups() -> [Group; 2] {
    let fz = Variant::fz;
    let plain = Group {
        name: "-O2",
        reference: Variant::plain(),
        peer: Variant::pcguard(),
        others: vec![
            Variant::pcguard_skip_neverzero(),
            Variant::sancov(),
            fz("vanilla", WRAP, "novelty"),
            fz("vanilla", "saturate", "novelty"),
            fz("fuzz", WRAP, "none"),
            fz("fuzz", WRAP, "novelty"),
            fz("fuzz", WRAP, "path"),
            fz("fuzz", "saturate", "novelty"),
            fz("fuzz", "never-zero", "novelty"),
            fz("context", WRAP, "none"),
            fz("context", WRAP, "novelty"),
            fz("context", WRAP, "path"),
            fz("context", "saturate", "novelty"),
        ],
    };
    let asan = Group {
        name: "-O2 with AddressSanitizer",
        reference: Variant::plain().asan(),
        peer: Variant::pcguard().asan(),
        others: vec![fz("fuzz", WRAP, "novelty").asan()],
    };
    [plain, asan]
}

/// One build's result.
struct Row {
    built: Built,
    seconds: f64,
}

pub fn run(subjects: &[Subject], runs: usize) -> Result<Value> {
    let mut goals = Goals::new();
    let mut report = serde_json::Map::new();
    for subject in subjects {
        for group in groups() {
            let rows = measured(subject, &group, runs)?;
            let json = print(subject, &group, &rows);
            report.insert(format!("{} {}", subject.name, group.name), json);
            goals.measured(&subject.name, |variant| {
                let row = rows.iter().find(|r| r.built.variant == variant)?;
                Some(row.seconds)
            });
        }
    }
    println!();
    goal::print(&goals.0);
    Ok(json!({"subjects": report, "goals": goal::json(&goals.0)}))
}

/// The reference first, then the peer.
fn measured(subject: &Subject, group: &Group, runs: usize) -> Result<Vec<Row>> {
    let variants: Vec<Variant> = [&group.reference, &group.peer]
        .into_iter()
        .chain(&group.others)
        .cloned()
        .collect();
    let built = build_all(subject, &variants, Around::Loop)?;
    let seconds = measure::loops(subject, &built, runs, &[])?;
    let row = |(built, seconds)| Row { built, seconds };
    Ok(built.into_iter().zip(seconds).map(row).collect())
}

fn print(subject: &Subject, group: &Group, rows: &[Row]) -> Value {
    let (plain, peer) = (rows[0].seconds, rows[1].seconds);
    let mut cells = Vec::new();
    let mut json = serde_json::Map::new();
    for Row { built, seconds } in rows {
        let (ratio, share) = (seconds / plain, (seconds - plain) / (peer - plain));
        let counters = built.counters;
        cells.push(vec![
            built.name().to_string(),
            format!("{seconds:.3}"),
            format!("{ratio:.3}"),
            format!("{share:.2}"),
            counters.to_string(),
        ]);
        json.insert(
            built.name().to_string(),
            json!({"seconds": seconds, "ratio": ratio, "of_peer": share, "counters": counters}),
        );
    }
    println!("\n{} {}", subject.name, group.name);
    let of_plain = format!("of {}", group.reference.name);
    let of_peer = format!("added, of {}'s", group.peer.name);
    table::print(&["build", "s", &of_plain, &of_peer, "counters"], &cells);
    json.into()
}

/// In the order in which `measured` knows them.
struct Goals(Vec<Goal>);

impl Goals {
    fn new() -> Goals {
        let added = |what: &str| format!("added time, {what}");
        Goals(vec![
            Goal::new(
                added("vanilla wrap / clang inline-8bit-counters"),
                Limit::AtMost(1.0),
            ),
            Goal::new(
                added("vanilla wrap / PCGUARD skip-neverzero"),
                Limit::Below(1.0),
            ),
            Goal::new(added("fuzz wrap / PCGUARD"), Limit::AtMost(0.65)),
            Goal::new(added("fuzz saturate / PCGUARD"), Limit::AtMost(0.95)),
            Goal::new(added("context wrap novelty / PCGUARD"), Limit::AtMost(1.3)),
            Goal::new(added("context wrap path / PCGUARD"), Limit::AtMost(1.3)),
            Goal::new(
                "time, fuzz wrap + ASan / PCGUARD + ASan",
                Limit::AtMost(1.0),
            ),
        ])
    }

    /// `seconds` knows the builds of one group; the goals of the others wait for theirs.
    fn measured(&mut self, subject: &str, seconds: impl Fn(Variant) -> Option<f64>) {
        let fz = Variant::fz;
        let added = |ours: Variant, theirs: Variant| {
            let plain = seconds(Variant::plain())?;
            Some((seconds(ours)? - plain) / (seconds(theirs)? - plain))
        };
        let asan = || {
            Some(seconds(fz("fuzz", WRAP, "novelty").asan())? / seconds(Variant::pcguard().asan())?)
        };
        let vanilla = || fz("vanilla", WRAP, "novelty");
        let fuzz = || fz("fuzz", WRAP, "novelty");
        let values = [
            added(vanilla(), Variant::sancov()),
            added(vanilla(), Variant::pcguard_skip_neverzero()),
            added(fuzz(), Variant::pcguard()),
            added(fz("fuzz", "saturate", "novelty"), Variant::pcguard()),
            added(fz("context", WRAP, "novelty"), Variant::pcguard()),
            added(fz("context", WRAP, "path"), Variant::pcguard()),
            asan(),
        ];
        for (goal, value) in self.0.iter_mut().zip(values) {
            if let Some(value) = value {
                goal.measured(subject, value);
            }
        }
    }
}
