//! What people see of a run on a terminal: a pure function of what is known to lines. Whoever calls it draws them.

use std::{
    path::PathBuf,
    time::{Duration, SystemTime},
};

use fz_base::{
    numbers,
    words::{many, visible},
};
use indicatif::HumanCount;

use super::{
    course::{Curve, verdict},
    finds::{Find, Kind},
    live::{State, UNKNOWN, rounded, rounded_rate, sum},
    watched::Watched,
};
use fz_base::table::{Column, Line, Span, Tone, column, cut, lines, plain, span};

/// All that is known of a run.
#[derive(Clone, Debug)]
pub struct View {
    pub program: String,
    pub engine: String,
    pub out: PathBuf,
    /// Where crashes are.
    pub crashes_in: PathBuf,
    pub now: SystemTime,
    pub ran: Duration,
    /// How long it is to run.
    pub limit: Option<Duration>,
    pub states: Vec<State>,
    /// What was found last, by whom; the last one first.
    pub finds: Vec<(String, Find)>,
    /// The kinds of crashes that the fuzzers' own reports have, with how many of each, where there are such.
    pub reports: Vec<(String, u64)>,
    pub watched: Option<Watched>,
    pub curve: Curve,
}

const COLUMNS: [Column<'static>; 9] = [
    column("instance", false, 0),
    column("build", false, 7),
    column("executions", true, 3),
    column("per s", true, 0),
    column("queue", true, 2),
    column("crashes", true, 0),
    column("time-outs", true, 6),
    column("stability", true, 5),
    column("last find", true, 4),
];

/// Lines of each kind, at most.
const FINDS: usize = 3;
const BUGS: usize = 4;

/// ` (12.50%)`; nothing where the engine does not say.
fn of_all(part: &str) -> String {
    match part {
        "" => String::new(),
        part => format!(" ({})", visible(part)),
    }
}

/// No more lines than that, and none that is wider.
pub fn lines_of(view: &View, rows: usize, columns: usize) -> Vec<Line> {
    let title = title(view, columns);
    let details = [
        course(view),
        finds(view),
        crashes(view),
        coverage(view),
        work(view),
    ];
    let end = vec![span(
        Tone::Quiet,
        "Ctrl-C ends it; the same command line continues it",
    )];
    // What is of least use goes first where there is no room: empty lines, the hint, all but a line of each kind.
    for thrift in 0..4 {
        let kept = if thrift < 2 { usize::MAX } else { 1 };
        let mut below: Vec<Line> = Vec::new();
        for lines in details.iter().filter(|_| thrift < 3) {
            below.extend(lines.iter().take(kept).cloned());
        }
        if thrift < 1 {
            below.insert(0, Line::new());
            below.push(Line::new());
        }
        if thrift < 2 {
            below.push(end.clone());
        }
        let room = rows.saturating_sub(1 + below.len());
        let least = view.states.len().min(3) + 2;
        if room < least && thrift < 3 {
            continue;
        }
        let mut all = vec![title.clone()];
        all.extend(table(view, room, columns));
        all.extend(below);
        if thrift == 3 {
            all.extend(details.iter().filter_map(|lines| lines.first().cloned()));
        }
        all.truncate(rows);
        return all.into_iter().map(|line| cut(line, columns)).collect();
    }
    Vec::new()
}

/// The program at the left, the clock at the right.
fn title(view: &View, columns: usize) -> Line {
    let program = visible(&view.program);
    let what = match view.states.len() {
        1 => format!("  {}", view.engine),
        n => format!("  {}, {}", view.engine, many(n, "instance")),
    };
    let clock = match view.limit {
        Some(limit) => format!("{} of {}", clock(view.ran), clock(limit)),
        None => clock(view.ran),
    };
    let used = [&program, &what, &clock]
        .iter()
        .map(|t| console::measure_text_width(t))
        .sum::<usize>();
    let room = columns.saturating_sub(used).max(2);
    vec![
        span(Tone::Head, program),
        span(Tone::Quiet, what),
        plain(" ".repeat(room)),
        span(Tone::Head, clock),
    ]
}

