//! `cargo xtask test` without a suite: formatting, lints, tidiness, every test, and a share of some suites. CI has a share of
//! more of them, and all engines.

use std::time::Duration;

use anyhow::Result;
use clap::Args;

use xtask::{build, dispatch, repo, runtime, setup};

use crate::report::{Ran, Report, run, tests};
use crate::{
    differential, engines, flips, frontier, fuzz, guards, mcdc, mutations, packages, real, taint,
    truth,
};

#[derive(Args)]
pub struct Options {
    /// Run only the tests whose names contain this, without formatting, lints and suites
    filter: Option<String>,
    /// How long generated programs are compared (5m); 0s: not at all
    #[arg(long, value_name = "TIME", value_parser = humantime::parse_duration)]
    budget: Option<Duration>,
    /// The seed of the first generated program [default: one that follows from the commit]
    #[arg(long, value_name = "N")]
    seed: Option<u32>,
    /// What `cargo xtask ci` runs: also the engines, and a share of the long suites
    #[arg(long, conflicts_with = "filter")]
    ci: bool,
}

pub fn main(options: &Options) -> Result<()> {
    let mut report = Report::default();
    report.step("set up and build", |_| build::ready())?;
    if options.ci {
        report.step("set up engines and peers", |_| setup::for_tests())?;
    }
    match &options.filter {
        Some(filter) => {
            eprintln!("fz: the tests whose names contain `{filter}`, which is no suite");
            workspace(&mut report, std::slice::from_ref(filter));
        }
        None => {
            setup::rust_components()?;
            lints(&mut report);
            workspace(&mut report, &[]);
            shares(&mut report, options);
        }
    }
    if options.ci {
        shares_of_ci(&mut report);
    }
    report.finish()
}

fn lints(report: &mut Report) {
    report.check("tidy", |_| run(&mut dispatch::command("fz-tidy")));
    report.check("formatting", |_| {
        run(repo::cargo("fmt").args(["--all", "--check"]))
    });
    report.check("lints", |_| {
        run(repo::cargo("clippy").args(["--workspace", "--all-targets", "--", "-D", "warnings"]))
    });
    // Outside the workspace, because it needs a panic strategy of its own; `tests` tests it.
    let fmt = |_: &mut Ran| {
        run(repo::cargo("fmt").args(["--all", "--check", "--manifest-path", runtime::MANIFEST]))
    };
    report.check("formatting, runtime", fmt);
    report.check("lints, runtime", |_| {
        run(runtime::cargo("clippy").args(["--", "-D", "warnings"]))
    });
    let fmt = |_: &mut Ran| {
        let mut fmt = repo::cargo("fmt");
        let fmt = fmt.args(["--all", "--check", "--manifest-path"]);
        run(fmt.arg(setup::libafl::manifest()))
    };
    report.check("formatting, LibAFL's fuzzers", fmt);
}

fn workspace(report: &mut Report, filter: &[String]) {
    report.check("tests", |ran| {
        let mut cargo = repo::cargo("test");
        tests(cargo.arg("--workspace"), filter, ran)
    });
    report.check("tests in documentation", |_| {
        let mut cargo = repo::cargo("test");
        run(cargo
            .args(["--workspace", "--doc", "--quiet", "--no-fail-fast"])
            .args(filter))
    });
}

fn shares(report: &mut Report, options: &Options) {
    if options.budget != Some(Duration::ZERO) {
        let share = differential::Options::of_share(options.budget, options.seed);
        report.check("differential", |_| differential::share(&share));
    }
    report.check("guards", |_| guards::share());
    report.check("flips", |_| flips::share());
    report.check("taint", |_| taint::share());
}

fn shares_of_ci(report: &mut Report) {
    // Another workspace, which takes minutes to build from nothing: only CI does.
    report.check("lints, LibAFL's fuzzers", |_| {
        let mut clippy = setup::libafl::cargo("clippy");
        run(clippy.args(["--release", "--all-targets", "--", "-D", "warnings"]))
    });
    report.check("tests of LibAFL's fuzzers", |ran| {
        tests(setup::libafl::cargo("test").arg("--release"), &[], ran)
    });
    report.check("engines", |_| engines::share());
    report.check("real", |_| real::share());
    report.check("packages", |_| packages::share());
    report.check("truth", |_| truth::share());
    report.check("frontier", |_| frontier::share());
    report.check("fuzz", |_| fuzz::share());
    report.check("mcdc", |_| mcdc::share());
    report.check("mutations", |_| mutations::share());
}
