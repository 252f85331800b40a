//! Both builds of one program, fuzzed for the same number of executions from the same seeds by AFL++ 4.40c; then both
//! queues replayed on the PCGUARD build, so that one yardstick measures both.

use anyhow::{Context, Result};
use clap::{Args, value_parser};
use indicatif::MultiProgress;

use xtask::afl::{self, Limit, Run, Stats, Target};
use xtask::package::{self, Compiler};
use xtask::{build, demo, repo, setup, table};

#[derive(Args)]
pub struct Options {
    /// Executions per run
    #[arg(long, default_value_t = 1_000_000, value_parser = value_parser!(u64).range(1..))]
    executions: u64,
    /// Runs of each build, with different random seeds
    #[arg(long, default_value_t = 1, value_parser = value_parser!(u64).range(1..))]
    trials: u64,
    /// The package to fuzz: one of tests/real/*.toml with a [fuzz] table
    #[arg(long, default_value = demo::PROGRAM)]
    program: String,
    /// The profile of our build
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,
}

/// One build under the fuzzer.
struct Contender {
    name: &'static str,
    target: Target,
}

pub fn main(options: &Options) -> Result<()> {
    build::ready()?;
    setup::peers()?;
    let peer = setup::aflpp().join("bin");
    let recipe = package::recipe(&options.program)?;
    let fuzz = recipe
        .fuzz
        .clone()
        .with_context(|| format!("tests/real/{}.toml has no [fuzz]", options.program))?;
    let contender = |name, compiler: Compiler| -> Result<Contender> {
        let src = compiler.build(&recipe)?;
        let target = fuzz.target(&src);
        Ok(Contender { name, target })
    };
    let ours = contender("fz-cc", Compiler::fz(options.profile.as_deref()))?;
    let pcguard = contender("afl-clang-fast", Compiler::afl_clang_fast(&peer))?;
    let work = repo::made().join("bench/afl");
    let seeds = work.join("seeds");
    package::seeds(&fuzz, &pcguard.target.dir, &seeds)?;

    let bars = MultiProgress::new();
    let mut rows = Vec::new();
    for trial in 1..=options.trials {
        let run = |contender: &Contender| -> Result<(Stats, usize)> {
            let name = format!("{}-{trial}", contender.name);
            let out = work.join(&name);
            let run = Run {
                label: &name,
                fuzzer: &peer.join("afl-fuzz"),
                target: &contender.target,
                seeds: &seeds,
                out: out.clone(),
                limit: Limit::Executions(options.executions),
                random: Some(trial),
                environment: Vec::new(),
                bars: &bars,
            };
            let stats = run.fuzz()?;
            let map = work.join(format!("{name}.map"));
            let queue = out.join("default/queue");
            let reached = afl::replay(&peer.join("afl-showmap"), &pcguard.target, &queue, &map)?;
            Ok((stats, reached))
        };
        // Executions are counted, not seconds, so the two may share the machine.
        let (a, b) = std::thread::scope(|scope| {
            let a = scope.spawn(|| run(&ours));
            let b = run(&pcguard);
            (a.join().expect("no panic in a run"), b)
        });
        let (a, b) = (a?, b?);
        let ratio = a.1 as f64 / b.1 as f64;
        rows.push(row(trial, ours.name, &a, &format!("{ratio:.3}")));
        rows.push(row(trial, pcguard.name, &b, "1"));
    }
    table::under(
        "trial | build | execs | execs/s | map | found | queue | stability | edges on PCGUARD | ratio",
        &rows,
    );
    Ok(())
}

fn row(trial: u64, name: &str, (stats, reached): &(Stats, usize), ratio: &str) -> Vec<String> {
    let stat = |key: &str| stats.text(key).to_string();
    vec![
        trial.to_string(),
        name.to_string(),
        stat("execs_done"),
        stat("execs_per_sec"),
        stat("total_edges"),
        stat("edges_found"),
        stat("corpus_count"),
        stat("stability"),
        reached.to_string(),
        ratio.to_string(),
    ]
}
