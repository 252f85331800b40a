//! Life of a run while it runs: on a terminal a screen that is kept up to date, elsewhere lines now and then.

use std::{
    collections::HashMap,
    path::PathBuf,
    time::{Duration, Instant, SystemTime},
};

use anyhow::{Result, bail};
use clap::ValueEnum;
use console::Term;
use fz_base::tell;
use fz_binary::profiles_of;
use fz_engines::launch::{
    self, Launch, Launcher, Look, Plan, Request,
    course::Curve,
    finds::{self, Find, Place},
    live::{Figures, State, lines, rounded},
    screen::{self, View},
    watched,
};

use crate::screen::{Screen, draws};

/// How often a screen is drawn.
const LOOK: Duration = Duration::from_secs(1);
/// When lines are printed: soon, so that a mistake is seen, and then seldom.
const FIRST: Duration = Duration::from_secs(10);
const EVERY: Duration = Duration::from_secs(60);

/// The kernel gives a file the time of its last clock tick, so that one written just after the start seems to be older.
const TICK: Duration = Duration::from_millis(100);

/// What is seen of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Sight {
    /// A screen: the instances, what was found last and by whom, crashes, coverage
    Fz,
    /// What the engine itself shows. For one process
    Engine,
    /// A line for each process, now and then
    Lines,
}

/// What is to be seen; `None`: nothing, for who waits reads JSON.
pub fn sight(
    asked: Option<Sight>,
    launcher: &Launcher,
    plan: &Plan,
    json: bool,
) -> Result<Option<Sight>> {
    let is_alone = plan.launches.len() == 1;
    let engine = launcher.engine;
    if launcher.figures.is_none() && matches!(asked, Some(Sight::Fz | Sight::Lines)) {
        bail!("--screen: {engine} does not say how far it is while it runs: leave the option out");
    }
    if asked == Some(Sight::Engine) && !is_alone {
        bail!(
            "--screen engine: {} processes would write over each other; their output is in the folder {} of the run",
            plan.launches.len(),
            launch::LOGS
        );
    }
    if asked == Some(Sight::Engine) && json {
        bail!(
            "--screen engine: with --json, what the engine prints is kept in its log: leave one of both out"
        );
    }
    let draws = draws(&Term::stderr());
    Ok(match (asked, draws && launcher.figures.is_some()) {
        (Some(Sight::Fz) | None, true) => Some(Sight::Fz),
        (Some(Sight::Fz), false) => Some(Sight::Lines),
        (Some(other), _) => Some(other),
        (None, false) if json => None,
        // A log wants few lines.
        (None, false) => Some(match is_alone && launcher.figures.is_none() {
            true => Sight::Engine,
            false => Sight::Lines,
        }),
    })
}

pub struct Live<'a> {
    request: &'a Request,
    launcher: &'static Launcher,
    figures: Look,
    crashes_in: PathBuf,
    rows: Vec<Row>,
    began: (Instant, SystemTime),
    next: Instant,
    /// `None`: lines.
    screen: Option<Screen>,
    news: News,
    curve: Curve,
}

struct Row {
    state: State,
    /// Inputs and crashes, and since when there are so many, unless they were there when it began.
    finds: Option<u64>,
    since: Option<Instant>,
}

/// What was found last; folders are read again only where something has changed.
#[derive(Default)]
struct News {
    seen: HashMap<PathBuf, (SystemTime, Option<Find>)>,
    /// When the log was read for reports, by how many crashes there were.
    reports: Option<(u64, Vec<(String, u64)>)>,
}

