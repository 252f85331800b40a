//! How far the processes of a run are, by what they write while they run; and lines of it for people.

use std::{
    io::{Read, Seek, SeekFrom},
    path::Path,
    time::{Duration, SystemTime},
};

use fz_base::file;
use indicatif::HumanCount;
use serde::Serialize;

use crate::afl::drawn::Effort;

/// What one process says of itself.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Figures {
    /// `None`: it has not said lately.
    pub executions: Option<u64>,
    pub per_second: Option<f64>,
    /// Counters that were ever more than 0, and how many of all that is, as the engine writes it; empty: it does not say.
    pub edges: Option<(u64, String)>,
    pub corpus: u64,
    pub crashes: u64,
    pub hangs: u64,
    /// Of 100: how many of the counters have the same value whenever an input is run again. `None`: it does not look.
    pub stability: Option<f64>,
    /// `None`: it does not say.
    pub effort: Option<Effort>,
    /// Inputs that it took from others.
    pub imported: Option<u64>,
}

impl Figures {
    /// Where executions went, in words; empty: it does not say.
    pub fn spent(&self) -> String {
        let effort = self.effort.map(|e| e.shown()).filter(|e| !e.is_empty());
        let imported = self.imported.map(|n| format!("{} imported", HumanCount(n)));
        let parts: Vec<String> = effort.into_iter().chain(imported).collect();
        parts.join("; ")
    }
}

/// A process among its siblings.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct State {
    pub role: String,
    /// What its program was built by.
    pub build: String,
    /// `None`: it has said nothing yet.
    pub figures: Option<Figures>,
    /// Since its corpus grew or it crashed, if that was seen.
    pub found: Option<Duration>,
    pub ended: bool,
}

