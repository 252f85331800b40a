//! How stable afl-fuzz finds builds with gates: whether the counters of an input are the same whenever it runs; and how long
//! its queue gets.

use std::path::{Path, PathBuf};
use std::sync::Mutex;

use anyhow::{Context, Result};
use indicatif::MultiProgress;

use fz_harness::parallel;
use fz_harness::subject::Subject;
use fz_harness::variant::{Around, Built, Variant, build_all};
use xtask::afl::{Limit, Run, Stats, Target};
use xtask::table;

use super::INPUT_BYTES;
use crate::goal::{self, Goal, Limit as Bound};

/// The builds. Two at a time have the machine to themselves.
const PROFILES: [&str; 4] = ["fuzz", "distance", "split", "climb"];
const FUZZ: usize = 0;
const DISTANCE: usize = 1;
const SPLIT: usize = 2;
const CLIMB: usize = 3;

pub fn main(subjects: &[Subject], seconds: u64) -> Result<()> {
    let unstable = |at: usize| {
        let what = format!(
            "instability of `{}` in percent, less that of `fuzz`",
            PROFILES[at]
        );
        (at, Goal::new(what, Bound::AtMost(1.0)))
    };
    let mut unstable = [DISTANCE, CLIMB].map(unstable);
    let mut queue = Goal::new("queue of `climb` / `split`", Bound::AtMost(0.8));
    let mut rows = Vec::new();
    for subject in subjects {
        subject.prepare()?;
        let seeds = subject.seed_folder(INPUT_BYTES)?;
        let built = build_all(subject, &PROFILES.map(Variant::shipped), Around::Persistent)?;
        let stats = Mutex::new([const { None }; PROFILES.len()]);
        let bars = MultiProgress::new();
        parallel::each(built.iter().enumerate(), |_, (at, built)| {
            let found = fuzz(subject, built, &seeds, seconds, &bars)?;
            stats.lock().expect("no panic in a run")[at] = Some(found);
            Ok(())
        })?;
        let stats = stats.into_inner().expect("no panic in a run");
        let stats = stats.map(|one| one.expect("each build was fuzzed"));
        let reference = instability(&stats[FUZZ])?;
        for (at, goal) in &mut unstable {
            goal.measured(&subject.name, instability(&stats[*at])? - reference);
        }
        let inputs = |at: usize| -> Result<f64> {
            let count = stats[at].text("corpus_count");
            count
                .parse()
                .with_context(|| format!("afl-fuzz's queue has {count} inputs"))
        };
        queue.measured(&subject.name, inputs(CLIMB)? / inputs(SPLIT)?);
        rows.extend(PROFILES.iter().zip(&stats).map(|(profile, stats)| {
            let keys = [
                "execs_done",
                "corpus_count",
                "edges_found",
                "var_byte_count",
                "stability",
            ];
            let mut row = vec![subject.name.clone(), (*profile).to_owned()];
            row.extend(keys.map(|key| stats.text(key).to_owned()));
            row
        }));
    }
    table::under(
        "program | build | execs | queue | edges | of them variable | stability",
        &rows,
    );
    println!();
    let [distance, climb] = unstable.map(|(_, goal)| goal);
    goal::print(&[distance, climb, queue]);
    Ok(())
}

/// The edges whose counters vary, in percent of those that are found.
fn instability(stats: &Stats) -> Result<f64> {
    let stability = stats.text("stability");
    let percent = stability
        .strip_suffix('%')
        .and_then(|p| p.parse::<f64>().ok());
    let percent = percent.with_context(|| format!("afl-fuzz says of stability: {stability}"))?;
    Ok(100.0 - percent)
}

fn fuzz(
    subject: &Subject,
    built: &Built,
    seeds: &Path,
    seconds: u64,
    bars: &MultiProgress,
) -> Result<Stats> {
    let dir = built.program.parent().expect("a program has a folder");
    let target = Target {
        program: built.program.clone(),
        arguments: subject.under_a_fuzzer(),
        dir: dir.to_path_buf(),
        library_path: None,
    };
    let run = Run {
        label: &format!("{} {}", subject.name, built.name()),
        fuzzer: &PathBuf::from("afl-fuzz"),
        target: &target,
        seeds,
        out: dir.join("out-stability"),
        limit: Limit::Seconds(seconds),
        random: Some(1),
        environment: Vec::new(),
        bars,
    };
    run.fuzz()
}

#[cfg(test)]
mod tests {
    use super::{Stats, instability};

    #[test]
    fn what_is_missing_from_stability() {
        let said = |text| instability(&Stats::parse(text));
        assert_eq!(said("stability         : 98.50%\n").unwrap(), 1.5);
        assert!(said("stability         : none\n").is_err());
    }
}