impl<'a> Live<'a> {
    /// `None`: who waits sees the fuzzer's own screen or lines, or reads JSON.
    pub fn of(
        launcher: &'static Launcher,
        request: &'a Request,
        plan: &Plan,
        sight: Option<Sight>,
    ) -> Option<Live<'a>> {
        let screen = match sight? {
            Sight::Engine => return None,
            Sight::Fz => Some(Screen::of(Term::stderr())?),
            Sight::Lines => None,
        };
        let row = |launch: &Launch| Row {
            state: State {
                role: launch.role.clone(),
                build: build(launch, request),
                ..State::default()
            },
            finds: None,
            since: None,
        };
        let now = Instant::now();
        Some(Live {
            request,
            launcher,
            figures: launcher.figures?,
            crashes_in: (launcher.outcome)(request, "").crashes_in,
            rows: plan.launches.iter().map(row).collect(),
            began: (now, SystemTime::now() - TICK),
            next: if screen.is_some() { now } else { now + FIRST },
            screen,
            news: News::default(),
            curve: Curve::default(),
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
        if self.screen.is_some() {
            self.next = now + LOOK;
            self.sample();
            let view = self.view(now);
            if let Some(screen) = &mut self.screen {
                let (rows, columns) = screen.room();
                screen.draw(&screen::lines_of(&view, rows, columns));
            }
            return;
        }
        self.next = now + EVERY;
        let time = rounded(now - self.began.0);
        let states: Vec<State> = self.rows.iter().map(|r| r.state.clone()).collect();
        lines(&states, None)
            .iter()
            .for_each(|line| tell!("fz: {time}: {line}"));
    }

    /// Edges of the instance that has most, and all inputs. Before the first figures there is nothing to be drawn.
    fn sample(&mut self) {
        let figures = || self.rows.iter().filter_map(|r| r.state.figures.as_ref());
        let edges = figures().filter_map(|f| Some(f.edges.as_ref()?.0)).max();
        if figures().next().is_some() {
            let corpus = figures().map(|f| f.corpus).sum();
            self.curve.add(edges, corpus);
        }
    }

    fn view(&mut self, now: Instant) -> View {
        let mut states: Vec<State> = self.rows.iter().map(|r| r.state.clone()).collect();
        let mut found: Vec<(String, Find)> = Vec::new();
        for state in &mut states {
            let places = (self.launcher.finds)(&self.request.out, &state.role);
            let all = places.iter().filter_map(|place| self.news.newest(place));
            // What was there before it began is not news.
            let own: Vec<Find> = all.filter(|f| f.at >= self.began.1).collect();
            let last = own.iter().map(|f| f.at).max();
            let ago = last.map(|at| SystemTime::now().duration_since(at).unwrap_or_default());
            state.found = ago.into_iter().chain(state.found).min();
            found.extend(own.into_iter().map(|f| (state.role.clone(), f)));
        }
        found.sort_by_key(|(_, find)| std::cmp::Reverse(find.at));
        let crashes = states
            .iter()
            .filter_map(|s| Some(s.figures.as_ref()?.crashes))
            .sum();
        let target = self.request.target.named.file_name().unwrap_or_default();
        View {
            program: target.to_string_lossy().into_owned(),
            engine: self.launcher.engine.to_owned(),
            out: self.request.out.clone(),
            crashes_in: self.crashes_in.clone(),
            now: SystemTime::now(),
            ran: now - self.began.0,
            limit: self.request.seconds.map(Duration::from_secs),
            reports: self.news.reports(crashes, self.request, &states),
            states,
            finds: found,
            curve: self.curve.clone(),
            watched: watched::read(&self.request.out),
        }
    }
}

impl News {
    fn newest(&mut self, place: &Place) -> Option<Find> {
        let changed = place.changed()?;
        let key = place.folder.join(place.kind.word());
        if let Some((at, find)) = self.seen.get(&key)
            && *at == changed
        {
            return find.clone();
        }
        let find = place.newest();
        self.seen.insert(key, (changed, find.clone()));
        find
    }

    /// Of engines that print them.
    fn reports(&mut self, crashes: u64, request: &Request, states: &[State]) -> Vec<(String, u64)> {
        if let Some((of, known)) = &self.reports
            && *of == crashes
        {
            return known.clone();
        }
        let logs = states
            .iter()
            .flat_map(|s| finds::summaries(&request.log(&s.role)));
        let reports: Vec<(String, u64)> = logs.collect();
        self.reports = Some((crashes, reports.clone()));
        reports
    }
}

/// The profiles that a program was built by; its name where nobody knows.
fn build(launch: &Launch, request: &Request) -> String {
    let mut known = std::iter::once(&request.target).chain(&request.beside);
    let profiles = match known.find(|target| target.path == launch.build) {
        Some(target) => target.profiles.iter().cloned().collect(),
        None => profiles_of(&[&launch.build]),
    };
    let profiles: Vec<String> = profiles.into_iter().collect();
    match profiles.is_empty() {
        true => launch
            .build
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned(),
        false => profiles.join(", "),
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