/// `4:07`, `12:03:00`, `3 d 04:00:12`
fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    let (days, hours, minutes) = (seconds / 86400, seconds / 3600 % 24, seconds / 60 % 60);
    let seconds = seconds % 60;
    match (days, hours) {
        (0, 0) => format!("{minutes}:{seconds:02}"),
        (0, _) => format!("{hours}:{minutes:02}:{seconds:02}"),
        _ => format!("{days} d {hours:02}:{minutes:02}:{seconds:02}"),
    }
}

/// A row for each instance that there is room for, and their sum.
fn table(view: &View, room: usize, columns: usize) -> Vec<Line> {
    let all = view.states.len();
    let extra = 1 + usize::from(all > 1);
    let fits = room.saturating_sub(extra);
    let mut shown: Vec<&State> = view.states.iter().collect();
    let mut rest = 0;
    if all > fits {
        // Those that have ended are news.
        shown.sort_by_key(|s| !s.ended);
        shown.truncate(fits.saturating_sub(1));
        rest = all - shown.len();
    }
    let is_one_build = view
        .states
        .windows(2)
        .all(|two| two[0].build == two[1].build);
    let mut rows: Vec<Vec<Span>> = shown.iter().map(|s| row(s, !is_one_build)).collect();
    if rest > 0 {
        rows.push(vec![span(Tone::Quiet, format!("… {rest} more"))]);
    }
    if all > 1 {
        let total = row(&sum(&view.states), false).into_iter();
        rows.push(
            total
                .map(|cell| {
                    span(
                        if cell.tone == Tone::Plain {
                            Tone::Head
                        } else {
                            cell.tone
                        },
                        cell.text(),
                    )
                })
                .collect(),
        );
    }
    lines(&COLUMNS, &rows, Some(columns))
}

fn row(state: &State, has_build: bool) -> Vec<Span> {
    let name = visible(&state.role);
    let build = match has_build {
        true => visible(&state.build),
        false => String::new(),
    };
    let Some(figures) = &state.figures else {
        let (tone, what) = match state.ended {
            true => (Tone::Missed, "ended"),
            false => (Tone::Quiet, "starting"),
        };
        // In a column that stays.
        return vec![plain(name), plain(build), plain(""), span(tone, what)];
    };
    let known = |text: Option<String>| plain(text.unwrap_or_else(|| UNKNOWN.to_owned()));
    let count = |n: u64| HumanCount(n).to_string();
    let bad = |n: u64| match n {
        0 => plain("0"),
        n => span(Tone::Crash, count(n)),
    };
    let name_tone = if state.ended {
        Tone::Missed
    } else {
        Tone::Plain
    };
    vec![
        span(name_tone, name),
        plain(build),
        known(figures.executions.map(count)),
        known(figures.per_second.and_then(rounded_rate)),
        plain(count(figures.corpus)),
        bad(figures.crashes),
        match figures.hangs {
            0 => plain("0"),
            n => span(Tone::Partly, count(n)),
        },
        match figures.stability {
            Some(stable) if stable < 90.0 => span(Tone::Partly, numbers::share(stable)),
            Some(stable) => plain(numbers::share(stable)),
            None => plain(""),
        },
        match (state.ended, state.found) {
            (true, _) => span(Tone::Missed, "ended"),
            (false, Some(ago)) => plain(rounded(ago)),
            (false, None) => plain(UNKNOWN),
        },
    ]
}

const NAMED: usize = 10;

/// A line with its name, which only the first of a kind has.
fn named(nth: usize, name: &str, tone: Tone, text: String) -> Line {
    let name = if nth == 0 { name } else { "" };
    vec![
        span(Tone::Quiet, format!("{name:NAMED$}")),
        span(tone, text),
    ]
}