/// A line for each process, and one of their sum if there are several. Of what is wider than `most`, whole columns are
/// left out.
pub fn lines(states: &[State], most: Option<usize>) -> Vec<String> {
    let all = match states {
        [_] => None,
        _ => Some(sum(states)),
    };
    let rows: Vec<Vec<String>> = states.iter().chain(&all).map(columns).collect();
    let numbers = || rows.iter().filter(|r| r.len() == COLUMNS);
    let width = |at: usize| {
        let rows = if at == 0 {
            rows.iter().collect()
        } else {
            numbers().collect::<Vec<_>>()
        };
        rows.iter()
            .map(|r| r[at].chars().count())
            .max()
            .unwrap_or(0)
    };
    let mut widths: Vec<usize> = (0..COLUMNS).map(width).collect();
    for column in FIRST_TO_GO {
        let wide = widths.iter().filter(|w| **w > 0).map(|w| w + GAP.len());
        let wide = wide.sum::<usize>().saturating_sub(GAP.len());
        if most.is_none_or(|most| wide <= most) {
            break;
        }
        widths[column] = 0;
    }
    let line = |row: &Vec<String>| {
        let cells = row.iter().zip(&widths).enumerate();
        let cells = cells.filter_map(|(at, (cell, width))| match (at, row.len(), *width) {
            (0, ..) => Some(format!("{cell:width$}")),
            // In words.
            (_, ..COLUMNS, _) => Some(cell.clone()),
            (.., 0) => None,
            (LAST, ..) => Some(cell.clone()),
            _ => Some(format!("{cell:>width$}")),
        });
        cells.collect::<Vec<_>>().join(GAP).trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}

/// Of a process that has said something.
const COLUMNS: usize = 8;
const LAST: usize = COLUMNS - 1;
const GAP: &str = "  ";
/// From the right, but crashes stay the longest: the last find, the queue, time-outs, edges, the rate.
const FIRST_TO_GO: [usize; 5] = [LAST, 4, 6, 3, 2];
/// In the place of a number that nobody knows.
pub const UNKNOWN: &str = "–";

fn columns(state: &State) -> Vec<String> {
    let mut columns = vec![state.role.clone()];
    let Some(figures) = &state.figures else {
        let what = if state.ended { "ended" } else { "starting" };
        columns.push(what.to_owned());
        return columns;
    };
    let count = |n: u64, what: &str| format!("{} {what}", HumanCount(n));
    let known = |n: Option<u64>| n.map_or(UNKNOWN.to_owned(), |n| HumanCount(n).to_string());
    columns.push(format!("{} executions", known(figures.executions)));
    let rate = figures.per_second.and_then(rounded_rate);
    columns.push(format!("{}/s", rate.unwrap_or(UNKNOWN.to_owned())));
    columns.push(match &figures.edges {
        Some((edges, part)) if part.is_empty() => count(*edges, "edges"),
        Some((edges, part)) => format!("{} ({part})", count(*edges, "edges")),
        None => String::new(),
    });
    columns.push(count(figures.corpus, "in queue"));
    let crashes = if figures.crashes == 1 {
        "crash"
    } else {
        "crashes"
    };
    columns.push(count(figures.crashes, crashes));
    columns.push(match figures.hangs {
        0 => String::new(),
        1 => count(1, "time-out"),
        n => count(n, "time-outs"),
    });
    columns.push(match (state.ended, state.found) {
        (true, _) => "ended".to_owned(),
        (false, Some(ago)) => format!("last find {} ago", rounded(ago)),
        (false, None) => String::new(),
    });
    columns
}

/// Edges have no sum: builds count differently, and most are the same. Nor has what one of them does not say.
pub(super) fn sum(states: &[State]) -> State {
    let said = || states.iter().filter_map(|s| s.figures.as_ref());
    let none = Figures {
        executions: Some(0),
        per_second: Some(0.0),
        ..Figures::default()
    };
    let figures = said().fold(none, |sum, one| Figures {
        executions: sum.executions.zip(one.executions).map(|(a, b)| a + b),
        per_second: sum.per_second.zip(one.per_second).map(|(a, b)| a + b),
        edges: None,
        corpus: sum.corpus + one.corpus,
        crashes: sum.crashes + one.crashes,
        hangs: sum.hangs + one.hangs,
        stability: None,
        effort: match (sum.effort, one.effort) {
            (Some(a), Some(b)) => Some(a.plus(b)),
            (a, b) => a.or(b),
        },
        imported: None,
    });
    State {
        role: format!("all {}", states.len()),
        build: String::new(),
        figures: said().next().is_some().then_some(figures),
        found: states.iter().filter_map(|s| s.found).min(),
        ended: states.iter().all(|s| s.ended),
    }
}

/// Executions a second. Over no time at all they are infinite, or not a number.
pub fn rounded_rate(rate: f64) -> Option<String> {
    let is_known = rate.is_finite() && rate >= 0.0;
    is_known.then(|| HumanCount(rate.round() as u64).to_string())
}

/// `5 s`, `12 min`, `3 h`
pub fn rounded(time: Duration) -> String {
    match time.as_secs() {
        seconds @ ..120 => format!("{seconds} s"),
        seconds @ 120..7200 => format!("{} min", seconds / 60),
        seconds => format!("{} h", seconds / 3600),
    }
}

/// The last lines of a file that was written to since.
pub fn tail(path: &Path, since: SystemTime) -> Option<String> {
    const ENOUGH: u64 = 4096;
    end(path, since, ENOUGH)
}

/// So many bytes at its end.
pub fn end(path: &Path, since: SystemTime, most: u64) -> Option<String> {
    let mut file = file::open(path).ok()?;
    let about = file.metadata().ok()?;
    if about.modified().ok()? < since {
        return None;
    }
    file.seek(SeekFrom::Start(about.len().saturating_sub(most)))
        .ok()?;
    let mut text = Vec::new();
    file.take(most).read_to_end(&mut text).ok()?;
    Some(String::from_utf8_lossy(&text).into_owned())
}

/// Whether a file was written to within that time.
pub fn is_younger(path: &Path, age: Duration) -> bool {
    let modified = path.metadata().and_then(|about| about.modified());
    // One of the future is new.
    modified.is_ok_and(|at| at.elapsed().map_or(true, |past| past <= age))
}

/// A row of a table with the names of its columns in the first line, as afl-fuzz's plot_data: `value` of the last whole one.
pub fn last_row(
    table: &Path,
    since: SystemTime,
) -> Option<impl Fn(&str) -> Option<String> + use<>> {
    let end = tail(table, since)?;
    let mut head = String::new();
    let _ = file::open(table).ok()?.take(1024).read_to_string(&mut head);
    let cells = |line: &str| -> Vec<String> {
        let cells = line.trim_start_matches('#').split(',');
        cells.map(|c| c.trim().to_owned()).collect()
    };
    let names = cells(head.lines().next()?);
    // What stands behind the last line break is not yet all.
    let whole = &end[..end.rfind('\n')?];
    let last = cells(whole.lines().last()?);
    if last.len() != names.len() || last == names {
        return None;
    }
    Some(move |name: &str| {
        let at = names.iter().position(|n| n == name)?;
        last.get(at).cloned()
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn state(role: &str, executions: u64, found: Option<u64>) -> State {
        State {
            role: role.to_owned(),
            build: String::new(),
            figures: Some(Figures {
                executions: Some(executions),
                per_second: Some(20.4),
                edges: Some((12, "3.10%".to_owned())),
                corpus: 7,
                crashes: 1,
                hangs: 0,
                stability: None,
                ..Figures::default()
            }),
            found: found.map(Duration::from_secs),
            ended: false,
        }
    }

    #[test]
    fn each_process_has_a_line_and_the_last_is_their_sum() {
        let starting = State {
            role: "cmplog".to_owned(),
            ..State::default()
        };
        let states = [
            state("main", 1_234_567, Some(3)),
            state("main2", 5, Some(200)),
            starting,
        ];
        assert_eq!(
            lines(&states, None),
            [
                "main    1,234,567 executions  20/s  12 edges (3.10%)   7 in queue    1 crash  last find 3 s ago",
                "main2           5 executions  20/s  12 edges (3.10%)   7 in queue    1 crash  last find 3 min ago",
                "cmplog  starting",
                "all 3   1,234,572 executions  41/s                    14 in queue  2 crashes  last find 3 s ago",
            ]
        );
        assert_eq!(lines(&states[2..], None), ["cmplog  starting"]);
    }

    #[test]
    fn columns_that_do_not_fit_are_left_out_whole() {
        let states = [state("main", 1_234_567, Some(3))];
        let fitting = |most| lines(&states, Some(most)).concat();
        let whole = "main  1,234,567 executions  20/s  12 edges (3.10%)  7 in queue  1 crash  last find 3 s ago";
        assert_eq!(fitting(whole.len()), whole);
        assert_eq!(
            fitting(80),
            "main  1,234,567 executions  20/s  12 edges (3.10%)  7 in queue  1 crash"
        );
        assert_eq!(
            fitting(60),
            "main  1,234,567 executions  20/s  12 edges (3.10%)  1 crash"
        );
        assert_eq!(fitting(10), "main  1,234,567 executions  1 crash");
    }

    #[test]
    fn what_is_not_known_is_a_dash() {
        let mut one = state("main", 15, None);
        let mut rate = |per_second| {
            one.figures.as_mut().unwrap().per_second = per_second;
            lines(&[one.clone(), state("main2", 1, None)], Some(50))
        };
        for unknown in [None, Some(f64::INFINITY), Some(f64::NAN)] {
            assert_eq!(
                rate(unknown),
                [
                    "main   15 executions   –/s    1 crash",
                    "main2   1 executions  20/s    1 crash",
                    "all 2  16 executions   –/s  2 crashes",
                ]
            );
        }
        one.figures.as_mut().unwrap().executions = None;
        assert_eq!(lines(&[one], Some(20)), ["main  – executions  1 crash"]);
    }

    #[test]
    fn the_last_whole_row_counts() {
        let scratch = tempfile::tempdir().unwrap();
        let path = scratch.path().join("plot_data");
        let began = SystemTime::UNIX_EPOCH;
        let read = |text: &str| {
            fs::write(&path, text).unwrap();
            last_row(&path, began).and_then(|value| value("b"))
        };
        assert_eq!(read("# a, b\n"), None);
        assert_eq!(read("# a, b\n1, 2%\n3, 4%\n5, "), Some("4%".to_owned()));
        let later = SystemTime::now() + Duration::from_secs(60);
        assert!(last_row(&path, later).is_none(), "of an earlier run");
    }
}
