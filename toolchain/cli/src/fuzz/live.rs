//! Life of a run whose processes do not say themselves how far they are: on a terminal a line for each that is kept up to
//! date, elsewhere lines now and then.

use std::{
    io::IsTerminal,
    time::{Duration, Instant, SystemTime},
};

use console::Term;
use fz_engines::launch::{
    Launcher, Look, Plan, Request,
    live::{Figures, State, lines, rounded},
};
use indicatif::{MultiProgress, ProgressBar, ProgressDrawTarget, ProgressStyle};

/// How often lines on a terminal are looked at.
const LOOK: Duration = Duration::from_secs(1);
/// When lines are printed elsewhere: soon, so that a mistake is seen, and then seldom.
const FIRST: Duration = Duration::from_secs(10);
const EVERY: Duration = Duration::from_secs(60);

/// The kernel gives a file the time of its last clock tick, so that one written just after the start seems to be older.
const TICK: Duration = Duration::from_millis(100);

pub struct Live<'a> {
    request: &'a Request,
    figures: Look,
    rows: Vec<Row>,
    began: (Instant, SystemTime),
    next: Instant,
    shown: Shown,
}

struct Row {
    state: State,
    /// Inputs and crashes, and since when there are so many, unless they were there when it began.
    finds: Option<u64>,
    since: Option<Instant>,
}

enum Shown {
    Terminal(MultiProgress, Vec<ProgressBar>),
    Lines,
}

impl<'a> Live<'a> {
    /// `None`: who waits sees the fuzzer's own screen or lines, or reads JSON.
    pub fn of(
        launcher: &Launcher,
        request: &'a Request,
        plan: &Plan,
        json: bool,
    ) -> Option<Live<'a>> {
        let is_terminal = std::io::stderr().is_terminal();
        let is_silent = plan.launches.len() > 1 || json;
        if !is_silent || (json && !is_terminal) {
            return None;
        }
        let row = |role: &String| Row {
            state: State {
                role: role.clone(),
                ..State::default()
            },
            finds: None,
            since: None,
        };
        let now = Instant::now();
        Some(Live {
            request,
            figures: launcher.figures?,
            rows: plan.launches.iter().map(|l| row(&l.role)).collect(),
            began: (now, SystemTime::now() - TICK),
            next: now + if is_terminal { LOOK } else { FIRST },
            shown: match is_terminal {
                true => terminal(plan.launches.len()),
                false => Shown::Lines,
            },
        })
    }

    /// Looks, if it is time to. `ended`: which of the processes have.
    pub fn look(&mut self, ended: &[bool]) {
        let now = Instant::now();
        if now < self.next {
            return;
        }
        for (row, ended) in self.rows.iter_mut().zip(ended) {
            let figures = (self.figures)(&self.request.out, &row.state.role, self.began.1);
            row.look(figures, *ended, now);
        }
        let states: Vec<State> = self.rows.iter().map(|r| r.state.clone()).collect();
        let most = match &self.shown {
            Shown::Terminal(..) => Some(usize::from(Term::stderr().size().1)),
            Shown::Lines => None,
        };
        let lines = lines(&states, most);
        match &self.shown {
            Shown::Terminal(_, bars) => {
                self.next = now + LOOK;
                bars.iter()
                    .zip(lines)
                    .for_each(|(bar, line)| bar.set_message(line));
            }
            Shown::Lines => {
                self.next = now + EVERY;
                let time = rounded(now - self.began.0);
                lines
                    .iter()
                    .for_each(|line| eprintln!("fz: {time}: {line}"));
            }
        }
    }
}

impl Drop for Live<'_> {
    /// What was found is told by other lines.
    fn drop(&mut self) {
        if let Shown::Terminal(all, _) = &self.shown {
            let _ = all.clear();
        }
    }
}

impl Row {
    fn look(&mut self, figures: Option<Figures>, ended: bool, now: Instant) {
        self.state.ended = ended;
        if figures.is_none() {
            return;
        }
        let finds = figures.as_ref().map(|f| f.corpus + f.crashes);
        if self.finds.is_some() && finds > self.finds {
            self.since = Some(now);
        }
        self.finds = finds;
        self.state.figures = figures;
        self.state.found = self.since.map(|since| now - since);
    }
}

/// A line for each process, and one for their sum.
fn terminal(processes: usize) -> Shown {
    let all = MultiProgress::with_draw_target(ProgressDrawTarget::stderr());
    let style = ProgressStyle::with_template("{wide_msg}").expect("a template of ours");
    let lines = processes + usize::from(processes > 1);
    let bars = (0..lines).map(|_| all.add(ProgressBar::no_length().with_style(style.clone())));
    let bars = bars.collect();
    Shown::Terminal(all, bars)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_find_is_what_came_while_it_was_looked_at() {
        let mut row = Row {
            state: State::default(),
            finds: None,
            since: None,
        };
        let began = Instant::now();
        let at = |seconds| began + Duration::from_secs(seconds);
        let figures = |corpus, crashes| {
            Some(Figures {
                corpus,
                crashes,
                ..Figures::default()
            })
        };
        row.look(None, false, at(1));
        assert_eq!(row.state.figures, None);
        row.look(figures(5, 0), false, at(2));
        row.look(figures(5, 0), false, at(3));
        assert_eq!(row.state.found, None, "seeds are no finds");
        row.look(figures(5, 1), false, at(4));
        row.look(figures(5, 1), true, at(9));
        assert_eq!(row.state.found, Some(Duration::from_secs(5)));
        // The last words stay when the process has gone.
        row.look(None, true, at(10));
        assert!(row.state.ended && row.state.figures.is_some());
    }
}
