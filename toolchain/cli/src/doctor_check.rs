//! What `fz doctor` has looked at, and how it says so.

use std::io::Write;

use anyhow::Result;
use fz_base::{line, terminal, words::visible_lines};
use serde_json::json;

use crate::args;

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

    /// What people and scripts see.
    fn mark(&self) -> (&'static str, &'static str) {
        match self {
            State::Fine(_) => ("ok", "ok"),
            State::Unneeded(_) => ("-", "unneeded"),
            State::Unknown(_) => ("?", "unknown"),
            State::Wrong { .. } => ("WRONG", "wrong"),
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

    fn line(&self) -> String {
        let line = format!(
            "{:6} {:10} {}\n",
            self.state.mark().0,
            self.name,
            visible_lines(self.state.text())
        );
        match &self.state {
            State::Wrong {
                mend: Some(mend), ..
            } => format!("{line}{:17} mend it: {mend}\n", ""),
            _ => line,
        }
    }

    fn json(&self) -> serde_json::Value {
        let mend = match &self.state {
            State::Wrong { mend, .. } => mend.as_deref(),
            _ => None,
        };
        json!({
            "check": self.name,
            "ok": !self.is_wrong(),
            "state": self.state.mark().1,
            "text": self.state.text(),
            "mend": mend,
        })
    }
}

/// Says what was looked at.
pub fn print(checks: &[Check], as_json: bool) -> Result<()> {
    if as_json {
        let list: Vec<_> = checks.iter().map(Check::json).collect();
        return args::json::print(&list);
    }
    let mut out = terminal::out();
    for check in checks {
        out.write_all(check.line().as_bytes())?;
    }
    let counted = |mark: &str| checks.iter().filter(|c| c.state.mark().1 == mark).count();
    line!(out)?;
    line!(
        out,
        "{} checks: {} wrong, {} unknown, {} missing but not needed",
        checks.len(),
        counted("wrong"),
        counted("unknown"),
        counted("unneeded")
    )?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_wrong_comes_with_what_mends_it() {
        let check = Check::new("cores", State::wrong("crashes go elsewhere", "echo core"));
        assert_eq!(
            check.line(),
            "WRONG  cores      crashes go elsewhere\n                  mend it: echo core\n"
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
