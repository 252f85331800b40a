//! How a run goes: what it reached over time as a curve, and one sentence that says what to do.

use std::time::Duration;

use fz_base::{numbers::count, table::Tone};

use super::{
    live::{rounded, sum},
    screen::View,
};

/// What was reached over the time of a run, in as many steps as fit: where there are more, each two become one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Curve {
    points: Vec<Point>,
    /// Looks that a point stands for, and those since the last.
    each: usize,
    since: usize,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Point {
    edges: Option<u64>,
    corpus: u64,
}

/// Points that are kept: twice as many as are drawn at least.
const MOST: usize = 64;
const HEIGHTS: [char; 8] = ['▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'];

impl Curve {
    /// At every look, with what is known by then.
    pub fn add(&mut self, edges: Option<u64>, corpus: u64) {
        self.each = self.each.max(1);
        let point = Point { edges, corpus };
        match self.points.last_mut() {
            Some(last) if self.since > 0 => *last = point,
            _ => self.points.push(point),
        }
        self.since = (self.since + 1) % self.each;
        if self.points.len() > MOST {
            let ends = self.points.chunks(2).map(|two| two[two.len() - 1]);
            self.points = ends.collect();
            self.each *= 2;
            self.since = 0;
        }
    }

    /// `▁▃▆█  12 to 910 edges`; nothing before anything has changed.
    pub fn drawn(&self) -> Option<String> {
        let edges: Vec<u64> = self.points.iter().filter_map(|p| p.edges).collect();
        let corpus = || self.points.iter().map(|p| p.corpus).collect();
        let (values, what): (Vec<u64>, &str) = match edges.len() {
            2.. => (edges, "edges"),
            _ => (corpus(), "inputs in queue"),
        };
        let (first, last) = (*values.first()?, *values.last()?);
        let (least, most) = (*values.iter().min()?, *values.iter().max()?);
        if least == most {
            return None;
        }
        let height = |value: &u64| {
            let step = (value - least) as usize * (HEIGHTS.len() - 1) / (most - least) as usize;
            HEIGHTS[step]
        };
        let curve: String = values.iter().map(height).collect();
        let (first, last) = (count(first as usize), count(last as usize));
        Some(format!("{curve}  {first} to {last} {what}"))
    }
}

/// Below this, executions a second are few for a program that runs in one process.
const SLOW: f64 = 100.0;
/// In percent: below this coverage says little.
const UNSTABLE: f64 = 80.0;
/// So soon there is nothing to say yet.
const SOON: Duration = Duration::from_secs(60);
/// Worth a word from the first minute on.
const STILL: Duration = Duration::from_secs(5);
/// Nothing was found for so long, and for half of the time.
const LONG: Duration = Duration::from_secs(30 * 60);

