//! What `fz doctor` has looked at, and how it says so.

use anyhow::Result;
use fz_base::{
    palette::{missed, partly, quiet, reached},
    table::{Line, Span, plain, wrapped},
    terminal,
};
use serde_json::json;

use crate::args;

/// Where the text of a check begins.
const INDENT: usize = 18;

/// One thing that was looked at.
pub struct Check {
    pub name: String,
    pub state: State,
}

pub enum State {
    /// Right, and what was seen.
    Fine(String),
    /// It is missing or would be in the way, but not of what is set; with what to do.
    Unneeded(String),
    /// It could not be looked at, and why.
    Unknown(String),
    Wrong {
        what: String,
        /// The command that mends it, where there is one.
        mend: Option<String>,
    },
}

impl State {
    pub fn wrong(what: impl Into<String>, mend: impl Into<String>) -> State {
        State::Wrong {
            what: what.into(),
            mend: Some(mend.into()),
        }
    }

    /// What scripts see.
    fn name(&self) -> &'static str {
        match self {
            State::Fine(_) => "ok",
            State::Unneeded(_) => "unneeded",
            State::Unknown(_) => "unknown",
            State::Wrong { .. } => "wrong",
        }
    }

    fn text(&self) -> &str {
        match self {
            State::Fine(text) | State::Unneeded(text) | State::Unknown(text) => text,
            State::Wrong { what, .. } => what,
        }
    }
}

/// An error says what to do itself.
impl From<Result<String, String>> for State {
    fn from(result: Result<String, String>) -> State {
        match result {
            Ok(text) => State::Fine(text),
            Err(what) => State::Wrong { what, mend: None },
        }
    }
}

impl Check {
    pub fn new(name: impl Into<String>, state: impl Into<State>) -> Check {
        Check {
            name: name.into(),
            state: state.into(),
        }
    }

    pub fn is_wrong(&self) -> bool {
        matches!(self.state, State::Wrong { .. })
    }

    fn lines(&self, width: Option<usize>) -> Vec<Line> {
        let mark = match &self.state {
            State::Fine(_) => reached("ok     "),
            State::Unneeded(_) => quiet("-      "),
            State::Unknown(_) => partly("?      "),
            State::Wrong { .. } => missed("WRONG  "),
        };
        let name = plain(format!("{:10} ", self.name));
        let mut texts = self.state.text().lines();
        let first = vec![mark, name, plain(texts.next().unwrap_or_default())];
        let below = |text: String| vec![plain(" ".repeat(INDENT)), plain(text)];
        let mut all = vec![first];
        all.extend(texts.map(|text| below(text.to_owned())));
        if let State::Wrong {
            mend: Some(mend), ..
        } = &self.state
        {
            all.push(below(format!("fix: {mend}")));
        }
        let all = all.into_iter();
        all.flat_map(|line| wrapped(line, INDENT, width)).collect()
    }

    fn json(&self) -> serde_json::Value {
        let mend = match &self.state {
            State::Wrong { mend, .. } => mend.as_deref(),
            _ => None,
        };
        json!({
            "check": self.name,
            "ok": !self.is_wrong(),
            "state": self.state.name(),
            "text": self.state.text(),
            "mend": mend,
        })
    }
}

/// Says what was looked at: whether the machine is ready, and then why not. What is in order is for those who want it all.
pub fn print(checks: &[Check], as_json: bool, is_verbose: bool) -> Result<()> {
    if as_json {
        let list: Vec<_> = checks.iter().map(Check::json).collect();
        return args::json::print(&list);
    }
    Ok(terminal::print(&lines(
        checks,
        is_verbose,
        terminal::width(),
    ))?)
}

