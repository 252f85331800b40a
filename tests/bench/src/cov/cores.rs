//! What a second core is worth to commands that run a corpus: `fz cov collect`, `fz frontier` and `fz crashes`.

use std::{
    fs,
    path::Path,
    process::{Command, Stdio},
    time::Instant,
};

use anyhow::{Context, Result, ensure};
use serde_json::{Map, json};

use super::{Measured, Options};
use crate::goal::{Goal, Limit};
use xtask::{proc, repo, table};

/// So many times as fast on two cores as on one.
const FASTER: f64 = 1.6;

/// A program with something to do. An input that begins with `boom` crashes it.
const PROGRAM: &str = r#"#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static volatile int sum;
static int number(const char *text, size_t size) {
  int n = 0;
  for (size_t at = 0; at < size; at++) {
    if (text[at] >= '0' && text[at] <= '9') n += text[at] - '0';
    else if (text[at] == '-') n = -n;
    else if (text[at] == 'x') n *= 2;
  }
  return n;
}
int main(void) {
  char text[4096];
  size_t size = fread(text, 1, sizeof text, stdin);
  for (int round = 0; round < 2000; round++) sum += number(text, size);
  if (size > 4 && memcmp(text, "boom", 4) == 0) {
    if (size % 2) abort();
    *(volatile char *)0 = 1;
  }
  return 0;
}
"#;

pub fn measure(options: &Options) -> Result<Measured> {
    let scratch = tempfile::tempdir()?;
    let dir = scratch.path();
    fs::write(dir.join("program.c"), PROGRAM)?;
    let mut build = tool("fz-cc", dir);
    proc::output(build.args(["-g", "-O1", "program.c", "-o", "program"]))?;
    for (folder, first) in [("corpus", "fine"), ("crashing", "boom")] {
        fs::create_dir(dir.join(folder))?;
        for number in 0..options.inputs {
            let text = format!(
                "{first}{}",
                (number * 7919).to_string().repeat(1 + number % 9)
            );
            fs::write(dir.join(folder).join(format!("{number:06}")), text)?;
        }
    }
    let what = "as fast on two cores as on one";
    let mut goal = Goal::new(what, Limit::AtLeast(FASTER));
    let (mut figures, mut rows) = (Map::new(), Vec::new());
    for words in [
        "cov collect ./program -i corpus -o NEW",
        "frontier ./program -i corpus",
        "crashes ./program -i crashing -o NEW --runs 1 --minimise 0",
    ] {
        let name = words.split(" ./").next().unwrap_or(words);
        // The builds that it makes are there after that.
        timed(dir, words, "0,1")?;
        let mut ratios = Vec::new();
        let mut took = Vec::new();
        for _ in 0..options.runs {
            let [one, two] = [timed(dir, words, "0")?, timed(dir, words, "0,1")?];
            ratios.push(one / two);
            took.push([one, two]);
        }
        ratios.sort_by(f64::total_cmp);
        let median = ratios[ratios.len() / 2];
        goal.measured(name, median);
        let of = |core: usize| took.iter().map(|t| t[core]).fold(f64::MAX, f64::min);
        rows.push(vec![
            name.to_owned(),
            format!("{:.1}", of(0)),
            format!("{:.1}", of(1)),
            format!("{median:.2}"),
        ]);
        figures.insert(name.to_owned(), json!({"seconds": took, "faster": median}));
    }
    let inputs = table::grouped(options.inputs as u64);
    let head = format!("{inputs} inputs, seconds");
    table::print(&[&head, "one core", "two", "faster"], &rows);
    Ok(Measured {
        goals: vec![goal],
        figures: figures.into(),
    })
}

fn tool(name: &str, dir: &Path) -> Command {
    let mut command = Command::new(repo::stage().join("bin").join(name));
    command
        .current_dir(dir)
        .env("XDG_CACHE_HOME", dir.join("cache"))
        .stdin(Stdio::null());
    command
}

/// Seconds that a command of fz takes on these cores.
fn timed(dir: &Path, words: &str, cores: &str) -> Result<f64> {
    let new = dir.join("new");
    let _ = fs::remove_dir_all(&new).or_else(|_| fs::remove_file(&new));
    let fz = tool("fz", dir);
    let mut command = Command::new("taskset");
    command.args(["-c", cores]).arg(fz.get_program());
    command.args(words.replace("NEW", "new").split(' '));
    command.envs(
        fz.get_envs()
            .filter_map(|(name, value)| Some((name, value?))),
    );
    command.current_dir(dir).stdin(Stdio::null());
    let before = Instant::now();
    let output = command.output().context("cannot start taskset")?;
    let seconds = before.elapsed().as_secs_f64();
    // Bugs are found.
    ensure!(
        matches!(output.status.code(), Some(0 | 1)),
        "{}: {}",
        proc::rendered(&command),
        String::from_utf8_lossy(&output.stderr)
    );
    Ok(seconds)
}