/// How it goes and what to do, in a sentence.
pub fn verdict(view: &View) -> (Tone, String) {
    let all = sum(&view.states);
    let (program, out) = (&view.program, view.out.display());
    let said = |s: &super::live::State| s.figures.clone();
    let figures: Vec<_> = view.states.iter().filter_map(said).collect();
    let crashes: u64 = figures.iter().map(|f| f.crashes).sum();
    let hangs: u64 = figures.iter().map(|f| f.hangs).sum();
    let rates = figures.iter().filter_map(|f| f.per_second);
    let fastest = rates.fold(None, |most: Option<f64>, rate| {
        Some(most.map_or(rate, |most| most.max(rate)))
    });
    let stable = figures.iter().filter_map(|f| f.stability);
    let least = stable.fold(100.0, f64::min);
    if !view.states.is_empty() && all.ended {
        return (
            Tone::Missed,
            "it has ended: the log in the output folder shows why".to_owned(),
        );
    }
    if figures.iter().all(|f| f.executions.is_none()) {
        return (Tone::Quiet, "it begins: the seeds are run first".to_owned());
    }
    if crashes > 0 {
        let text = format!("it crashes: `fz crashes {program} -i {out}` sorts them into bugs");
        return (Tone::Crash, text);
    }
    let is_late = view.ran >= SOON;
    if is_late && fastest.is_some_and(|rate| rate < SLOW) {
        let text = "it is slow: a harness for persistent mode, smaller seeds or a shorter -t make it faster";
        return (Tone::Partly, text.to_owned());
    }
    if is_late && least < UNSTABLE {
        let text = "runs of one input differ: look for time, threads and uninitialised memory in the program";
        return (Tone::Partly, text.to_owned());
    }
    match all.found {
        Some(ago) if !is_late && ago * 2 >= view.ran && ago >= STILL => (
            Tone::Quiet,
            format!("nothing new for {}, and it has just begun", rounded(ago)),
        ),
        Some(ago) if ago < LONG || ago * 2 < view.ran => match hangs {
            0 => (Tone::Reached, "it goes well: let it run".to_owned()),
            _ => (
                Tone::Partly,
                "it goes well, but inputs take too long: `fz crashes` says where".to_owned(),
            ),
        },
        None if !is_late => (Tone::Quiet, "it has just begun".to_owned()),
        None if view.ran < LONG => (
            Tone::Partly,
            format!("nothing found yet: `fz frontier {program} -i {out}` says where inputs stop"),
        ),
        ago => {
            let time = rounded(ago.unwrap_or(view.ran));
            let text = format!(
                "nothing new for {time}: `fz frontier {program} -i {out}` shows what stops inputs, `fz dict` has tokens"
            );
            (Tone::Partly, text)
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::SystemTime;

    use super::*;
    use crate::launch::live::{Figures, State};

    #[test]
    fn a_curve_is_of_the_whole_time() {
        let mut curve = Curve::default();
        assert_eq!(curve.drawn(), None);
        for n in [5, 5] {
            curve.add(None, n);
        }
        assert_eq!(curve.drawn(), None, "nothing has changed");
        curve.add(None, 12);
        assert_eq!(curve.drawn().unwrap(), "▁▁█  5 to 12 inputs in queue");
        curve.add(Some(100), 13);
        curve.add(Some(1100), 13);
        assert_eq!(curve.drawn().unwrap(), "▁█  100 to 1,100 edges");
        for n in 0..10_000 {
            curve.add(Some(2000 + n), 14);
        }
        let drawn = curve.drawn().unwrap();
        let (shape, text) = drawn.split_once("  ").unwrap();
        assert!(
            (MOST / 2..=MOST).contains(&shape.chars().count()),
            "{drawn}"
        );
        assert!(shape.starts_with('▁') && shape.ends_with('█'), "{drawn}");
        assert!(text.ends_with(" to 11,999 edges"), "{drawn}");
    }

    fn view(figures: Option<Figures>, ran: u64, found: Option<u64>) -> View {
        View {
            program: "p".to_owned(),
            engine: "afl".to_owned(),
            out: "out".into(),
            crashes_in: "out".into(),
            now: SystemTime::UNIX_EPOCH,
            ran: Duration::from_secs(ran),
            limit: None,
            states: vec![State {
                figures,
                found: found.map(Duration::from_secs),
                ..State::default()
            }],
            finds: Vec::new(),
            reports: Vec::new(),
            watched: None,
            curve: Curve::default(),
        }
    }

    #[test]
    fn one_sentence_says_what_to_do() {
        let well = || Figures {
            executions: Some(5),
            per_second: Some(900.0),
            stability: Some(100.0),
            ..Figures::default()
        };
        let says = |figures, ran, found, start: &str| {
            let (_, said) = verdict(&view(figures, ran, found));
            assert!(said.starts_with(start), "{said}");
        };
        says(None, 1, None, "it begins");
        says(Some(Figures::default()), 1, None, "it begins");
        says(Some(well()), 5, None, "it has just begun");
        says(Some(well()), 100, Some(9), "it goes well: let");
        says(Some(well()), 100, None, "nothing found yet");
        says(Some(well()), 9000, Some(5000), "nothing new for 83 min");
        says(Some(well()), 90_000, Some(5000), "it goes well");
        says(Some(well()), 9000, None, "nothing new for 2 h");
        let with = |change: fn(&mut Figures)| {
            let mut figures = well();
            change(&mut figures);
            Some(figures)
        };
        says(with(|f| f.crashes = 2), 100, Some(9), "it crashes");
        says(
            with(|f| f.hangs = 2),
            100,
            Some(9),
            "it goes well, but inputs take too long",
        );
        says(
            with(|f| f.per_second = Some(3.0)),
            100,
            Some(9),
            "it is slow",
        );
        says(
            with(|f| f.per_second = Some(3.0)),
            9,
            None,
            "it has just begun",
        );
        says(
            with(|f| f.stability = Some(50.0)),
            100,
            Some(9),
            "runs of one input differ",
        );
        let mut ended = view(Some(well()), 9, None);
        ended.states[0].ended = true;
        assert!(verdict(&ended).1.starts_with("it has ended"));
    }
}