fn lines(checks: &[Check], is_verbose: bool, width: Option<usize>) -> Vec<Line> {
    let of = |is: fn(&State) -> bool| checks.iter().filter(move |c| is(&c.state));
    let wrong = of(|s| matches!(s, State::Wrong { .. }));
    let unknown = of(|s| matches!(s, State::Unknown(_)));
    let unneeded = of(|s| matches!(s, State::Unneeded(_)));
    let fine = of(|s| matches!(s, State::Fine(_)));
    let first = vec![
        answer(wrong.clone().count(), unknown.clone().count()),
        quiet(match is_verbose {
            true => format!(" ({} checks)", checks.len()),
            false => format!(" ({} checks; -v lists them)", checks.len()),
        }),
    ];
    let mut all = wrapped(first, 0, width);
    let worst = wrong.chain(unknown);
    let shown: Vec<Line> = match is_verbose {
        true => worst
            .chain(unneeded)
            .chain(fine)
            .flat_map(|c| c.lines(width))
            .collect(),
        false => {
            let mut shown: Vec<Line> = worst.flat_map(|c| c.lines(width)).collect();
            let names: Vec<&str> = unneeded.map(|c| &*c.name).collect();
            if !names.is_empty() {
                let text = format!(
                    "missing, but not needed for these settings: {}",
                    names.join(", ")
                );
                shown.extend(wrapped(vec![quiet("-      "), plain(text)], 7, width));
            }
            shown
        }
    };
    if !shown.is_empty() {
        all.push(Line::new());
        all.extend(shown);
    }
    all
}

fn answer(wrong: usize, unknown: usize) -> Span {
    match (wrong, unknown) {
        (0, 0) => reached("This machine is ready."),
        (0, n) => partly(format!(
            "This machine is ready, as far as could be seen: {} unknown.",
            are(n)
        )),
        (n, 0) => missed(format!("This machine is not ready: {} wrong.", are(n))),
        (n, m) => missed(format!(
            "This machine is not ready: {} wrong, and {} unknown.",
            are(n),
            are(m)
        )),
    }
}

fn are(n: usize) -> String {
    match n {
        1 => "1 thing is".to_owned(),
        n => format!("{n} things are"),
    }
}

#[cfg(test)]
mod tests {
    use fz_base::table::text;

    use super::*;

    fn shown(lines: &[Line]) -> String {
        let lines = lines.iter().map(|l| text(l).trim_end().to_owned() + "\n");
        lines.collect()
    }

    #[test]
    fn the_answer_comes_first_and_what_is_in_order_is_left_out() {
        let fine = || Check::new("clang", Ok("clang 19".to_owned()));
        let unneeded = || Check::new("honggfuzz", State::Unneeded("not here".to_owned()));
        let unknown = || Check::new("speed", State::Unknown("no folder".to_owned()));
        let wrong = || Check::new("cores", State::wrong("a pipe", "echo core"));
        let said = |checks: &[Check], is_verbose| shown(&lines(checks, is_verbose, None));
        assert_eq!(
            said(&[fine(), fine()], false),
            "This machine is ready. (2 checks; -v lists them)\n"
        );
        assert_eq!(
            said(&[fine(), unneeded(), unknown()], false),
            "This machine is ready, as far as could be seen: 1 thing is unknown. (3 checks; -v lists them)\n\n\
             ?      speed      no folder\n\
             -      missing, but not needed for these settings: honggfuzz\n"
        );
        assert_eq!(
            said(&[fine(), unknown(), unneeded(), wrong(), wrong()], true),
            "This machine is not ready: 2 things are wrong, and 1 thing is unknown. (5 checks)\n\n\
             WRONG  cores      a pipe\n                  fix: echo core\n\
             WRONG  cores      a pipe\n                  fix: echo core\n\
             ?      speed      no folder\n\
             -      honggfuzz  not here\n\
             ok     clang      clang 19\n"
        );
    }

    #[test]
    fn what_is_wrong_comes_with_what_mends_it() {
        let check = Check::new("cores", State::wrong("crashes go elsewhere", "echo core"));
        assert_eq!(
            shown(&check.lines(None)),
            "WRONG  cores      crashes go elsewhere\n                  fix: echo core\n"
        );
        assert_eq!(
            shown(&check.lines(Some(36))),
            "WRONG  cores      crashes go\n                  elsewhere\n                  fix: echo core\n"
        );
        assert_eq!(check.json()["ok"], false);
        assert_eq!(check.json()["mend"], "echo core");
    }

    #[test]
    fn what_nobody_could_see_is_not_wrong() {
        for (state, mark) in [
            (State::Unknown("no such file".into()), "unknown"),
            (State::Unneeded("not installed".into()), "unneeded"),
            (Ok("there".to_owned()).into(), "ok"),
        ] {
            let check = Check::new("x", state);
            assert!(!check.is_wrong());
            assert_eq!(check.json()["state"], mark);
            assert_eq!(check.json()["mend"], serde_json::Value::Null);
        }
    }
}