/// How it goes, and what it reached until now.
fn course(view: &View) -> Vec<Line> {
    let (tone, said) = verdict(view);
    let curve = view.curve.drawn();
    let curve = curve.map(|text| named(0, "curve", Tone::Reached, text));
    std::iter::once(named(0, "so far", tone, said))
        .chain(curve)
        .collect()
}

fn finds(view: &View) -> Vec<Line> {
    if view.finds.is_empty() {
        return vec![named(0, "found", Tone::Plain, "nothing yet".to_owned())];
    }
    let is_alone = view.states.len() == 1;
    let finds = view.finds.iter().take(FINDS).enumerate();
    let line = |(nth, (role, find)): (usize, &(String, Find))| {
        let ago = rounded(view.now.duration_since(find.at).unwrap_or_default());
        let by = match is_alone {
            true => String::new(),
            false => format!(" by {}", visible(role)),
        };
        let what = format!(
            "{} {ago} ago{by}: {}",
            find.kind.word(),
            visible(&find.name)
        );
        named(
            nth,
            "found",
            match find.kind {
                Kind::Input => Tone::Plain,
                Kind::Crash => Tone::Crash,
                Kind::Hang => Tone::Partly,
            },
            what,
        )
    };
    finds.map(line).collect()
}

/// By bug where that is known, by what the fuzzers report, or how many.
fn crashes(view: &View) -> Vec<Line> {
    let all: u64 = view
        .states
        .iter()
        .filter_map(|s| Some(s.figures.as_ref()?.crashes))
        .sum();
    if all == 0 {
        return Vec::new();
    }
    let of_watch = view.watched.iter().flat_map(|w| &w.bugs);
    let bugs: Vec<(String, u64)> = of_watch.map(|b| (b.title.clone(), b.inputs)).collect();
    let (bugs, what) = match bugs.is_empty() {
        false => (bugs, "bugs"),
        true => (view.reports.clone(), "crashes"),
    };
    let mut lines: Vec<Line> = bugs
        .iter()
        .take(BUGS)
        .enumerate()
        .map(|(nth, (title, n))| {
            named(
                nth,
                what,
                Tone::Crash,
                format!("{} × {}", HumanCount(*n), visible(title)),
            )
        })
        .collect();
    if bugs.len() > BUGS {
        lines.push(named(
            1,
            what,
            Tone::Plain,
            format!("… {} more", bugs.len() - BUGS),
        ));
    }
    if lines.is_empty() {
        let folder = visible(&view.crashes_in.display().to_string());
        let text = format!(
            "{} in {folder}; `fz crashes` sorts them into bugs",
            HumanCount(all)
        );
        lines.push(named(0, what, Tone::Crash, text));
    }
    lines
}

/// Where the executions of each went.
fn work(view: &View) -> Vec<Line> {
    let spent = |state: &State| {
        let spent = state.figures.as_ref()?.spent();
        (!spent.is_empty()).then(|| match view.states.len() {
            1 => spent,
            _ => format!("{}: {spent}", visible(&state.role)),
        })
    };
    let spent = view.states.iter().filter_map(spent).enumerate();
    spent
        .map(|(nth, text)| named(nth, "work", Tone::Plain, text))
        .collect()
}

