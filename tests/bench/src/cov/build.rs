//! Whole packages, built under `coverage` and by clang at -O0 with debug information. Builds take turns.

use std::{
    fs,
    os::unix::fs::PermissionsExt,
    path::{Path, PathBuf},
    time::Duration,
};

use anyhow::Result;
use serde_json::{Map, json};

use super::{Measured, Options};
use crate::goal::{Goal, Limit};
use xtask::package::{self, Compiler};
use xtask::{proc, repo, table};

const PACKAGES: [&str; 4] = ["cjson", "lua", "libyaml", "jsoncpp"];

/// How often as long a build may take.
const AT_MOST: f64 = 4.0;

pub fn measure(options: &Options) -> Result<Measured> {
    let plain = plain(&repo::made().join("bench/cov"))?;
    let coverage = Compiler::fz(Some("coverage"));
    let mut goal = Goal::new(
        "build time, coverage / clang -O0 -g",
        Limit::AtMost(AT_MOST),
    );
    let mut figures = Map::new();
    let mut rows = Vec::new();
    for name in PACKAGES {
        let recipe = package::recipe(name)?;
        let mut best = [Took::MOST; 2];
        for _ in 0..options.runs {
            for (best, compiler) in best.iter_mut().zip([&plain, &coverage]) {
                let before = proc::cpu_of_children();
                let (_, time) = compiler.build_timed(&recipe)?;
                let processor = proc::cpu_of_children() - before;
                *best = best.shorter(Took { time, processor });
            }
        }
        let [plain, coverage] = best;
        let ratio =
            |of: fn(&Took) -> Duration| of(&coverage).as_secs_f64() / of(&plain).as_secs_f64();
        let (time, processor) = (ratio(|t| t.time), ratio(|t| t.processor));
        goal.measured(name, time);
        rows.push(vec![
            name.to_string(),
            proc::seconds(plain.time),
            proc::seconds(coverage.time),
            format!("{time:.2}"),
            format!("{processor:.2}"),
        ]);
        figures.insert(
            name.to_string(),
            json!({"plain": plain.time.as_secs_f64(), "coverage": coverage.time.as_secs_f64(), "ratio": time,
                "processor": processor}),
        );
    }
    table::under(
        "package | clang -O0 -g | coverage | ratio | processor time",
        &rows,
    );
    Ok(Measured {
        goals: vec![goal],
        figures: figures.into(),
    })
}

/// What a build took, by the clock and of the processors.
#[derive(Clone, Copy)]
struct Took {
    time: Duration,
    processor: Duration,
}

impl Took {
    const MOST: Took = Took {
        time: Duration::MAX,
        processor: Duration::MAX,
    };

    fn shorter(self, other: Took) -> Took {
        Took {
            time: self.time.min(other.time),
            processor: self.processor.min(other.processor),
        }
    }
}

/// Clang at -O0 with debug information, whatever a build asks for: the last word counts.
fn plain(dir: &Path) -> Result<Compiler> {
    fs::create_dir_all(dir)?;
    let wrapper = |name: &str, clang: &str| -> Result<PathBuf> {
        let path = dir.join(name);
        fs::write(&path, format!("#!/bin/sh\nexec {clang} \"$@\" -O0 -g\n"))?;
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755))?;
        Ok(path)
    };
    let (cc, cxx) = (
        wrapper("cc", fz_llvm::CLANG)?,
        wrapper("c++", fz_llvm::CLANGXX)?,
    );
    Ok(Compiler::other("plain-O0", cc, cxx))
}
