//! `cargo xtask test equal --runtime`: linked programs behave the same under both builds of fz. What fuzzers see of them, track
//! files and stores of coverage are held against each other, and tracking takes no longer.

mod build;
mod observe;
mod speed;
mod subject;

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};

use super::toolchain::Toolchain;
use observe::{Observer, Seen};
use subject::Subject;
use xtask::{repo, table};

/// Lines on either side of the first that differs.
const AROUND: usize = 2;

/// Timed runs of each build.
const RUNS: usize = 9;

/// Compares all subjects, or those that are named.
pub fn run(before: &Toolchain, after: &Toolchain, only: &[String]) -> Result<()> {
    let mut rows = Vec::new();
    let mut complaints = Vec::new();
    for subject in &subject::load(only)? {
        eprintln!("   .. {}", subject.name);
        let compared = compare(subject, before, after);
        let compared = compared.with_context(|| subject.name.to_string())?;
        let ratio = compared
            .ratio
            .map_or("-".to_string(), |r| format!("{r:.3}"));
        rows.push(vec![
            subject.name.to_string(),
            compared.seen.to_string(),
            compared.different.len().to_string(),
            ratio,
        ]);
        complaints.extend(compared.different);
        if compared.ratio.is_some_and(|r| r > speed::MOST) {
            complaints.push(format!("{}: tracking takes longer", subject.name));
        }
    }
    table::under("program | seen | different | time of taint", &rows);
    for complaint in &complaints {
        println!("\n{complaint}");
    }
    ensure!(complaints.is_empty(), "{} differences", complaints.len());
    Ok(())
}

struct Compared {
    seen: usize,
    different: Vec<String>,
    ratio: Option<f64>,
}

fn compare(subject: &Subject, before: &Toolchain, after: &Toolchain) -> Result<Compared> {
    let dir = repo::made().join("equal/runtime").join(&subject.name);
    let seen = |toolchain, name| -> Result<Seen> {
        let work = dir.join("work");
        repo::fresh(&work)?;
        let seen = Observer {
            toolchain,
            subject,
            work: &work,
        }
        .all()?;
        keep(&seen, &dir.join(name))?;
        Ok(seen)
    };
    let (old, new) = (seen(before, "before")?, seen(after, "after")?);
    let mut different = Vec::new();
    for (what, old) in &old {
        let new = new.get(what).map_or(&[][..], Vec::as_slice);
        if old != new {
            different.push(format!("{}, {what}:\n{}", subject.name, first(old, new)));
        }
    }
    let ratio = speed::ratio(subject, [before, after], RUNS, &dir.join("speed"))?;
    Ok(Compared {
        seen: old.len(),
        different,
        ratio,
    })
}

/// Writes what was seen to files, to be looked at.
fn keep(seen: &Seen, dir: &Path) -> Result<()> {
    repo::fresh(dir)?;
    for (what, said) in seen {
        fs::write(dir.join(what.replace(", ", "-")), said)?;
    }
    Ok(())
}

/// The first lines that differ.
fn first(old: &[u8], new: &[u8]) -> String {
    let lines = |text: &[u8]| -> Vec<String> {
        let lines = text.split(|b| *b == b'\n');
        lines.map(|l| l.escape_ascii().to_string()).collect()
    };
    let (old, new) = (lines(old), lines(new));
    let same = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let shown = |lines: &[String]| {
        let from = same.saturating_sub(AROUND).min(lines.len());
        let to = (same + AROUND).min(lines.len());
        let short = lines[from..to]
            .iter()
            .map(|l| l.chars().take(200).collect::<String>());
        short.collect::<Vec<_>>().join("\n    ")
    };
    format!(
        "  line {}\n    {}\n  is now\n    {}",
        same + 1,
        shown(&old),
        shown(&new)
    )
}

#[cfg(test)]
mod tests {
    use super::first;

    #[test]
    fn the_first_line_that_differs_is_shown_with_those_around() {
        let shown = first(b"a\nb\nc\nd", b"a\nb\nx\nd");
        assert!(
            shown.starts_with("  line 3\n    a\n    b\n    c\n"),
            "{shown}"
        );
        assert!(
            shown.ends_with("  is now\n    a\n    b\n    x\n    d"),
            "{shown}"
        );
        assert!(first(b"a", b"").contains("line 1"));
    }
}