fn coverage(view: &View) -> Vec<Line> {
    let mut lines = Vec::new();
    let edges = view
        .states
        .iter()
        .filter_map(|s| Some((s, s.figures.as_ref()?.edges.clone()?)));
    if let Some((state, (edges, part))) = edges.rev().max_by_key(|(_, (edges, _))| *edges) {
        let by = match view.states.len() {
            1 => String::new(),
            _ => format!(" by {}", visible(&state.role)),
        };
        lines.push(named(
            0,
            "coverage",
            Tone::Plain,
            format!("{} edges{}{by}", HumanCount(edges), of_all(&part)),
        ));
    }
    let Some(watched) = &view.watched else {
        return lines;
    };
    let at = SystemTime::UNIX_EPOCH + Duration::from_secs(watched.at);
    let ago = rounded(view.now.duration_since(at).unwrap_or_default());
    let counts = watched.counts.iter().map(|c| {
        let part = 100.0 * c.reached as f64 / c.all.max(1) as f64;
        format!(
            "{} of {} {} ({part:.1} %)",
            HumanCount(c.reached),
            HumanCount(c.all),
            visible(&c.name)
        )
    });
    let text = format!("{}; {ago} ago", counts.collect::<Vec<_>>().join(", "));
    lines.push(named(lines.len(), "coverage", Tone::Plain, text));
    lines
}

#[cfg(test)]
mod tests {
    use fz_base::table::text;

    use super::*;
    use crate::afl::drawn::Effort;
    use crate::launch::{
        live::Figures,
        watched::{Bug, Count},
    };

    fn state(role: &str, build: &str) -> State {
        State {
            role: role.to_owned(),
            build: build.to_owned(),
            figures: Some(Figures {
                executions: Some(1_234_567),
                per_second: Some(2600.5),
                edges: Some((910, "12.50%".to_owned())),
                corpus: 31,
                crashes: 1,
                hangs: 0,
                stability: Some(71.25),
                effort: Some(Effort {
                    havoc: 75,
                    tokens: 25,
                    ..Effort::default()
                }),
                imported: Some(7),
            }),
            found: Some(Duration::from_secs(3)),
            ended: false,
        }
    }

    fn view(states: Vec<State>) -> View {
        let now = SystemTime::UNIX_EPOCH + Duration::from_secs(1_000_000);
        let find = |kind, ago, name: &str| Find {
            kind,
            name: name.to_owned(),
            at: now - Duration::from_secs(ago),
        };
        View {
            program: "image".to_owned(),
            engine: "afl".to_owned(),
            out: "out".into(),
            crashes_in: "out/*/crashes".into(),
            now,
            ran: Duration::from_secs(83),
            limit: Some(Duration::from_secs(600)),
            states,
            finds: vec![
                (
                    "split".to_owned(),
                    find(Kind::Crash, 3, "id:000000,sig:06,src:000004"),
                ),
                (
                    "main".to_owned(),
                    find(Kind::Input, 200, "id:000031,src:000004,op:havoc"),
                ),
            ],
            reports: Vec::new(),
            watched: None,
            curve: Curve::default(),
        }
    }

    fn several() -> View {
        let starting = State {
            role: "cmplog".to_owned(),
            build: "cmplog".to_owned(),
            ..State::default()
        };
        view(vec![
            state("main", "fuzz"),
            state("split", "split"),
            starting,
        ])
    }

    fn shown(view: &View, rows: usize, columns: usize) -> Vec<String> {
        let lines = lines_of(view, rows, columns);
        assert!(lines.len() <= rows, "{lines:#?}");
        let texts: Vec<String> = lines
            .iter()
            .map(|l| text(l).trim_end().to_owned())
            .collect();
        for text in &texts {
            assert!(console::measure_text_width(text) <= columns, "{text}");
        }
        texts
    }

    #[test]
    fn an_ordinary_terminal_has_all_of_it() {
        let mut view = several();
        for edges in [10, 300, 910] {
            view.curve.add(Some(edges), 1);
        }
        assert_eq!(
            shown(&view, 24, 100),
            [
                "image  afl, 3 instances                                                                1:23 of 10:00",
                "instance  build   executions     per s  queue  crashes  time-outs  stability  last find",
                "main      fuzz     1,234,567     2,601     31        1          0     71.2 %        3 s",
                "split     split    1,234,567     2,601     31        1          0     71.2 %        3 s",
                "cmplog    cmplog              starting",
                "all 3              2,469,134     5,201     62        2          0                   3 s",
                "",
                "so far    it crashes: `fz crashes image -i out` sorts them into bugs",
                "curve     ▁▃█  10 to 910 edges",
                "found     crash 3 s ago by split: id:000000,sig:06,src:000004",
                "          input 3 min ago by main: id:000031,src:000004,op:havoc",
                "crashes   2 in out/*/crashes; `fz crashes` sorts them into bugs",
                "coverage  910 edges (12.50%) by main",
                "work      main: havoc 75.0 %, tokens 25.0 %; 7 imported",
                "          split: havoc 75.0 %, tokens 25.0 %; 7 imported",
                "",
                "Ctrl-C ends it; the same command line continues it",
            ]
        );
    }

    #[test]
    fn one_alone_is_not_named_and_what_watches_tells_bugs() {
        let mut view = view(vec![state("default", "fuzz")]);
        view.limit = None;
        view.watched = Some(Watched {
            at: 999_990,
            counts: vec![Count {
                name: "conditions".to_owned(),
                reached: 12,
                all: 300,
            }],
            bugs: vec![Bug {
                title: "SIGSEGV at p.c:8 in main".to_owned(),
                inputs: 3,
            }],
            ..Watched::default()
        });
        assert_eq!(
            shown(&view, 24, 80),
            [
                "image  afl                                                                  1:23",
                "instance  executions  per s  queue  crashes  time-outs  stability  last find",
                "default    1,234,567  2,601     31        1          0     71.2 %        3 s",
                "",
                "so far    it crashes: `fz crashes image -i out` sorts them into bugs",
                "found     crash 3 s ago: id:000000,sig:06,src:000004",
                "          input 3 min ago: id:000031,src:000004,op:havoc",
                "bugs      3 × SIGSEGV at p.c:8 in main",
                "coverage  910 edges (12.50%)",
                "          12 of 300 conditions (4.0 %); 10 s ago",
                "work      havoc 75.0 %, tokens 25.0 %; 7 imported",
                "",
                "Ctrl-C ends it; the same command line continues it",
            ]
        );
    }

    #[test]
    fn a_narrow_or_low_terminal_has_what_matters() {
        let narrow = shown(&several(), 24, 40);
        assert_eq!(
            narrow[..4],
            [
                "image  afl, 3 instances    1:23 of 10:00",
                "instance     per s  queue  crashes",
                "main         2,601     31        1",
                "split        2,601     31        1",
            ]
        );
        let low = shown(&several(), 8, 80);
        assert_eq!(low.len(), 8, "{low:#?}");
        let many = (0..40).map(|n| State {
            ended: n == 30,
            ..state(&format!("i{n}"), "fuzz")
        });
        let many = shown(&view(many.collect()), 12, 80);
        assert!(
            many[2].starts_with("i30 ") && many[2].ends_with("ended"),
            "{many:#?}"
        );
        let has = |start: &str| many.iter().any(|l| l.starts_with(start));
        assert!(has("all 40") && has("… 3"), "{many:#?}");
        for rows in 1..14 {
            for columns in [1, 7, 20, 200] {
                shown(&several(), rows, columns);
            }
        }
    }

    #[test]
    fn names_of_others_do_nothing() {
        let mut view = several();
        view.program = "\u{1b}]0;x\u{7}p\n".to_owned();
        view.crashes_in = "o\u{1b}[2J".into();
        view.finds[0].1.name = "id:\u{1b}[31m\r".to_owned();
        view.reports = vec![("a\u{1b}[1mb".to_owned(), 1)];
        for line in shown(&view, 24, 300) {
            assert!(!line.chars().any(char::is_control), "{line}");
        }
    }

    #[test]
    fn clocks_have_days() {
        let of = |seconds| clock(Duration::from_secs(seconds));
        assert_eq!(
            (of(7), of(3723), of(90_061)),
            ("0:07".into(), "1:02:03".into(), "1 d 01:01:01".into())
        );
    }
}
